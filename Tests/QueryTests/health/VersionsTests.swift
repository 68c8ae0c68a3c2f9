import Database
import TestSupport
import Testing

@Suite struct VersionsTests {
    private func values(_ from: String, _ to: String, _ more: [String: SQLValue] = [:]) -> [String: SQLValue] {
        [
            "from_day": .text(from), "to_day": .text(to), "platform": nil, "app_version": nil, "versions_max": 200,
            "as_of_hour": everything,
        ].merging(more) { $1 }
    }

    @Test(arguments: bothEngines)
    func `adoption is by the greatest version of the day and sums to one, since when is of all days`(engine: Engine) throws {
        // i1 was active on two versions on the 15th: it is on 8.14.0, and one of two active installs.
        expectRows(
            try rows("health/versions", on: engine, smallFleet, values("2026-09-15", "2026-09-17")),
            [
                // version, day, first day, reporting, active, latest, all of the day, adoption, versions
                ["8.13.2", "2026-09-15", "2026-09-14", 1, 1, 0, 2, 0.0, 3],
                ["8.14.0", "2026-09-15", "2026-09-14", 2, 2, 2, 2, 1.0, 3],
                ["8.14.0", "2026-09-16", "2026-09-14", 1, 1, 1, 1, 1.0, 3],
                ["9.0", "2026-09-16", "2026-09-16", 1, 0, 0, 1, 0.0, 3],
            ])
    }

    @Test(arguments: bothEngines)
    func `of one platform, and as of an hour`(engine: Engine) throws {
        let ios = values("2026-09-14", "2026-09-17", ["platform": "ios", "as_of_hour": .integer(Int64(monday) + 50)])
        expectRows(
            try rows("health/versions", on: engine, smallFleet, ios),
            [
                ["8.14.0", "2026-09-14", "2026-09-14", 1, 0, 0, 0, nil, 1],
                ["8.14.0", "2026-09-15", "2026-09-14", 1, 1, 1, 1, 1.0, 1],
            ])
    }

    /// Case 15 of ingest: a version a request.
    @Test(arguments: bothEngines)
    func `of too many those on most installs are shown, the one asked for, and how many there are`(engine: Engine) throws {
        let tables = FleetTables(
            (0..<5).map { ReportedDay("2026-09-14", "i\($0)", $0 < 3 ? "1.0" : "2.0", "ios", ["sessions": 1]) }
                + (0..<40).map { ReportedDay("2026-09-14", "h\($0)", "0.0.\($0)", "ios", ["sessions": 1]) })
        func shown(_ more: [String: SQLValue]) throws -> [[SQLValue]] {
            try rows("health/versions", on: engine, tables, values("2026-09-14", "2026-09-15", more)).map {
                [$0[0], $0[6], $0[8]]
            }
        }
        // Of the same number of installs the newest version; the day's installs are those of all.
        let most: [[SQLValue]] = [["0.0.39", 45, 42], ["1.0", 45, 42], ["2.0", 45, 42]]
        #expect(try shown(["versions_max": 3]) == most)
        #expect(try shown(["versions_max": 3, "app_version": "0.0.7"]) == [["0.0.7", 45, 42]] + most)
    }

    /// What others sort as text, or read only in part.
    @Test(arguments: bothEngines)
    func `versions come in version order`(engine: Engine) throws {
        let ordered = ["1.2.3+45", "9.4.47-2", "9.4.47-10", "97", "100.0", "101.1", "101.10", "x"]
        let tables = FleetTables(
            ordered.shuffled().map { ReportedDay("2026-09-14", "i\($0)", $0, "ios", ["sessions": 1]) })
        let found = try rows("health/versions", on: engine, tables, values("2026-09-14", "2026-09-15"))
        #expect(found.map { $0[0] } == ordered.map { .text($0) })
    }
}

@Suite struct ReportingDelaysTests {
    @Test(arguments: bothEngines)
    func `installs by the hour in which they were first heard of`(engine: Engine) throws {
        let hour = { (ofDay: Int64) in SQLValue.integer(Int64(monday) + ofDay) }
        let values: [String: SQLValue] = ["from_day": "2026-09-14", "to_day": "2026-09-16", "as_of_hour": hour(50)]
        expectRows(
            try rows("health/reporting_delays", on: engine, smallFleet, values),
            [
                ["android", "2026-09-14", hour(20), 1], ["android", "2026-09-15", hour(40), 1],
                ["android", "2026-09-15", hour(41), 1], ["ios", "2026-09-14", hour(12), 1], ["ios", "2026-09-15", hour(45), 1],
            ])
    }
}
