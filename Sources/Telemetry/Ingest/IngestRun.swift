package import Compression
package import Database
package import FleetCore
import Foundation
import Synchronization

/// One `ingest reports`: reads sources on a thread of its own, batch by batch, and writes each batch in a transaction.
///
/// Killed at any point, or stopped by the user or by a lost server, whole batches are in the store and nothing of the
/// others; the same command again skips what is there and goes on.
package final class IngestRun {
    /// Called after each batch, with the summary so far.
    package typealias Observer = (_ batch: Batch, _ summary: IngestSummary) throws -> Void

    private let open: () throws -> any Database
    private let openAhead: LivesAhead.Open?
    private let options: IngestOptions
    private let pairKey: [UInt8]
    private let now: Instant
    private var writer: BatchWriter
    package private(set) var summary = IngestSummary()
    /// Stops the run from any thread.
    package let stopper = IngestStopper()

    /// `open` connects to the store, again after a lost connection; `pairKey` gets the key of its device hashes. `openAhead`
    /// connects once more, for ``LivesAhead``; nil: nothing is looked up ahead.
    package init(
        open: @escaping () throws -> any Database, openAhead: (@Sendable () throws -> any Database)? = nil,
        pairKey: (any Database) throws -> [UInt8], options: IngestOptions, now: Instant
    ) throws {
        self.open = open
        self.options = options
        self.now = now
        let database = try open()
        self.openAhead = try LivesAhead.isFor(database) ? openAhead : nil
        self.pairKey = try pairKey(database)
        writer = BatchWriter(database)
    }

    /// Takes in one source. Throws ``ToolError`` or ``DatabaseError`` where it can't go on; ``summary`` then tells what
    /// was committed.
    package func ingest(_ source: IngestSource, observe: Observer = { _, _ in }) throws {
        let link = LivesAheadLink()
        let batches = startReading(source, link)
        defer {
            batches.close()
            link.end()
        }
        while let received = batches.receive() {
            var batch = try received.get()
            let outcome: BatchOutcome
            do {
                outcome = try write(&batch)
            } catch  where stopper.isSet && RetryPolicy.isTransient(error) {
                // Who stops while the store is away need not hear that it is: this batch is left to the next run.
                break
            }
            if outcome.foundStaleLives { link.foundStale() }
            summary.add(batch, outcome)
            try observe(batch, summary)
        }
        summary.wasStopped = stopper.isSet
    }

    /// The next batch is decoded, and its installs looked up, while the store is busy with this one.
    private func startReading(_ source: IngestSource, _ link: LivesAheadLink) -> BoundedChannel<Result<Batch, any Error>> {
        let channel = BoundedChannel<Result<Batch, any Error>>(capacity: 1)
        stopper.use(channel)
        let (options, pairKey, now, openAhead) = (options, pairKey, now, openAhead)
        let reader = Thread {
            do {
                var reader = try BatchReader(source, options: options, pairKey: pairKey, now: now)
                var ahead = openAhead.map { LivesAhead($0, link) }
                while channel.waitForRoom() {
                    guard var batch = try reader.next() else { break }
                    batch.foundLives = batch.joined.flatMap { ahead?.find(for: $0.installs) }
                    channel.send(.success(batch))
                }
            } catch {
                channel.send(.failure(error))
            }
            channel.finish()
        }
        reader.start()
        return channel
    }

    private func write(_ batch: inout Batch) throws -> BatchOutcome {
        try options.retry.run(isStopped: { stopper.isSet }, recover: reconnect) { try writer.write(&batch, now: now) }
    }

    private func reconnect() throws { writer = BatchWriter(try open()) }
}

/// Ends an ingest at the next batch boundary: the batch that is being written is finished, those that wait are dropped.
package final class IngestStopper: Sendable {
    private struct State {
        var isSet = false
        var channel: BoundedChannel<Result<Batch, any Error>>?
    }

    private let state = Mutex(State())

    package func stop() {
        let channel = state.withLock { state in
            state.isSet = true
            return state.channel
        }
        channel?.close()
    }

    package var isSet: Bool { state.withLock { $0.isSet } }

    func use(_ channel: BoundedChannel<Result<Batch, any Error>>) {
        let isSet = state.withLock { state in
            state.channel = channel
            return state.isSet
        }
        if isSet { channel.close() }
    }
}
