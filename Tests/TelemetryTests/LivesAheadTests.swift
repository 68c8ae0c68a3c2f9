import Compression
import Database
import FleetCore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Telemetry

/// Lives that are looked up before a batch's turn: a store holds the same with them as without.
@Suite struct LivesAheadTests {
    private static let now = Instant(epochSeconds: 20_060 * 86_400)

    private struct Written {
        var rows: [String] = []
        /// Installs that the writer looked up itself, and all it wrote of.
        var lookedUp = 0
        var installs = 0
    }

    /// What happens between a batch's look-up and its turn, when the batch before has been written.
    private typealias Disturbance = (_ batch: Batch, _ database: any Database) throws -> Void

    /// Writes batches, each looked up, if at all, just before or just after the batch before is written.
    private func write(
        _ batches: [[ClientReport]], isAhead: Bool, looksBefore: [Bool], disturb: Disturbance = { _, _ in }
    ) throws -> Written {
        let store = try TestStore(.postgres)
        let database = FaultyDatabase(try store.open(fleetSchema(.postgres))) { nil }
        let other = try store.open()
        let writer = BatchWriter(database)
        var ahead = LivesAhead { try store.open() }
        var written = Written()
        var waiting: Batch?
        func writeWaiting() throws {
            guard var batch = waiting else { return }
            waiting = nil
            try disturb(batch, other)
            _ = try writer.write(&batch, now: LivesAheadTests.now)
        }
        for (number, reports) in batches.enumerated() {
            var batch = Batch()
            batch.identity = "batch \(number)"
            batch.reports = reports
            let joined = JoinedReports(reports)
            batch.joined = joined
            written.installs += joined.installs.installs.count
            if !looksBefore[number] { try writeWaiting() }
            if isAhead { batch.foundLives = ahead.find(for: joined.installs) }
            if looksBefore[number] { try writeWaiting() }
            waiting = batch
        }
        try writeWaiting()
        written.lookedUp = database.loadedRows["probed_life", default: 0]
        #expect(try gateDifferences(database) == [])
        written.rows = try storedTables(database)
        for table in ["install_version", "gate_cell"] {
            written.rows += try database.rows("select cast(t as text) from \(table) t order by 1").map { "\($0)" }
        }
        return written
    }

    private func cut(_ reports: [ClientReport], _ generator: inout SeededGenerator) -> [[ClientReport]] {
        var batches: [[ClientReport]] = []
        var rest = reports[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...12, using: &generator)
            batches.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return batches
    }

    @Test func `batches that share installs leave the same store, looked up ahead or not`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("LivesAheadTests seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3 {
            let batches = cut(reportsInOrder(150, using: &generator), &generator)
            let looksBefore = batches.map { _ in Bool.random(using: &generator) }
            let ahead = try write(batches, isAhead: true, looksBefore: looksBefore)
            let plain = try write(batches, isAhead: false, looksBefore: looksBefore)
            #expect(ahead.rows == plain.rows, "seed \(seed)")
            #expect(plain.lookedUp == plain.installs)
            #expect(ahead.lookedUp < plain.lookedUp, "seed \(seed)")
        }
    }

    @Test func `of batches that share no install, only the first one's are looked up by the writer`() throws {
        var generator = SeededGenerator(seed: 8)
        let reports = randomReports(400, using: &generator)
        // Twice the same installs in the same cuts: the second time they are known, and those of two batches before.
        let batches = (0..<8).map { batch in
            reports[batch * 50..<batch * 50 + 50].enumerated().map { index, report in
                var report = report
                report.row.key.install = InstallID("i_\(batch % 4)_\(index % 30)")
                return report
            }
        }
        for looksBefore in [true, false] {
            let pattern = batches.map { _ in looksBefore }
            let ahead = try write(batches, isAhead: true, looksBefore: pattern)
            #expect(ahead.lookedUp == 30)
            #expect(try ahead.rows == write(batches, isAhead: false, looksBefore: pattern).rows)
        }
    }

    @Test(arguments: ["report", "forget", "rewrite"])
    func `what another writer changed meanwhile is looked up again`(_ change: String) throws {
        var generator = SeededGenerator(seed: 9)
        let batches = (0..<6).map { batch in
            randomReports(20, using: &generator).enumerated().map { index, report in
                var report = report
                report.row.key.install = InstallID("i_\(batch % 3)_\(index)")
                return report
            }
        }
        let others = randomReports(120, using: &generator)
        // At each turn another writer changes what the batch is about.
        func disturb(_ batch: Batch, _ database: any Database) throws {
            switch change {
            case "report":
                var other = Batch()
                other.identity = "other's \(batch.identity)"
                other.reports = zip(batch.reports, others).map { report, other in
                    var other = other
                    other.row.key.install = report.row.key.install
                    return other
                }
                _ = try BatchWriter(database).write(&other, now: LivesAheadTests.now)
            case "forget": _ = try StoreForget.run(batch.reports[0].row.key.install, database)
            default: try database.executeScript("vacuum full install_version")
            }
        }
        let pattern = batches.map { _ in true }
        let ahead = try write(batches, isAhead: true, looksBefore: pattern, disturb: disturb)
        #expect(try ahead.rows == write(batches, isAhead: false, looksBefore: pattern, disturb: disturb).rows)
        // Who forgets one install takes one bucket of sixteen: that is enough to doubt the batch.
        #expect(ahead.lookedUp == ahead.installs)
    }

    @Test func `a store that allows no second connection is written all the same`() throws {
        let reports = (0..<60).map { number in
            #"{"install_id":"i_\#(number % 7)","app_version":"8.14.0","platform":"ios","day":"2026-09-20","#
                + #""received_at":"2026-09-20T10:00:00Z","health":{"sessions":\#(number)}}"# + "\n"
        }.joined()
        let folder = try TemporaryFolder()
        let path = try folder.write("reports", reports)
        let store = try TestStore(.postgres)
        var options = IngestOptions()
        options.batchReports = 10
        let refused = Atomic<Int>(0)
        let run = try IngestRun(
            open: { try store.open(fleetSchema(.postgres)) },
            openAhead: {
                refused.add(1, ordering: .relaxed)
                throw ToolError(.unavailable, "too many clients")
            },
            pairKey: { try PairKey.ofStore($0) }, options: options, now: try #require(Instant("2026-09-21T00:00:00Z")))
        try run.ingest(IngestSource(file: path))
        #expect(run.summary.read == 60)
        #expect(run.summary.batches == 6)
        // Asked once, and then left alone.
        #expect(refused.load(ordering: .relaxed) == 1)
    }

    @Test func `four loaders at once, each looking ahead, leave what one leaves`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("LivesAheadTests seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let lines = (0..<600).map { number in
            let hour = Int.random(in: 10...21, using: &generator)
            let crashes = Int.random(in: 0..<20, using: &generator) == 0 ? 1 : 0
            return #"{"install_id":"i_\#(Int.random(in: 0..<150, using: &generator))","app_version":"8.1\#(number % 3).0","#
                + #""platform":"ios","day":"2026-09-20","received_at":"2026-09-20T\#(hour):00:00Z","#
                + #""health":{"sessions":\#(number % 5),"crashes":\#(crashes)}}"#
        }
        let folder = try TemporaryFolder()
        let now = try #require(Instant("2026-09-21T00:00:00Z"))
        let opened = Atomic<Int>(0)
        func load(_ parts: [[String]]) throws -> [String] {
            let store = try TestStore(.postgres)
            let database = try store.open(fleetSchema(.postgres))
            let key = try PairKey.ofStore(database)
            let paths = try parts.enumerated().map { number, part in
                try folder.write("part \(parts.count) \(number)", part.joined(separator: "\n"))
            }
            let read = try inThreads(parts.count) { number in
                var options = IngestOptions()
                options.batchReports = 15
                let run = try IngestRun(
                    open: { try store.open() },
                    openAhead: {
                        opened.add(1, ordering: .relaxed)
                        return try store.open()
                    }, pairKey: { _ in key }, options: options, now: now)
                try run.ingest(IngestSource(file: paths[number]))
                return run.summary.read
            }
            #expect(read.reduce(0, +) == lines.count)
            #expect(try gateDifferences(database) == [], "seed \(seed)")
            return try storedTables(database)
        }
        let quarters = (0..<4).map { quarter in lines.indices.filter { $0 % 4 == quarter }.map { lines[$0] } }
        #expect(try load(quarters) == load([lines]), "seed \(seed)")
        #expect(opened.load(ordering: .relaxed) >= 5)
    }
}
