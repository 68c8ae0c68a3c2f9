public import FleetCore

/// The value of every node of a graph, to the last digit. Nil is *unpriced*, or a limit nobody publishes: never 0.
public struct Evaluation: Sendable {
    public let graph: Graph
    /// In dimensions, by position.
    public private(set) var values: [Rational?]

    /// - Parameter inputs: values in their dimensions that replace those of the design, by id.
    /// - Throws: ``ToolError`` with `.badInput` where a formula divides by zero.
    public init(_ graph: Graph, inputs: [String: Rational?] = [:]) throws(ToolError) {
        self.graph = graph
        values = [Rational?](repeating: nil, count: graph.nodes.count)
        for (position, node) in graph.nodes.enumerated() {
            if let value = inputs[node.id] { values[position] = value; continue }
            values[position] = try evaluate(node)
        }
    }

    /// The same with some inputs changed; only what depends on them is computed again.
    public func changing(_ inputs: [Int: Rational?]) throws(ToolError) -> Evaluation {
        try changing(inputs, affected: graph.descendants(of: Set(inputs.keys)))
    }

    func changing(_ inputs: [Int: Rational?], affected: [Int]) throws(ToolError) -> Evaluation {
        var other = self
        for position in affected {
            if let value = inputs[position] { other.values[position] = value; continue }
            other.values[position] = try other.evaluate(graph.nodes[position])
        }
        return other
    }

    /// In the node's dimension; nil also for an id that is not in the graph.
    public func value(_ id: String) -> Rational? { graph.position(of: id).flatMap { values[$0] } }

    /// In the node's own unit.
    public func number(_ id: String) -> Rational? {
        guard let node = graph.node(id), let value = value(id) else { return nil }
        return value / node.unit.scale
    }

    func value(_ node: Node) -> Rational? { graph.position(of: node.id).flatMap { values[$0] } }

    private func evaluate(_ node: Node) throws(ToolError) -> Rational? {
        guard let formula = node.formula else { return node.value }
        do {
            return try value(of: formula)
        } catch {
            throw ToolError(.badInput, "\(node.id) divides by \(error.divisor), which is 0", next: "change what it depends on")
        }
    }

    struct DivisionByZero: Error {
        let divisor: String
    }

    /// The value of a formula over the values of the nodes.
    func value(of formula: Formula) throws(DivisionByZero) -> Rational? {
        switch formula.term {
        case .number(let quantity), .named(_, let quantity): return quantity.value
        case .node(let node): return value(node)
        case .relabelled(let inner): return try value(of: inner)
        case .rounded(let inner, let rounding): return try value(of: inner).map(rounding.applied)
        case .binary(let operation, let first, let second):
            guard let a = try value(of: first), let b = try value(of: second) else { return nil }
            switch operation {
            case .sum: return a + b
            case .difference: return a - b
            case .product: return a * b
            case .quotient:
                guard let quotient = a / b else { throw DivisionByZero(divisor: second.text) }
                return quotient
            }
        case .extreme(let which, let alternatives):
            var best: Rational?
            for alternative in alternatives {
                guard let value = try value(of: alternative.formula) else { return nil }
                guard let current = best else { best = value; continue }
                best = which == .largest ? max(current, value) : min(current, value)
            }
            return best
        case .tiers(let inner, let ladder):
            guard let quantity = try value(of: inner) else { return nil }
            return cost(of: quantity, ladder)
        }
    }

    private func cost(of quantity: Rational, _ ladder: Ladder) -> Rational? {
        var free = Rational.zero
        if let tier = ladder.free {
            guard let isTaken = value(tier.isTaken) else { return nil }
            free = tier.amount * isTaken
        }
        var cost = Rational.zero
        for (i, step) in ladder.steps.enumerated() {
            let from = max(step.from, free)
            let to = ladder.upperEnd(of: i).map { min($0, quantity) } ?? quantity
            guard to > from else { continue }
            guard let price = value(step.price) else { return nil }
            cost += (to - from) * price
        }
        return cost
    }
}

extension Rounding {
    func applied(to value: Rational) -> Rational {
        switch self {
        case .up(let step): step == 1 ? Rational(value.ceiling) : Rational((value / step ?? value).ceiling) * step
        case .down(let step): step == 1 ? Rational(value.floor) : Rational((value / step ?? value).floor) * step
        case .halfUp(let step): value.rounded(to: step)
        case .significant(let digits): value.rounded(significantDigits: digits)
        }
    }
}
