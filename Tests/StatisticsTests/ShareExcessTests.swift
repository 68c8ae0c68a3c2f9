import Statistics
import Testing

@Suite struct ShareExcessTests {
    private func isShown(_ events: Int64, _ exposure: Int64, over others: Int64, _ othersOf: Int64, comparisons: Int = 10) -> Bool
    {
        ShareExcess.isShown(.init(events, of: exposure), over: .init(others, of: othersOf), comparisons: comparisons)
    }

    @Test func `nearly all are shown where far fewer are usual, and not where nearly all are`() {
        #expect(isShown(40, 40, over: 651, 962))
        #expect(isShown(36, 40, over: 0, 21))
        #expect(!isShown(40, 40, over: 21, 21))
        #expect(!isShown(40, 40, over: 900, 962))
        #expect(!isShown(20, 40, over: 480, 962))
    }

    @Test func `one or two, or with nobody to compare with, show nothing`() {
        #expect(!isShown(1, 1, over: 0, 10_000, comparisons: 1))
        #expect(!isShown(2, 2, over: 0, 10_000, comparisons: 1))
        #expect(isShown(3, 3, over: 0, 10_000, comparisons: 1))
        #expect(!isShown(3, 3, over: 2, 3))
        #expect(!isShown(40, 40, over: 0, 0))
        #expect(!isShown(0, 0, over: 1, 2))
    }
}
