/// For a figure that is not what someone expected: what each input alone would have to be for it.
public struct OtherWays: Sendable {
    public struct Row: Sendable {
        public let input: Node
        /// In the input's dimension.
        public let now: Rational?
        public let needed: Double
    }

    /// The least change first. Inputs that can't bring it about are left out.
    public let rows: [Row]

    public init(_ plan: Plan, to node: Node, _ wanted: Rational) {
        guard let position = plan.graph.position(of: node.id), let value = plan.value(node), value != wanted else {
            rows = []
            return
        }
        let bound = wanted.double
        var rows: [(row: Row, change: Double)] = []
        for ancestor in plan.graph.ancestors(of: position) {
            let input = plan.graph.nodes[ancestor]
            guard input.isInput, let crossing = Crossing(plan, varying: input) else { continue }
            guard let needed = crossing.either([node], { _, x in value < wanted ? x < bound : x > bound })[0] else { continue }
            let change = abs((needed - crossing.now) / (crossing.now == 0 ? 1 : crossing.now))
            rows.append((Row(input: input, now: plan.value(input), needed: needed), change))
        }
        self.rows = rows.sorted { $0.change < $1.change }.map(\.row)
    }
}
