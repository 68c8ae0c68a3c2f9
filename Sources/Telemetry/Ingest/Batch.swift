package import FleetCore

/// A stretch of a source, decoded: what one transaction takes in.
package struct Batch: Sendable {
    /// SHA-256, in hex, of the batch's bytes and of the options that change its outcome.
    package var identity = ""
    package var source = ""
    /// Position of the first report: line number or element index, from 1.
    package var firstPosition: Int64 = 1
    package var read = 0
    /// How far into the source this batch reaches beyond the one before, in bytes as stored.
    package var sourceBytes: Int64 = 0
    package var reports: [ClientReport] = []
    /// The reports joined among themselves, as if the store knew none of their install-days, which is so for most batches.
    /// The reader does that while the writer waits for the store. Nil: not joined yet.
    var joined: JoinedReports?
    /// Lives of its installs that the reader has looked up; see ``LivesAhead``.
    var foundLives: FoundLives?
    package var quarantined: [SetAsideReport] = []
    package var refused: [RefusedReport] = []
    /// Where arrays broke.
    package var unread: [UnreadRest] = []
    /// What the last attempt to write it did, where the reply to its COMMIT was lost: true if the store has the batch.
    var unsettledOutcome: BatchOutcome?
    /// What decoding met besides.
    package var counts = DecodeCounts()

    package init() {}

    /// Sets reports aside that the store refuses.
    mutating func quarantine(_ refused: [(index: Int, reason: String)]) {
        for (index, reason) in refused {
            let row = reports[index].row
            quarantined.append(
                SetAsideReport(
                    reason: reason, install: row.key.install, day: row.key.day, knownHour: row.reportedKnown,
                    redacted: reports[index].json))
        }
        for (index, _) in refused.sorted(by: { $0.index > $1.index }) { reports.remove(at: index) }
        joined = nil
        foundLives = nil
    }
}

/// The reports of a batch in their order by key, and joined among themselves; and in the order of the gate.
struct JoinedReports: Sendable {
    /// Indices of the reports; see ``BatchMerge/sortedIndices(_:)``.
    let order: [Int]
    let merge: BatchMerge
    let installs: InstallReports

    init(_ reports: [ClientReport]) {
        order = BatchMerge.sortedIndices(reports)
        merge = BatchMerge(reports, order: order, stored: [])
        installs = InstallReports(reports)
    }
}

/// A report that was not taken, and where it stands.
package struct RefusedReport: Sendable {
    /// Line number or element index, from 1.
    package let position: Int64
    /// Of the fault, in the unpacked source.
    package let byteOffset: Int64
    /// Such as `install_id.void`, `health.sessions`, `json.syntax`.
    package let reason: String
    /// The report with its device ids hashed, or hash and length of what can't be scanned.
    package let redacted: String

    package init(position: Int64, byteOffset: Int64, reason: String, redacted: String) {
        self.position = position
        self.byteOffset = byteOffset
        self.reason = reason
        self.redacted = redacted
    }
}

/// What came after a fault in an array of reports, and was passed over: nobody can tell where the next report begins.
package struct UnreadRest: Sendable, Equatable {
    package let source: String
    /// What ``position`` counts: `line` or `report`.
    package let positionName: String
    package let position: Int64
    /// Of the fault, in the unpacked source.
    package let byteOffset: Int64
    /// From the fault to where reading went on, or to the end.
    package let byteCount: Int64
    package let reason: String
}

/// A report that is kept and counted, and enters no rate.
package struct SetAsideReport: Sendable {
    package let reason: String
    package let install: InstallID
    package let day: Day
    package let knownHour: Int32
    /// The report with its device ids hashed.
    package let redacted: String

    package init(reason: String, install: InstallID, day: Day, knownHour: Int32, redacted: String) {
        self.reason = reason
        self.install = install
        self.day = day
        self.knownHour = knownHour
        self.redacted = redacted
    }
}

/// What became of a batch's reports in the store.
package struct BatchOutcome: Sendable, Equatable {
    package var new = 0
    package var changed = 0
    package var unchanged = 0
    /// Entries of `decrypt_failures` that said something new.
    package var changedPairs = 0
    /// The batch was in the store already; nothing was changed.
    package var wasKnown = false
    /// Of a known batch: how many of its reports were set aside when it was written. Not what decoding them says today:
    /// without a time of receipt a report is judged by the clock.
    package var quarantinedBefore = 0
    /// What was looked up ahead (``LivesAhead``) had been changed by another writer, and was looked up again.
    package var foundStaleLives = false

    package init() {}
}
