public import FleetCore

/// Which inputs move a node most: each at its 5th and 95th percentile, the others as planned.
public struct Sensitivity: Sendable {
    public struct Row: Sendable {
        public let input: Node
        /// In the input's dimension.
        public let low: Double
        public let high: Double
        public let isGiven: Bool
        /// The node, in its dimension, at the one and at the other.
        public let atLow: Double
        public let atHigh: Double

        public var swing: Double { abs(atHigh - atLow) }
    }

    public let node: Node
    public let value: Rational?
    /// The greatest swing first; inputs that move nothing are left out.
    public let rows: [Row]

    public init(_ plan: Plan, of node: Node, _ uncertainty: Uncertainty) throws(ToolError) {
        self.node = node
        value = plan.value(node)
        guard let target = plan.graph.position(of: node.id) else {
            rows = []
            return
        }
        let needed = Set(plan.graph.ancestors(of: target))
        var rows: [Row] = []
        for input in uncertainty.inputs where needed.contains(input.position) {
            let affected = plan.graph.descendants(of: [input.position]).filter(needed.contains)
            func at(_ value: Double) throws(ToolError) -> Double? {
                let changed: [Int: Rational?] = [input.position: Rational(nearestDecimal: value)]
                return try plan.evaluation.changing(changed, affected: affected).values[target]?.double
            }
            let (p5, p95) = (input.distribution.p5, input.distribution.p95)
            guard let low = try at(p5), let high = try at(p95), low != high else { continue }
            rows.append(Row(input: input.node, low: p5, high: p95, isGiven: input.isGiven, atLow: low, atHigh: high))
        }
        self.rows = rows.sorted { $0.swing > $1.swing }
    }
}
