import Database
import Foundation
import TestSupport
import Testing

/// Whatever happens to the process of an ingest, whole batches are in the store and nothing of the others.
@Suite struct KilledIngestTests {
    @Test(arguments: bothEngines)
    func `killed at any moment and run again, an ingest loses nothing and doubles nothing`(engine: Engine) throws {
        let export = try SimulatedExport(installs: 120, batchReports: 25)
        let reference = try TestStore.ofFleet(engine)
        let start = ContinuousClock.now
        let whole = try ProgramRun(export.ingest, store: reference.environmentText)
        try #require(whole.finish() == 5, "\(whole.errors)")
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let expected = try reference.contents()

        let seed = UInt64.random(in: 0...UInt64.max)
        print("KilledIngestTests seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var kills = 0
        var killsWithin = 0
        while kills < 12 {
            let store = try TestStore.ofFleet(engine)
            while true {
                let run = try ProgramRun(export.ingest, store: store.environmentText)
                Thread.sleep(forTimeInterval: Double.random(in: 0...seconds, using: &generator))
                run.send(SIGKILL)
                let status = run.finish()
                if status == 5 { break }
                try #require(status == -SIGKILL, "seed \(seed): \(run.errors)")
                kills += 1
                if try (1..<expected.batches.count).contains(batchCount(store)) { killsWithin += 1 }
            }
            #expect(try store.contents() == expected, "seed \(seed)")
        }
        #expect(killsWithin > 0, "no kill came between the first batch and the last: seed \(seed)")
    }

    private func batchCount(_ store: TestStore) throws -> Int {
        // Killed before it had made the store, or while it did: no file, or no table, is there yet.
        if case .sqlite(let path) = store.location, !FileManager.default.fileExists(atPath: path) { return 0 }
        let database = try store.open(mode: .inspect)
        let table = store.engine == .sqlite ? "select count(*) from sqlite_master where name = 'ingest_batch'" : "select 1"
        guard try database.integer(table) == 1 else { return 0 }
        return Int(try database.integer("select count(*) from ingest_batch") ?? 0)
    }
}
