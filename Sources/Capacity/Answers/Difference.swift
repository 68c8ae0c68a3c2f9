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
        costs = Difference.paired(old.design.costs, new.design.costs) { $0.node.id }.compactMap { a, b in
            guard let line = b ?? a else { return nil }
            return Line(
                node: line.node, title: line.title, old: a.flatMap { old.value($0.node) }, new: b.flatMap { new.value($0.node) })
        }
        limits = Difference.paired(old.limits, new.limits) { $0.row.share.id }
        guard old.design.id == new.design.id, let node = old.design.total else {
            total = nil
            causes = []
            changeInCents = nil
            return
        }
        total = Line(node: node, title: "total", old: old.value(node), new: new.value(node))
        var attribution = Attribution(old.evaluation, new.evaluation)
        guard let change = total?.change, let parts = attribution.parts(of: node) else {
            causes = []
            changeInCents = nil
            return
        }
        let cents = (change * 100).nearest.small.flatMap { Int64(exactly: $0) } ?? 0
        changeInCents = cents
        causes = Difference.causes(parts, attribution, cents)
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
    ) -> [(old: Element?, new: Element?)] {
        let newIDs = Set(new.map(id))
        let both = new.map { element in (old: old.first { id($0) == id(element) }, new: Optional(element)) }
        return both + old.filter { !newIDs.contains(id($0)) }.map { (old: Optional($0), new: nil) }
    }
}
