public import FleetCore

/// A design over a range of one or two inputs, and what happens between the points.
public struct Sweep: Sendable {
    public struct Axis: Sendable {
        public let node: Node
        /// In the node's dimension, growing.
        public let points: [Rational]

        public init(_ node: Node, _ points: [Rational]) {
            self.node = node
            self.points = points
        }
    }

    public struct Point: Sendable {
        public let values: [Rational]
        public let plan: Plan
    }

    /// Something that changes between two points of a sweep over one input.
    public struct Event: Sendable {
        /// The first value of the input, to six digits, at which it is so; in its dimension.
        public let at: Rational
        public let node: Node
        public let what: String
    }

    public let axes: [Axis]
    public let points: [Point]
    public let events: [Event]

    /// - Parameter watched: rounded nodes whose steps are told.
    public init(_ plan: Plan, _ axes: [Axis], watched: [Node]) throws(ToolError) {
        self.axes = axes
        var combinations: [[Rational]] = [[]]
        for axis in axes { combinations = combinations.flatMap { values in axis.points.map { values + [$0] } } }
        var points: [Point] = []
        for values in combinations {
            var other = plan
            for (axis, value) in zip(axes, values) { other = try other.setting(axis.node, to: value) }
            points.append(Point(values: values, plan: other))
        }
        self.points = points
        guard axes.count == 1, let axis = axes.first else {
            events = []
            return
        }
        var events: [Event] = []
        for (a, b) in zip(points, points.dropFirst()) {
            for row in plan.design.limits where a.plan.limit(row).level != b.plan.limit(row).level {
                let before = a.plan.limit(row).level
                let at = try Sweep.first(axis.node, a, b) { $0.limit(row).level != before }
                let after = try a.plan.setting(axis.node, to: at).limit(row).level
                events.append(Event(at: at, node: row.share, what: "\(before.rawValue) → \(after.rawValue)"))
            }
            for node in watched where a.plan.value(node) != b.plan.value(node) {
                let before = a.plan.value(node)
                let at = try Sweep.first(axis.node, a, b) { $0.value(node) != before }
                let next = try a.plan.setting(axis.node, to: at)
                func text(_ plan: Plan) -> String { plan.number(node)?.decimalText(significantDigits: 9) ?? "unknown" }
                let more = next.value(node) == b.plan.value(node) ? "" : ", … \(text(b.plan))"
                events.append(Event(at: at, node: node, what: "\(text(a.plan)) → \(text(next))\(more)"))
            }
        }
        self.events = events.sorted { $0.at < $1.at }
    }

    /// The least value, to six digits, at which it has changed: exact bisection.
    private static func first(
        _ node: Node, _ a: Point, _ b: Point, _ hasChanged: (Plan) -> Bool
    ) throws(ToolError) -> Rational {
        var low = a.values[0]
        var high = b.values[0]
        let isCounted = node.unit.dimension.measures.powers.isEmpty && node.unit != .ratio && high >= 10
        let step = isCounted ? Rational.one : Rational.powerOfTen(high.isZero ? 0 : high.leadingExponent - 6)
        while high - low > step {
            let middle = Rational((((low + high) / 2 ?? high) / step ?? high).nearest) * step
            guard middle > low, middle < high else { break }
            if hasChanged(try a.plan.setting(node, to: middle)) { high = middle } else { low = middle }
        }
        return high
    }
}
