import Testing

@testable import Capacity

@Suite struct SamplingTests {
    @Test func `a distribution meets its three percentiles`() throws {
        let skewed = try #require(Distribution(p5: 3, p50: 4, p95: 10, whole: nil))
        let share = try #require(Distribution(p5: 0.1, p50: 0.2, p95: 0.9, whole: 1))
        for (probability, a, b) in [(0.05, 3.0, 0.1), (0.5, 4, 0.2), (0.95, 10, 0.9)] {
            #expect(abs(skewed.quantile(probability) - a) < 1e-12)
            #expect(abs(share.quantile(probability) - b) < 1e-12)
        }
        #expect(share.quantile(1e-12) > 0 && share.quantile(1 - 1e-12) < 1)
    }

    @Test func `without a median it is the middle on the scale`() throws {
        #expect(abs(try #require(Distribution(p5: 2, p50: nil, p95: 8, whole: nil)).p50 - 4) < 1e-12)
        #expect(abs(try #require(Distribution(p5: 0.2, p50: nil, p95: 0.8, whole: 1)).p50 - 0.5) < 1e-12)
    }

    @Test func `an end without a place on the scale is refused`() {
        #expect(Distribution(p5: 0, p50: nil, p95: 1, whole: nil) == nil)
        #expect(Distribution(p5: 0.1, p50: nil, p95: 1, whole: 1) == nil)
        #expect(Distribution(p5: 2, p50: nil, p95: 1, whole: nil) == nil)
        #expect(Distribution(p5: 1, p50: 3, p95: 2, whole: nil) == nil)
    }

    @Test func `each dimension of the sequence visits each part of the line once`() {
        let sequence = SobolSequence(dimensions: 200)
        for dimension in 0..<200 {
            #expect(Set((0..<1024).map { sequence.coordinate(dimension, $0) >> 22 }).count == 1024)
        }
    }

    @Test func `the first two dimensions are a net`() {
        // 256 points: each of the 256 boxes of any shape, 2^a by 2^(8 − a), has one.
        let sequence = SobolSequence(dimensions: 2)
        for a in 1..<8 {
            let boxes = (0..<256).map { i in
                (sequence.coordinate(0, i) >> UInt32(32 - a)) << UInt32(8 - a) | sequence.coordinate(1, i) >> UInt32(24 + a)
            }
            #expect(Set(boxes).count == 256)
        }
        #expect(
            (1...3).map { sequence.coordinate(1, $0) >> 30 } == [2, 3, 1]
                || (1...3).map { sequence.coordinate(1, $0) >> 30 } == [2, 1, 3])
    }

    private func run(_ plan: Plan, _ outputs: [String], seed: UInt64 = 1, samples: Int = 65_536) throws -> [SampledNode] {
        try MonteCarlo(plan, Uncertainty(plan, spread: 0.2), samples: samples, seed: seed).run(outputs.map(plan.node))
    }

    @Test func `the 90 percent interval of an input holds 90 percent of its samples`() throws {
        let plan = try Plan.sample()
        let uncertainty = Uncertainty(plan, spread: 0.2)
        let sampled = MonteCarlo(plan, uncertainty).run(uncertainty.inputs.map(\.node))
        #expect(uncertainty.inputs.count == 6)
        for (input, node) in zip(uncertainty.inputs, sampled) {
            let held = node.worlds.count { input.distribution.p5 <= $0 && $0 <= input.distribution.p95 }
            #expect(abs(Double(held) / Double(node.worlds.count) - 0.9) < 0.005, "\(node.node.id)")
        }
    }

    @Test func `an input has one value in a world, wherever it is used`() throws {
        let design = Design("test-r1", "", dailyUsers: "") { d in
            let a = d.assume("a", 3, .user)
            let b = d.assume("b", 5, .user)
            d.derive("one", .ratio, a / (a + b) + b / (a + b))
        }
        let plan = try Plan(design)
        let one = try run(plan, ["one"])[0]
        #expect(one.worlds.count == 65_536)
        #expect(one.worlds.allSatisfy { abs($0 - 1) < 1e-12 })
    }

    @Test func `the same seed gives the same worlds, another one others, and both nearly the same answer`() throws {
        let plan = try Plan.sample()
        let first = try run(plan, ["test.r1.bill.total"])[0]
        #expect(try run(plan, ["test.r1.bill.total"])[0].worlds == first.worlds)
        let other = try run(plan, ["test.r1.bill.total"], seed: 2)[0]
        #expect(other.worlds != first.worlds)
        for (a, b) in zip(first.quantiles([0.05, 0.5, 0.95]), other.quantiles([0.05, 0.5, 0.95])) {
            #expect(a.error > 0)
            #expect(abs(a.value - b.value) < 6 * (a.error + b.error))
        }
    }

    @Test func `what nothing uncertain reaches has the one value that it has`() throws {
        let plan = try Plan.sample()
        let quota = try run(plan, ["test.push_quota"])[0]
        #expect(quota.isCertain)
        #expect(quota.quantiles([0.05])[0].value == 600_000)
    }

    @Test func `a breach is as likely as the input says`() throws {
        let design = Design("test-r1", "", dailyUsers: "") { d in
            let used = d.assume("used", 500_000, .message / .minute)
            let quota = d.quota("limit", book: "fcm.project.messages_per_min")
            d.limit("use", "", used: used, of: quota)
        }
        // ln 1.2 is 1 / 1.5 of what the 95th percentile, 30 % up, is away: z = 1.6449 · ln 1.2 / ln 1.3 = 1.1430, P = 0.1265.
        let plan = try Plan(design)
        let use = try MonteCarlo(plan, Uncertainty(plan, spread: 0.3)).run([plan.node("use")])[0]
        let (probability, error) = use.probability(atLeast: 1)
        #expect(abs(probability - 0.12652) < 0.0005)
        #expect(error < 0.0005)
        #expect(use.quantiles([0.5])[0].value > 0.8333 && use.quantiles([0.5])[0].value < 0.8334)
    }

    @Test func `the order statistics are those of a sorted list`() {
        let values = (0..<1000).map { Double(($0 * 7919) % 1009) }
        let sorted = values.sorted()
        #expect(values.selected([0.001, 0.05, 0.5, 0.95, 1]) == [sorted[0], sorted[49], sorted[499], sorted[949], sorted[999]])
        #expect([4.0, 4, 4].selected([0.5]) == [4])
    }
}
