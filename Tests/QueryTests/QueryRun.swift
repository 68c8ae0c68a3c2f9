import Database
import FleetCore
import QueryCatalog
import TestSupport
import Testing

let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")
/// The queries' `as_of_hour` for all that is known.
let everything = SQLValue.integer(2_147_483_647)

/// The rows that a query gives on a store which holds these tables.
func rows(_ name: String, on engine: Engine, _ tables: FleetTables, _ values: [String: SQLValue]) throws -> [[SQLValue]] {
    try withFleetStore(engine) { db in
        try tables.insert(into: db)
        return try catalog.query(name).rows(on: db, values).map(\.values)
    }
}

/// Rows as they are written down by hand.
func expectRows(
    _ found: [[SQLValue]], _ expected: [[SQLValue]], sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(found == expected, sourceLocation: sourceLocation)
}

/// The window of a test, every filter open and every flag off, but for what `values` says.
func window(_ from: String, _ to: String, _ values: [String: SQLValue] = [:]) -> [String: SQLValue] {
    [
        "from_day": .text(from), "to_day": .text(to), "app_version": nil, "platform": nil, "by_version": 0, "by_platform": 0,
        "by_device_class": 0, "by_day": 0, "as_of_hour": everything,
    ].merging(values) { $1 }
}

/// 2026-09-14 00:00 UTC, in hours since the epoch.
let monday: Int32 = 497_040

/// Four installs over three days. i1 updates on the 15th; i2 crashes nine times at launch and has no session; i3 opens the
/// app on the 15th only; i4 reports and is never active.
let smallFleet = FleetTables([
    ReportedDay("2026-09-14", "i1", "8.13.2", "android", class: "mid", ["sessions": 3], known: monday + 20),
    ReportedDay("2026-09-15", "i1", "8.13.2", "android", class: "mid", ["sessions": 2, "crashes": 1], known: monday + 40),
    ReportedDay("2026-09-15", "i1", "8.14.0", "android", class: "mid", ["sessions": 1], known: monday + 41),
    ReportedDay("2026-09-16", "i1", "8.14.0", "android", class: "mid", ["sessions": 4], known: monday + 60),
    ReportedDay("2026-09-14", "i2", "8.14.0", "android", class: "low", ["sessions": 0, "crashes": 9], known: monday + 50),
    ReportedDay("2026-09-14", "i3", "8.14.0", "ios", ["sessions": 0], known: monday + 12),
    ReportedDay("2026-09-15", "i3", "8.14.0", "ios", ["sessions": 5, "crashes": 0], known: monday + 45),
    ReportedDay("2026-09-16", "i4", "9.0", "ios", class: "mid", [:], known: monday + 70),
])
