import Statistics
import Testing

@Suite struct AlphaSplitTests {
    @Test func `parts go by weight, and add up to alpha`() {
        let weights = [4.0, 2, 1, 1, 2]
        let parts = weights.map { AlphaSplit.part(of: $0, among: weights, alpha: 0.01) }
        for (part, expected) in zip(parts, [0.004, 0.002, 0.001, 0.001, 0.002]) { #expect(abs(part - expected) < 1e-15) }
        #expect(AlphaSplit.part(of: 1, among: [], alpha: 0.01) == 0)
    }
}
