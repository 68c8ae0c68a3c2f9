public import Database
public import FleetCore
public import QueryCatalog

/// The answers about a fleet's health, from one store. Each question is a file in Queries/; what is here picks the file,
/// binds the window, and adds what SQL can't: intervals, percentiles, completeness.
///
/// All throw ``ToolError`` for a question that can't be answered, and what the store throws.
public struct HealthReports {
    let database: any Database
    let catalog: QueryCatalog

    public init(database: any Database, catalog: QueryCatalog) {
        self.database = database
        self.catalog = catalog
    }

    /// The newest day that anything was reported for; nil in an empty store.
    public func newestDay(asOf: Instant? = nil) throws -> Day? {
        try rows("operations/newest_day", ["as_of_hour": SQLValue(ReportFilter(asOf: asOf).asOfHour)])
            .first?.text("newest_day").flatMap { Day($0) }
    }

    // MARK: Windows

    /// The days that a report covers. Throws exit 4 for an empty store and no window of its own, 64 for an empty window.
    func days(_ filter: ReportFilter) throws -> DayWindow {
        switch filter.window {
        case .newestWeek: return try days(from: nil, to: nil, filter)
        case .days(let from, let to): return try days(from: from, to: to, filter)
        case .instants(let from, let to):
            return try window(from.day, to.advanced(bySeconds: -1).day.advanced(by: 1))
        }
    }

    /// As ``newestDay(asOf:)``; throws ``ToolError`` with `.unknown` where no report is known, or none was known by then.
    /// - Parameter sequel: what follows from it: ", so there is nobody to compare".
    public func requiredNewestDay(asOf: Instant?, _ sequel: String = "") throws -> Day {
        if let newest = try newestDay(asOf: asOf) { return newest }
        if let asOf, try newestDay() != nil {
            throw ToolError(.unknown, "the store knew of no report at \(asOf)\(sequel)", next: "name a later time")
        }
        throw ToolError(
            .unknown, "the store holds no reports\(sequel)",
            next: "load some with chatfleet ingest reports FILE, see some with chatfleet demo, or name another store with --store"
        )
    }

    private func days(from: Day?, to: Day?, _ filter: ReportFilter) throws -> DayWindow {
        if let to { return try window(from ?? to.advanced(by: -7), to) }
        let newest = try requiredNewestDay(asOf: filter.asOf)
        let end = newest.advanced(by: 1).inCalendar
        if let from, from > newest {
            throw ToolError(
                .unknown, "the store holds nothing from \(from) on: its newest day is \(newest)",
                next: "load newer reports with chatfleet ingest reports, or name an earlier --from")
        }
        return try window(from ?? end.advanced(by: -7).inCalendar, end)
    }

    private func window(_ from: Day, _ to: Day) throws -> DayWindow {
        guard from.isInCalendar, to.isInCalendar else {
            throw ToolError(
                .usage, "the window reaches out of the calendar, which has \(Day.first) to \(Day.last)",
                next: "name days within it, with --from and --to")
        }
        guard let window = DayWindow(from: from, to: to) else {
            throw ToolError(
                .usage, "the window from \(from) to \(to) (exclusive) holds no day", next: "name a --to after --from")
        }
        return window
    }

    // MARK: Queries

    func rows(_ name: String, _ values: [String: SQLValue]) throws -> [QueryRow] {
        try catalog.query(name).rows(on: database, values)
    }

    /// The parameters that nearly every windowed query has.
    func parameters(
        _ window: DayWindow, _ filter: ReportFilter, by: Set<Dimension>, of known: [Dimension]
    ) -> [String: SQLValue] {
        var values: [String: SQLValue] = [
            "from_day": .text(window.from.description),
            "to_day": .text(window.to.description),
            "app_version": SQLValue(filter.version),
            "platform": SQLValue(filter.platform),
            "as_of_hour": SQLValue(filter.asOfHour),
        ]
        for dimension in known { values[dimension.flag] = SQLValue(by.contains(dimension)) }
        return values
    }

    // MARK: Completeness

    /// How far back delays are looked at: twice what is needed to know them; what is later still is rare.
    private static let delayDays = 14

    /// The share of what a window of days will hold that is in already; nil: unknown.
    /// - Parameters:
    ///   - platform: this one only; nil: all.
    ///   - asOf: of what was known then; nil: now.
    public func completeness(of window: DayWindow, platform: String?, asOf: Instant?) throws -> Double? {
        try completenessOfDays(ReportFilter(platform: platform, asOf: asOf)).share(of: window, platform: platform)
    }

    /// How complete days are, from when installs were first heard of.
    func completenessOfDays(_ filter: ReportFilter) throws -> Completeness {
        guard let newest = try newestDay(asOf: filter.asOf) else { return Completeness([:], start: 0, horizon: 0) }
        let from = newest.advanced(by: 1 - HealthReports.delayDays).inCalendar
        var arrivals: [String: [ArrivalCount]] = [:]
        var newestKnown = Int32.min
        let values: [String: SQLValue] = [
            "from_day": .text(from.description), "to_day": .text(newest.advanced(by: 1).inCalendar.description),
            "as_of_hour": SQLValue(filter.asOfHour),
        ]
        for row in try rows("health/reporting_delays", values) {
            guard let platform = row.text("platform"), let day = row.text("day").flatMap({ Day($0) }) else { continue }
            let known = Int32(clamping: row.count("known_hour"))
            newestKnown = max(newestKnown, known)
            arrivals[platform, default: []].append(
                ArrivalCount(
                    cohort: Completeness.cohort(day), knownHour: known, count: row.count("reporting_installs")))
        }
        let horizon = filter.asOf.map { $0.hour.number } ?? newestKnown &+ 1
        return Completeness(arrivals, start: Completeness.cohort(from), horizon: horizon)
    }

    /// How complete hours are, from when their decrypt failures were first heard of: the one event that is reported with
    /// its own time.
    func completenessOfHours(_ filter: ReportFilter) throws -> Completeness {
        var arrivals: [String: [ArrivalCount]] = [:]
        var newestKnown = Int32.min
        var first = Int32.max
        for row in try rows("messaging/decrypt_failure_delays", ["as_of_hour": SQLValue(filter.asOfHour)]) {
            guard let platform = row.text("platform") else { continue }
            let known = Int32(clamping: row.count("known_hour"))
            let hour = Int32(clamping: row.count("first_hour"))
            newestKnown = max(newestKnown, known)
            first = min(first, hour)
            arrivals[platform, default: []].append(
                ArrivalCount(cohort: hour, knownHour: known, count: row.count("entries")))
        }
        let horizon = filter.asOf.map { $0.hour.number } ?? newestKnown &+ 1
        return Completeness(arrivals, start: first, horizon: horizon)
    }
}

extension SQLValue {
    init(_ hour: Int32) { self = .integer(Int64(hour)) }
    init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}
