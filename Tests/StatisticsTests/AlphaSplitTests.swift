import Statistics
import Testing

@Suite struct AlphaSplitTests {
    @Test func `parts go by weight, and add up to alpha`() {
        let parts = GuardedMeasure.builtIn.map { AlphaSplit.part(of: $0, among: GuardedMeasure.builtIn, alpha: 0.01) }
        for (part, expected) in zip(parts, [0.004, 0.002, 0.001, 0.001, 0.002]) { #expect(abs(part - expected) < 1e-15) }
        #expect(AlphaSplit.part(of: .silence, among: GuardedMeasure.ofFlags, alpha: 0.01) == 0)
        #expect(AlphaSplit.part(of: .crash, among: GuardedMeasure.ofFlags, alpha: 0.01) == 0.005)
        #expect(AlphaSplit.part(of: .crash, among: [], alpha: 0.01) == 0)
        let kept = AlphaSplit.part(of: .crash, among: GuardedMeasure.builtIn, reserved: 2, alpha: 0.012)
        #expect(abs(kept - 0.004) < 1e-15)
    }

    @Test func `however many measures a file of one's own has, their weights add up to no more than its own`() {
        #expect((1...3).map(GuardedMeasure.ownWeight) == [1, 2.0 / 6, 2.0 / 12])
        #expect((1...1000).reduce(0) { $0 + GuardedMeasure.ownWeight(place: $1) } < GuardedMeasure.ownFileWeight)
    }

    @Test func `what few installs do not have is not yet rare`() {
        let settings = GateSettings()
        #expect(!settings.isTooRare(Exposure(atRisk: 40, events: 0)))
        // None of 2,000: at most 0.2 %.
        #expect(settings.isTooRare(Exposure(atRisk: 2000, events: 0)))
        #expect(!settings.isTooRare(Exposure()))
    }
}
