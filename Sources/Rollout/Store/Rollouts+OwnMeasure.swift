import Database
public import FleetCore
public import QueryCatalog
import Statistics

extension Rollouts {
    /// What a file of one's own must have, and what it returns.
    static let ownParameters = ["app_version", "baseline_version", "platform", "from_hour", "as_of_hour"]
    static let ownColumns = [
        "measure text", "known_hour hour", "device_class text", "tenure integer", "is_new flag", "at_risk count", "events count",
    ]

    private static let ownNext =
        "its columns are \(ownColumns.joined(separator: "; ")), as those of the gate's own: "
        + "chatfleet queries show rollout/gate_cells"

    /// A mistake in the file, with what a measure has to have.
    private static func ofTheFile(_ error: ToolError) -> ToolError {
        ToolError(
            .badInput, error.what, at: error.place, next: [error.next, ownNext].compactMap { $0 }.joined(separator: "; "))
    }

    /// What the store says to the file's SQL is the file's mistake, unless the store itself is away, stopped or damaged.
    private static func ofTheFile(_ error: DatabaseError, _ path: String) -> ToolError? {
        let state = error.sqlState
        let isOfTheFile =
            switch error.kind {
            case .interrupted: false
            // 25006: it writes, and the transaction only reads.
            case .transient: state == "25006"
            case .configuration: state != nil
            case .data, .constraint: true
            // XX: a damaged store.
            case .internal: state?.hasPrefix("XX") != true
            }
        guard isOfTheFile else { return nil }
        return ToolError(.badInput, "the measure's SQL fails: \(error.message)", at: path, next: ownNext)
    }

    /// Reads a query file of one's own; throws ``ToolError`` with what it lacks.
    public static func ownMeasure(_ path: String, sql: String) throws(ToolError) -> Query {
        let query: Query
        do { query = try Query(sql: sql, path: path) } catch { throw ofTheFile(error) }
        let next = ownNext
        let found = query.columns.map { "\($0.name) \($0.type.rawValue)\($0.isNullable ? " or null" : "")" }
        guard found == ownColumns else {
            throw ToolError(
                .badInput,
                "a measure's columns are \(ownColumns.joined(separator: "; ")); this file's header says "
                    + (found.isEmpty ? "none" : found.joined(separator: "; ")), at: path, next: next)
        }
        let parameters = query.parameters.map(\.name)
        guard Set(parameters) == Set(ownParameters) else {
            throw ToolError(
                .badInput,
                "a measure's parameters are \(ownParameters.joined(separator: ", ")); this file's header says "
                    + (parameters.isEmpty ? "none" : parameters.joined(separator: ", ")), at: path, next: next)
        }
        guard isQuestion(sql) else {
            throw ToolError(
                .badInput, "a measure only asks: its text begins with select or with, and names no setting of the store",
                at: path, next: next)
        }
        return query
    }

    /// That nothing is written is the transaction's business; `attach` and `vacuum into` write elsewhere, and the store's
    /// settings hold its keys.
    private static func isQuestion(_ sql: String) -> Bool {
        let words = sql.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: " ").lowercased()
            .split { !$0.isLetter && $0 != "_" }
        return ["select", "with"].contains(words.first) && !words.contains("store_setting")
    }

    /// In the order in which they came.
    func ownEvidence(_ own: Query, _ values: [String: SQLValue]) throws -> [MeasureEvidence] {
        let rows: [QueryRow]
        do {
            rows = try database.snapshot {
                try own.rows(on: database, values.filter { Rollouts.ownParameters.contains($0.key) })
            }
        } catch let error as DatabaseError {
            throw Rollouts.ofTheFile(error, own.path) ?? error
        } catch let error as ToolError {
            throw Rollouts.ofTheFile(error)
        }
        guard rows.allSatisfy(Rollouts.isPossible) else {
            throw ToolError(
                .badInput, "a measure's counts are 0 to 2^40, its hours those of a calendar, is_new 0 or 1, tenure 0 or more",
                at: own.path, next: "count installs at risk and first events, by the hour of receipt")
        }
        let cells = try evidence(rows)
        let taken = Set(GuardedMeasure.builtIn.map(\.name))
        let came = cells.map { name, cells in (name: name, cells: cells, hour: cells.map(\.hour).min()) }.sorted { one, other in
            guard let hour = one.hour, let later = other.hour, hour != later else { return utf8Less(one.name, other.name) }
            return hour < later
        }
        return try zip(1..., came).map { place, measure in
            let (name, cells) = (measure.name, measure.cells)
            guard !name.isEmpty, !taken.contains(name) else {
                throw ToolError(
                    .badInput, "the measure \"\(name)\" is one of the gate's own", at: own.path,
                    next: "give the column measure another value")
            }
            try checkEvents(name, cells, own.path)
            return MeasureEvidence(GuardedMeasure(name, weight: GuardedMeasure.ownWeight(place: place)), cells)
        }
    }

    /// Counts that can be added up, and hours that are some.
    private static func isPossible(_ row: QueryRow) -> Bool {
        let counts = 0...(Int64(1) << 40)
        return counts.contains(row.count("at_risk")) && counts.contains(row.count("events"))
            && (0...1).contains(row.count("is_new")) && (0...36_500).contains(row.count("tenure"))
            && (0...2_000_000).contains(row.count("known_hour"))
    }

    /// An install has its first event once, on a day on which it is at risk.
    private func checkEvents(_ name: String, _ cells: [ArmCell], _ path: String) throws(ToolError) {
        struct Slot: Hashable {
            let day: Day
            let stratum: Stratum
            let isNew: Bool
        }
        var sums: [Slot: Exposure] = [:]
        for cell in cells {
            sums[Slot(day: cell.hour.start.day, stratum: cell.stratum, isNew: cell.isNew), default: Exposure()] += cell.exposure
        }
        guard let (slot, sum) = sums.first(where: { $0.value.events > $0.value.atRisk }) else { return }
        throw ToolError(
            .badInput,
            "the measure \(name) has \(sum.events) events of \(sum.atRisk) installs at risk on \(slot.day) in \(slot.stratum.group)",
            at: path, next: "count first events, and each install at risk on every day on which it is known to be active")
    }
}
