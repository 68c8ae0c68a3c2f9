package import Database
import Digests
package import FleetCore

/// Writes batches of points into a store, each in one transaction with the memory of the batch. The same on both engines:
/// loaded aside, then merged by key, so that repeats and late points do no harm; of two values for a point the later wins.
package final class MetricStore {
    private let database: any Database

    package init(_ database: any Database) { self.database = database }

    /// Throws ``DatabaseError``; nothing of the batch is in the store then, or (a lost reply to COMMIT) all of it: writing
    /// it again settles that.
    package func write(_ batch: inout MetricBatch, now: Instant) throws -> MetricOutcome {
        var reached: MetricOutcome?
        do {
            return try database.transaction {
                guard try remember(batch, now) else { return try outcomeOfKnown(batch) }
                let outcome = try merge(batch.collected.samples)
                try record(batch, outcome)
                reached = outcome
                return outcome
            }
        } catch let error as DatabaseError where error.outcomeUnknown {
            batch.unsettledOutcome = reached
            throw error
        }
    }

    private func merge(_ samples: [MetricSample]) throws -> MetricOutcome {
        guard !samples.isEmpty else { return MetricOutcome() }
        try takeLock()
        let rows = MetricRows(samples)
        try MetricSeriesTable(database: database).add(samples)
        return try MetricSampleTable(database: database).merge(rows)
    }

    /// One batch of metrics at a time: they are short, and counting what is new needs it.
    private func takeLock() throws {
        guard database.engine == .postgres else { return }
        try database.forEachRow("select pg_advisory_xact_lock(cast(:key as bigint))", ["key": .integer(MetricStore.lockKey)]) {
            _ in
        }
        // Joins with the points go through their key; see HealthFacts.
        for setting in ["enable_hashjoin", "enable_mergejoin", "enable_seqscan", "enable_bitmapscan"] {
            try database.execute("set local \(setting) = off", [:])
        }
    }

    /// Any fixed number that no other lock has.
    private static let lockKey: Int64 = 0x6d65_7472_6963

    // MARK: The batch's own row

    private func remember(_ batch: MetricBatch, _ now: Instant) throws -> Bool {
        let collected = batch.collected
        return try database.execute(
            """
            insert into metric_batch (batch_sha256, source, points_read, points_new, points_changed, points_unchanged,
                points_refused, points_left_out, committed_epoch)
            values (:batch, :source, :read, 0, 0, 0, :refused, :left_out, :now)
            on conflict (batch_sha256) do nothing
            """,
            [
                "batch": .text(batch.identity), "source": .text(batch.source), "read": .integer(Int64(collected.read)),
                "refused": .integer(Int64(collected.refused.values.reduce(0, +))),
                "left_out": .integer(Int64(collected.leftOut.values.reduce(0, +))), "now": .integer(now.epochSeconds),
            ]) > 0
    }

    private func record(_ batch: MetricBatch, _ outcome: MetricOutcome) throws {
        try database.execute(
            """
            update metric_batch set points_new = :new, points_changed = :changed, points_unchanged = :unchanged
            where batch_sha256 = :batch
            """,
            [
                "batch": .text(batch.identity), "new": .integer(Int64(outcome.new)),
                "changed": .integer(Int64(outcome.changed)), "unchanged": .integer(Int64(outcome.unchanged)),
            ])
    }

    private func outcomeOfKnown(_ batch: MetricBatch) throws -> MetricOutcome {
        if let outcome = batch.unsettledOutcome { return outcome }
        var outcome = MetricOutcome()
        outcome.wasKnown = true
        let points = try database.integer(
            "select points_new + points_changed + points_unchanged from metric_batch where batch_sha256 = :batch",
            ["batch": .text(batch.identity)])
        outcome.unchanged = Int(points ?? 0)
        return outcome
    }
}
