import Database
import FleetCore
import Foundation
import TestSupport
import Testing

@Suite struct FullDiskTests {
    /// A limit on the size of files stands for a disk that is full: the write fails where it would fail there.
    @Test func `a store that can't grow is told, keeps whole batches, and takes the rest when there is room`() throws {
        let export = try SimulatedExport(installs: 60, batchReports: 50)
        let store = try TestStore(.sqlite)
        let database = try store.open(fleetSchema(.sqlite))
        // In blocks of 512 bytes: somewhat more than the log of the empty store.
        let full = try ProgramRun(export.ingest, store: store.environmentText, limits: "ulimit -f 1200")
        #expect(full.finish() == ExitCode.unavailable.rawValue)
        #expect(full.errors.hasPrefix("chatfleet: "), "\(full.errors)")
        #expect(full.errors.contains("make room"), "\(full.errors)")
        let read = try #require(try database.integer("select sum(reports_read) from ingest_batch"))
        #expect(read > 0 && read < export.lines.count)
        #expect(full.errors.contains("; dealt with before that, and kept: \(read) reports in \(read / 50) batches\n"))
        #expect(full.errors.contains("  next: make room, then run the command again: it skips what is there and goes on\n"))
        #expect(Transcript("store verify", store: store).code == .success)

        #expect(Transcript(export.ingest, store: store).code == .partial)
        #expect(try store.contents() == TestStore.holding(export, .sqlite).contents())
    }
}
