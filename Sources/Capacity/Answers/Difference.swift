/// Two plans of one design: what each line was and is, and which changed inputs made the bill change.
public struct Difference: Sendable {
    public struct Line: Sendable {
        public let node: Node
        public let title: String
        public let old: Rational?
        public let new: Rational?

        public var change: Rational? { if let old, let new { new - old } else { nil } }
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
    public let limits: [(old: LimitUse?, new: LimitUse?)]
    public let total: Line?
    /// The greatest first. Empty where the designs differ: then nothing is the same input.
    public let causes: [Cause]
    /// Of the total's change, in US cents; nil where a part is unpriced.
    public let changeInCents: Int64?

    public init(_ old: Plan, _ new: Plan) {
        costs = Difference.costLines(old, new)
        limits = Difference.limitUses(old, new)
        total = old.design.id == new.design.id ? Difference.totalLine(old, new) : nil
        changeInCents = total?.change.flatMap { ($0 * 100).nearest.int64 }
        causes = changeInCents.map { Difference.causes(old, new, $0) } ?? []
    }

    private static func costLines(_ old: Plan, _ new: Plan) -> [Line] {
        paired(old.design.costs, new.design.costs, \.node.id).map { pair in
            let line = pair.new ?? pair.old
            return Line(
                node: line.node, title: line.title, old: old.graph.position(of: line.node.id) == nil ? nil : old.value(line.node),
                new: new.graph.position(of: line.node.id) == nil ? nil : new.value(line.node))
        }
    }

    private static func limitUses(_ old: Plan, _ new: Plan) -> [(old: LimitUse?, new: LimitUse?)] {
        paired(old.design.limits, new.design.limits, \.share.id).map { pair in
            let row = pair.new ?? pair.old
            let before = old.graph.position(of: row.share.id) == nil ? nil : old.limit(row)
            return (before, pair.new.map { new.limit($0) })
        }
    }

    private static func totalLine(_ old: Plan, _ new: Plan) -> Line? {
        new.design.total.map { Line(node: $0, title: "total", old: old.value($0), new: new.value($0)) }
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

    /// What is in either, by id: the second's in its order, then what only the first has.
    private static func paired<Element>(
        _ old: [Element], _ new: [Element], _ id: (Element) -> String
    ) -> [(old: Element, new: Element?)] {
        let known = Set(new.map(id))
        let both: [(old: Element, new: Element?)] = new.map { ($0, $0) }
        return both + old.filter { !known.contains(id($0)) }.map { ($0, nil) }
    }
}
