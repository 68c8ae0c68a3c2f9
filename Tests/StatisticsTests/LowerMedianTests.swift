import Statistics
import Testing

@Suite struct LowerMedianTests {
    @Test func `it is a value that was seen, of two the smaller, and nothing has none`() {
        #expect(lowerMedian([]) == nil)
        #expect(lowerMedian([3]) == 3)
        #expect(lowerMedian([9, 1, 4, 2]) == 2)
        #expect(lowerMedian([9, 1, 4, 2, 5]) == 4)
    }
}
