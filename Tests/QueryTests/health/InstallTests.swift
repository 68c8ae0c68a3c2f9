import Database
import TestSupport
import Testing

@Suite struct InstallTests {
    @Test(arguments: bothEngines)
    func `an install's days come in order, its versions too, and nobody else's`(engine: Engine) throws {
        let values: [String: SQLValue] = ["install_id": "i1", "from_day": "2026-09-15", "to_day": "2026-09-21"]
        let found = try rows("health/install_days", on: engine, smallFleet, values)
        expectRows(
            found.map { Array($0[0..<4]) + Array($0[8..<10]) },
            [
                ["2026-09-15", "8.13.2", "android", "mid", 2, 1], ["2026-09-15", "8.14.0", "android", "mid", 1, nil],
                ["2026-09-16", "8.14.0", "android", "mid", 4, nil],
            ])
        let nobody = try rows("health/install_days", on: engine, smallFleet, values.merging(["install_id": "i9"]) { $1 })
        expectRows(nobody, [])
    }

    @Test(arguments: bothEngines)
    func `the norm of a version is all of its install-days`(engine: Engine) throws {
        let fleet = FleetTables([
            ReportedDay(
                "2026-09-14", "i1", "8.14.0", "ios",
                ["sessions": 2, "queue_age_max_s": 4000, "syncs_ok": 9, "syncs_failed": 1, "send_failed": 2]),
            ReportedDay("2026-09-15", "i1", "8.14.0", "ios", ["crashes": 1, "queue_age_max_s": 90_000, "quarantined": 3]),
            ReportedDay("2026-09-15", "i2", "8.14.0", "android", ["sessions": 7]),
        ])
        let values: [String: SQLValue] = [
            "from_day": "2026-09-14", "to_day": "2026-09-16", "app_version": "8.14.0", "platform": "ios",
        ]
        expectRows(
            try rows("health/version_norms", on: engine, fleet, values),
            [
                // reporting, active, crashed, with age, over 1 h, over 24 h, quarantined, failed days; sessions, crashes,
                // syncs ok and failed, send failed, quarantined, lost, migrations failed
                ["8.14.0", "ios", 2, 2, 1, 2, 2, 1, 1, 1, 2, 1, 9, 1, 2, 3, 0, 0]
            ])
    }
}
