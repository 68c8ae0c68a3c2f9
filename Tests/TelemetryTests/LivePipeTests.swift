import Compression
import Database
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Telemetry

/// What is written while it is read: a batch that was begun doesn't wait for more for ever.
@Suite struct LivePipeTests {
    /// What a writer does: writes, or writes nothing for longer than a batch waits.
    private enum Step: Sendable { case writes(String), pauses }

    private func source(_ steps: [Step]) -> IngestSource {
        let rest = Mutex(steps[...])
        return IngestSource(
            stream: "-",
            waits: { _ in
                rest.withLock { rest in
                    if case .pauses? = rest.first {
                        rest.removeFirst()
                        return false
                    }
                    return true
                }
            },
            { _ in
                rest.withLock { rest in
                    while case .pauses? = rest.first { rest.removeFirst() }
                    guard case .writes(let text)? = rest.popFirst() else { return [] }
                    return Array(text.utf8)
                }
            })
    }

    /// How many reports each batch has.
    private func ingest(_ source: IngestSource, into store: TestStore, batchReports: Int = 1000) throws -> ([Int], IngestSummary)
    {
        var options = IngestOptions()
        options.batchReports = batchReports
        options.steadySeconds = { 0 }
        let run = try IngestRun(
            open: { try store.open(fleetSchema(store.engine)) },
            pairKey: { try PairKey.broughtAlong([UInt8](repeating: 7, count: 32), $0) },
            options: options, now: AsOfTests.now)
        var batches: [Int] = []
        try run.ingest(source) { batch, _ in batches.append(batch.read) }
        return (batches, run.summary)
    }

    @Test(arguments: bothEngines)
    func `what has come is committed when nothing comes for long, also in the middle of a line`(engine: Engine) throws {
        let store = try TestStore(engine)
        let lines = ["a", "b", "c", "d", "e"].map { report($0).replacing("2026-09-28", with: "2026-09-20") }
        let (begun, rest) = (String(lines[3].prefix(40)), String(lines[3].dropFirst(40)))
        let (batches, summary) = try ingest(
            source([
                .pauses, .writes(lines[0] + "\n" + lines[1] + "\n"), .pauses, .writes("\n"), .writes(lines[2] + "\n" + begun),
                .pauses, .pauses, .writes(rest + "\n"), .writes(lines[4] + "\n"),
            ]), into: store)
        #expect(batches == [2, 1, 2])
        #expect(summary.accepted == 5 && summary.refused.isEmpty)
    }

    @Test(arguments: bothEngines)
    func `cut anywhere it leaves the same store, and the same file after it counts nothing twice`(engine: Engine) throws {
        let seed = newSeed("LivePipeTests")
        var random = SeededGenerator(seed: seed)
        let lines = try AsOfTests().simulatedLines(installs: 40, seed: UInt64.random(in: 0...1_000_000, using: &random))
        let text = lines.joined(separator: "\n") + "\n"
        let file = try TemporaryFolder()
        let path = try file.write("reports", text)
        let (whole, live) = (try TestStore(engine), try TestStore(engine))
        let (_, expected) = try ingest(IngestSource(file: path), into: whole)

        var steps: [Step] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            let count = Int.random(in: 1...4000, using: &random)
            steps.append(.writes(String(rest.prefix(count))))
            rest = rest.dropFirst(count)
            if Int.random(in: 0..<4, using: &random) == 0 { steps.append(.pauses) }
        }
        let (batches, summary) = try ingest(source(steps), into: live)
        #expect(batches.count > 1, "seed \(seed)")
        #expect(summary.read == expected.read && summary.accepted == expected.accepted, "seed \(seed)")
        #expect(summary.refused == expected.refused && summary.quarantined == expected.quarantined, "seed \(seed)")
        let tables = try storedTables(try live.open())
        #expect(try storedTables(try whole.open()) == tables, "seed \(seed)")

        let (_, again) = try ingest(IngestSource(file: path), into: live)
        #expect(again.new == 0 && again.changed == 0 && again.unchanged == expected.accepted, "seed \(seed)")
        #expect(try storedTables(try live.open()) == tables, "seed \(seed)")
    }

    @Test func `a batch that is filled as fast as it is read is full`() throws {
        let store = try TestStore(.sqlite)
        let (batches, _) = try ingest(
            source((0..<25).map { .writes(report("i\($0)") + "\n") }), into: store, batchReports: 10)
        #expect(batches == [10, 10, 5])
    }

    @Test func `one that is filled slowly ends when its time is over`() throws {
        let store = try TestStore(.sqlite)
        let looks = Atomic<Int>(0)
        var options = IngestOptions()
        // Half a second passes at each look: the first is at the first report.
        options.steadySeconds = { Double(looks.add(1, ordering: .relaxed).oldValue) / 2 }
        options.liveSeconds = 3
        let run = try IngestRun(
            open: { try store.open(fleetSchema(.sqlite)) }, pairKey: { try PairKey.ofStore($0) }, options: options,
            now: AsOfTests.now)
        var batches: [Int] = []
        try run.ingest(source((0..<13).map { .writes(report("i\($0)") + "\n") })) { batch, _ in batches.append(batch.read) }
        #expect(batches == [6, 6, 1])
    }
}
