import Compression
import Database
import FleetCore
import Foundation
import TestSupport
import Testing

@testable import Telemetry

/// What an ingest does when its store fails under it.
@Suite struct FailingStoreTests {
    /// Ten installs, each with two reports of a day, the first of them twice, and a failing pair.
    private static let reports = (0..<30).map { number in
        """
        {"install_id":"i_\(number % 10)","app_version":"8.14.0","platform":"ios","day":"2026-09-20",\
        "received_at":"2026-09-20T1\(number / 20):0\(number / 10):00Z","health":{"sessions":\(1 + number / 20),"crashes":\(number % 2)},\
        "decrypt_failures":[{"device":"d_\(number % 10)","peer_device":"d_p","message_type":"normal",\
        "first_at":"2026-09-20T09:00:00Z","count":\(1 + number / 20)}]}\n
        """
    }.joined()

    private struct Ingested {
        var summary: IngestSummary
        var attempts: Int
        var tables: [String]
        var batches: [String]
    }

    /// Ingests the reports, ten a batch, into a store that has one fault after the other.
    private func ingest(
        _ engine: Engine, faults: [FaultyDatabase.Fault], failure: ((any Error) -> Void)? = nil
    ) throws -> Ingested {
        let store = try TestStore(engine)
        var rest = faults[...]
        var attempts = 0
        var options = IngestOptions()
        options.batchReports = 10
        options.retry.firstWait = 0.01
        let run = try IngestRun(
            open: {
                FaultyDatabase(try store.open(fleetSchema(engine))) {
                    attempts += 1
                    return rest.popFirst()
                }
            }, openAhead: { try store.open() },
            pairKey: { _ in Array("a key that is always the same".utf8) }, options: options,
            now: try #require(Instant("2026-09-21T00:00:00Z")))
        let folder = try TemporaryFolder()
        let path = try folder.write("reports", FailingStoreTests.reports)
        do {
            try run.ingest(IngestSource(file: path))
        } catch {
            guard let failure else { throw error }
            failure(error)
        }
        let database = try store.open(fleetSchema(engine))
        #expect(try StoreVerify.run(database, window: nil, stop: StopRequest(), progress: { _ in }).differences == [])
        return Ingested(
            summary: run.summary, attempts: attempts, tables: try storedTables(database), batches: try storedBatches(database))
    }

    private func expectUndisturbed(_ found: Ingested, _ engine: Engine) throws {
        let expected = try ingest(engine, faults: [])
        #expect(found.tables == expected.tables)
        #expect(found.batches == expected.batches)
        #expect(found.summary.new == 10)
        #expect(found.summary.unchanged == 10)
        #expect(found.summary.changed == 10)
        #expect(found.summary.changedPairs == 20)
        #expect(found.summary.knownBatches == 0)
    }

    @Test(arguments: bothEngines)
    func `a batch whose COMMIT was not answered is taken once, and counts as what it did`(_ engine: Engine) throws {
        let found = try ingest(engine, faults: [.replyLost, .replyLost, .replyLost, .commitLost, .replyLost])
        try expectUndisturbed(found, engine)
    }

    @Test func `a deadlock, a full disk, a server that stops: tried again until it works`() throws {
        let states = ["40001", "40P01", "53100", "55P03", "57P01", "57P03", "58030", "08006", "25006"]
        let found = try ingest(.postgres, faults: states.map { .state($0) })
        #expect(found.attempts == states.count + 3)
        try expectUndisturbed(found, .postgres)
    }

    @Test(arguments: ["28000", "42501", "42P01", "XX000", "22003", "23514"])
    func `what will fail again is not tried for ever`(state: String) throws {
        var thrown: (any Error)?
        // Data errors are looked for in each report: as none is refused alone, the store is at fault.
        let found = try ingest(.postgres, faults: [.state(state)]) { thrown = $0 }
        #expect((thrown as? DatabaseError)?.sqlState == state)
        #expect(found.attempts == 1)
        #expect(found.batches == [])
        #expect(found.tables == [])
        #expect(found.summary.read == 0)
    }

    @Test func `a store that stays away ends the ingest with what was committed`() throws {
        let store = try TestStore(.sqlite)
        var options = IngestOptions()
        options.batchReports = 10
        options.retry = RetryPolicy(seconds: 0.1)
        options.retry.firstWait = 0.01
        var opened = 0
        let run = try IngestRun(
            open: {
                opened += 1
                if opened > 1 { throw ToolError(.unavailable, "can't reach the store") }
                var written = 0
                return FaultyDatabase(try store.open(fleetSchema(.sqlite))) {
                    written += 1
                    return written > 1 ? .commitLost : nil
                }
            }, pairKey: { try PairKey.ofStore($0) }, options: options, now: try #require(Instant("2026-09-21T00:00:00Z")))
        let folder = try TemporaryFolder()
        let path = try folder.write("reports", FailingStoreTests.reports)
        #expect(throws: ToolError(.unavailable, "can't reach the store")) { try run.ingest(IngestSource(file: path)) }
        #expect(opened > 2)
        #expect(run.summary.read == 10)
        #expect(try store.open().integer("select sum(reports_read) from ingest_batch") == 10)
    }

    @Test func `who stops an ingest does not wait for a store that is away`() throws {
        let store = try TestStore(.sqlite)
        var options = IngestOptions()
        options.retry = RetryPolicy(seconds: 3_600)
        options.retry.firstWait = 600
        let run = try IngestRun(
            open: { FaultyDatabase(try store.open(fleetSchema(.sqlite))) { .commitLost } },
            pairKey: { try PairKey.ofStore($0) }, options: options, now: try #require(Instant("2026-09-21T00:00:00Z")))
        let folder = try TemporaryFolder()
        let path = try folder.write("reports", FailingStoreTests.reports)
        let stopper = run.stopper
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) { stopper.stop() }
        let start = ContinuousClock.now
        try run.ingest(IngestSource(file: path))
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(run.summary.wasStopped)
        #expect(run.summary.read == 0)
    }
}
