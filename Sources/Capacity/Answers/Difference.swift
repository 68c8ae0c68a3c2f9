/// Two plans: what each line was and is, and which changed inputs made the bill change. Lines and limits of two designs are
/// paired by what their ids say after the design's: `chat.r2.cost.gateways` and `chat.r3.cost.gateways`.
public struct Difference: Sendable {
    public struct Line: Sendable {
        public let node: Node
        public let title: String
        public let old: Side
        public let new: Side

        /// What a line comes to in one of the plans.
        public enum Side: Sendable, Equatable {
            /// Its design has no such line.
            case absent
            /// Nil is unpriced.
            case value(Rational?)

            /// What it adds to the bill; nil where that is not known.
            var amount: Rational? {
                switch self {
                case .absent: .zero
                case .value(let value): value
                }
            }
        }

        /// Nil where a side is unpriced.
        public var change: Rational? {
            guard let old = old.amount, let new = new.amount else { return nil }
            return new - old
        }

        /// Nothing is to be paid for it on either side.
        public var isOff: Bool { (old.amount?.isZero ?? true) && (new.amount?.isZero ?? true) }
    }

    /// A changed input and its part of the bill's change.
    public struct Cause: Sendable {
        public let node: Node
        public let old: Rational?
        public let new: Rational?
        /// In US cents, so that causes add up to the last digit.
        public let cents: Int64
        public var isPrice: Bool { node.kind == .price }
    }

    public let costs: [Line]
    /// Nil where a design has no such limit.
    public let limits: [(old: LimitUse?, new: LimitUse?)]
    /// Nil where one has no bill.
    public let total: Line?
    /// The greatest first. Empty where the designs differ: then nothing is the same input.
    public let causes: [Cause]
    /// Of the total's change, in US cents; nil where a part is unpriced, or the designs differ.
    public let changeInCents: Int64?

    public init(_ old: Plan, _ new: Plan) {
        costs = Difference.costLines(old, new)
        limits = Difference.limitUses(old, new)
        total = Difference.totalLine(old, new)
        let change = old.design.id == new.design.id ? total?.change : nil
        changeInCents = change.flatMap { ($0 * 100).nearest.int64 }
        causes = changeInCents.map { Difference.causes(old, new, $0) } ?? []
    }

    private static func costLines(_ old: Plan, _ new: Plan) -> [Line] {
        paired(old.design.costs, new.design.costs, old, new, \.node.id).compactMap { pair in
            (pair.new ?? pair.old).map { line in
                Line(node: line.node, title: line.title, old: side(pair.old?.node, old), new: side(pair.new?.node, new))
            }
        }
    }

    private static func side(_ node: Node?, _ plan: Plan) -> Line.Side { node.map { .value(plan.value($0)) } ?? .absent }

    private static func limitUses(_ old: Plan, _ new: Plan) -> [(old: LimitUse?, new: LimitUse?)] {
        paired(old.design.limits, new.design.limits, old, new, \.share.id).map { ($0.map(old.limit), $1.map(new.limit)) }
    }

    private static func totalLine(_ old: Plan, _ new: Plan) -> Line? {
        guard let before = old.design.total, let total = new.design.total else { return nil }
        return Line(node: total, title: "total", old: side(before, old), new: side(total, new))
    }

    private static func causes(_ old: Plan, _ new: Plan, _ cents: Int64) -> [Cause] {
        var attribution = Attribution(old.evaluation, new.evaluation)
        guard let total = new.design.total, let parts = attribution.parts(of: total) else { return [] }
        return causes(parts, attribution, cents)
    }

    /// Rounded to cents; what rounding leaves goes to the greatest.
    private static func causes(_ parts: [Int: Double], _ attribution: Attribution, _ total: Int64) -> [Cause] {
        let graph = attribution.old.graph
        var all = attribution.changed.map { position -> (position: Int, cents: Int64) in
            (position, Int64(((parts[position] ?? 0) * 100).rounded()))
        }
        all.sort { $0.cents.magnitude > $1.cents.magnitude }
        if !all.isEmpty { all[0].cents += total - all.reduce(0) { $0 + $1.cents } }
        return all.map { position, cents in
            Cause(
                node: graph.nodes[position], old: attribution.old.values[position], new: attribution.new.values[position],
                cents: cents)
        }
    }

    /// What is in either: the second's in its order, then what only the first has.
    private static func paired<Element>(
        _ old: [Element], _ new: [Element], _ oldPlan: Plan, _ newPlan: Plan, _ id: (Element) -> String
    ) -> [(old: Element?, new: Element?)] {
        let before = Dictionary(old.map { (oldPlan.design.ownName(id($0)), $0) }) { first, _ in first }
        let names = Set(new.map { newPlan.design.ownName(id($0)) })
        let both: [(old: Element?, new: Element?)] = new.map { (before[newPlan.design.ownName(id($0))], $0) }
        return both + old.filter { !names.contains(oldPlan.design.ownName(id($0))) }.map { ($0, nil) }
    }
}

extension Design {
    /// A node's id without the design's own prefix: `cost.gateways` of `chat.r2.cost.gateways`.
    fileprivate func ownName(_ id: String) -> String {
        let prefix = self.id.replacing("-", with: ".") + "."
        return id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : id
    }
}
