import TestSupport
import Testing

@testable import Capacity

@Suite struct AttributionTests {
    private func parts(_ plan: Plan, _ other: Plan, _ id: String) throws -> [String: Double] {
        var attribution = Attribution(plan.evaluation, other.evaluation)
        let parts = try #require(attribution.parts(of: try plan.node(id)))
        return Dictionary(uniqueKeysWithValues: parts.map { (plan.graph.nodes[$0].id, $1) })
    }

    @Test func `two factors that grow alike share alike`() throws {
        let parts = try parts(.sample(), .sample(["test.users": 2_000_000, "test.per_user": 40]), "test.per_day")
        #expect(Set(parts.keys) == ["test.users", "test.per_user"])
        for part in parts.values { #expect(abs(part - 30_000_000) < 1e-6) }
    }

    @Test func `a factor that makes up for the other is seen`() throws {
        let parts = try parts(.sample(), .sample(["test.users": 2_000_000, "test.per_user": 10]), "test.per_s")
        let users = try #require(parts["test.users"])
        #expect(users > 0)
        #expect(abs(users + (parts["test.per_user"] ?? 0)) < 1e-9)
    }

    @Test func `steps of a price share by Shapley's values`() throws {
        // 10,000 GB at 0.09 and then 0.085, from 9,000 to 12,000 GB, by quantity and by first price together.
        let design = Design("test-r1", "", dailyUsers: "") { d in
            let gigabytes = d.assume("gb", 9000, .billedGB / .month)
            d.cost("cost", "", .tiered("ec2.data_out", gigabytes))
        }
        let old = try Plan(design)
        let new = try Plan(
            design,
            ["gb": Setting(.number(12_000), .commandLine), "price.ec2.data_out.tier1": Setting(.number(0.1), .commandLine)])
        // Quantity first: 810 → 1070 → 1170; price first: 810 → 900 → 1170. Means: 265 and 95.
        let parts = try parts(old, new, "cost")
        #expect(abs((parts["gb"] ?? 0) - 265) < 1e-9)
        #expect(abs((parts["price.ec2.data_out.tier1"] ?? 0) - 95) < 1e-9)
    }

    @Test func `parts add up to the change, whatever changes`() throws {
        var generator = SeededGenerator(seed: 11)
        let graph = try Graph(.sample)
        let inputs = graph.nodes.filter { $0.isInput && $0.id != "test.zones" && $0.value != nil }
        for round in 0..<60 {
            var set: [String: Rational] = [:]
            for node in inputs where Int.random(in: 0..<3, using: &generator) == 0 {
                let factor = Rational(Integer(Int128(Int.random(in: 1...40, using: &generator))), over: Integer(20)) ?? 1
                let value = (node.value ?? 0) * factor
                set[node.id] = node.range == .share && value > 1 ? 1 : value
            }
            let (old, new) = (try Plan.sample(), try Plan.sample(set))
            for id in ["test.r1.bill.total", "test.nodes", "test.push_use", "test.cost.egress"] {
                let change = try #require(new.value(try new.node(id))).double - (try #require(old.value(try old.node(id)))).double
                let sum = try parts(old, new, id).values.reduce(0, +)
                #expect(abs(sum - change) <= 1e-9 * max(1, abs(change)), "\(id) in round \(round)")
            }
            let difference = Difference(old, new)
            #expect(difference.causes.reduce(0) { $0 + $1.cents } == difference.changeInCents)
            let cents =
                (((try #require(new.value(try new.node("test.r1.bill.total"))))
                - (try #require(old.value(try old.node("test.r1.bill.total"))))) * 100).nearest
            #expect(difference.changeInCents == cents.small.map { Int64($0) })
        }
    }

    @Test func `a factor of zero has no logarithm, and still its part`() throws {
        let parts = try parts(.sample(["test.android": 0]), .sample(["test.users": 2_000_000]), "test.push_per_min")
        // 0 → 58,333.3 a minute: users share in it, since both changed.
        #expect(abs(parts.values.reduce(0, +) - 58_333.3333333) < 1e-3)
        #expect((parts["test.android"] ?? 0) > 0)
    }

    @Test func `prices are told apart from usage`() throws {
        let difference = Difference(
            try .sample(), try .sample(["price.elasticache.valkey.r7g_xlarge.hour": 0.3, "test.users": 1_100_000]))
        #expect(difference.causes.filter(\.isPrice).map(\.node.id) == ["price.elasticache.valkey.r7g_xlarge.hour"])
        #expect(difference.causes.count == 2)
    }

    @Test func `plans of two designs are compared line by line, without causes`() throws {
        let difference = Difference(try .sample(), try Plan(.chatRound1))
        #expect(difference.causes.isEmpty && difference.total == nil)
        #expect(difference.costs.map(\.title) == ["egress", "cache nodes", "tasks", "between zones"])
        // What the other has not is no unpriced line: all of it is saved.
        #expect(difference.costs.allSatisfy { $0.new == .absent && $0.old == .value($0.change.map { -$0 }) })
    }

    @Test func `the logarithmic mean lies between, also where both are nearly the same`() {
        #expect(abs(Attribution.logarithmicMean(1, 2) - 1.4426950408889634) < 1e-15)
        #expect(Attribution.logarithmicMean(3, 3) == 3)
        #expect(abs(Attribution.logarithmicMean(1, 1 + 1e-6) - 1.0000004999999167) < 1e-15)
    }
}
