extension Formula: CustomStringConvertible {
    /// As it is written in a formula column: ids, numbers with units, and as few brackets as keep its meaning.
    public var description: String { text }

    var text: String { text { node in node.id } }

    /// - Parameter name: what stands for a node: its id, or its value.
    func text(_ name: (Node) -> String) -> String { text(name, binding: 0, isRight: false) }

    /// - Parameter binding: of what surrounds it: 0 nothing, 1 a sum, 2 a product.
    private func text(_ name: (Node) -> String, binding: Int, isRight: Bool) -> String {
        switch term {
        case .number(let quantity), .named(_, let quantity):
            return quantity.unit == .ratio ? quantity.number.exactText : "\(quantity)"
        case .node(let node): return name(node)
        case .relabelled(let inner): return "(\(inner.text(name))) as \(dimension.unit)"
        case .rounded(let inner, let rounding): return rounding.text(inner.text(name), dimension)
        case .extreme(let which, let alternatives):
            let parts = alternatives.map { "\($0.name): \($0.formula.text(name))" }
            return "\(which.rawValue)(\(parts.joined(separator: ", ")))"
        case .tiers(let quantity, let ladder): return ladder.text(quantity.text(name), quantity.dimension, name)
        case .binary(let operation, let a, let b):
            let own = operation == .sum || operation == .difference ? 1 : 2
            let left = a.text(name, binding: own, isRight: false)
            let right = b.text(name, binding: own, isRight: true)
            let text = "\(left) \(operation.rawValue) \(right)"
            return own < binding || (own == binding && isRight) ? "(\(text))" : text
        }
    }
}

extension Rounding {
    fileprivate func text(_ inner: String, _ dimension: Dimension) -> String {
        func step(_ value: Rational) -> String { value == 1 ? "" : ", to \(value.exactText) \(dimension.unit)" }
        return switch self {
        case .up(let value): "ceil(\(inner)\(step(value)))"
        case .down(let value): "floor(\(inner)\(step(value)))"
        case .halfUp(let value): "round(\(inner), to \(value.exactText) \(dimension.unit))"
        case .significant(let digits): "round(\(inner), \(digits) digits)"
        }
    }
}

extension Ladder {
    /// `tiers(quantity; 0: price.a.tier1; 50000: price.a.tier2)`, with `free 25 * aws.free_tier;` before the steps.
    fileprivate func text(_ inner: String, _ dimension: Dimension, _ name: (Node) -> String) -> String {
        let freeText = free.map { "; free \($0.amount.exactText) * \(name($0.isTaken))" } ?? ""
        return "tiers(\(inner)\(freeText)" + steps.map { "; from \($0.from.exactText): \(name($0.price))" }.joined() + ")"
    }
}
