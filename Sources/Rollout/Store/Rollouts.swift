public import Database
public import FleetCore
public import QueryCatalog
import Statistics

/// Rollouts, from one store: the gate's facts by files in Queries/rollout/.
///
/// All throw ``ToolError`` for a question that can't be answered, and what the store throws.
public struct Rollouts {
    /// The share of what a window will hold that is in, as of an instant; nil: unknown.
    public typealias CompletenessOf = (_ window: DayWindow, _ platform: String, _ asOf: Instant) throws -> Double?

    let database: any Database
    let catalog: QueryCatalog
    let completeness: CompletenessOf

    public init(database: any Database, catalog: QueryCatalog, completeness: @escaping CompletenessOf) {
        self.database = database
        self.catalog = catalog
        self.completeness = completeness
    }

    /// Days before a rollout from which the baseline is chosen.
    static let baselineDays = 7

    /// The verdicts, a platform each.
    public func gate(_ request: GateRequest) throws -> GateAnswer {
        let horizon = request.at.hour
        var platforms: [PlatformGate] = []
        var alone: [String] = []
        for begun in try begunRollouts(request) {
            if let gate = try platformGate(begun, request, before: horizon) {
                platforms.append(gate)
            } else {
                alone.append(begun.platform)
            }
        }
        if platforms.isEmpty, let first = alone.first { throw Rollouts.noBaseline(request.version, first) }
        return GateAnswer(
            version: request.version, horizon: horizon, settings: request.settings, platforms: platforms,
            withoutBaseline: alone)
    }

    /// Nil: there is no baseline. `isReplayed`: the gate will be asked about earlier hours, too.
    func platformGate(
        _ begun: BegunRollout, _ request: GateRequest, before horizon: Hour, isReplayed: Bool = false
    ) throws -> PlatformGate? {
        guard let baseline = try baseline(of: begun, request, before: horizon) else { return nil }
        let pair = VersionPair(new: request.version, baseline: baseline.version, platform: begun.platform)
        var facts = try facts(pair, begun, request, before: horizon)
        var sampled: Int?
        if request.hasPanel {
            let limit = try sampleLimit(begun.platform, before: horizon)
            let (silence, installs) = try silentInstalls(pair, from: begun.from.start.day, limit: limit, before: horizon)
            facts.evidence.append(MeasureEvidence(.silence, silence))
            // Which ids were cloned when is not known.
            facts.clonedInstalls = isReplayed ? nil : try clonedInstalls(pair, limit: limit, before: horizon)
            sampled = installs
        } else {
            facts.evidence.append(MeasureEvidence(.silence, []))
            facts.looksAtSilence = false
        }
        if isReplayed {
            var shares: [Hour: Double] = [:]
            for hour in begun.from.number...max(begun.from.number, horizon.number) {
                shares[Hour(number: hour)] = try windowCompleteness(begun, before: Hour(number: hour))
            }
            facts.completeness = { [shares] in shares[$0] }
        }
        let gate = Gate(facts, request.settings)
        let assessment = gate.assessment(before: horizon)
        let panel = request.hasPanel && !isReplayed ? try biasPanel(pair, begun, assessment, before: horizon) : nil
        return PlatformGate(
            platform: begun.platform, baseline: baseline, beginning: begun.beginning, gate: gate, assessment: assessment,
            panel: panel, sampledInstalls: sampled, records: begun.records)
    }

    // MARK: What is known when

    func rows(_ name: String, _ values: [String: SQLValue]) throws -> [QueryRow] {
        try catalog.query(name).rows(on: database, values)
    }

    private func facts(
        _ pair: VersionPair, _ begun: BegunRollout, _ request: GateRequest, before horizon: Hour
    ) throws -> GateFacts {
        var values = pair.values(before: horizon)
        values["from_hour"] = SQLValue(begun.from)
        let cells = try evidence(rows("rollout/gate_cells", values))
        var measures = GuardedMeasure.builtIn.filter { $0 != .silence }.map { MeasureEvidence($0, cells[$0.name] ?? []) }
        var reserved = 0.0
        if let own = request.ownMeasure {
            let evidence = try ownEvidence(own, values)
            measures += evidence
            reserved = GuardedMeasure.ownFileWeight - evidence.reduce(0) { $0 + $1.measure.weight }
        }
        values["from_day"] = .text(begun.from.start.day.advanced(by: -1).inCalendar.description)
        let receipts = try rows("rollout/receipts", values).map { row in
            ReceiptHour(
                row.hour("known_hour"), new: row.receipts("new_"), baseline: row.receipts("baseline_"), all: row.receipts(""))
        }
        var facts = GateFacts(from: begun.from, evidence: measures, receipts: receipts)
        facts.unreported = try unreported(pair, begun, before: horizon)
        facts.reservedWeight = reserved
        facts.records = begun.journal
        facts.lookedAt = request.at
        facts.served = try servedHours(pair, before: horizon)
        let share = try windowCompleteness(begun, before: horizon)
        facts.completeness = { $0 == horizon ? share : nil }
        return facts
    }

    /// Installs of the baseline that tell whether its clients report a measure.
    private static let leastToTell: Int64 = 100

    /// What nobody on the baseline told in the week before the rollout, though many were there: its clients don't, and what
    /// only the new version tells can't be compared. Not what is heard of only where it happens, nor silence.
    private func unreported(
        _ pair: VersionPair, _ begun: BegunRollout, before horizon: Hour
    ) throws -> Set<GuardedMeasure> {
        let alone = VersionPair(new: pair.baseline, baseline: pair.baseline, platform: pair.platform)
        var values = alone.values(before: min(begun.from, horizon))
        values["from_hour"] = SQLValue(Hour(number: begun.from.number - Int32(Rollouts.baselineDays) * 24))
        return Rollouts.unreported(try evidence(rows("rollout/gate_cells", values)))
    }

    /// Of a week's cells of the baseline, by the names of the measures.
    static func unreported(_ cells: [String: [ArmCell]]) -> Set<GuardedMeasure> {
        let told = cells.mapValues { cells in cells.reduce(0) { $0 + $1.exposure.atRisk } }
        guard told.values.max() ?? 0 >= Rollouts.leastToTell else { return [] }
        return Set(
            GuardedMeasure.builtIn.filter { !$0.isHeardOfByEvents && !$0.waitsForInstalls && told[$0.name, default: 0] == 0 })
    }

    func windowCompleteness(_ begun: BegunRollout, before horizon: Hour) throws -> Double? {
        let last = horizon.start.advanced(bySeconds: -1).day
        guard let window = DayWindow(from: begun.from.start.day, to: last.advanced(by: 1)) else { return nil }
        return try completeness(window, begun.platform, horizon.start)
    }

    /// By the names of the measures.
    func evidence(_ rows: [QueryRow]) throws -> [String: [ArmCell]] {
        var cells: [String: [ArmCell]] = [:]
        for row in rows {
            let cell = ArmCell(
                row.hour("known_hour"),
                Stratum(group: row.text("device_class") ?? "unknown", tenure: Int32(clamping: row.count("tenure"))),
                isNew: row.count("is_new") == 1, Exposure(atRisk: row.count("at_risk"), events: row.count("events")))
            cells[row.text("measure") ?? "", default: []].append(cell)
        }
        return cells
    }

    private func servedHours(_ pair: VersionPair, before horizon: Hour) throws -> [ServedHour] {
        let values: [String: SQLValue] = [
            "app_version": .text(pair.new), "platform": .text(pair.platform),
            "from_epoch": .integer(horizon.start.epochSeconds - 7 * 86_400), "to_epoch": .integer(horizon.start.epochSeconds),
        ]
        var newest: [MetricCut: Int64] = [:]
        var hours: [MetricCut: [ServedHour]] = [:]
        var withPlatform: Set<MetricCut> = []
        for row in try rows("rollout/served_requests", values) {
            let cut = MetricCut(names: row.text("dimension_names") ?? "", periodSeconds: row.count("period_s"))
            let hour = row.hour("served_hour")
            newest[cut] = max(newest[cut] ?? .min, hour.start.epochSeconds)
            hours[cut, default: []].append(
                ServedHour(hour, new: row.count("version_requests"), all: row.count("all_requests")))
            if row.count("has_platform") == 1 { withPlatform.insert(cut) }
        }
        // The platform's own requests, where they are told apart: such sets are rows of their own.
        let taken = MetricCut.coarsest(of: newest, stepSeconds: 3600, preferring: withPlatform.contains)
        return taken.flatMap { hours[$0] } ?? []
    }
}

/// A version on trial, and what it is compared with.
struct VersionPair {
    let new: String
    let baseline: String
    let platform: String

    func values(before horizon: Hour) -> [String: SQLValue] {
        [
            "app_version": .text(new), "baseline_version": .text(baseline), "platform": .text(platform),
            "as_of_hour": SQLValue(horizon),
        ]
    }
}

extension SQLValue {
    init(_ hour: Hour) { self = .integer(Int64(hour.number)) }
}

extension QueryRow {
    func hour(_ column: String) -> Hour { Hour(number: Int32(clamping: count(column))) }

    func hourIfKnown(_ column: String) -> Hour? { integer(column).map { Hour(number: Int32(clamping: $0)) } }

    fileprivate func receipts(_ arm: String) -> ReceiptCounts {
        ReceiptCounts(
            reporting: count(arm + "reporting_installs"), active: count(arm + "active_installs"),
            crashed: count(arm + "crashed_installs"))
    }
}
