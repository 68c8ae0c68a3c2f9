import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// Several processes take reports into one store at once.
@Suite struct ConcurrentIngestTests {
    @Test(arguments: bothEngines)
    func `of two processes with one file each batch is taken by one, also where they make the store`(engine: Engine) throws {
        let export = try SimulatedExport(installs: 40, batchReports: 25)
        let store = try TestStore.ofFleet(engine)
        let runs = try (0..<2).map { _ in try ProgramRun(export.ingest, "--format json", store: store.environmentText) }
        for run in runs { #expect(run.finish() == 5, "\(run.errors)") }
        let expected = try TestStore.holding(export, engine).contents()
        // Which batch comes first is chance, and with it at which hour of a day an install is booked for the gate.
        #expect(try store.contents().tables == expected.tables)
        #expect(try store.contents().batches == expected.batches)
        let known = runs.map { summed("known_batches", $0.output) }
        #expect(known.reduce(0, +) == expected.batches.count)
        for run in runs { #expect(summed("batches", run.output) == expected.batches.count) }
    }

    @Test(arguments: bothEngines)
    func `the same file again changes nothing and says so`(engine: Engine) throws {
        let export = try SimulatedExport(installs: 20, batchReports: 25)
        let store = try TestStore.holding(export, engine)
        let expected = try store.contents()
        let again = Transcript(export.ingest, store: store)
        #expect(again.code == .partial)
        #expect(again.output.contains("all of this was in the store already; nothing changed\n"))
        #expect(try store.contents() == expected)
        // Cut into other batches they are other batches, of reports that say nothing new.
        let other = Transcript("ingest reports \(export.path) \(export.keyOption) --batch-reports 77", store: store)
        #expect(other.output.contains("all of this was in the store already; nothing changed\n"))
        #expect(try store.contents().tables == expected.tables)
    }

    @Test(arguments: bothEngines)
    func `four loaders of overlapping reports count every install once`(engine: Engine) throws {
        try loadAtOnce(into: TestStore.ofFleet(engine))
    }

    /// They meet at the coordinator, whose locks they take.
    @Test(.enabled(if: CitusServers.isThere)) func `four loaders count every install once on Citus`() throws {
        try loadAtOnce(into: CitusServers.fleetStore())
    }

    private func loadAtOnce(into store: TestStore) throws {
        let export = try SimulatedExport(installs: 40, batchReports: 50)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("ConcurrentIngestTests seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        // Every line goes to one loader, and most to others as well, in any order.
        var shares = [[Substring]](repeating: [], count: 4)
        for line in export.lines {
            let one = Int.random(in: 0..<4, using: &generator)
            for loader in 0..<4 where loader == one || Int.random(in: 0..<100, using: &generator) < 60 {
                shares[loader].append(line)
            }
        }
        let files = try shares.enumerated().map { loader, lines in
            try export.folder.write("\(loader)", lines.shuffled(using: &generator).joined(separator: "\n"))
        }
        let transcripts = try inThreads(4) { Transcript("ingest reports \(files[$0]) \(export.options)", store: store) }
        for transcript in transcripts { #expect([.partial, .success].contains(transcript.code), "\(transcript.errors)") }
        #expect(try store.contents().tables == TestStore.holding(export, store.engine).contents().tables, "seed \(seed)")
    }

    @Test func `on SQLite a loader waits while another writes`() throws {
        let export = try SimulatedExport(installs: 5, batchReports: 50)
        let store = try TestStore(.sqlite)
        let other = try store.open(fleetSchema(.sqlite))
        let run = try other.transaction {
            let run = try ProgramRun(export.ingest, store: store.environmentText)
            Thread.sleep(forTimeInterval: 1.5)
            #expect(run.isRunning)
            return run
        }
        #expect(run.finish() == 5)
        #expect(run.errors == "")
    }

    /// A number of the summary, from JSON.
    private func summed(_ name: String, _ output: String) -> Int {
        guard let start = output.range(of: "\"\(name)\":") else { return -1 }
        return Int(output[start.upperBound...].prefix { $0.isNumber }) ?? -1
    }
}
