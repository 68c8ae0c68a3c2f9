import FleetCore
import TestSupport
import Testing

@testable import Database
@testable import Telemetry

/// `install_version` and `gate_cell` as ingest keeps them.
@Suite struct GateStoreTests {
    @Test func `reports in order of receipt give one gate in any split on either store, and it is what a recount says`() throws {
        for _ in 0..<3 {
            let seed = UInt64.random(in: 0...UInt64.max)
            print("GateStoreTests seed \(seed)")
            var generator = SeededGenerator(seed: seed)
            let reports = reportsInOrder(300, using: &generator)
            var recount = RecountedGate()
            for report in reports { recount.add(report) }
            var expected: [String]?
            for engine in bothEngines {
                for _ in 0..<2 {
                    let gate = try withFleetStore(engine) { database in
                        try writeInBatches(reports, database, &generator)
                        #expect(try gateDifferences(database) == [], "seed \(seed)")
                        #expect(try storedCells(database) == recount.cells, "seed \(seed), \(engine)")
                        return try storedGate(database)
                    }
                    #expect(gate == expected ?? gate, "seed \(seed), \(engine)")
                    expected = gate
                }
            }
        }
    }

    @Test(arguments: bothEngines)
    func `out of order, again, and with installs forgotten, no stratum has more events than installs at risk`(
        _ engine: Engine
    ) throws {
        for _ in 0..<2 {
            let seed = UInt64.random(in: 0...UInt64.max)
            print("GateStoreTests seed \(seed)")
            var generator = SeededGenerator(seed: seed)
            let reports = reportsInOrder(250, using: &generator).shuffled(using: &generator)
            try withFleetStore(engine) { database in
                try writeInBatches(reports, database, &generator)
                // Verify holds events against installs at risk, and their sum against the installs that had one
                #expect(try gateDifferences(database) == [], "seed \(seed)")
                let gate = try storedGate(database)
                try writeInBatches(reports.shuffled(using: &generator), database, &generator)
                #expect(try storedGate(database) == gate, "seed \(seed)")
                _ = try StoreForget.run(InstallID("i_b"), database)
                #expect(try database.integer("select count(*) from install_version where install_id = 'i_b'") == 0)
                #expect(try gateDifferences(database) == [], "seed \(seed)")
                try writeInBatches(reports.filter { $0.row.key.install.text == "i_b" }, database, &generator)
                #expect(try gateDifferences(database) == [], "seed \(seed)")
            }
        }
    }

    @Test(arguments: bothEngines) func `a store from before the gate has it once it is migrated`(_ engine: Engine) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("GateStoreTests seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        // One report a row, within the days for which pairs are kept: then the facts tell all.
        var seen: Set<String> = []
        let reports = reportsInOrder(150, using: &generator).prefix { $0.row.reportedKnown < 20_012 * 24 }.map { report in
            var report = report
            report.row.key.day = Day(number: report.row.reportedKnown / 24)
            report.row.deviceClass = report.row.key.install.text == "i_a" ? "low-2019" : nil
            (report.row.activeHours, report.row.crashedHours) = (nil, nil)
            return report
        }.filter { seen.insert("\(Array($0.row.key.install.text.utf8)) \($0.row.key)").inserted }
        try withFleetStore(engine) { database throws in
            try writeInBatches(reports, database, &generator)
            let gate = try storedGate(database)
            try database.executeScript("drop table install_version; drop table gate_cell; drop table gate_forgotten")
            for step in try fleetSchema(engine).list where step.name.hasPrefix("gate") { try database.executeScript(step.text) }
            #expect(try storedGate(database) == gate, "seed \(seed)")
            #expect(try gateDifferences(database) == [], "seed \(seed)")
        }
    }

    /// 300,000 rows took hours: SQLite makes no index of its own for this.
    @Test func `where the gate is filled from the facts, rows are sought by index`() throws {
        let steps = try fleetSchema(.sqlite).list
        for step in steps where step.name.hasPrefix("gate") {
            try withStore(.sqlite, try Migrations(Array(steps.prefix(step.version - 1)))) { database throws in
                let filling = try #require(step.text.split(separator: "drop table gate_filling", maxSplits: 1).first)
                try database.executeScript(String(filling))
                var plans = 0
                for statement in filling.split(separator: ";\n") where statement.contains("join gate_filling as f") {
                    let plan = try database.rows("explain query plan " + statement).map { row in
                        row.map { "\($0)" }.joined(separator: " ")
                    }
                    // Of two that are joined one is read through, and the other sought.
                    let isUpdate = statement.contains("update install_version")
                    #expect(plan.contains { $0.contains(isUpdate ? "SEARCH f USING" : "SEARCH v USING") }, "\(plan)")
                    #expect(!plan.contains { $0.contains(isUpdate ? "SCAN f" : "SCAN v") }, "\(plan)")
                    plans += 1
                }
                #expect(plans == 2)
            }
        }
    }

    @Test(arguments: bothEngines) func `verify finds damage to the gate`(_ engine: Engine) throws {
        var generator = SeededGenerator(seed: 8)
        let reports = reportsInOrder(120, using: &generator)
        for (damage, table, column) in [
            ("update install_version set first_known = first_known + 1", "install_version", "first_known"),
            ("update install_version set last_day = '2020-01-01'", "install_version", "last_day"),
            ("update install_version set crash_known = crash_known - 1", "install_version", "crash_known"),
            ("update install_version set decrypt_known = 900000", "install_version", "decrypt_known"),
            ("update install_version set aged_known = null", "install_version", "aged_known"),
            ("delete from install_version where install_id = 'i_a'", "install_version", "install_id"),
            ("delete from health_daily where install_id = 'i_a'", "install_version", "install_id"),
            ("update gate_cell set crash_events = crash_events + 1", "gate_cell", "crash_events"),
            ("update gate_cell set failed_at_risk = 0", "gate_cell", "failed_at_risk"),
            ("delete from gate_cell", "gate_cell", "decrypt_at_risk"),
        ] {
            try withFleetStore(engine) { database in
                try writeInBatches(reports, database, &generator)
                #expect(try database.execute(damage) > 0)
                #expect(try gateDifferences(database).contains { $0.table == table && $0.column == column }, "\(damage)")
            }
        }
    }

    @Test(arguments: bothEngines)
    func `an install's lives are found by their key, and changed where they were found`(_ engine: Engine) throws {
        try withFleetStore(engine) { database in
            var generator = SeededGenerator(seed: 4)
            var batch = Batch()
            batch.identity = "plan"
            var report = try #require(randomReports(1, using: &generator).first)
            for number in 0..<4_000 {
                report.row.key.install = InstallID("i_\(number)")
                batch.reports.append(report)
            }
            _ = try BatchWriter(database).write(&batch, now: try #require(Instant("2026-09-21T00:00:00Z")))
            try database.transaction {
                try HealthFacts(database: database).useIndexProbes()
                let lives = InstallLives(database: database)
                let installs = InstallReports(batch.reports)
                var booking = GateBooking(installs)
                try booking.takeStored { names in try lives.rows(of: installs, at: installs.places, &names) }
                #expect(booking.lives.count == 4_000)
                var queries = [InstallLives.probeQuery(engine)]
                // SQLite changes a row by its number, a statement a row.
                if engine == .postgres {
                    let columns = [BulkColumn("booked", .int8)]
                    try PostgresDatabase.bulkChanges(columns).load(database, rowCount: 4_000) { index, writer in
                        writer.write(place: booking.lives[index].storedAt)
                        writer.write(1)
                    }
                    queries.append(PostgresDatabase.bulkUpdateStatement("install_version", columns))
                }
                for query in queries {
                    let plan = try database.rows((engine == .postgres ? "explain " : "explain query plan ") + query)
                        .map { row in row.map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n")
                    switch engine {
                    case .postgres:
                        #expect(plan.contains(/Index Cond: .*install_id|TID Cond: .*stored_at/), "\(plan)")
                        #expect(!plan.contains("Seq Scan on install_version"), "\(plan)")
                    case .sqlite:
                        #expect(plan.contains("SEARCH l USING INDEX"), "\(plan)")
                        #expect(!plan.contains("SCAN l"), "\(plan)")
                    }
                }
            }
        }
    }

    @Test(arguments: bothEngines) func `who began on a version is found without reading all installs`(_ engine: Engine) throws {
        try withFleetStore(engine) { database in
            if engine == .postgres { try database.execute("set enable_seqscan = off") }
            let plan = try database.rows(
                (engine == .postgres ? "explain " : "explain query plan ")
                    + """
                    select install_id, first_day from install_version
                    where app_version = '8.14.0' and platform = 'ios' and first_day >= '2026-09-01' and first_day < '2026-09-08'
                    """
            ).map { row in row.map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n")
            #expect(plan.contains("install_version_first_day"), "\(plan)")
        }
    }
}
