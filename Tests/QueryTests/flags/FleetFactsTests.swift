import Database
import FleetCore
import TestSupport
import Testing

/// What lint and `versions retire` ask the store, on a handful of facts.
@Suite struct FleetFactsTests {
    private func values(platform: String? = nil) -> [String: SQLValue] {
        ["from_day": "2026-09-14", "to_day": "2026-09-18", "platform": SQLValue(platform)]
    }

    /// i1 leaves 8.13.2 on the 15th and comes back two days later; i2 has a build of it; i3's version can't be read; i4 has a
    /// pre-release of 8.14.0, and reports without being active on the 16th.
    private let fleet = FleetTables([
        ReportedDay("2026-09-14", "i1", "8.13.2", "android", ["sessions": 1, "queue_age_max_s": 50]),
        ReportedDay("2026-09-15", "i1", "8.13.2", "android", ["sessions": 1, "queue_age_max_s": 60]),
        ReportedDay("2026-09-15", "i1", "8.14.0", "android", ["sessions": 1, "queue_age_max_s": 70]),
        ReportedDay("2026-09-17", "i1", "8.14.0", "android", ["sessions": 1]),
        ReportedDay("2026-09-14", "i2", "8.14.0+7", "android", ["sessions": 1, "queue_depth_max": 0]),
        ReportedDay("2026-09-15", "i2", "8.14.0+7", "android", ["sessions": 1, "queue_depth_max": 2]),
        ReportedDay("2026-09-14", "i3", "x", "ios", ["sessions": 1]),
        ReportedDay("2026-09-14", "i4", "8.14.0-rc.1", "ios", ["sessions": 1, "queue_age_max_s": 50]),
        ReportedDay("2026-09-16", "i4", "8.14.0-rc.1", "ios", ["sessions": 0]),
        ReportedDay("2026-09-17", "i4", "8.14.0-rc.1", "ios", ["sessions": 2, "queue_age_max_s": 0]),
    ])

    @Test(arguments: bothEngines)
    func `installs are counted by the greatest version of the day, in version order, what can't be read last`(engine: Engine)
        throws
    {
        expectRows(
            try rows("flags/installs_by_version", on: engine, fleet, values()),
            [
                ["2026-09-14", "8.13.2", 1], ["2026-09-14", "8.14.0-rc.1", 1], ["2026-09-14", "8.14.0+7", 1],
                ["2026-09-14", "x", 1], ["2026-09-15", "8.14.0", 1], ["2026-09-15", "8.14.0+7", 1],
                ["2026-09-17", "8.14.0-rc.1", 1], ["2026-09-17", "8.14.0", 1],
            ])
        expectRows(
            try rows("flags/installs_by_version", on: engine, fleet, values(platform: "ios")),
            [["2026-09-14", "8.14.0-rc.1", 1], ["2026-09-14", "x", 1], ["2026-09-17", "8.14.0-rc.1", 1]])
    }

    @Test(arguments: bothEngines)
    func `queue ages are those of each version`(engine: Engine) throws {
        expectRows(
            try rows("flags/queue_ages_by_version", on: engine, fleet, values()),
            [
                ["8.13.2", 50, 1], ["8.13.2", 60, 1], ["8.14.0-rc.1", 0, 1], ["8.14.0-rc.1", 50, 1], ["8.14.0", 70, 1],
            ])
    }

    @Test(arguments: bothEngines)
    func `a return is the next day with activity, on whatever version, and by the least version of the first`(engine: Engine)
        throws
    {
        expectRows(
            try rows("flags/returns_by_version", on: engine, fleet, values()),
            [
                ["8.13.2", "2026-09-14", "2026-09-15", 1], ["8.13.2", "2026-09-15", "2026-09-17", 1],
                ["8.14.0-rc.1", "2026-09-14", "2026-09-17", 1], ["8.14.0+7", "2026-09-14", "2026-09-15", 1],
            ])
    }

    @Test(arguments: bothEngines)
    func `an outbox is that of an install's newest day, and untold where it did not say`(engine: Engine) throws {
        expectRows(
            try rows("flags/outboxes_by_version", on: engine, fleet, values()),
            [
                ["8.14.0-rc.1", 1, 0, 0], ["8.14.0", 1, 0, 1], ["8.14.0+7", 1, 1, 0], ["x", 1, 0, 1],
            ])
    }
}
