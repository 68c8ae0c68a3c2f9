import Database
import FleetCore
import QueryCatalog
import ServerMetrics
import TestSupport
import Testing

/// Counts of the servers, by day.
@Suite struct MetricDaySumsTests {
    private let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")

    private func withRequests<T>(_ engine: Engine, _ body: (any Database) throws -> T) throws -> T {
        try withFleetStore(engine) { db throws in
            let series: [(Int64, String, String)] = [
                (1, #"{"AppVersion":"8.14.0"}"#, "AppVersion"), (2, #"{"AppVersion":"8.9.10"}"#, "AppVersion"),
                (3, #"{"AppVersion":"8.14.0","Platform":"iOS"}"#, "AppVersion,Platform"),
                (4, #"{"AppVersion":"8.9.10","Platform":"android"}"#, "AppVersion,Platform"), (5, "{}", ""),
            ]
            for (id, dimensions, names) in series {
                try db.execute(
                    "insert into metric_series values (:id, 'Chat/Sync', 'Requests', :dimensions, :names, 'Count', 0, 9)",
                    ["id": .integer(id), "dimensions": .text(dimensions), "names": .text(names)])
            }
            try insertMetricDimensions(db)
            let day = Day("2026-09-14")!.start.epochSeconds
            let samples: [(Int64, Int64, Int64, Double)] = [
                // The same counts by the minute and by five of them; by the minute one is missing.
                (1, 300, 0, 90), (1, 300, 300, 6), (1, 60, 0, 40), (2, 60, 0, 3), (2, 60, 60, 1), (1, 60, 86_400, 5),
                (3, 60, 0, 70), (4, 60, 0, 30), (5, 60, 0, 1000),
            ]
            for (id, period, at, value) in samples {
                try db.execute(
                    "insert into metric_sample values (:id, 'Sum', :period, :at, :value, null)",
                    ["id": .integer(id), "period": .integer(period), "at": .integer(day + at), "value": .real(value)])
            }
            return try body(db)
        }
    }

    private func requests(_ db: any Database, platform: String? = nil) throws -> RequestsByVersion {
        try RequestsByVersion.read(
            from: Day("2026-09-14")!, to: Day("2026-09-16")!, platform: platform, db, catalog)
    }

    @Test(arguments: bothEngines)
    func `requests by version come from one set of dimensions and one period, and a day without them is unknown`(
        engine: Engine
    ) throws {
        try withRequests(engine) { db throws in
            let found = try requests(db)
            #expect(
                found.days == [
                    Day("2026-09-14")!: ["8.14.0": 96, "8.9.10": 4], Day("2026-09-15")!: ["8.14.0": 5],
                ])
            let counts = found.counts { AppVersion($0).precedes(AppVersion("8.10")) == true }
            #expect(counts.map(\.day.description) == ["2026-09-14", "2026-09-15"])
            #expect(counts.map(\.counted) == [4, 0])
            #expect(counts.map(\.all) == [100, 5])
            #expect(try requests(db, platform: "ios").days == [Day("2026-09-14")!: ["8.14.0": 70]])
        }
        try withFleetStore(engine) { db throws in #expect(try requests(db).days.isEmpty) }
    }

    /// By the version until 01:00 of the 14th, and by version and platform from then on.
    @Test(arguments: bothEngines)
    func `a set of dimensions that stopped counts for nothing on the day on which another goes on`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            try db.execute(
                """
                insert into metric_series values
                    (1, 'Chat/Sync', 'Requests', '{"AppVersion":"8.14.0"}', 'AppVersion', 'Count', 0, 9),
                    (2, 'Chat/Sync', 'Requests', '{"AppVersion":"8.14.0","Platform":"ios"}', 'AppVersion,Platform', 'Count', 0, 9)
                """)
            try insertMetricDimensions(db)
            let day = Day("2026-09-14")!.start.epochSeconds
            for (id, at, value) in [(1, -86_400, 7), (1, 3600, 5), (2, 7200, 30), (2, 14_400, 40)] as [(Int64, Int64, Int64)] {
                try db.execute(
                    "insert into metric_sample values (:id, 'Sum', 60, :at, :value, null)",
                    ["id": .integer(id), "at": .integer(day + at), "value": .real(Double(value))])
            }
            let found = try RequestsByVersion.read(
                from: Day("2026-09-13")!, to: Day("2026-09-15")!, platform: nil, db, catalog)
            #expect(found.days == [Day("2026-09-13")!: ["8.14.0": 7], Day("2026-09-14")!: ["8.14.0": 70]])
        }
    }

    /// The whole stopped at 00:10; by worker it goes on, by the minute and by five of them.
    @Test(arguments: bothEngines)
    func `a peak is of the coarsest set of dimensions that is still published, in its shortest period`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            try db.execute(
                """
                insert into metric_series values
                    (1, 'Chat/Push', 'SendAttempts', '{}', '', 'Count', 0, 9),
                    (2, 'Chat/Push', 'SendAttempts', '{"Worker":"w1"}', 'Worker', 'Count', 0, 9),
                    (3, 'Chat/Push', 'SendAttempts', '{"Worker":"w2"}', 'Worker', 'Count', 0, 9)
                """)
            try insertMetricDimensions(db)
            for (id, period, at, value) in [
                (1, 60, 600, 900), (2, 60, 7200, 10), (3, 60, 7200, 20), (2, 300, 7200, 50), (3, 300, 7200, 60),
            ] as [(Int64, Int64, Int64, Int64)] {
                try db.execute(
                    "insert into metric_sample values (:id, 'Sum', :period, :at, :value, null)",
                    ["id": .integer(id), "period": .integer(period), "at": .integer(at), "value": .real(Double(value))])
            }
            let peak = try MetricPeak.read(
                "Chat/Push", "SendAttempts", .sum, from: Instant(epochSeconds: 0), to: Instant(epochSeconds: 86_400), db, catalog)
            #expect(peak?.total == 30)
            #expect(peak?.ofOneSeries == 20)
            #expect(peak?.periodSeconds == 60)
            #expect(peak?.isWhole == false)
        }
    }
}
