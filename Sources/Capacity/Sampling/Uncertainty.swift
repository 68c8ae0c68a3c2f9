/// Which inputs of a plan are uncertain, and by how much.
public struct Uncertainty: Sendable {
    public struct Input: Sendable {
        public let node: Node
        let position: Int
        public let distribution: Distribution
        /// Set in a scenario; else supposed, by `--spread`.
        public let isGiven: Bool
    }

    public let inputs: [Input]

    /// - Parameter spread: 0.1 takes each assumption that has no distribution of its own for 10 % up or down (p5 and p95),
    ///   and calibrated values for what their windows allow; nil takes it as certain. Prices, quotas, switches, conventions and
    ///   whole numbers with a least value, such as zones, never vary by themselves.
    public init(_ plan: Plan, spread: Rational? = nil) {
        var inputs: [Input] = []
        for (position, node) in plan.graph.nodes.enumerated() where node.isInput {
            if let given = plan.settings[node.id]?.distribution {
                inputs.append(Input(node: node, position: position, distribution: given, isGiven: true))
            } else if let spread, let supposed = Uncertainty.supposed(node, plan, spread) {
                inputs.append(Input(node: node, position: position, distribution: supposed, isGiven: false))
            }
        }
        self.inputs = inputs
    }

    private static func supposed(_ node: Node, _ plan: Plan, _ spread: Rational) -> Distribution? {
        guard node.kind == .assumption || node.kind == .calibrated, let value = plan.value(node)?.double, value > 0 else {
            return nil
        }
        switch node.range {
        case .atLeast, .whole: return nil
        case .any, .notNegative, .positive, .share: break
        }
        if case .convention = node.source { return nil }
        if plan.settings[node.id] == nil, let window = CalibratedBook.list[node.id]?.window {
            let scale = node.unit.scale.double
            return Distribution(
                p5: window.lowerBound.double * scale, p50: value, p95: window.upperBound.double * scale, whole: node.whole)
        }
        guard let whole = node.whole else {
            return Distribution(p5: value / (1 + spread.double), p50: value, p95: value * (1 + spread.double), whole: nil)
        }
        guard value < whole else { return nil }
        // The odds go up and down, so that a share stays one.
        let odds = value / (whole - value)
        func share(_ odds: Double) -> Double { whole * odds / (1 + odds) }
        return Distribution(
            p5: share(odds / (1 + spread.double)), p50: value, p95: share(odds * (1 + spread.double)), whole: whole)
    }
}
