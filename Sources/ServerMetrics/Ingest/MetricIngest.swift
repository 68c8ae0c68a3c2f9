package import Database
package import FleetCore

/// One `ingest metrics`: reads sources and writes each batch in a transaction. What was committed stays, whatever comes
/// after it; the same command again skips it.
package final class MetricIngest {
    private let open: () throws -> any Database
    private let retry: RetryPolicy
    private let now: Instant
    private let stop: StopRequest
    private var store: MetricStore
    package private(set) var summary = MetricSummary()

    /// `open` connects to the store, again after a lost connection.
    package init(open: @escaping () throws -> any Database, retry: RetryPolicy, now: Instant, stop: StopRequest) throws {
        self.open = open
        self.retry = retry
        self.now = now
        self.stop = stop
        store = MetricStore(try open())
    }

    /// Takes in one source; `observe` sees each batch once it is in the store.
    package func ingest(
        _ input: MetricInput, as kind: MetricSourceKind, _ context: MetricContext,
        observe: (MetricBatch) throws -> Void = { _ in }
    ) throws {
        var reader = try MetricReader(input, as: kind, context)
        while !stop.isSet, var batch = try reader.next() { try write(&batch, observe) }
    }

    package func write(_ batch: inout MetricBatch, _ observe: (MetricBatch) throws -> Void = { _ in }) throws {
        let outcome = try retry.run(isStopped: { stop.isSet }, recover: { store = MetricStore(try open()) }) {
            try store.write(&batch, now: now)
        }
        summary.add(batch, outcome)
        try observe(batch)
    }
}
