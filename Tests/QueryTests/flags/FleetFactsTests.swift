import Database
import FleetCore
import TestSupport
import Testing

/// What lint asks the store, on a handful of facts.
@Suite struct FleetFactsTests {
    private func values(_ below: String?, platform: String? = nil) -> [String: SQLValue] {
        var values: [String: SQLValue] = ["from_day": "2026-09-14", "to_day": "2026-09-18", "platform": SQLValue(platform)]
        if let below { values["below_key"] = .text("1" + AppVersion(below).gateKey) }
        return values
    }

    /// i1 leaves 8.13.2 on the 15th and comes back two days later; i2 has a build of it; i3's version can't be read; i4 has a
    /// pre-release of 8.14.0, and reports without being active on the 16th.
    private let fleet = FleetTables([
        ReportedDay("2026-09-14", "i1", "8.13.2", "android", ["sessions": 1, "queue_age_max_s": 50]),
        ReportedDay("2026-09-15", "i1", "8.13.2", "android", ["sessions": 1, "queue_age_max_s": 60]),
        ReportedDay("2026-09-15", "i1", "8.14.0", "android", ["sessions": 1, "queue_age_max_s": 70]),
        ReportedDay("2026-09-17", "i1", "8.14.0", "android", ["sessions": 1]),
        ReportedDay("2026-09-14", "i2", "8.14.0+7", "android", ["sessions": 1]),
        ReportedDay("2026-09-15", "i2", "8.14.0+7", "android", ["sessions": 1]),
        ReportedDay("2026-09-14", "i3", "x", "ios", ["sessions": 1]),
        ReportedDay("2026-09-14", "i4", "8.14.0-rc.1", "ios", ["sessions": 1, "queue_age_max_s": 50]),
        ReportedDay("2026-09-16", "i4", "8.14.0-rc.1", "ios", ["sessions": 0]),
        ReportedDay("2026-09-17", "i4", "8.14.0-rc.1", "ios", ["sessions": 2]),
    ])

    @Test(arguments: bothEngines)
    func `versions that somebody is on come in version order, those that can't be read last`(engine: Engine) throws {
        expectRows(
            try rows("flags/fleet_versions", on: engine, fleet, values(nil)),
            [["8.13.2", 1, 1], ["8.14.0-rc.1", 1, 1], ["8.14.0", 1, 1], ["8.14.0+7", 1, 1], ["x", 0, 1]])
        expectRows(
            try rows("flags/fleet_versions", on: engine, fleet, values(nil, platform: "ios")),
            [["8.14.0-rc.1", 1, 1], ["x", 0, 1]])
    }

    @Test(arguments: bothEngines)
    func `who is below a version is counted by the greatest version of the day; a build is not below its release`(
        engine: Engine
    ) throws {
        expectRows(
            try rows("flags/installs_below", on: engine, fleet, values("8.14")),
            [["2026-09-14", 2, 4], ["2026-09-15", 0, 2], ["2026-09-17", 1, 2]])
        expectRows(
            try rows("flags/installs_below", on: engine, fleet, values("8.14.0-rc.1", platform: "android")),
            [["2026-09-14", 1, 2], ["2026-09-15", 0, 2], ["2026-09-17", 0, 1]])
    }

    @Test(arguments: bothEngines)
    func `queue ages are those of the versions below`(engine: Engine) throws {
        expectRows(try rows("flags/queue_ages_below", on: engine, fleet, values("8.14.0+99")), [[50, 2], [60, 1]])
        expectRows(try rows("flags/queue_ages_below", on: engine, fleet, values("8.13.2")), [])
    }

    @Test(arguments: bothEngines)
    func `a return is the next day with activity, on whatever version`(engine: Engine) throws {
        expectRows(
            try rows("flags/returns_below", on: engine, fleet, values("8.14.0")),
            [["2026-09-14", "2026-09-15", 1], ["2026-09-14", "2026-09-17", 1], ["2026-09-15", "2026-09-17", 1]])
        expectRows(
            try rows("flags/returns_below", on: engine, fleet, values("8.14.0", platform: "ios")),
            [["2026-09-14", "2026-09-17", 1]])
    }
}
