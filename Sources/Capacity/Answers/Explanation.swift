/// A node taken apart down to its inputs: each figure once, with its formula, the numbers put in, and where inputs come
/// from. What is printed evaluates back to the value.
public struct Explanation: Sendable {
    public struct Step: Sendable {
        public let node: Node
        /// 0 for the node itself.
        public let depth: Int
        /// In the node's unit; nil is unpriced or not published.
        public let number: Rational?
        public let source: Source
        /// With ids, and with numbers; nil for an input.
        public let formula: String?
        public let numbers: String?
        public let remark: String?
        /// It was shown before; what it is made of is not repeated.
        public let isRepeat: Bool
    }

    public let plan: Plan
    public let node: Node
    public let steps: [Step]

    public init(_ plan: Plan, of node: Node) {
        self.plan = plan
        self.node = node
        var steps: [Step] = []
        var seen: Set<String> = []
        func visit(_ node: Node, _ depth: Int) {
            let isRepeat = !seen.insert(node.id).inserted
            steps.append(Explanation.step(plan, node, depth, isRepeat: isRepeat))
            guard !isRepeat, let formula = node.formula else { return }
            var own: Set<String> = []
            for other in formula.nodes where own.insert(other.id).inserted { visit(other, depth + 1) }
        }
        visit(node, 0)
        self.steps = steps
    }

    private static func step(_ plan: Plan, _ node: Node, _ depth: Int, isRepeat: Bool) -> Step {
        Step(
            node: node, depth: depth, number: plan.number(node), source: plan.source(of: node),
            formula: node.formula?.text,
            numbers: node.formula.map { formula in
                formula.text { other in
                    plan.value(other).map { Explanation.operand(Quantity(canonical: $0, other.unit)) } ?? "unpriced"
                }
            },
            remark: node.formula.flatMap { plan.evaluation.remark($0, node.unit) }, isRepeat: isRepeat)
    }

    /// `20 messages/user/day`, `0.55`, `(1/3) messages/s`.
    static func operand(_ quantity: Quantity) -> String {
        let number = quantity.number
        let text = number.exactText
        let plain = text.contains("/") || number.isNegative ? "(\(text))" : text
        return quantity.unit == .ratio ? plain : "\(plain) \(quantity.unit)"
    }
}

extension Evaluation {
    /// What rounding lost; what bound, and what came next.
    func remark(_ formula: Formula, _ unit: Unit) -> String? {
        func text(_ value: Rational) -> String {
            "\(Quantity(canonical: value, unit).number.decimalText(significantDigits: 9)) \(unit)"
        }
        switch formula.term {
        case .rounded(let inner, _):
            guard let raw = try? value(of: inner), let rounded = try? value(of: formula) else { return nil }
            if raw == rounded { return "nothing lost by rounding" }
            let share = ((rounded - raw) / raw).map { " (\(($0 * 100).decimalText(significantDigits: 2)) %)" } ?? ""
            return "rounded from \(text(raw)): \(rounded > raw ? "+" : "-")\(text((rounded - raw).magnitude))\(share)"
        case .extreme(let which, let alternatives):
            let values = alternatives.compactMap { alternative in
                (try? value(of: alternative.formula)).map { (name: alternative.name, value: $0) }
            }
            guard values.count == alternatives.count, values.count > 1 else { return nil }
            let order = values.sorted { which == .largest ? $0.value > $1.value : $0.value < $1.value }
            return "\(order[0].name) binds; next is \(order[1].name), \(text(order[1].value))"
        default: return nil
        }
    }
}
