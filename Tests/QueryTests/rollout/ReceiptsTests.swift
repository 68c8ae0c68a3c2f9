import Database
import FleetCore
import TestSupport
import Testing

@Suite struct ReceiptsTests {
    private func hour(_ ofMonday: Int) -> SQLValue { .integer(Int64(monday) + Int64(ofMonday)) }

    @Test(arguments: bothEngines)
    func `receipts are install-days by the hour that first showed them, an arm each and all`(engine: Engine) throws {
        let values: [String: SQLValue] = [
            "app_version": "8.14.0", "baseline_version": "8.13.2", "platform": "android", "from_day": "2026-09-14",
            "from_hour": hour(0), "as_of_hour": hour(55),
        ]
        expectRows(
            try rows("rollout/receipts", on: engine, smallFleet, values),
            [
                // hour; new: reporting, active, crashed; baseline: the same; all
                [hour(20), 0, 0, 0, 1, 1, 0, 1, 1, 0],
                [hour(40), 0, 0, 0, 1, 1, 1, 1, 1, 1],
                [hour(41), 1, 1, 0, 0, 0, 0, 1, 1, 0],
                [hour(50), 1, 1, 1, 0, 0, 0, 1, 1, 1],
            ])
    }

    @Test(arguments: bothEngines)
    func `version_beginnings is the first report a platform`(engine: Engine) throws {
        let values: [String: SQLValue] = ["app_version": "8.14.0", "platform": nil, "as_of_hour": everything]
        expectRows(
            try rows("rollout/version_beginnings", on: engine, smallFleet, values),
            [["android", hour(41), "2026-09-14"], ["ios", hour(12), "2026-09-14"]])
        expectRows(
            try rows(
                "rollout/version_beginnings", on: engine, smallFleet,
                values.merging(["as_of_hour": hour(13), "platform": "ios"]) { $1 }),
            [["ios", hour(12), "2026-09-14"]])
    }

    @Test(arguments: bothEngines)
    func `baseline_candidates are lower versions, the most active first`(engine: Engine) throws {
        let fleet = FleetTables(
            (0..<3).map { ReportedDay("2026-09-14", "i\($0)", "8.13.2", "ios", ["sessions": 1]) }
                + (0..<3).map { ReportedDay("2026-09-14", "j\($0)", "8.13.0", "ios", ["sessions": 1]) }
                + (0..<5).map { ReportedDay("2026-09-14", "k\($0)", "8.15.0", "ios", ["sessions": 1]) }
                + (0..<5).map { ReportedDay("2026-09-14", "l\($0)", "nightly", "ios", ["sessions": 1]) }
                + [ReportedDay("2026-09-14", "m", "8.9.0", "ios", ["sessions": 0])])
        let values: [String: SQLValue] = [
            "app_version": "8.14.0", "platform": "ios", "below_key": .text(AppVersion("8.14.0").sortKey),
            "from_day": "2026-09-10",
            "to_day": "2026-09-15", "as_of_hour": everything,
        ]
        expectRows(try rows("rollout/baseline_candidates", on: engine, fleet, values), [["8.13.2", 3], ["8.13.0", 3]])
    }
}

@Suite struct ArrivalsTests {
    private func hour(_ ofMonday: Int) -> SQLValue { .integer(Int64(monday) + Int64(ofMonday)) }

    @Test(arguments: bothEngines)
    func `arrivals are installs by when they came, and left for a higher version`(engine: Engine) throws {
        let fleet = FleetTables([
            ReportedDay("2026-09-14", "a", "8.14.0", "ios", ["sessions": 1], known: monday + 5),
            ReportedDay("2026-09-15", "a", "8.15.0", "ios", ["sessions": 1], known: monday + 30),
            ReportedDay("2026-09-16", "a", "8.16.0", "ios", ["sessions": 1], known: monday + 60),
            ReportedDay("2026-09-14", "b", "8.14.0", "ios", ["sessions": 1], known: monday + 5),
            ReportedDay("2026-09-14", "b", "8.13.0", "ios", ["sessions": 1], known: monday + 6),
            ReportedDay("2026-09-14", "c", "8.14.0", "ios", ["sessions": 1], known: monday + 5),
            ReportedDay("2026-09-14", "d", "8.14.0", "android", ["sessions": 1], known: monday + 5),
        ])
        let values: [String: SQLValue] = [
            "app_version": "8.14.0", "platform": "ios", "above_key": .text(AppVersion("8.14.0").sortKey), "as_of_hour": hour(40),
        ]
        expectRows(
            try rows("rollout/arrivals", on: engine, fleet, values),
            [[hour(5), hour(30), 1], [hour(5), nil, 2]])
    }

    @Test(arguments: bothEngines)
    func `rollout_versions says since when each version and its platform are known, newest_receipt until when`(
        engine: Engine
    ) throws {
        expectRows(
            try rows("rollout/rollout_versions", on: engine, smallFleet, ["platform": nil, "as_of_hour": everything]),
            [
                ["8.13.2", "android", hour(20), hour(20), 2], ["8.14.0", "android", hour(41), hour(20), 3],
                ["8.14.0", "ios", hour(12), hour(12), 1], ["9.0", "ios", hour(70), hour(12), 0],
            ])
        expectRows(
            try rows("rollout/newest_receipt", on: engine, smallFleet, ["platform": "ios", "as_of_hour": hour(60)]), [[hour(45)]])
    }
}
