package import Database
import Digests
package import FleetCore

/// Writes batches into a store, each in one transaction: facts, what is derived from them, pairs, quarantine and the
/// memory of the batch itself, so that they can't disagree and a batch is taken once.
package final class BatchWriter {
    private let database: any Database
    private let partitions: DayPartitions
    private var knownVersions: Set<ByteText> = []
    /// Of the last batch, where it was committed.
    private var lastEntry: LifeWriters.Entry?

    package init(_ database: any Database) {
        self.database = database
        partitions = DayPartitions(database)
    }

    /// Throws ``DatabaseError``; nothing of the batch is in the store then, or (a lost reply to COMMIT) all of it:
    /// writing it again settles that. Reports that the store refuses are moved to the batch's quarantine.
    package func write(_ batch: inout Batch, now: Instant) throws -> BatchOutcome {
        try partitions.ensure(Set(batch.reports.map(\.row.key.day)).sorted(), now: now)
        do {
            return try writeWhole(&batch, now)
        } catch let error as DatabaseError where error.isRefusal {
            var refusals = ServerRefusals { [self] reports in try rehearse(reports) }
            let found = try refusals.find(in: batch.reports, range: batch.reports.indices)
            // Not one report alone is refused: it isn't the data, whatever the error's class.
            guard !found.isEmpty else { throw error }
            batch.quarantine(found)
            return try writeWhole(&batch, now)
        }
    }

    private func writeWhole(_ batch: inout Batch, _ now: Instant) throws -> BatchOutcome {
        var reached: BatchOutcome?
        let found = batch.foundLives
        // Once: what made the batch fail may be that they don't lie there any more.
        batch.foundLives = nil
        do {
            let stored = try transaction {
                let stored = try remember(batch, now) ? write(batch, found) : Stored(outcome: outcomeOfKnown(batch))
                reached = stored.outcome
                return stored
            }
            lastEntry = stored.entry
            return stored.outcome
        } catch let error as DatabaseError where error.outcomeUnknown {
            batch.unsettledOutcome = reached
            throw error
        }
    }

    private func write(_ batch: Batch, _ found: FoundLives?) throws -> Stored {
        let stored = try store(batch.reports, batch.joined ?? JoinedReports(batch.reports), found)
        try quarantine(batch.quarantined)
        try recordOutcome(batch, stored.outcome)
        return stored
    }

    private struct Stored {
        var outcome = BatchOutcome()
        var entry: LifeWriters.Entry?
    }

    /// After a lost reply to COMMIT the batch in the store is our own, and counts as what it did.
    private func outcomeOfKnown(_ batch: Batch) throws -> BatchOutcome {
        if let outcome = batch.unsettledOutcome { return outcome }
        var outcome = BatchOutcome()
        outcome.wasKnown = true
        try database.forEachRow(
            "select reports_new + reports_changed + reports_unchanged, reports_quarantined from ingest_batch where batch_sha256 = :batch",
            ["batch": .text(batch.identity)]
        ) { row in
            outcome.unchanged = Int(try row.integer(0) ?? 0)
            outcome.quarantinedBefore = Int(try row.integer(1) ?? 0)
        }
        return outcome
    }

    private struct Rehearsed: Error {}

    private func rehearse(_ reports: [ClientReport]) throws {
        do {
            try transaction {
                _ = try store(reports, JoinedReports(reports), nil)
                throw Rehearsed()
            }
        } catch is Rehearsed {}
    }

    /// What is rolled back is not known to the store.
    private func transaction<T>(_ body: () throws -> T) throws -> T {
        do {
            return try database.transaction(body)
        } catch {
            knownVersions = []
            throw error
        }
    }

    private func store(_ reports: [ClientReport], _ joined: JoinedReports, _ found: FoundLives?) throws -> Stored {
        let entry = try InstallDayLocks(database: database).take(joined.installs.buckets)
        let facts = HealthFacts(database: database)
        try facts.useIndexProbes()
        let lives = InstallLives(database: database)
        var gate = GateBooking(joined.installs)
        let current = found.flatMap { entry?.finds($0.writers, unchangedBut: lastEntry) == true ? $0 : nil }
        try gate.takeStored { names in
            names = current?.names ?? names
            let looked = try lives.rows(of: joined.installs, at: current?.missing ?? joined.installs.places, &names)
            return current.map { looked.isEmpty ? $0.lives : $0.lives + looked } ?? looked
        }
        let stored = try facts.rows(of: gate.mayHaveFacts())
        let merge = stored.isEmpty ? joined.merge : BatchMerge(reports, order: joined.order, stored: stored)
        try addVersions(merge.deltas)
        try facts.insert(merge, reports)
        try facts.update(merge.changedRows)
        let derived = DerivedTables(database: database)
        try derived.add(merge.deltas)
        gate.book(isNewlyActive: merge.isNewlyActive)
        try lives.write(gate)
        try derived.add(gate)
        let pairs = DecryptFailures(database: database)
        var outcome = BatchOutcome()
        outcome.foundStaleLives = found != nil && current == nil
        outcome.changedPairs = try pairs.merge(reports, order: joined.order)
        try CrashGroups(database: database).merge(reports, order: joined.order)
        try pairs.expire()
        outcome.new = merge.newReports
        outcome.changed = merge.changedReports
        outcome.unchanged = merge.unchangedReports
        return Stored(outcome: outcome, entry: entry)
    }

    // MARK: The batch's own row

    /// False where the batch is in the store. Two loaders of one batch: the second waits here for the first's commit.
    private func remember(_ batch: Batch, _ now: Instant) throws -> Bool {
        try database.execute(
            """
            insert into ingest_batch (batch_sha256, source, first_position, reports_read, reports_new, reports_changed,
                reports_unchanged, reports_refused, reports_quarantined, committed_epoch)
            values (:batch, :source, :first_position, :read, 0, 0, 0, :refused, :quarantined, :now)
            on conflict (batch_sha256) do nothing
            """,
            [
                "batch": .text(batch.identity), "source": .text(batch.source), "first_position": .integer(batch.firstPosition),
                "read": .integer(Int64(batch.read)), "refused": .integer(Int64(batch.refused.count)),
                "quarantined": .integer(Int64(batch.quarantined.count)), "now": .integer(now.epochSeconds),
            ]) > 0
    }

    private func recordOutcome(_ batch: Batch, _ outcome: BatchOutcome) throws {
        try database.execute(
            """
            update ingest_batch
            set reports_new = :new, reports_changed = :changed, reports_unchanged = :unchanged
            where batch_sha256 = :batch
            """,
            [
                "batch": .text(batch.identity), "new": .integer(Int64(outcome.new)),
                "changed": .integer(Int64(outcome.changed)), "unchanged": .integer(Int64(outcome.unchanged)),
            ])
    }

    // MARK: Versions and quarantine

    private func addVersions(_ deltas: DerivedDeltas) throws {
        // A client may send a version of its own with each report: past this many, start over.
        if knownVersions.count > 10_000 { knownVersions = [] }
        var added: [AppVersion] = []
        for slice in deltas.slices where knownVersions.insert(ByteText(slice.appVersion)).inserted {
            added.append(AppVersion(slice.appVersion))
        }
        try AppVersionTable.add(added.sorted { utf8Less($0.text, $1.text) }, to: database)
    }

    /// The same report again is the same row. In key order: two loaders then wait for each other's rows in one order.
    private func quarantine(_ reports: [SetAsideReport]) throws {
        let keyed = reports.map { (hash: SHA256.digest($0.redacted.utf8).hex, report: $0) }
        for (hash, report) in keyed.sorted(by: { $0.hash < $1.hash }) {
            try database.execute(
                """
                insert into quarantined_report (payload_sha256, reason, install_id, day, known_hour, payload)
                values (:payload_sha256, :reason, :install_id, :day, :known_hour, :payload)
                on conflict (payload_sha256) do nothing
                """,
                [
                    "payload_sha256": .text(hash), "reason": .text(report.reason),
                    "install_id": .text(report.install.text), "day": .text(report.day.description),
                    "known_hour": .integer(Int64(report.knownHour)), "payload": .text(report.redacted),
                ])
        }
    }
}
