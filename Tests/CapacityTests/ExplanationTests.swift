import Testing

@testable import Capacity

/// What explain prints is the computation: read back and evaluated, it gives the figure.
@Suite struct ExplanationTests {
    private func check(_ plan: Plan) throws {
        var values: [String: Rational] = [:]
        for node in plan.graph.nodes {
            let step = try #require(Explanation(plan, of: node).steps.first)
            guard let number = step.number else { continue }
            // As printed: the number and its unit.
            values[node.id] = try FormulaReader.value(of: Explanation.operand(Quantity(number, node.unit)), [:])
            #expect(values[node.id] == plan.value(node), "\(node.id) is printed as another value")
            guard let formula = step.formula, let numbers = step.numbers else { continue }
            #expect(try FormulaReader.value(of: formula, values) == plan.value(node), "\(node.id) = \(formula)")
            #expect(try FormulaReader.value(of: numbers, [:]) == plan.value(node), "\(node.id) = \(numbers)")
        }
    }

    @Test(arguments: Design.all.map(\.id))
    func `every figure of a design`(id: String) throws {
        try check(Plan(#require(Design.named(id))))
    }

    @Test func `every figure of the sample, also with free tiers and odd numbers`() throws {
        try check(.sample())
        try check(.sample(["aws.free_tier": 1, "test.users": 1_234_567, "test.android": 0.3333333, "test.zones": 7]))
    }

    @Test func `a figure used twice is taken apart once`() throws {
        let plan = try Plan.sample()
        let steps = Explanation(plan, of: try plan.node("test.r1.bill.total")).steps
        let users = steps.filter { $0.node.id == "test.per_s" }
        #expect(steps.filter { !$0.isRepeat }.count == Set(steps.map(\.node.id)).count)
        #expect(users.count == 1)
        #expect(
            steps.filter { $0.node.id == "test.users" }.map(\.isRepeat) == [false, true, true]
                || steps.filter { $0.node.id == "test.users" }.count > 1)
    }
}
