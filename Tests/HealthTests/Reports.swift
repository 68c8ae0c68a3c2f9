import Database
import FleetCore
import Health
import QueryCatalog
import TestSupport

/// Runs `body` with the reports of a store that holds these tables.
func withReports<T>(_ engine: Engine, _ tables: FleetTables, _ body: (HealthReports) throws -> T) throws -> T {
    try withFleetStore(engine) { db in
        try tables.insert(into: db)
        return try body(HealthReports(database: db, catalog: QueryCatalog(directory: repositoryRoot + "/Queries")))
    }
}

/// 2026-09-14 00:00 UTC, in hours since the epoch.
let monday: Int32 = 497_040

func day(_ text: String) -> Day { Day(text) ?? Day(number: 0) }

/// A filter of days, `to` exclusive.
func days(_ from: String, _ to: String, version: String? = nil, platform: String? = nil, asOf: String? = nil) -> ReportFilter {
    ReportFilter(
        window: .days(from: day(from), to: day(to)), version: version, platform: platform,
        asOf: asOf.flatMap { Instant($0) })
}

/// As many installs, `i0` … , each with one session on the day.
func active(_ count: Int, _ day: String, _ version: String = "8.14.0", _ platform: String = "ios", crashed: Range<Int> = 0..<0)
    -> [ReportedDay]
{
    (0..<count).map { install in
        ReportedDay(day, "i\(install)", version, platform, ["sessions": 1, "crashes": crashed.contains(install) ? 1 : 0])
    }
}
