package import Database
package import FleetCore
import Foundation

/// One `ingest reports`: reads sources on a thread of its own, batch by batch, and writes each batch in a transaction.
///
/// Killed at any point, or stopped by the user or by a lost server, whole batches are in the store and nothing of the
/// others; the same command again skips what is there and goes on.
package final class IngestRun {
    /// Called after each batch, with the summary so far.
    package typealias Observer = (_ batch: Batch, _ summary: IngestSummary) throws -> Void

    private let open: () throws -> any Database
    private let options: IngestOptions
    private let pairKey: [UInt8]
    private let now: Instant
    private let stop: StopRequest
    private var database: any Database
    private var writer: BatchWriter
    private(set) package var summary = IngestSummary()

    /// `open` connects to the store, again after a lost connection; `pairKey` gets the key of its device hashes.
    package init(
        open: @escaping () throws -> any Database, pairKey: (any Database) throws -> [UInt8],
        options: IngestOptions, now: Instant, stop: StopRequest
    ) throws {
        self.open = open
        self.options = options
        self.now = now
        self.stop = stop
        let database = try open()
        self.database = database
        self.pairKey = try pairKey(database)
        writer = BatchWriter(database)
    }

    /// Takes in one source. Throws ``ToolError`` or ``DatabaseError`` where it can't go on; ``summary`` then tells what
    /// was committed.
    package func ingest(_ source: IngestSource, observe: Observer) throws {
        let channel = BoundedChannel<Result<Batch, any Error>>(capacity: 1)
        let (options, pairKey, now) = (options, pairKey, now)
        let reader = Thread {
            do {
                var batches = try BatchReader(source, options: options, pairKey: pairKey, now: now)
                while let batch = try batches.next() {
                    guard channel.send(.success(batch)) else { break }
                }
            } catch {
                _ = channel.send(.failure(error))
            }
            channel.finish()
        }
        reader.stackSize = 1 << 20
        reader.start()
        defer { channel.close() }
        while let received = channel.receive() {
            var batch = try received.get()
            let outcome = try write(&batch)
            summary.add(batch, outcome)
            summary.bytes += batch.sourceBytes
            try observe(batch, summary)
            if stop.isSet {
                summary.wasStopped = true
                return
            }
        }
    }

    private func write(_ batch: inout Batch) throws -> BatchOutcome {
        try RetryPolicy().run(recover: reconnect) { try writer.write(&batch, now: now) }
    }

    private func reconnect() throws {
        database = try open()
        writer = BatchWriter(database)
    }
}
