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
}
