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

    @Test func `several cells are one look`() {
        let cells = [EProcess.Cell(new: (9, 100), baseline: (1, 100)), EProcess.Cell(new: (0, 100), baseline: (9, 100))]
        var one = EProcess(.harm(margin: 1.2))
        one.add(cells)
        var two = EProcess(.harm(margin: 1.2))
        for cell in cells { two.add(cell) }
        #expect(one.logValue == two.logValue)
        // The second look takes back what the first had shown.
        #expect(one.greatestLog == 0 && two.greatestLog > 0)
    }

    @Test func `what strata have in ln E adds up`() {
        let cells = [EProcess.Cell(new: (9, 100), baseline: (1, 100)), EProcess.Cell(new: (3, 100), baseline: (2, 200))]
        var process = EProcess(.harm(margin: 1.2))
        process.add(cells)
        let moves = cells.map { process.move(by: $0) }
        // The best of 25 alternatives is at most ln 25 above their mean.
        #expect(moves.reduce(0, +) >= process.logValue && moves.reduce(0, +) <= process.logValue + 3.22)
        #expect(moves[0] > moves[1])
    }

    @Test func `a ratio of rates has an exact interval where it is pooled, and strata are compared within themselves`() throws {
        // θ of 30 among 40: Clopper–Pearson 0.588 … 0.873, and θ / (1 − θ).
        let pooled = try #require(RateRatio.pooled([EProcess.Cell(new: (30, 1000), baseline: (10, 1000))]))
        #expect(abs(try #require(pooled.value) - 3) < 1e-12)
        #expect(abs(pooled.low - 1.428) < 0.002)
        #expect(abs(try #require(pooled.high) - 6.877) < 0.01)
        // Simpson: 100 of 100,000 and 300 of 10,000 before, 4 of 5,000 and 1,125 of 45,000 after.
        let strata = [
            EProcess.Cell(new: (4, 5000), baseline: (100, 100_000)), EProcess.Cell(new: (1125, 45_000), baseline: (300, 10_000)),
        ]
        #expect(try #require(RateRatio.pooled(strata)?.value) > 6.2)
        let stratified = try #require(RateRatio.stratified(strata))
        #expect(abs(try #require(stratified.value) - 0.8325) < 0.001)
        #expect(stratified.low < 0.8325)
        #expect(try #require(stratified.high) < 1)
        #expect(RateRatio.pooled([EProcess.Cell(new: (0, 10), baseline: (0, 10))]) == nil)
        #expect(RateRatio.pooled([EProcess.Cell(new: (2, 10), baseline: (0, 10))])?.high == nil)
    }

    @Test func `binomial tails`() {
        #expect(abs(Binomial.atLeast(2, of: 3, share: 0.5) - 0.5) < 1e-12)
        #expect(abs(Binomial.atMost(0, of: 10, share: 0.1) - 0.348_678_440_1) < 1e-10)
        #expect(Binomial.atLeast(0, of: 3, share: 0.1) == 1 && Binomial.atMost(3, of: 3, share: 0.9) == 1)
    }
}
