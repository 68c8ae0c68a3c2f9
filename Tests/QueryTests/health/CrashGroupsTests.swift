import Database
import TestSupport
import Testing

/// Twelve installs crash: ten of 8.14.0 on android in one group, all with a flag on that few others have.
private let fleet = FleetTables(
    (0..<10).map { ReportedDay("2026-09-14", "a\($0)", "8.14.0", "android", ["sessions": 2, "crashes": 1]) }
        + (0..<4).map { ReportedDay("2026-09-14", "b\($0)", "8.13.2", "ios", ["sessions": 2, "crashes": 1]) }
        + (0..<60).map { ReportedDay("2026-09-14", "c\($0)", "8.13.2", "ios", ["sessions": 2]) },
    crashes: (0..<10).map { number in
        CrashedDay("2026-09-14", "a\(number)", "8.14.0", "android", "NPE").with {
            $0.screen = number < 9 ? "chat" : "call"
            $0.flags = number < 9 ? ["polls", "voice"] : nil
            $0.crashes = 2
        }
    }
        + (0..<4).map { number in
            CrashedDay("2026-09-14", "b\(number)", "8.13.2", "ios", number < 3 ? "OOM" : "NPE").with {
                $0.flags = number == 0 ? ["voice"] : []
                $0.known = monday + 50
            }
        })

@Suite struct CrashGroupsTests {
    private func values(_ more: [String: SQLValue] = [:]) -> [String: SQLValue] {
        [
            "from_day": "2026-09-14", "to_day": "2026-09-15", "app_version": nil, "platform": nil, "groups_max": 10,
            "as_of_hour": everything,
        ].merging(more) { $1 }
    }

    /// Of the query that has no limit.
    private func coverage(_ more: [String: SQLValue] = [:]) -> [String: SQLValue] {
        values(more).filter { $0.key != "groups_max" }
    }

    private let first = SQLValue.integer((Int64(monday) + 1) * 3600)

    @Test(arguments: bothEngines) func `groups come by installs, as known then, so many as asked`(engine: Engine) throws {
        expectRows(
            try rows("health/crash_groups", on: engine, fleet, values()), [["NPE", 11, 21, first, 2], ["OOM", 3, 3, first, 2]])
        expectRows(
            try rows("health/crash_groups", on: engine, fleet, values(["groups_max": 1])), [["NPE", 11, 21, first, 2]])
        expectRows(
            try rows("health/crash_groups", on: engine, fleet, values(["as_of_hour": .integer(Int64(monday) + 31)])),
            [["NPE", 10, 20, first, 1]])
        expectRows(
            try rows("health/crash_groups", on: engine, fleet, values(["app_version": "8.13.2", "platform": "ios"])),
            [["OOM", 3, 3, first, 2], ["NPE", 1, 1, first, 2]])
        expectRows(try rows("health/crash_groups", on: engine, fleet, values(["platform": "web"])), [])
    }

    @Test(arguments: bothEngines)
    func `what nine tenths share is told with how usual it is, and of flags how many say`(engine: Engine) throws {
        expectRows(
            try rows("health/crash_group_slices", on: engine, fleet, values()),
            [
                ["NPE", "device_model", "unknown", 11, 11, 3, 3],
                ["NPE", "flag", "polls", 9, 10, 0, 3], ["NPE", "flag", "voice", 9, 10, 1, 3],
                ["NPE", "os_version", "unknown", 11, 11, 3, 3],
                // Of 74 active install-days.
                ["NPE", "platform", "android", 10, 11, 10, 74],
                ["NPE", "version", "8.14.0", 10, 11, 10, 74],
                ["OOM", "device_model", "unknown", 3, 3, 11, 11], ["OOM", "os_version", "unknown", 3, 3, 11, 11],
                ["OOM", "platform", "ios", 3, 3, 64, 74], ["OOM", "screen", "unknown", 3, 3, 1, 11],
                ["OOM", "version", "8.13.2", 3, 3, 64, 74],
            ])
    }

    @Test(arguments: bothEngines) func `install-days with a crash are counted beside those that say which`(engine: Engine) throws
    {
        expectRows(try rows("health/crash_group_coverage", on: engine, fleet, coverage()), [[14, 14]])
        expectRows(
            try rows("health/crash_group_coverage", on: engine, smallFleet, coverage(["to_day": "2026-09-17"])), [[2, 0]])
        expectRows(try rows("health/crash_group_coverage", on: engine, fleet, coverage(["platform": "web"])), [[0, 0]])
    }
}
