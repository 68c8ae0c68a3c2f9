public import FleetCore
import Glibc

/// How far an input can go before limits are reached.
public struct Headroom: Sendable {
    public struct Row: Sendable {
        public let use: LimitUse
        /// The greatest value of the input, in its dimension, at which the limit is used to less than the level; nil where it
        /// never gets there, or never is under.
        public let greatest: Rational?
        /// What that is of the present value.
        public let factor: Double?
    }

    public let input: Node
    public let now: Rational
    public let level: Rational
    /// The nearest first.
    public let rows: [Row]

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
        rows = zip(uses, found).map { use, value in
            let greatest = value.flatMap { value in
                crossing.settled(value) { world in
                    guard let share = world.value(use.row.share.id) else { return false }
                    return share < level
                }
            }
            return Row(use: use, greatest: greatest, factor: greatest.flatMap { ($0 / now)?.double })
        }.sorted { ($0.factor ?? .infinity) < ($1.factor ?? .infinity) }
    }

    /// Months until a growing input has grown by `factor`: nil where it does not grow, or is there already.
    public static func months(to factor: Double, growth: Double) -> Double? {
        guard growth > 0, factor > 1 else { return nil }
        return log(factor) / log(1 + growth)
    }
}
