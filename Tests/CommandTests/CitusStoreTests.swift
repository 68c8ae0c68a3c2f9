import Database
import FleetCore
import TestSupport
import Testing

/// Stores on Citus.
@Suite(.enabled(if: CitusServers.isThere), .serialized) struct CitusStoreTests {
    private let sample = repositoryRoot + "/Tests/Samples/reports/sample.ndjson.gz"

    @Test func `an empty store is made and distributed, once, and says that it is`() throws {
        let store = try TestStore(.postgres, on: CitusServers.shared().coordinator)
        let first = Transcript("store migrate --distributed", store: store)
        #expect(first.errors == "")
        #expect(first.code == .success)
        #expect(first.output.contains(#/1  health +applied\n/#))
        #expect(first.output.contains(#/health_day +on every node +placed\n/#))
        #expect(first.output.contains(#/health_daily +by install +placed\n/#))
        for again in ["store migrate --distributed", "store migrate"] {
            let second = Transcript(again, store: store)
            #expect(second.code == .success)
            #expect(second.output.contains("nothing to do: the schema is at "))
            #expect(second.output.contains(#/health_daily +by install +was there\n/#), "\(second.output)")
            #expect(!second.output.contains("placed"))
        }
        for command in ["store status", "doctor"] {
            let run = Transcript(command, store: store)
            #expect(run.output.contains(#/distributed +by install, 4 shards on 2 nodes, Citus 1/#), "\(run.output)")
        }
    }

    @Test func `a store is distributed with the rows it has, and leaves none of them behind`() throws {
        let plain = try TestStore(.postgres)
        let spread = try TestStore(.postgres, on: CitusServers.shared().coordinator)
        let folder = try TemporaryFolder()
        // Device pairs are stored by their keyed hashes: one key for both.
        let key = try folder.write("pair.key", bytes: [UInt8](repeating: 7, count: 32))
        for store in [plain, spread] {
            #expect(Transcript("store migrate", store: store).code == .success)
            #expect(Transcript("ingest reports --pair-key-file", key, sample, store: store).code == .partial)
        }
        #expect(!Transcript("store status", store: spread).output.contains("distributed"))
        #expect(Transcript("store migrate --distributed", store: spread).code == .success)
        let db = try spread.open(mode: .inspect)
        #expect(try storedTables(db) == storedTables(plain.open(mode: .inspect)))
        #expect(Transcript("store verify", store: spread).code == .success)
        let left = try db.integer(
            """
            select sum(pg_relation_size(c.oid))
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            join pg_dist_partition p on p.logicalrelid = c.oid
            where n.nspname = current_schema() and c.relkind = 'r'
            """)
        #expect(left == 0)
        for command in ["crash-free", "decrypt-failures", "queue-ages", "versions", "status", "crashes top"] {
            let runs = [plain, spread].map { Transcript(command, "--format json", store: $0) }
            #expect(runs[0] == runs[1], "\(command)")
        }
    }

    @Test func `reports come in batch by batch and installs are forgotten, as on Postgres`() throws {
        let export = try SimulatedExport(installs: 100, scenario: "flagged-crash", batchReports: 300)
        let stores = try [TestStore.ofFleet(.postgres), CitusServers.fleetStore()]
        for store in stores { #expect(Transcript(export.ingest, store: store).code == .partial) }
        #expect(try stores[0].contents() == stores[1].contents())
        // Cut into other batches the same reports say nothing new.
        let again = Transcript("ingest reports \(export.path) \(export.keyOption) --batch-reports 777", store: stores[1])
        #expect(again.output.contains("all of this was in the store already; nothing changed\n"), "\(again.output)")
        let database = try stores[0].open(mode: .inspect)
        for choice in ["max(install_id) from crash_group_flag", "min(install_id) from decrypt_failure"] {
            guard case .text(let install)? = try database.rows("select \(choice)").first?.first else {
                Issue.record("no install: \(choice)")
                continue
            }
            let runs = stores.map { Transcript("store forget", install, store: $0) }
            #expect(runs[0].code == .success)
            #expect(runs[0] == runs[1])
        }
        let contents = try stores.map { try $0.contents() }
        #expect(contents[0].tables == contents[1].tables)
        #expect(contents[0].gate == contents[1].gate)
    }
}
