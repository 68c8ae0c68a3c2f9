import Database
import TestSupport
import Testing

private let fleet = FleetTables([
    ReportedDay("2026-09-14", "i1", "8.13.2", "android", class: "mid", ["queue_age_max_s": 3600]),
    ReportedDay("2026-09-15", "i1", "8.13.2", "android", class: "mid", ["queue_age_max_s": 3601, "send_failed": 1]),
    ReportedDay("2026-09-16", "i1", "8.13.2", "android", class: "mid", ["queue_age_max_s": 86_400]),
    ReportedDay("2026-09-17", "i1", "8.13.2", "android", class: "mid", ["queue_age_max_s": 86_401]),
    // No age: in the denominator of failed and quarantined, in no other.
    ReportedDay("2026-09-14", "i2", "8.13.2", "android", class: "low", ["quarantined": 2], known: monday + 90),
    ReportedDay("2026-09-14", "i3", "8.14.0", "ios", ["sessions": 1]),
])

@Suite struct QueueAgesTests {
    @Test(arguments: bothEngines)
    func `over an hour and a day are strict, of install-days with an age; failed and quarantined of all`(engine: Engine) throws {
        let values = window("2026-09-14", "2026-09-21", ["by_version": 1, "by_platform": 1])
        expectRows(
            try rows("messaging/queue_ages", on: engine, fleet, values),
            [
                ["8.13.2", "android", nil, nil, 4, 3, 1, 5, 1, 1, 0.75, 0.25, 0.2, 0.2],
                ["8.14.0", "ios", nil, nil, 0, 0, 0, 1, 0, 0, nil, nil, 0.0, 0.0],
            ])
    }

    @Test(arguments: bothEngines)
    func `by class and day, and as of an hour`(engine: Engine) throws {
        let values = window("2026-09-14", "2026-09-15", ["by_device_class": 1, "by_day": 1, "platform": "android"])
        expectRows(
            try rows("messaging/queue_ages", on: engine, fleet, values),
            [
                [nil, nil, "low", "2026-09-14", 0, 0, 0, 1, 1, 0, nil, nil, 1.0, 0.0],
                [nil, nil, "mid", "2026-09-14", 1, 0, 0, 1, 0, 0, 0.0, 0.0, 0.0, 0.0],
            ])
        let early = values.merging(["as_of_hour": .integer(Int64(monday) + 90)]) { $1 }
        expectRows(
            try rows("messaging/queue_ages", on: engine, fleet, early),
            [
                [nil, nil, "mid", "2026-09-14", 1, 0, 0, 1, 0, 0, 0.0, 0.0, 0.0, 0.0]
            ])
    }
}
