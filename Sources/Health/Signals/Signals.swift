public import Database
public import FleetCore
public import QueryCatalog
import Statistics

/// The golden signals of one store: every file of Queries/signals.
///
/// ```swift
/// let answer = try Signals(database: database, catalog: catalog).evaluate(at: now)
/// answer.states.first    // the worst
/// ```
/// All throw ``ToolError`` for a file that is no signal, and what the store throws.
public struct Signals {
    private let database: any Database
    private let catalog: QueryCatalog
    private let settings: SignalSettings
    private let now: Instant?

    /// - Parameter now: the present, of which all that the store knows is known; a moment before it is told of from what was
    ///   known in the whole hours before that moment. Nil: every moment is one of the past.
    public init(
        database: any Database, catalog: QueryCatalog, settings: SignalSettings = SignalSettings(), now: Instant? = nil
    ) {
        self.now = now
        self.database = database
        self.catalog = catalog
        self.settings = settings
    }

    /// All that there are, by name, with the fleet's own levels.
    public func all() throws -> [Signal] { try Signals.all(in: catalog, settings) }

    /// As ``all()``, without a store.
    public static func all(in catalog: QueryCatalog, _ settings: SignalSettings = SignalSettings()) throws(ToolError) -> [Signal]
    {
        var signals: [Signal] = []
        for name in try catalog.names() where name.hasPrefix(Signal.folder) {
            signals.append(try Signal(try catalog.query(name)).with(settings))
        }
        return signals
    }

    /// One of them by its name, with `-` or `_`. Throws a usage error that names the nearest.
    public static func signal(_ name: String, among signals: [Signal]) throws(ToolError) -> Signal {
        let name = name.replacing("-", with: "_")
        if let signal = signals.first(where: { $0.name == name }) { return signal }
        let nearest = closest(to: name, among: signals.map(\.name)).map { "did you mean \($0)? " } ?? ""
        throw ToolError(.usage, "there is no signal \(name)", next: nearest + "see what there is: chatfleet signals list")
    }

    public func signal(_ name: String) throws -> Signal { try Signals.signal(name, among: all()) }

    /// The signals at a time: all of them, or these. What somebody silenced is evaluated, too.
    public func evaluate(at: Instant, only names: [String]? = nil) throws -> SignalsAnswer {
        let all = try all()
        let signals = try names.map { try $0.map { try Signals.signal($0, among: all) } } ?? all
        let mutes = try SignalMutes(database: database, catalog: catalog).active(at: at)
        let reports = reports(at)
        var states: [SignalState] = []
        for signal in signals {
            var state = try state(of: signal, at: at, reports)
            state.silence = mutes.last { $0.signal == signal.name && $0.kind == .silence }
            state.acknowledgement = mutes.last { $0.signal == signal.name && $0.kind == .ack }
            states.append(state)
        }
        return SignalsAnswer(at: at, states: states.sorted(by: Signals.isWorse))
    }

    /// What counts before what doesn't, then by level, then by name.
    private static func isWorse(_ a: SignalState, _ b: SignalState) -> Bool {
        if a.counts != b.counts { return a.counts }
        if a.level != b.level { return a.level > b.level }
        return utf8Less(a.signal.name, b.signal.name)
    }

    public func state(of signal: Signal, at: Instant) throws -> SignalState {
        try state(of: signal, at: at, reports(at))
    }

    private func reports(_ at: Instant) -> ReportCompleteness {
        ReportCompleteness(database: database, catalog: catalog, at: at, isNow: now.map { at >= $0 } ?? false)
    }

    private func state(of signal: Signal, at: Instant, _ reports: ReportCompleteness) throws -> SignalState {
        let end = at.epochSeconds
        // What is older than fresh is no answer, so no older window is looked for.
        let from = end - signal.historySeconds - signal.freshSeconds - signal.stepSeconds
        let table = try table(signal, from: from, to: end, step: signal.stepSeconds, asOf: reports.asOf())
        return try SignalStateMaker(signal: signal, table: table, at: at, reports: reports).state()
    }

    /// The value of each step of a window, for before and after; of everything, or of a slice.
    public func series(
        of signal: Signal, from: Instant, to: Instant, stepSeconds: Int64, slice: [SignalSlicePart] = []
    ) throws -> [SignalPoint] {
        var signal = signal
        let step = signal.source == .reports ? 86_400 : signal.source == .hours ? max(3600, stepSeconds) : stepSeconds
        signal.stepSeconds = step
        let first = from.epochSeconds - from.epochSeconds % step
        let reports = reports(to)
        let table = try table(signal, from: first, to: to.epochSeconds, step: step, asOf: reports.asOf())
        let parts = slice.compactMap { part in
            signal.dimensions.firstIndex(of: part.dimension).map { (index: $0, value: part.value) }
        }
        var byStep: [Int64: [Int64: SignalSum]] = [:]
        for (start, sum) in table.sums(parts) { byStep[start - start % step, default: [:]][start] = sum }
        return stride(from: first, to: to.epochSeconds, by: Int64.Stride(step)).map { start in
            SignalPoint(at: Instant(epochSeconds: start), value: byStep[start].flatMap { signal.value($0) })
        }
    }

    // MARK: The query

    private func table(_ signal: Signal, from: Int64, to: Int64, step: Int64, asOf: Int32) throws -> SignalTable {
        let (first, last) = (Instant(epochSeconds: from), Instant(epochSeconds: to))
        var values: [String: SQLValue] = [:]
        for parameter in signal.query.parameters {
            values[parameter.name] =
                switch parameter.name {
                case "from_epoch": .integer(from)
                case "to_epoch": .integer(to)
                case "step_s": .integer(step)
                case "from_day": .text(first.day.inCalendar.description)
                case "to_day": .text(last.day.advanced(by: 1).inCalendar.description)
                case "from_hour": .integer(Int64(first.hour.number))
                case "to_hour": .integer(Int64(last.hour.number))
                case "as_of_hour": .integer(Int64(asOf))
                default:
                    throw ToolError(
                        .badInput, "a signal has no parameter \(parameter.name)", at: signal.query.path,
                        next: "use from_epoch, to_epoch, step_s, from_day, to_day, from_hour, to_hour or as_of_hour")
                }
        }
        var rows: [SignalRow] = []
        try signal.query.forEachRow(on: database, values) { rows.append(SignalRow($0, signal)) }
        return SignalTable(signal, rows)
    }
}
