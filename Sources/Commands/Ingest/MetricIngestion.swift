import Database
import FleetCore
import QueryCatalog
import Reporting
import ServerMetrics
import Terminal

/// What `ingest metrics` and `ingest cloudwatch` have in common: the store, the file of rejects, and what is said at the end.
struct MetricIngestion {
    let context: CommandContext
    let retry: RetryPolicy
    let kind: MetricSourceKind
    let base: MetricContext
    let inputNames: [String]
    /// What the user told of the points.
    var told: [MetricDetail] = []

    func run(
        _ name: String, rejectsTo path: String?, _ body: (MetricIngest, RejectFile?) throws -> Void
    ) throws -> ExitCode {
        let location = try context.storeLocation()
        let migrations = try context.queries().migrations(for: location.engine)
        var inputs = inputNames
        if case .sqlite(let path) = location { inputs.append(path) }
        let rejects = try path.map { try RejectFile($0, inputs: inputs) }
        let ingest = try MetricIngest(
            open: { try context.open(location, migrations, .readWrite) }, retry: retry, now: context.now,
            stop: context.stop)
        let failure = context.surroundings.interrupts.whileRunning {
            Result { try body(ingest, rejects) }
        } onInterrupt: {
        }
        let summary = ingest.summary
        // Where nothing was dealt with, the place holds what it held.
        let hasDealt = summary.batches > 0 || ((try? failure.get()) != nil && !context.stop.isSet)
        let keptRejects = Result { try hasDealt ? rejects?.finish() : nil }
        if summary.batches > 0, (try? failure.get()) != nil, !context.stop.isSet {
            let count = counted(Int64(summary.read), "point")
            context.hasDone("what is right of \(count) is in the store", shownBy: "chatfleet store status")
        }
        // What was committed is said whatever came after it; where nothing was, the error says it all.
        if summary.batches > 0 || (try? failure.get()) != nil {
            var report = metricIngestReport(name, summary, store: location, rejects: try? keptRejects.get())
            report.notes += told.compactMap { idleNote($0, summary) }
            try context.emit(report)
        }
        do { try failure.get() } catch let error as DatabaseError { throw error.toolError(store: location.description) }
        _ = try keptRejects.get()
        if context.stop.isSet {
            throw ToolError(
                .interrupted, "interrupted; what was taken in before stays", at: location.description,
                next: "run the same command again")
        }
        return summary.exitCode
    }
}

/// Nil where the option was of use to all points.
private func idleNote(_ detail: MetricDetail, _ summary: MetricSummary) -> String? {
    let count = summary.pointsIgnoring(detail)
    guard count > 0 else { return nil }
    return "--\(detail.rawValue) did nothing for \(counted(Int64(count), "point")): the records say it themselves."
}

/// What an ingest of metrics did: the sums above, and a row for every reason.
func metricIngestReport(
    _ name: String, _ summary: MetricSummary, store: StoreLocation, rejects: (count: Int, path: String)?
) -> Report {
    var report = Report(
        name, title: "Server metrics taken into \(store)",
        columns: [.text("outcome", "outcome"), .text("reason", "reason"), .count("points", "points")])
    report.summarise(.count("read", "read"), .integer(Int64(summary.read)))
    report.summarise(.count("accepted", "accepted"), .integer(Int64(summary.accepted)))
    report.summarise(.count("new", "new"), .integer(Int64(summary.new)))
    report.summarise(.count("changed", "changed"), .integer(Int64(summary.changed)))
    report.summarise(.count("unchanged", "unchanged"), .integer(Int64(summary.unchanged)))
    report.summarise(.count("refused", "refused"), .integer(Int64(summary.refusedCount)))
    report.summarise(.count("left_out", "without a value"), .integer(Int64(summary.leftOut.values.reduce(0, +))))
    report.summarise(.count("series", "series"), .integer(Int64(summary.series.count)))
    report.summarise(.count("batches", "batches"), .integer(Int64(summary.batches)))
    report.summarise(.count("known_batches", "batches known before"), .integer(Int64(summary.knownBatches)))
    for (outcome, reasons) in [("refused", summary.refused), ("left out", summary.leftOut)] {
        for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            report.add(.text(outcome), .text(reason), .integer(Int64(count)))
        }
    }
    report.emptyText = "nothing was refused"
    report.notes = summary.notes.map(sentence)
    if summary.accepted > 0, summary.new + summary.changed == 0 {
        report.notes.append("All of this was in the store already; nothing changed.")
    }
    if let rejects {
        report.notes.append(refusedNote(rejects, "point"))
    } else if summary.refusedCount > 0 {
        report.notes.append("Run again with --rejects FILE to see the refused points; nothing is taken in twice.")
    }
    return report
}

private func sentence(_ note: String) -> String { note.prefix(1).uppercased() + note.dropFirst() + "." }
