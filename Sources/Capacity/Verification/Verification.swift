public import FleetCore

/// The designs' own figures, computed and compared with what they print.
public struct Verification: Sendable {
    public let checks: [FigureCheck]

    /// Computes every figure from the designs as they stand.
    public static func ofTheDesigns() throws(ToolError) -> Verification {
        let graph = try Graph(Design.all + [Design.walkthroughs])
        return Verification(try Evaluation(graph))
    }

    init(_ evaluation: Evaluation) {
        let boundaries = Set(StatedFigures.list.figures.compactMap { evaluation.graph.position(of: $0.id) })
        checks = StatedFigures.list.figures.map { FigureCheck($0, evaluation, boundaries) }
    }

    public func count(_ verdict: FigureCheck.Verdict) -> Int { checks.count { $0.verdict == verdict } }

    /// Of those that reproduce.
    public func count(_ basis: FigureCheck.Basis) -> Int { checks.count { $0.verdict == .reproduces && $0.basis == basis } }
}

/// A stated figure against the computed one.
public struct FigureCheck: Sendable {
    public let figure: StatedFigure
    /// Nil where nothing computes it.
    public let computed: Quantity?
    public let verdict: Verdict
    public let basis: Basis
    /// Calibrated values that it depends on, at any depth.
    public let calibrated: [String]
    /// What there is to know beside the numbers: why it can't be derived, how it is rounded.
    public let note: String

    public enum Verdict: String, Sendable, CaseIterable {
        case reproduces
        case deviates
        case notDerivable = "not-derivable"
    }

    /// What a computed figure starts from.
    public enum Basis: String, Sendable, CaseIterable {
        /// Assumptions that the text states, and list prices.
        case stated
        /// A value that was chosen so that it comes out.
        case calibrated
        /// A total that the text quotes and whose parts it does not give.
        case quoted
        /// Nothing computes it.
        case none
    }

    /// Of computed to stated, less 1.
    public var deviation: Rational? {
        computed.flatMap { $0.value / figure.stated.value }.map { $0 - 1 }
    }

    fileprivate init(_ figure: StatedFigure, _ evaluation: Evaluation, _ boundaries: Set<Int>) {
        self.figure = figure
        let graph = evaluation.graph
        guard let position = graph.position(of: figure.id), !graph.nodes[position].isInput,
            let value = evaluation.values[position]
        else {
            computed = nil
            verdict = .notDerivable
            basis = .none
            calibrated = []
            note = graph.node(figure.id)?.note ?? "no node computes it"
            return
        }
        let node = graph.nodes[position]
        computed = Quantity(canonical: value, figure.stated.unit)
        verdict =
            FigureCheck.holds(value, figure) && node.unit.dimension == figure.stated.unit.dimension ? .reproduces : .deviates
        calibrated = graph.ancestors(of: position).map { graph.nodes[$0] }.filter { $0.kind == .calibrated }.map(\.id)
        basis = FigureCheck.basis(of: position, graph, boundaries, figure, isCalibrated: !calibrated.isEmpty)
        note = node.note
    }

    private static func holds(_ value: Rational, _ figure: StatedFigure) -> Bool {
        switch figure.how {
        case .below: value < figure.stated.value
        case .above: value > figure.stated.value
        case .value, .estimated:
            (value - figure.stated.value).magnitude <= figure.tolerance * figure.stated.value.magnitude
        }
    }

    /// What the figure's own formula rests on, other stated figures taken as given: a calibrated value before a quoted
    /// total; else, what those others rest on.
    private static func basis(
        of position: Int, _ graph: Graph, _ boundaries: Set<Int>, _ figure: StatedFigure, isCalibrated: Bool
    ) -> Basis {
        if figure.how == .estimated { return .quoted }
        var seen: Set<Int> = []
        var open = graph.inputs[position]
        var startsFromQuoted = false
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            if graph.nodes[next].kind == .calibrated { return .calibrated }
            guard boundaries.contains(next) else {
                open += graph.inputs[next]
                continue
            }
            // A stated figure that nothing computes is a quoted one.
            if graph.nodes[next].isInput { startsFromQuoted = true }
        }
        return startsFromQuoted ? .quoted : isCalibrated ? .calibrated : .stated
    }
}
