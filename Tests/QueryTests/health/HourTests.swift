import Database
import TestSupport
import Testing

/// Monday's hours 8 and 9; i1 updates within hour 9, i3 sends no hours, i4 is 14 hours ahead and in its Tuesday.
private let fleet = FleetTables([
    ReportedDay(
        "2026-09-14", "i1", "8.13.2", "android", class: "mid", ["sessions": 2], activeHours: [monday + 8, monday + 9],
        crashedHours: [], known: monday + 10),
    ReportedDay(
        "2026-09-14", "i1", "8.14.0", "android", class: "mid", ["sessions": 1, "crashes": 1], activeHours: [monday + 9],
        crashedHours: [monday + 9], known: monday + 10),
    ReportedDay(
        "2026-09-14", "i2", "8.14.0", "ios", ["sessions": 0, "crashes": 1], activeHours: nil, crashedHours: [monday + 9],
        known: monday + 30),
    ReportedDay("2026-09-14", "i3", "8.14.0", "ios", ["sessions": 5], known: monday + 10),
    ReportedDay("2026-09-15", "i4", "8.14.0", "ios", ["sessions": 1], activeHours: [monday + 10], known: monday + 11),
])

@Suite struct HourTests {
    private func hour(_ ofDay: Int32) -> SQLValue { .integer(Int64(monday + ofDay)) }

    @Test(arguments: bothEngines)
    func `an hour has who was active or crashed in it, and hours without anyone are not there`(engine: Engine) throws {
        let values: [String: SQLValue] = [
            "from_hour": hour(0), "to_hour": hour(10), "app_version": nil, "platform": nil, "by_version": 1, "by_platform": 0,
        ]
        expectRows(
            try rows("health/crash_free_by_hour", on: engine, fleet, values),
            [
                ["8.13.2", nil, hour(8), 1, 0], ["8.13.2", nil, hour(9), 1, 0], ["8.14.0", nil, hour(9), 2, 2],
            ])
        let ios = values.merging(["platform": "ios", "by_version": 0, "by_platform": 1, "to_hour": hour(24)]) { $1 }
        expectRows(
            try rows("health/crash_free_by_hour", on: engine, fleet, ios),
            [
                [nil, "ios", hour(9), 1, 1], [nil, "ios", hour(10), 1, 0],
            ])
    }

    @Test(arguments: bothEngines)
    func `from the facts an hour is a bit of a local day, and an install counts once`(engine: Engine) throws {
        let values: [String: SQLValue] = [
            "day": "2026-09-14", "app_version": nil, "platform": nil, "by_version": 0, "by_platform": 0, "by_device_class": 1,
            "as_of_hour": everything,
        ]
        expectRows(
            try rows("health/crash_free_hours_of_day", on: engine, fleet, values),
            [
                [nil, nil, "mid", 22, 1, 0], [nil, nil, "mid", 23, 1, 1], [nil, nil, "unknown", 23, 1, 1],
            ])
        let early = values.merging(["as_of_hour": hour(30), "by_device_class": 0]) { $1 }
        expectRows(
            try rows("health/crash_free_hours_of_day", on: engine, fleet, early),
            [
                [nil, nil, nil, 22, 1, 0], [nil, nil, nil, 23, 1, 1],
            ])
        // 10:00 UTC on Monday is midnight on Tuesday, 14 hours ahead: bit 0.
        let tuesday = values.merging(["day": "2026-09-15", "by_device_class": 0]) { $1 }
        expectRows(try rows("health/crash_free_hours_of_day", on: engine, fleet, tuesday), [[nil, nil, nil, 0, 1, 0]])
    }

    @Test(arguments: bothEngines)
    func `installs of a span of hours count once, and those without hours by their day`(engine: Engine) throws {
        // The hours 9 to 10: bits 23 and 24 of Monday's hour sets; hour 10 is bit 0 of Tuesday's.
        let values: [String: SQLValue] = [
            "from_day": "2026-09-13", "to_day": "2026-09-17", "day_1": "2026-09-13", "mask_1": 0, "day_2": "2026-09-14",
            "mask_2": .integer(1 << 23 | 1 << 24), "day_3": "2026-09-15", "mask_3": 1, "day_4": "2026-09-16",
            "mask_4": 0, "whole_day": "2026-09-14", "app_version": nil, "platform": nil, "by_version": 0, "by_platform": 1,
            "by_device_class": 0, "as_of_hour": everything,
        ]
        expectRows(
            try rows("health/active_installs_in_hours", on: engine, fleet, values),
            [
                [nil, "android", nil, 1, 0], [nil, "ios", nil, 3, 1],
            ])
        let none = values.merging(["mask_2": 0, "mask_3": 0, "whole_day": "2026-09-16"]) { $1 }
        expectRows(try rows("health/active_installs_in_hours", on: engine, fleet, none), [])
    }
}
