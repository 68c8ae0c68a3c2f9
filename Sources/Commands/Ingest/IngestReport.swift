import Database
import FleetCore
import Reporting
import Telemetry

/// What an ingest did: the sums above, and a row for every reason and name.
func ingestReport(
    _ summary: IngestSummary, seconds: Double, store: StoreLocation, rejects: (count: Int, path: String)?
) -> Report {
    var report = Report(
        "ingest-reports", title: "Reports taken into \(store)",
        columns: [.text("outcome", "outcome"), .text("reason", "reason"), .count("reports", "reports")])
    report.summarise(.count("read", "read"), .integer(Int64(summary.read)))
    report.summarise(.count("accepted", "accepted"), .integer(Int64(summary.accepted)))
    report.summarise(.count("new", "new"), .integer(Int64(summary.new)))
    report.summarise(.count("changed", "changed"), .integer(Int64(summary.changed)))
    report.summarise(.count("unchanged", "unchanged"), .integer(Int64(summary.unchanged)))
    report.summarise(.count("refused", "refused"), .integer(Int64(summary.refusedCount)))
    report.summarise(.count("quarantined", "quarantined"), .integer(Int64(summary.quarantinedCount)))
    report.summarise(.count("changed_pairs", "pairs new or changed"), .integer(Int64(summary.changedPairs)))
    report.summarise(.count("batches", "batches"), .integer(Int64(summary.batches)))
    report.summarise(.count("known_batches", "batches known before"), .integer(Int64(summary.knownBatches)))
    report.summarise(Column("unread_bytes", "not read", .bytes, for: .programs), .integer(summary.unreadBytes))
    let rate = seconds > 0 ? Int64((Double(summary.read) / seconds).rounded()) : nil
    report.summarise(.count("reports_per_s", "reports a second"), .integer(rate))
    for (outcome, reasons) in [
        ("refused", summary.refused), ("quarantined", summary.quarantined), ("left out", summary.counts.leftOut),
        ("unknown member", summary.counts.unknownMembers),
    ] {
        for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            report.add(.text(outcome), .text(reason), .integer(Int64(count)))
        }
    }
    report.emptyText = "nothing was refused or set aside"
    report.notes = notes(summary, rejects)
    return report
}

private func notes(_ summary: IngestSummary, _ rejects: (count: Int, path: String)?) -> [String] {
    var notes: [String] = []
    let saysNothingNew = summary.new + summary.changed + summary.changedPairs + summary.quarantinedCount == 0
    if summary.batches > 0, summary.knownBatches == summary.batches || (summary.accepted > 0 && saysNothingNew) {
        notes.append("all of this was in the store already; nothing changed")
    }
    if summary.counts.unreadableVersions > 0 {
        let count = Int64(summary.counts.unreadableVersions)
        notes.append(
            "\(counted(count, "report")) \(count == 1 ? "names" : "name") a version that has no place in version order: counted, "
                + "listed last")
    }
    if let rest = summary.unread { notes.append(note(rest, of: summary)) }
    if let rejects {
        notes.append(refusedNote(rejects, "report"))
    } else if summary.refusedCount > 0 {
        notes.append("run again with --rejects FILE to see the refused reports; nothing is taken in twice")
    }
    return notes
}

/// Where an array broke, and what to do about the rest of it.
private func note(_ rest: UnreadRest, of summary: IngestSummary) -> String {
    let more = Int64(summary.unreadCount - 1)
    return "\(rest.source): \(rest.reason) at byte \(groupedDigits(rest.byteOffset)), in \(rest.positionName) "
        + "\(groupedDigits(rest.position)): what comes after it in the array, \(counted(rest.byteCount, "byte")), was not read"
        + (more > 0 ? "; so it is in \(counted(more, "further place"))" : "")
        + ". Mend it there and run the command again, or write a report a line (NDJSON): there a broken one costs itself only"
}

/// "3 refused reports are in refused.ndjson".
func refusedNote(_ rejects: (count: Int, path: String), _ noun: String) -> String {
    let count = Int64(rejects.count)
    return "\(counted(count, "refused \(noun)")) \(count == 1 ? "is" : "are") in \(rejects.path)"
}
