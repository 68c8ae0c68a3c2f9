import Database
import FleetCore
import Foundation
import Reporting
import TestSupport
import Testing

@Suite struct InterruptedIngestTests {
    @Test(arguments: bothEngines)
    func `Ctrl-C stops an ingest at the end of a batch, and the same command goes on there`(engine: Engine) throws {
        let export = try SimulatedExport(installs: 120, batchReports: 25)
        let store = try TestStore.ofFleet(engine)
        // Makes the store, so that there is something to look at from the first moment on.
        let database = try store.open(fleetSchema(engine))
        let run = try ProgramRun(export.ingest, store: store.environmentText)
        try waitUntil { try database.integer("select count(*) from ingest_batch") ?? 0 >= 3 }
        run.send(SIGINT)
        #expect(run.finish() == ExitCode.interrupted.rawValue)
        let read = try #require(try database.integer("select sum(reports_read) from ingest_batch"))
        try #require(read < export.lines.count)
        #expect(read % 25 == 0)
        let kept = "\(counted(read, "report")) in \(counted(read / 25, "batch", plural: "batches"))"
        #expect(run.errors.hasPrefix("chatfleet: stopped at the end of a batch; dealt with before that, and kept: \(kept)\n"))
        #expect(run.errors.contains("  next: run the same command again: it skips what is there and goes on\n"))
        #expect(run.output.contains(/read +/))

        let again = Transcript(export.ingest, "--format json", store: store)
        #expect(again.code == .partial)
        #expect(again.output.contains("\"known_batches\":\(read / 25),"))
        #expect(try store.contents() == TestStore.holding(export, engine).contents())
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `waiting for input that does not come, it stops at once`(signal: Int32) throws {
        let export = try SimulatedExport(installs: 5, batchReports: 10)
        let store = try TestStore(.sqlite)
        let database = try store.open(fleetSchema(.sqlite))
        let input = Pipe()
        let run = try ProgramRun(
            "ingest reports - \(export.options)", store: store.environmentText, input: input.fileHandleForReading)
        // A batch and a half.
        try input.fileHandleForWriting.write(contentsOf: Data((export.lines.prefix(15).joined(separator: "\n") + "\n").utf8))
        try waitUntil { try database.integer("select count(*) from ingest_batch") == 1 }
        let start = ContinuousClock.now
        run.send(signal)
        #expect(run.finish() == ExitCode.interrupted.rawValue)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(
            run.errors.hasPrefix(
                "chatfleet: stopped at the end of a batch; dealt with before that, and kept: 10 reports in 1 batch\n"))
        #expect(try database.integer("select sum(reports_read) from ingest_batch") == 10)

        let all = Transcript("ingest reports - \(export.options)", store: store, input: export.lines.joined(separator: "\n"))
        #expect(all.code == .partial)
        #expect(try store.contents().tables == TestStore.holding(export, .sqlite).contents().tables)
    }

    @Test func `on a terminal a long ingest says how far it is, and wipes that at the end`() throws {
        let export = try SimulatedExport(installs: 20, batchReports: 50)
        let store = try TestStore(.sqlite)
        let shown = Transcript(export.ingest, store: store, isTerminal: true, secondsPerLook: 1)
        #expect(shown.code == .partial)
        #expect(shown.errors.contains(/ingest reports: [1-9][0-9]? % · [0-9]+ reports · [0-9]+\/s · [0-9]+ s left/))
        #expect(shown.errors.hasSuffix("\r\u{1B}[K"))
        let quiet = Transcript(export.ingest, "--quiet", store: store, isTerminal: true, secondsPerLook: 1)
        #expect(quiet.errors == "")
    }
}
