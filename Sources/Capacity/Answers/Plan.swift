public import FleetCore

/// A design with its settings, computed: bill, limits, every figure and where it comes from.
public struct Plan: Sendable {
    public let design: Design
    public let graph: Graph
    public let settings: [String: Setting]
    public let evaluation: Evaluation

    /// - Throws: ``ToolError`` where a setting makes a formula divide by zero.
    public init(_ design: Design, _ settings: [String: Setting] = [:]) throws(ToolError) {
        let graph = try Graph(design)
        do throws(ToolError) {
            self.init(design, graph, settings, try Evaluation(graph, inputs: settings.mapValues(\.number)))
        } catch {
            let zeros = settings.filter { $0.value.number?.isZero ?? false }.map { "\($0.key) is 0 (\($0.value.source))" }
            throw ToolError(
                error.exitCode, error.what, at: zeros.isEmpty ? error.place : zeros.sorted().joined(separator: ", "),
                next: error.next)
        }
    }

    private init(_ design: Design, _ graph: Graph, _ settings: [String: Setting], _ evaluation: Evaluation) {
        self.design = design
        self.graph = graph
        self.settings = settings
        self.evaluation = evaluation
    }

    /// The same plan with one input at another value, in its dimension.
    public func setting(_ node: Node, to value: Rational) throws(ToolError) -> Plan {
        var settings = settings
        settings[node.id] = Setting(.number(value), .commandLine)
        guard let position = graph.position(of: node.id) else { return self }
        return Plan(design, graph, settings, try evaluation.changing([position: value]))
    }

    /// Where the value of a node comes from: of a setting, its own.
    public func source(of node: Node) -> Source { settings[node.id]?.source ?? node.source }

    public func value(_ node: Node) -> Rational? { evaluation.value(node.id) }

    /// In the node's own unit.
    public func number(_ node: Node) -> Rational? { evaluation.number(node.id) }

    // MARK: Limits

    public var limits: [LimitUse] { design.limits.map(limit) }

    public func limit(_ row: LimitRow) -> LimitUse {
        let share = value(row.share)
        return LimitUse(row: row, share: share, level: Level(share, hasAlarms: row.hasAlarms))
    }

    /// The limit itself, in the unit of what is used of it.
    public func limitNumber(_ row: LimitRow) -> Rational? { value(row.limit).flatMap { $0 / row.used.unit.scale } }

    // MARK: The bill

    /// What is unpriced, and so missing from the total.
    public var unpriced: [CostLine] { design.costs.filter { value($0.node) == nil } }

    /// USD a month, of the lines that have a price.
    public var total: Rational { design.costs.compactMap { value($0.node) }.reduce(.zero, +) }

    /// The part of the total that rests on nodes of some kind: lines with one of them among what they depend on, and not
    /// zero.
    public func share(restingOn matches: (Node) -> Bool) -> Rational? {
        let lines = design.costs.filter { line in
            guard let position = graph.position(of: line.node.id) else { return false }
            return graph.ancestors(of: position).contains { matches(graph.nodes[$0]) }
        }
        return lines.compactMap { value($0.node) }.reduce(.zero, +) / total
    }

    /// Prices with confidence C, or of an unknown day.
    public var shareOnWeakPrices: Rational? {
        share { node in
            guard case .price(let price) = source(of: node) else { return false }
            return price.isWeak
        }
    }

    public var shareOnCalibrated: Rational? {
        share { node in
            switch source(of: node) {
            case .calibrated: true
            // Grown with the users, it is calibrated as before.
            case .convention: node.kind == .calibrated
            default: false
            }
        }
    }

    /// USD a month for each daily user.
    public var totalPerDailyUser: Rational? {
        design.dailyUsers.flatMap { value($0) }.flatMap { total / $0 }
    }
}

extension PriceSource {
    public var isWeak: Bool { confidence == .c || asOf.isEmpty }
}

/// A limit as a plan uses it.
public struct LimitUse: Sendable {
    public let row: LimitRow
    /// Nil where the limit is not known.
    public let share: Rational?
    public let level: Level
}

/// How near a limit is. Quotas and planning figures have alarms; of others there is only kept and broken.
public enum Level: String, Sendable, CaseIterable {
    case ok, watch, act, breach
    /// No limit is known.
    case unknown

    public static let watchFrom: Rational = 0.6
    public static let actFrom: Rational = 0.8

    public init(_ share: Rational?, hasAlarms: Bool) {
        guard let share else { self = .unknown; return }
        guard hasAlarms else { self = share > 1 ? .breach : .ok; return }
        self = share >= 1 ? .breach : share >= Level.actFrom ? .act : share >= Level.watchFrom ? .watch : .ok
    }

    /// From good to bad.
    public var rank: Int {
        switch self {
        case .unknown: 0
        case .ok: 1
        case .watch: 2
        case .act: 3
        case .breach: 4
        }
    }
}

extension LimitRow {
    public var hasAlarms: Bool { quota?.kind.hasAlarms ?? true }
}
