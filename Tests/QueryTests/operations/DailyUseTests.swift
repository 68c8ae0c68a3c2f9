import Database
import TestSupport
import Testing

@Suite struct DailyUseTests {
    private let fleet = FleetTables([
        ReportedDay("2026-09-14", "i1", "8.13.2", "android", ["sessions": 3, "syncs_ok": 10, "syncs_failed": 1]),
        // Both versions on one day: one install, whose sessions and syncs add.
        ReportedDay("2026-09-15", "i1", "8.13.2", "android", ["sessions": 1, "syncs_ok": 4]),
        ReportedDay("2026-09-15", "i1", "8.14.0", "android", ["sessions": 2, "syncs_ok": 5]),
        ReportedDay("2026-09-15", "i2", "8.14.0", "ios", ["sessions": 5, "syncs_failed": 2]),
        // Not active.
        ReportedDay("2026-09-15", "i3", "8.14.0", "ios", [:]),
        ReportedDay("2026-09-20", "i1", "8.14.0", "android", ["sessions": 7]),
    ])

    @Test(arguments: bothEngines)
    func `active installs, sessions and syncs of the window's days`(engine: Engine) throws {
        expectRows(
            try rows("operations/daily_use", on: engine, fleet, ["from_day": "2026-09-14", "to_day": "2026-09-17"]),
            [[2, 3, 11, 22]])
    }

    @Test(arguments: bothEngines)
    func `a window without reports has no row`(engine: Engine) throws {
        expectRows(try rows("operations/daily_use", on: engine, fleet, ["from_day": "2026-10-01", "to_day": "2026-10-02"]), [])
    }
}
