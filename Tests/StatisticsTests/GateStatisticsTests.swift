import Statistics
import Testing

/// Reference values of the gate's functions.
@Suite struct GateStatisticsTests {
    @Test func `clean installs that show a rate is under a bound`() {
        #expect(Power.cleanInstalls(toShowUnder: 0.005) == 598)
        #expect(Power.cleanInstalls(toShowUnder: 0.001) == 2995)
        #expect(Power.cleanInstalls(toShowUnder: 0.01) == 299)
    }

    @Test func `installs per arm for one look`() {
        let needed = [1.2, 1.5, 2, 3].map { Power.installsPerArm(baseline: 0.005, ratio: $0) }
        #expect(needed == [67_634, 12_287, 3681, 1224])
    }

    @Test func `the normal quantile is the textbook's, in both tails`() {
        #expect(abs(Normal.quantile(0.975) - 1.959_963_984_540_054) < 1e-13)
        #expect(abs(Normal.quantile(0.025) + 1.959_963_984_540_054) < 1e-13)
        #expect(Normal.quantile(0.5) == 0)
        #expect(abs(Normal.upperTail(Normal.quantile(1 - 1e-12)) / 1e-12 - 1) < 1e-3)
    }

    @Test func `McNemar's test is exact`() {
        #expect(abs(McNemar.pValue(before: 40, after: 12) - 1.3e-4) < 0.05e-4)
        // 2 · P(X ≥ 3 of 3) = 2/8, and nothing more than sure.
        #expect(abs(McNemar.pValue(before: 0, after: 3) - 0.25) < 1e-12)
        #expect(McNemar.pValue(before: 5, after: 5) == 1)
        #expect(McNemar.pValue(before: 0, after: 0) == 1)
    }

    @Test func `a sample ratio is doubted when it can't be`() throws {
        // χ² = 100²/5000 · 2 = 4: p = 0.0455.
        #expect(abs(try #require(SampleRatio.pValue(inside: 5100, of: 10_000, share: 0.5)) - 0.045_500_263_9) < 1e-9)
        #expect(try #require(SampleRatio.pValue(inside: 600, of: 10_000, share: 0.05)) < 1e-3)
        // Few: binomial. One of three at 1 % is 3 · 0.01 · 0.99² + … = 0.029701, twice that; none of 100 is 0.366032.
        #expect(abs(try #require(SampleRatio.pValue(inside: 1, of: 3, share: 0.01)) - 0.059_402) < 1e-9)
        #expect(abs(try #require(SampleRatio.pValue(inside: 0, of: 100, share: 0.01)) - 0.732_064_682_546) < 1e-9)
        #expect(abs(try #require(SampleRatio.pValue(inside: 1, of: 1, share: 0.5)) - 1) < 1e-12)
        #expect(SampleRatio.pValue(inside: 0, of: 0, share: 0.5) == nil)
        #expect(SampleRatio.pValue(inside: 3, of: 10, share: 1) == nil)
    }

    @Test func `one cell moves ln E by its likelihood ratio`() {
        // ρ = ½, λ₀ = 1: θ₀ = ½. Of the grid's end λ = 10: θ = 10/11; two events on the new arm, one on the other.
        var process = EProcess(.harm(margin: 1))
        process.add(EProcess.Cell(new: (2, 100), baseline: (1, 100)))
        #expect(process.alternatives.count == 25)
        #expect(abs(process.alternatives[0] - 1.25) < 1e-12 && abs(process.alternatives[24] - 10) < 1e-12)
        let byHand = process.alternatives.map { ratio in
            let theta = ratio / (1 + ratio)
            return (theta / 0.5) * (theta / 0.5) * ((1 - theta) / 0.5)
        }
        #expect(abs(process.value - byHand.reduce(0, +) / 25) < 1e-12)
    }

    @Test func `a cell with one arm, or without an event, says nothing`() {
        var process = EProcess(.safety(margin: 2))
        process.add(EProcess.Cell(new: (3, 10), baseline: (0, 0)))
        process.add(EProcess.Cell(new: (0, 10), baseline: (0, 10)))
        #expect(process.value == 1)
        #expect(process.alternatives.count == 20)
    }

    @Test func `a fleet's worth of equal events proves safety, and harm of none`() {
        var safety = EProcess(.safety(margin: 2))
        var harm = EProcess(.harm(margin: 1.2))
        for _ in 0..<14 {
            let cell = EProcess.Cell(new: (25, 5000), baseline: (250, 50_000))
            safety.add(cell)
            harm.add(cell)
        }
        #expect(safety.isShown(alpha: 0.01))
        #expect(!harm.isShown(alpha: 0.01))
        #expect(harm.value < 1)
    }

    /// 100/100,000 on iOS and 300/10,000 on Android against 4/5,000 and 1,125/45,000: pooled the new version looks 6.2
    /// times worse, and is better on each platform.
    @Test func `strata multiply, so Simpson's paradox turns nothing`() {
        var harm = EProcess(.harm(margin: 1.2))
        harm.add(EProcess.Cell(new: (4, 5000), baseline: (100, 100_000)))
        harm.add(EProcess.Cell(new: (1125, 45_000), baseline: (300, 10_000)))
        #expect(!harm.isShown(alpha: 0.05))
        var pooled = EProcess(.harm(margin: 1.2))
        pooled.add(EProcess.Cell(new: (1129, 50_000), baseline: (400, 110_000)))
        #expect(pooled.isShown(alpha: 0.01))
    }

    /// A ×3 regression at 1 % of 50,000 installs a day carries about 2.4 nats a day against 1.2.
    @Test func `the growth of evidence tells how long it takes`() throws {
        let day = 500 * Power.nats(.harm(margin: 1.2), ratio: 3, baseline: 0.005, share: 0.01)
        #expect(day > 2.3 && day < 2.45)
        let needed = try #require(
            Power.newInstalls(toShow: .harm(margin: 1.2), ratio: 3, baseline: 0.005, share: 0.01, alpha: 0.01))
        #expect(needed / 500 > 2 && needed / 500 < 3)
        #expect(Power.newInstalls(toShow: .harm(margin: 1.2), ratio: 1.1, baseline: 0.005, share: 0.01, alpha: 0.01) == nil)
        #expect(Power.newInstalls(toShow: .safety(margin: 2), ratio: 1, baseline: 0, share: 0.01, alpha: 0.01) == nil)
    }
}
