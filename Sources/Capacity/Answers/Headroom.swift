public import FleetCore
import Glibc

/// How far an input can go before limits are reached.
public struct Headroom: Sendable {
    public struct Row: Sendable {
        public let use: LimitUse
        /// The greatest value of the input, in its dimension, at which the limit is used to less than the level; nil where it
        /// never gets there, or never is under. Where more of the input means less use, the least such value.
        public let bound: Rational?
        public let isLeast: Bool
        /// The use of the limit depends on the input at all.
        public let depends: Bool
        /// What that is of the present value.
        public let factor: Double?
    }

    public let input: Node
    public let now: Rational
    public let level: Rational
    /// The nearest first.
    public let rows: [Row]

    /// A thousand years.
    private static let mostMonths: Double = 12_000

    /// - Parameter level: 0.8 for 80 %.
    /// - Throws: ``ToolError`` with `.badInput` for a node that can't vary.
    public init(_ plan: Plan, varying input: Node, level: Rational) throws(ToolError) {
        guard input.isInput else {
            throw ToolError(
                .badInput, "\(input.id) is computed and can't vary by itself",
                next: "vary one of \(plan.graph.inputIDs(of: input))")
        }
        guard let crossing = Crossing(plan, varying: input), let now = plan.value(input) else {
            throw ToolError(.badInput, "\(input.id) has no value", next: "give it one with --set")
        }
        self.input = input
        self.now = now
        self.level = level
        let uses = plan.limits
        let bound = level.double
        let found = crossing.last(uses.map(\.row.share)) { _, share in share < bound }
        let others = crossing.first(uses.map(\.row.share)) { _, share in share < bound }
        let affected = Set(plan.graph.position(of: input.id).map { plan.graph.descendants(of: [$0]) } ?? [])
        rows = uses.indices.map { i in
            let share = uses[i].row.share
            let isLeast = found[i] == nil
            let value = (found[i] ?? others[i]).flatMap { value in
                crossing.settled(value, isLeast: isLeast) { world in
                    guard let share = world.value(share.id) else { return false }
                    return share < level
                }
            }
            return Row(
                use: uses[i], bound: value, isLeast: isLeast && value != nil,
                depends: plan.graph.position(of: share.id).map(affected.contains) ?? false,
                factor: value.flatMap { ($0 / now)?.double })
        }.sorted { Headroom.order($0) < Headroom.order($1) }
    }

    /// Least values after the greatest.
    private static func order(_ row: Row) -> (Int, Double) { (row.isLeast ? 1 : 0, row.factor ?? .infinity) }

    /// Months until a growing input has grown by `factor`: nil where it does not grow, or is there already, or as good as
    /// never gets there.
    public static func months(to factor: Double, growth: Double) -> Double? {
        guard growth > 0, factor > 1 else { return nil }
        let months = log(factor) / log1p(growth)
        return months <= mostMonths ? months : nil
    }
}
