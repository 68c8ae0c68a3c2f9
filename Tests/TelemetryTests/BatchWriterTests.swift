import Database
import FleetCore
import TestSupport
import Testing

@testable import Telemetry

@Suite struct BatchWriterTests {
    private static let now = Instant("2026-09-21T00:00:00Z")!

    @Test func `any order, split and repetition leaves the same tables, on both engines`() throws {
        for _ in 0..<3 {
            let seed = UInt64.random(in: 0...UInt64.max)
            var generator = SeededGenerator(seed: seed)
            let reports = randomReports(120, using: &generator)
            var expected: [String]?
            for engine in bothEngines {
                for isShuffled in [false, true] {
                    let tables = try withFleetStore(engine) { database in
                        try write(
                            isShuffled ? (reports + reports.prefix(30)).shuffled(using: &generator) : reports, database,
                            &generator)
                        #expect(try verify(database) == [], "seed \(seed)")
                        return try storedTables(database)
                    }
                    #expect(tables == expected ?? tables, "seed \(seed), \(engine)")
                    expected = tables
                }
            }
        }
    }

    @Test(arguments: bothEngines) func `a batch is taken once`(_ engine: Engine) throws {
        try withFleetStore(engine) { database in
            var generator = SeededGenerator(seed: 1)
            var batch = Batch()
            batch.identity = "one"
            batch.reports = randomReports(20, using: &generator)
            let writer = BatchWriter(database)
            let first = try writer.write(&batch, now: Self.now)
            #expect(first.new + first.changed + first.unchanged == 20)
            let tables = try storedTables(database)
            let second = try writer.write(&batch, now: Self.now)
            #expect(second.wasKnown)
            #expect(second.unchanged == 20)
            #expect(try storedTables(database) == tables)
        }
    }

    @Test(arguments: bothEngines) func `a report that the server refuses is set aside, the rest goes on`(_ engine: Engine) throws
    {
        try withFleetStore(engine) { database in
            switch engine {
            case .postgres:
                try database.execute("alter table health_daily add constraint no_poison check (app_version <> 'x')")
            case .sqlite:
                try database.execute(
                    """
                    create trigger no_poison before insert on health_daily when new.app_version = 'x'
                    begin select raise(abort, 'poison'); end
                    """)
            }
            var generator = SeededGenerator(seed: 7)
            var batch = Batch()
            batch.identity = "poisoned"
            batch.reports = randomReports(50, using: &generator)
            var again = batch
            let poisoned = batch.reports.count { $0.row.key.appVersion == "x" }
            let outcome = try BatchWriter(database).write(&batch, now: Self.now)
            #expect(outcome.new + outcome.changed + outcome.unchanged == 50 - poisoned)
            #expect(batch.quarantined.count == poisoned)
            #expect(batch.quarantined.allSatisfy { $0.reason.hasPrefix("store.") })
            #expect(try database.integer("select count(*) from quarantined_report")! > 0)
            // Nor is it among the accepted when the batch comes again.
            let second = try BatchWriter(database).write(&again, now: Self.now)
            #expect(second.wasKnown)
            #expect(second.unchanged == 50 - poisoned)
            #expect(second.quarantinedBefore == poisoned)
            #expect(try verify(database) == [])
        }
    }

    @Test(arguments: bothEngines) func `verify finds a damaged cell of each derived table`(_ engine: Engine) throws {
        for (table, column) in [
            ("health_rollup", "active_installs"), ("health_rollup", "sessions"), ("health_hour", "crashed_installs"),
            ("health_histogram", "install_days"), ("health_day", "sessions"), ("health_day", "latest_installs"),
            ("health_arrival", "reporting_installs"),
        ] {
            try withFleetStore(engine) { database in
                var generator = SeededGenerator(seed: 3)
                try write(randomReports(40, using: &generator), database, &generator)
                let condition =
                    switch table {
                    case "health_hour": "hour = (select min(hour) from health_hour)"
                    case "health_histogram": "bucket = (select max(bucket) from health_histogram)"
                    case "health_day": "day = (select min(day) from health_day)"
                    default: "known_hour = (select min(known_hour) from health_rollup)"
                    }
                let damaged = try database.execute("update \(table) set \(column) = \(column) + 1 where \(condition)")
                let found = try verify(database)
                #expect(damaged > 0)
                #expect(!found.isEmpty)
                #expect(found.allSatisfy { $0.table == table && $0.column == column })
            }
        }
    }

    @Test(arguments: bothEngines) func `an install that is forgotten leaves nothing, and what is derived agrees`(_ engine: Engine)
        throws
    {
        try withFleetStore(engine) { database in
            var generator = SeededGenerator(seed: 5)
            try write(randomReports(80, using: &generator), database, &generator)
            let result = try StoreForget.run(InstallID("i_b"), database)
            #expect(result.rows > 0)
            #expect(result.pairs > 0)
            #expect(try database.integer("select count(*) from health_daily where install_id = 'i_b'") == 0)
            #expect(try database.integer("select count(*) from decrypt_failure where install_id = 'i_b'") == 0)
            #expect(try verify(database) == [])
            #expect(try StoreForget.run(InstallID("i_b"), database).isEmpty)
        }
    }

    @Test(arguments: bothEngines) func `pairs are kept for fourteen days that end with the newest`(_ engine: Engine) throws {
        try withFleetStore(engine) { database in
            var generator = SeededGenerator(seed: 9)
            let reports = randomReports(60, using: &generator)
            try write(reports, database, &generator)
            #expect(try database.integer("select count(distinct day) from decrypt_failure") == 3)
            var newer = reports[0]
            newer.row.key.day = Day(number: 20_002 + 13)
            newer.row.activeHours = nil
            newer.row.crashedHours = nil
            try write([newer], database, &generator)
            #expect(try database.rows("select min(day) from decrypt_failure") == [[.text(Day(number: 20_002).description)]])
        }
    }

    private func verify(_ database: any Database) throws -> [StoreVerify.Difference] {
        try StoreVerify.run(database, window: nil, stop: StopRequest(), progress: { _ in }).differences
    }

    /// In batches of random sizes.
    private func write(_ reports: [ClientReport], _ database: any Database, _ generator: inout SeededGenerator) throws {
        var rest = reports[...]
        let writer = BatchWriter(database)
        while !rest.isEmpty {
            var batch = Batch()
            batch.identity = "batch \(rest.startIndex) \(UInt64.random(in: 0...UInt64.max, using: &generator))"
            batch.reports = Array(rest.prefix(Int.random(in: 1...50, using: &generator)))
            rest = rest.dropFirst(batch.reports.count)
            _ = try writer.write(&batch, now: Self.now)
        }
    }
}
