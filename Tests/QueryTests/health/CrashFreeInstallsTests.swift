import Database
import QueryCatalog
import TestSupport
import Testing

@Suite struct CrashFreeInstallsTests {
    private let week = window("2026-09-14", "2026-09-21", ["by_version": 1, "by_platform": 1])

    @Test(arguments: bothEngines)
    func `each install counts once a version and platform`(engine: Engine) throws {
        expectRows(
            try rows("health/crash_free_installs", on: engine, smallFleet, week),
            [
                // version, platform, class, day, active, reporting, crashed, at launch, crash-free, of reporting,
                // install-days active, crashed, crash-free, sessions, crashes
                ["8.13.2", "android", nil, nil, 1, 1, 1, 0, 0.0, 0.0, 2, 1, 0.5, 5, 1],
                ["8.14.0", "android", nil, nil, 2, 2, 1, 1, 0.5, 0.5, 3, 1, .real(1 - 1.0 / 3), 5, 9],
                ["8.14.0", "ios", nil, nil, 1, 1, 0, 0, 1.0, 1.0, 1, 0, 1.0, 5, 0],
                ["9.0", "ios", nil, nil, 0, 1, 0, 0, nil, 1.0, 0, 0, nil, 0, 0],
            ])
    }

    @Test(arguments: bothEngines)
    func `over all versions an install counts once, and its day of the update once`(engine: Engine) throws {
        expectRows(
            try rows("health/crash_free_installs", on: engine, smallFleet, window("2026-09-14", "2026-09-21")),
            [
                [nil, nil, nil, nil, 3, 4, 2, 1, .real(1 - 2.0 / 3), 0.5, 5, 2, .real(1 - 2.0 / 5), 15, 10]
            ])
    }

    @Test(arguments: bothEngines)
    func `a class is what the client said, else unknown, and a day is the install's own`(engine: Engine) throws {
        let values = window("2026-09-15", "2026-09-17", ["by_device_class": 1, "by_day": 1])
        expectRows(
            try rows("health/crash_free_installs", on: engine, smallFleet, values),
            [
                [nil, nil, "mid", "2026-09-15", 1, 1, 1, 0, 0.0, 0.0, 1, 1, 0.0, 3, 1],
                [nil, nil, "mid", "2026-09-16", 1, 2, 0, 0, 1.0, 1.0, 1, 0, 1.0, 4, 0],
                [nil, nil, "unknown", "2026-09-15", 1, 1, 0, 0, 1.0, 1.0, 1, 0, 1.0, 5, 0],
            ])
    }

    @Test(arguments: bothEngines)
    func `the filters take one version and one platform`(engine: Engine) throws {
        let values = window("2026-09-14", "2026-09-21", ["app_version": "8.14.0", "platform": "ios"])
        expectRows(
            try rows("health/crash_free_installs", on: engine, smallFleet, values),
            [
                [nil, nil, nil, nil, 1, 1, 0, 0, 1.0, 1.0, 1, 0, 1.0, 5, 0]
            ])
        let none = window("2026-09-14", "2026-09-21", ["app_version": "8.14", "platform": nil])
        expectRows(try rows("health/crash_free_installs", on: engine, smallFleet, none), [])
    }

    @Test(arguments: bothEngines)
    func `as of an hour only what was known before it counts`(engine: Engine) throws {
        // i2's crash became known in hour 50, i3's session in hour 45: as of 50 the one is out, the other in.
        let values = window("2026-09-14", "2026-09-21", ["as_of_hour": .integer(Int64(monday) + 50), "by_version": 1])
        expectRows(
            try rows("health/crash_free_installs", on: engine, smallFleet, values),
            [
                ["8.13.2", nil, nil, nil, 1, 1, 1, 0, 0.0, 0.0, 2, 1, 0.5, 5, 1],
                ["8.14.0", nil, nil, nil, 2, 2, 0, 0, 1.0, 1.0, 2, 0, 1.0, 6, 0],
            ])
    }

    /// The design's own query: distinct installs with crashes over distinct installs, by version, for a day.
    @Test(arguments: bothEngines)
    func `over reporting installs it is the design's playbook query`(engine: Engine) throws {
        try withFleetStore(engine) { db in
            try smallFleet.insert(into: db)
            let playbook = try db.rows(
                """
                select h.app_version,
                    1 - cast(count(distinct case when h.crashes > 0 then h.install_id end) as double precision)
                        / count(distinct h.install_id)
                from health_daily as h
                join app_version as v on v.app_version = h.app_version
                where h.day = :day
                group by h.app_version, v.sort_key
                order by v.sort_key
                """, ["day": "2026-09-15"])
            let values = window("2026-09-15", "2026-09-16", ["by_version": 1])
            let query = try catalog.query("health/crash_free_installs")
            #expect(try query.rows(on: db, values).map { [$0["app_version"], $0["crash_free_of_reporting"]] } == playbook)
            #expect(playbook == [["8.13.2", 0.0], ["8.14.0", 1.0]])
        }
    }
}

@Suite struct CrashFreeDailyTests {
    @Test(arguments: bothEngines)
    func `a day, version and platform come from the rollup, with gaps where nothing was reported`(engine: Engine) throws {
        let values = window("2026-09-14", "2026-09-21").filter { !$0.key.hasPrefix("by_") || $0.key == "by_device_class" }
        expectRows(
            try rows("health/crash_free_daily", on: engine, smallFleet, values),
            [
                // …, active, reporting, crashed, at launch, crash-free, of reporting, sessions, crashes, with hours
                ["8.13.2", "android", nil, "2026-09-14", 1, 1, 0, 0, 1.0, 1.0, 3, 0, 0],
                ["8.13.2", "android", nil, "2026-09-15", 1, 1, 1, 0, 0.0, 0.0, 2, 1, 0],
                ["8.14.0", "android", nil, "2026-09-14", 1, 1, 1, 1, 0.0, 0.0, 0, 9, 0],
                ["8.14.0", "android", nil, "2026-09-15", 1, 1, 0, 0, 1.0, 1.0, 1, 0, 0],
                ["8.14.0", "android", nil, "2026-09-16", 1, 1, 0, 0, 1.0, 1.0, 4, 0, 0],
                ["8.14.0", "ios", nil, "2026-09-14", 0, 1, 0, 0, nil, 1.0, 0, 0, 0],
                ["8.14.0", "ios", nil, "2026-09-15", 1, 1, 0, 0, 1.0, 1.0, 5, 0, 0],
                ["9.0", "ios", nil, "2026-09-16", 0, 1, 0, 0, nil, 1.0, 0, 0, 0],
            ])
    }
}
