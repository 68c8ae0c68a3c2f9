import Database
import FleetCore
import Foundation
import PostgresCluster
import TestSupport
import Testing

@Suite struct LostServerIngestTests {
    @Test func `Postgres lost in the middle: exit 69 with what was committed; run again, the ingest completes`() throws {
        let export = try SimulatedExport(installs: 60, batchReports: 10)
        let cluster = try PostgresCluster()
        let location = StoreLocation.postgres(conninfo: cluster.conninfo)
        let commands = ["CHATFLEET_STORE": location.environmentText]
        #expect(Transcript("store migrate", environment: commands).code == .success)
        var known: Int64 = 0
        // A power cut, then an administrator's stop.
        for end in [cluster.crash, cluster.stop] {
            let run = try ProgramRun(export.ingest, "--format json", store: location.environmentText)
            try waitUntil { try batches(location) >= known + 5 }
            end()
            #expect(run.finish() == ExitCode.unavailable.rawValue)
            #expect(run.errors.contains(/\n  next: .*again.*: it skips what is there and goes on\n/))
            let kept = /; dealt with before that, and kept: ([0-9]+) reports in ([0-9]+) batches\n/
            let said = try #require(run.errors.firstMatch(of: kept))
            #expect(run.output.contains("\"read\":\(said.1),"))
            #expect(run.output.contains("\"batches\":\(said.2),"))
            try cluster.start()
            known = try batches(location)
            // One more where the server was lost between its commit and its answer.
            let told = try #require(Int64(said.2))
            #expect(told == known || told + 1 == known)
        }
        let last = Transcript(export.ingest, "--format json", environment: commands)
        #expect(last.code == .partial)
        #expect(last.output.contains("\"known_batches\":\(known),"))
        #expect(try StoreContents(location) == TestStore.holding(export, .postgres).contents())
    }

    private func batches(_ location: StoreLocation) throws -> Int64 {
        try Store.open(location, migrations: .none, mode: .inspect).integer("select count(*) from ingest_batch") ?? 0
    }
}
