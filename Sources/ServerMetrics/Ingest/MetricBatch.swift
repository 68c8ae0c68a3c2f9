package import FleetCore

/// A stretch of a source, decoded: what one transaction takes in.
package struct MetricBatch: Sendable {
    /// SHA-256, in hex, of the batch's bytes and of the options that change its outcome.
    package var identity: String
    package var source: String
    package var collected: SampleCollector
    /// What the last attempt to write it did, where the reply to its COMMIT was lost.
    var unsettledOutcome: MetricOutcome?

    package init(identity: String, source: String, collected: SampleCollector) {
        self.identity = identity
        self.source = source
        self.collected = collected
    }
}

/// What became of a batch's points in the store.
package struct MetricOutcome: Sendable, Equatable {
    /// Points with a statistic that was not known; with other values; with nothing that wasn't known.
    package var new = 0
    package var changed = 0
    package var unchanged = 0
    /// The batch was in the store already; nothing was changed.
    package var wasKnown = false

    package init() {}
}

/// What an ingest did. What was accepted, refused and left out adds up to what was read.
package struct MetricSummary: Sendable {
    package private(set) var read = 0
    package private(set) var new = 0
    package private(set) var changed = 0
    package private(set) var unchanged = 0
    package private(set) var refused: [String: Int] = [:]
    package private(set) var leftOut: [String: Int] = [:]
    package private(set) var batches = 0
    package private(set) var knownBatches = 0
    package private(set) var notes: [String] = []
    private var forms: [MetricForm: Int] = [:]
    package private(set) var series: Set<Int64> = []

    package init() {}

    /// How many points were read whose records say for themselves what `detail` tells, so that it did nothing for them.
    package func pointsIgnoring(_ detail: MetricDetail) -> Int {
        forms.reduce(0) { $0 + ($1.key.takes.contains(detail) ? 0 : $1.value) }
    }

    package var accepted: Int { new + changed + unchanged }
    package var refusedCount: Int { refused.values.reduce(0, +) }
    package var exitCode: ExitCode { refused.isEmpty ? .success : .partial }

    package mutating func add(_ batch: MetricBatch, _ outcome: MetricOutcome) {
        read += batch.collected.read
        new += outcome.new
        changed += outcome.changed
        unchanged += outcome.unchanged
        batches += 1
        if outcome.wasKnown { knownBatches += 1 }
        refused.merge(batch.collected.refused, uniquingKeysWith: +)
        leftOut.merge(batch.collected.leftOut, uniquingKeysWith: +)
        forms.merge(batch.collected.forms, uniquingKeysWith: +)
        for note in batch.collected.notes where !notes.contains(note) { notes.append(note) }
        for sample in batch.collected.samples { series.insert(sample.series.id) }
    }
}
