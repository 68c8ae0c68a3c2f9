import Database
import FleetCore
import Health
import QueryCatalog
import TestSupport
import Testing

private let fleet = FleetTables([
    ReportedDay(
        "2026-09-14", "a", "1.0", "ios", class: "mid", ["sessions": 2, "crashes": 1], activeHours: [monday + 3, monday + 5],
        crashedHours: [monday + 5], known: monday + 6),
    ReportedDay("2026-09-14", "b", "2.0", "ios", ["sessions": 1], activeHours: [monday + 5], known: monday + 8),
    // Fourteen hours ahead: its Tuesday begins on Monday at 10:00 UTC.
    ReportedDay("2026-09-15", "c", "2.0", "ios", ["sessions": 1], activeHours: [monday + 10, monday + 24], known: monday + 25),
    // Twelve hours behind: its Sunday ends on Monday at 12:00 UTC.
    ReportedDay("2026-09-13", "d", "2.0", "ios", ["sessions": 1], activeHours: [monday - 1, monday + 5], known: monday + 6),
    ReportedDay("2026-09-14", "e", "2.0", "ios", ["sessions": 1]),
])

@Suite struct CrashFreeByHourTests {
    private func counts(_ report: CrashFreeByHourReport) -> [[Int64]] {
        report.rows.map { [Int64($0.hour.number - monday), $0.activeInstalls, $0.crashedInstalls] }
    }

    @Test(arguments: bothEngines)
    func `hours are of UTC days, and an hour without anyone is a gap`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            let report = try reports.crashFreeByHour(CrashFreeByHourRequest(filter: days("2026-09-14", "2026-09-15")))
            #expect(counts(report) == [[3, 1, 0], [5, 3, 1], [10, 1, 0]])
            #expect(report.rows.map(\.crashFree) == [1, 1 - 1.0 / 3, 1])
            #expect(report.frame.window.description == "[2026-09-14, 2026-09-15)")
            // One of the day's three install-days has no hours.
            #expect(report.withoutHoursShare == 1 - 2.0 / 3)
            #expect(report.outcome == .answered)
        }
    }

    @Test(arguments: bothEngines)
    func `from the facts it is the same, by class, too`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            let filter = days("2026-09-14", "2026-09-15")
            let byClass = try reports.crashFreeByHour(CrashFreeByHourRequest(filter: filter, by: [.deviceClass]))
            #expect(byClass.rows.map(\.group.deviceClass) == ["mid", "mid", "unknown", "unknown"])
            #expect(counts(byClass) == [[3, 1, 0], [5, 1, 1], [5, 2, 0], [10, 1, 0]])
            let late = days("2026-09-14", "2026-09-15", asOf: "2026-09-20T00:00:00Z")
            let asOf = try reports.crashFreeByHour(CrashFreeByHourRequest(filter: late))
            #expect(counts(asOf) == [[3, 1, 0], [5, 3, 1], [10, 1, 0]])
            let early = days("2026-09-14", "2026-09-15", asOf: "2026-09-14T08:30:00Z")
            #expect(try counts(reports.crashFreeByHour(CrashFreeByHourRequest(filter: early))) == [[3, 1, 0], [5, 2, 1]])
        }
    }

    @Test(arguments: bothEngines)
    func `clients without hours are a share of the active ones`(engine: Engine) throws {
        let quiet = (0..<7).map { ReportedDay("2026-09-14", "q\($0)", "2.0", "ios", ["sessions": 0], activeHours: []) }
        let tables = FleetTables(fleet.days + quiet)
        try withReports(engine, tables) { reports in
            let report = try reports.crashFreeByHour(CrashFreeByHourRequest(filter: days("2026-09-14", "2026-09-15")))
            #expect(report.withoutHoursShare == 1 - 2.0 / 3)
        }
    }

    /// However many installs there are: no look at them, nor at their decrypt failures.
    @Test(arguments: bothEngines)
    func `hours are answered from what is derived`(engine: Engine) throws {
        try withFleetStore(engine) { db in
            let old = (0..<20).flatMap { active(2, Day(number: monday / 24 - 20 + $0).description) }
            try FleetTables(fleet.days + old).insert(into: db)
            try db.executeScript("drop table decrypt_failure; drop table health_daily")
            let reports = HealthReports(database: db, catalog: QueryCatalog(directory: repositoryRoot + "/Queries"))
            let filter = days("2026-09-14", "2026-09-15")
            let report = try reports.crashFreeByHour(CrashFreeByHourRequest(filter: filter, by: [.version]))
            #expect(!report.rows.isEmpty)
            // As complete as its day.
            let byDay = try reports.crashFree(CrashFreeRequest(filter: filter, by: [.version, .platform, .day]))
            let completeness = try #require(byDay.rows.first?.completeness)
            #expect(report.rows.allSatisfy { $0.completeness == completeness })
        }
    }

    @Test(arguments: bothEngines)
    func `a window of hours takes the hours it touches`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            let from = try #require(Instant("2026-09-14T04:30:00Z"))
            let to = try #require(Instant("2026-09-14T05:30:00Z"))
            let report = try reports.crashFreeByHour(
                CrashFreeByHourRequest(filter: ReportFilter(window: .instants(from: from, to: to)), by: [.version]))
            #expect(counts(report) == [[5, 1, 1], [5, 2, 0]])
            #expect(report.frame.window.description == "[2026-09-14T04:00:00Z, 2026-09-14T06:00:00Z)")
        }
    }
}
