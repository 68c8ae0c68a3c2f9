import FleetCore
import Testing

@Suite struct RoughLengthTests {
    @Test(
        arguments: [
            (0, "0 s"), (59, "59 s"), (60, "1 min"), (7199, "119 min"), (7200, "2 h"), (172_799, "47 h"), (172_800, "2 d"),
            (1_000_000, "11 d"),
        ] as [(Int64, String)])
    func `one unit, cut off`(seconds: Int64, text: String) {
        #expect(roughLength(seconds: seconds) == text)
    }
}
