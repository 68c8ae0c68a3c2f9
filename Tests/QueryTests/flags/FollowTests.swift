import Database
import QueryCatalog
import TestSupport
import Testing

/// Who would change sides, and who already did.
@Suite struct FollowTests {
    @Test(arguments: bothEngines)
    func `an active install is where its newest active day's greatest version was`(engine: Engine) throws {
        let fleet = FleetTables([
            ReportedDay("2026-09-14", "i1", "8.13.2", "android", ["sessions": 3, "queue_depth_max": 7, "flags_version": 12]),
            ReportedDay("2026-09-15", "i1", "8.9.10", "android", ["sessions": 1]),
            ReportedDay("2026-09-15", "i1", "8.14.0", "android", ["sessions": 2, "queue_depth_max": 0]),
            // Reported later, and was not active.
            ReportedDay("2026-09-16", "i1", "9.0", "android", ["sessions": 0]),
            ReportedDay("2026-09-15", "i2", "8.14.0", "ios", ["sessions": 1, "queue_age_max_s": 60]),
            ReportedDay("2026-09-15", "i3", "8.14.0", "ios", ["sessions": 1]),
            ReportedDay("2026-09-12", "i4", "8.14.0", "ios", ["sessions": 1]),
        ])
        expectRows(
            try rows("flags/active_installs", on: engine, fleet, ["from_day": "2026-09-13", "to_day": "2026-09-20"]),
            [["i1", "8.14.0", "android", 0, 12], ["i2", "8.14.0", "ios", 1, nil], ["i3", "8.14.0", "ios", nil, nil]])
    }

    @Test(arguments: bothEngines)
    func `what servers hand out is told by hour, and whole where nothing older is`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            for (id, task) in [(1, "a"), (2, "b")] as [(Int64, String)] {
                try db.execute(
                    "insert into metric_series values (:id, 'Chat/Sync', 'FlagsVersionServed', :of, 'Task', null, 0, 9)",
                    ["id": .integer(id), "of": .text("{\"Task\":\"\(task)\"}")])
            }
            let samples: [(Int64, String, Int64, Double)] = [
                (1, "Minimum", 7200, 43), (1, "Maximum", 7200, 43), (1, "Maximum", 9000, 44), (1, "Minimum", 9000, 44),
                (2, "Minimum", 7260, 43), (2, "Maximum", 7260, 43), (1, "Minimum", 10_800, 44), (2, "Value", 10_900, 44),
                // Says only what was the greatest.
                (2, "Maximum", 14_400, 45),
            ]
            for (id, statistic, at, value) in samples {
                try db.execute(
                    "insert into metric_sample values (:id, :statistic, 60, :at, :value, null)",
                    ["id": .integer(id), "statistic": .text(statistic), "at": .integer(at), "value": .real(value)])
            }
            let values: [String: SQLValue] = ["version": 44, "from_epoch": 7200, "to_epoch": 20_000]
            expectRows(
                try catalog.query("flags/served_flags").rows(on: db, values).map(\.values),
                [
                    ["Task", 2, 2, 0, .real(43), .real(44)], ["Task", 3, 2, 2, .real(44), .real(44)],
                    ["Task", 4, 1, 0, nil, .real(45)],
                ])
        }
    }

    /// Version 44 is published on Tuesday, 2026-09-15, at 10:00 UTC.
    @Test(arguments: bothEngines)
    func `an install evaluates a version from its first hour on, and others are told apart by what they did since`(engine: Engine)
        throws
    {
        let tuesday = monday + 24
        func at(_ hour: Int32) -> Int64 { Int64(tuesday + hour) * 3600 + 59 }
        let fleet = FleetTables([
            // Evaluated at 11 and, a later version, at 15.
            ReportedDay("2026-09-15", "i1", "8.14.0", "ios", ["sessions": 1, "flags_version": 44, "flags_version_at": at(11)]),
            ReportedDay("2026-09-16", "i1", "8.14.0", "ios", ["sessions": 1, "flags_version": 45, "flags_version_at": at(39)]),
            // Doesn't say when: when the store knew.
            ReportedDay("2026-09-15", "i2", "8.14.0", "ios", ["sessions": 1, "flags_version": 44], known: tuesday + 13),
            // Older flags, active in the hours before the publication only; at 10; a day later without hours, on flags that nobody published.
            ReportedDay("2026-09-15", "i3", "8.14.0", "ios", ["sessions": 1, "flags_version": 43], activeHours: [tuesday + 9]),
            ReportedDay("2026-09-15", "i4", "8.14.0", "ios", ["sessions": 1, "flags_version": 43], activeHours: [tuesday + 10]),
            ReportedDay("2026-09-16", "i5", "8.14.0", "ios", ["sessions": 1, "flags_version": 99]),
            // Never tells; the same day, without hours, is not since.
            ReportedDay("2026-09-16", "i6", "8.9.10", "ios", ["sessions": 1]),
            ReportedDay("2026-09-15", "i7", "8.9.10", "ios", ["sessions": 1]),
            // Monday in a zone far behind UTC reaches to 12:00 on Tuesday.
            ReportedDay("2026-09-14", "i8", "8.9.10", "ios", ["sessions": 1], activeHours: [tuesday + 11]),
        ])
        let values: [String: SQLValue] = [
            "version": 44, "newest_version": 45, "from_day": "2026-09-08", "to_day": "2026-09-17", "published_day": "2026-09-15",
            "day_1": "2026-09-14",
            "day_2": "2026-09-15", "day_3": "2026-09-16", "as_of_hour": everything,
            // From bit 48, 24 and 0 on: Monday's hours begin at 10:00 on Sunday.
            "mask_1": .integer(0b11 << 48), "mask_2": .integer((1 << 50) - (1 << 24)), "mask_3": .integer((1 << 50) - 1),
        ]
        expectRows(
            try rows("flags/evaluated_installs", on: engine, fleet, values),
            [
                // i7; i8 and i6
                ["8.9.10", "ios", nil, 0, 0, 0, 1], ["8.9.10", "ios", nil, 1, 0, 0, 2],
                // i1; i2; i3; i4 and i5
                ["8.14.0", "ios", .integer(Int64(tuesday + 11)), 1, 1, 0, 1],
                ["8.14.0", "ios", .integer(Int64(tuesday + 13)), 0, 1, 0, 1],
                ["8.14.0", "ios", nil, 0, 1, 0, 1], ["8.14.0", "ios", nil, 1, 1, 0, 1],
                ["8.14.0", "ios", nil, 1, 1, 1, 1],
            ])
    }
}
