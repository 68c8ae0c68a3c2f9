import Database
import QueryCatalog
import TestSupport
import Testing

@Suite struct OperationsTests {
    private func withStore<T>(_ engine: Engine, _ body: (any Database) throws -> T) throws -> T {
        try withFleetStore(engine) { db in
            try smallFleet.insert(into: db)
            for (sha, source, position, read, refused, at) in [
                ("a", "one.ndjson", 0, 10, 1, 1000), ("b", "two.ndjson", 0, 5, 0, 2000), ("c", "two.ndjson", 5, 4, 2, 2000),
            ] as [(String, String, Int64, Int64, Int64, Int64)] {
                try db.execute(
                    "insert into ingest_batch values (:sha, :source, :position, :read, 3, 2, 1, :refused, 4, :at)",
                    [
                        "sha": .text(sha), "source": .text(source), "position": .integer(position), "read": .integer(read),
                        "refused": .integer(refused), "at": .integer(at),
                    ])
            }
            for (sha, reason, hour) in [("x", "day.future", 7), ("y", "day.future", 9), ("z", "day.old", 8)]
                as [(String, String, Int64)]
            {
                try db.execute(
                    "insert into quarantined_report values (:sha, :reason, 'i1', '2031-01-01', :hour, '{}')",
                    ["sha": .text(sha), "reason": .text(reason), "hour": .integer(hour)])
            }
            return try body(db)
        }
    }

    private func rows(_ name: String, _ engine: Engine, _ values: [String: SQLValue] = [:]) throws -> [[SQLValue]] {
        try withStore(engine) { try catalog.query(name).rows(on: $0, values).map(\.values) }
    }

    @Test(arguments: bothEngines)
    func `the status counts what the store holds and what was loaded`(engine: Engine) throws {
        expectRows(
            try rows("operations/store_status", engine),
            [
                ["2026-09-14", "2026-09-16", .integer(Int64(monday) + 70), 8, 3, 0, 3, 3, 2000, 19, 9, 6, 3, 3, 12]
            ])
    }

    @Test(arguments: bothEngines)
    func `an empty store has a status, too`(engine: Engine) throws {
        try withFleetStore(engine) { db in
            let status = try catalog.query("operations/store_status").rows(on: db, [:]).map(\.values)
            expectRows(status, [[nil, nil, nil, 0, 0, 0, 0, 0, nil, 0, 0, 0, 0, 0, 0]])
            let newest = try catalog.query("operations/newest_day").rows(on: db, ["as_of_hour": everything]).map(\.values)
            expectRows(newest, [[nil]])
        }
    }

    @Test(arguments: bothEngines)
    func `the newest day is the one that was known`(engine: Engine) throws {
        expectRows(try rows("operations/newest_day", engine, ["as_of_hour": everything]), [["2026-09-16"]])
        expectRows(try rows("operations/newest_day", engine, ["as_of_hour": .integer(Int64(monday) + 60)]), [["2026-09-15"]])
    }

    @Test(arguments: bothEngines)
    func `batches come the newest first, reasons the most frequent first`(engine: Engine) throws {
        expectRows(
            try rows("operations/recent_batches", engine, ["batches_max": 2]),
            [
                [2000, "two.ndjson", 5, 4, 3, 2, 1, 2, 4], [2000, "two.ndjson", 0, 5, 3, 2, 1, 0, 4],
            ])
        expectRows(try rows("operations/quarantine_reasons", engine), [["day.future", 2, 7, 9], ["day.old", 1, 8, 8]])
        expectRows(
            try rows("operations/install_quarantine", engine, ["install_id": "i1"]).map { Array($0[1...]) },
            [
                ["day.future", "2031-01-01", 9], ["day.old", "2031-01-01", 8], ["day.future", "2031-01-01", 7],
            ])
    }
}
