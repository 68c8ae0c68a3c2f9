import TestSupport
import Testing

@testable import Capacity

@Suite struct BlockEvaluatorTests {
    private static let mixed = Design("test-r1", "", dailyUsers: "users") { d in
        let users = d.assume("users", 1_000_000, .user)
        let share = d.share("share", 0.3)
        let other = d.derive("other", .user, users * (1 - share))
        let tasks = d.derive("tasks", .task, ceil(users / 5000.of(.user / .task)))
        d.derive("planned", .user, other.rounded(significantDigits: 2))
        d.derive("choice", .user, largest(["all": users * share, "rest": other, "floor": 100.of(.user)]))
        let month = d.derive("month", .billedGB / .month, users * Rational(0.07).of(.billedGB / .user / .month))
        d.cost("cost", "egress", .tiered("ec2.data_out", month))
        d.derive("whole", .ratio, users * share / users + other / users)
        d.derive("down", .task, floor(tasks / 7).as(.task))
        d.derive("hundreds", .task, tasks.rounded(to: Quantity(100, .task)))
    }

    @Test func `worlds of Doubles agree with exact numbers`() throws {
        let graph = try Graph(BlockEvaluatorTests.mixed)
        let exact = try Evaluation(graph)
        let inputs = try ["users", "share"].map { try #require(graph.position(of: $0)) }
        var evaluator = BlockEvaluator(BlockProgram(exact, varying: graph.descendants(of: Set(inputs))))
        var generator = SeededGenerator(seed: 3)
        let users = (0..<256).map { $0 == 0 ? 0 : Int.random(in: 1...80_000, using: &generator) * ($0 % 3 == 0 ? 5000 : 97) }
        let shares = (0..<256).map { Rational(Integer(Int128($0)), over: Integer(256)) ?? 0 }
        evaluator.fill(inputs[0]) { Double(users[$0]) }
        evaluator.fill(inputs[1]) { shares[$0].double }
        evaluator.run()
        for world in 0..<256 where users[world] > 0 {
            let values = try exact.changing([inputs[0]: Rational(users[world]), inputs[1]: shares[world]])
            for (position, node) in graph.nodes.enumerated() {
                guard let value = values.values[position]?.double else { continue }
                if graph.descendants(of: Set(inputs)).contains(position) {
                    let sampled = evaluator.value(position, world)
                    #expect(abs(sampled - value) <= 1e-9 * abs(value), "\(node.id) in world \(world)")
                }
            }
            #expect(abs(evaluator.value(try #require(graph.position(of: "whole")), world) - 1) < 1e-12)
        }
    }
}
