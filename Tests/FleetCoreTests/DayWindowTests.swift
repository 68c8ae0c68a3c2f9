import FleetCore
import Testing

@Suite struct DayWindowTests {
    @Test func `Under half of a window is too little, and half is not`() {
        #expect(DayWindow.isTooIncomplete(0.499))
        #expect(!DayWindow.isTooIncomplete(0.5))
        #expect(!DayWindow.isTooIncomplete(1))
    }

    @Test func `Where the delays are not known, nothing is said of it`() {
        #expect(!DayWindow.isTooIncomplete(nil))
    }
}
