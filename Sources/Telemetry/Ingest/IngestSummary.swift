package import FleetCore

/// What an ingest did, as its user reads it. The three fates of a report (accepted, refused, quarantined) add up to
/// what was read.
package struct IngestSummary: Sendable {
    package var read = 0
    /// Made a row, changed one, or said nothing that wasn't known.
    package var new = 0
    package var changed = 0
    package var unchanged = 0
    package var refused: [String: Int] = [:]
    package var quarantined: [String: Int] = [:]
    /// Unknown members, entries left out, unusable instants.
    package var counts = DecodeCounts()
    /// The first place where an array broke, how many there are, and the bytes after them that were not read.
    package var unread: UnreadRest?
    package var unreadCount = 0
    package var unreadBytes: Int64 = 0
    package var changedPairs = 0
    package var batches = 0
    /// Batches that were in the store before.
    package var knownBatches = 0
    /// Bytes taken from the sources, as stored (compressed where they are).
    package var bytes: Int64 = 0
    package var wasStopped = false

    package init() {}

    package var accepted: Int { new + changed + unchanged }
    package var refusedCount: Int { refused.values.reduce(0, +) }
    package var quarantinedCount: Int { quarantined.values.reduce(0, +) }
    /// Entries of `decrypt_failures` that were refused, in reports that were taken. (A `flags_version_at` that is no
    /// instant is left out, too, but by contract ignored.)
    package var refusedEntryCount: Int {
        counts.leftOut.reduce(0) { $0 + ($1.key.hasPrefix("decrypt_failures.") ? $1.value : 0) }
    }

    package var exitCode: ExitCode {
        if wasStopped { return .interrupted }
        return refused.isEmpty && refusedEntryCount == 0 ? .success : .partial
    }

    mutating func add(_ batch: Batch, _ outcome: BatchOutcome) {
        read += batch.read
        new += outcome.new
        changed += outcome.changed
        unchanged += outcome.unchanged
        changedPairs += outcome.changedPairs
        bytes += batch.sourceBytes
        batches += 1
        if outcome.wasKnown { knownBatches += 1 }
        unread = unread ?? batch.unread.first
        unreadCount += batch.unread.count
        unreadBytes += batch.unread.reduce(0) { $0 + $1.byteCount }
        for refusal in batch.refused { refused[refusal.reason, default: 0] += 1 }
        if outcome.wasKnown, outcome.quarantinedBefore != batch.quarantined.count {
            quarantined["set aside before", default: 0] += outcome.quarantinedBefore
        } else {
            for report in batch.quarantined { quarantined[report.reason, default: 0] += 1 }
        }
        counts.add(batch.counts)
    }
}
