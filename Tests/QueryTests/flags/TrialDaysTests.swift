import Database
import FleetCore
import TestSupport
import Testing

/// What the trials of flags are counted from.
@Suite struct TrialDaysTests {
    private let fleet = FleetTables(
        [
            ReportedDay(
                "2026-09-15", "i2", "8.14.0", "ios", class: "mid",
                ["sessions": 1, "crashes": 0, "failed_rows_max": 2, "queue_age_max_s": 3600], known: monday + 50),
            ReportedDay(
                "2026-09-14", "i1", "8.14.0", "android",
                ["sessions": 1, "crashes": 2, "send_failed": 0, "queue_age_max_s": 3601],
                activeHours: [monday - 14, monday + 3], crashedHours: [monday + 4], known: monday + 20, crashedKnown: monday + 30),
            // Never active; and out of the window.
            ReportedDay("2026-09-15", "i3", "8.14.0", "ios", ["sessions": 0]),
            ReportedDay("2026-09-18", "i1", "8.14.0", "android", ["sessions": 1]),
        ],
        pairs: [
            FailedPair("i1", "8.14.0", "android", device: 1, peer: 2, first: "2026-09-14T09:00:00Z"),
            FailedPair("i1", "8.14.0", "android", device: 1, peer: 3, first: "2026-09-14T07:00:00Z"),
        ])

    private func days(_ engine: Engine, _ values: [String: SQLValue]) throws -> [[SQLValue]] {
        try rows(
            "flags/trial_days", on: engine, fleet,
            ["from_day": "2026-09-14", "to_day": "2026-09-17", "platform": nil, "as_of_hour": everything].merging(values) { $1 })
    }

    @Test(arguments: bothEngines)
    func `an install's days come together, with what they tell and when it became known`(engine: Engine) throws {
        // Bits 0, 17 and 18.
        let hours = SQLValue.integer(1 | 1 << 17 | 1 << 18)
        let first: [SQLValue] = [
            "i1", "8.14.0", "android", "unknown", "2026-09-14", hours, 1, 1, 1, .integer(Int64(monday) + 20),
            .integer(Int64(monday) + 30), .integer(Int64(monday) + 8), nil, .integer(Int64(monday) + 20),
        ]
        let second: [SQLValue] = [
            "i2", "8.14.0", "ios", "mid", "2026-09-15", nil, 1, 1, 1, .integer(Int64(monday) + 50), nil, nil,
            .integer(Int64(monday) + 50), nil,
        ]
        expectRows(try days(engine, [:]), [first, second])
        expectRows(try days(engine, ["platform": "ios"]), [second])
        let then: [SQLValue] =
            first.prefix(10) + [nil, .integer(Int64(monday) + 8), nil, .integer(Int64(monday) + 20)]
        expectRows(try days(engine, ["as_of_hour": .integer(Int64(monday) + 30)]), [then])
    }
}
