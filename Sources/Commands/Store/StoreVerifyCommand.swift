import CommandLine
import Database
import FleetCore
import Reporting
import Telemetry
import Terminal

/// `chatfleet store verify`.
enum StoreVerifyCommand {
    static let from = Option("from", .day, help: "first day to verify", defaultText: "all")
    static let to = Option("to", .day, help: "day after the last to verify", defaultText: "all")
    /// Shown of each run; the number of all is printed.
    private static let shownDifferences = 100

    static let command = Command(
        CommandSpec(
            "store verify", group: .store, purpose: "recompute everything derived from the facts and compare",
            discussion: """
                Rollups, hours and histograms are recomputed from the daily facts and compared cell by cell. Nothing is \
                changed. Hours are compared when all days are.
                """,
            options: [from, to],
            examples: [Example("chatfleet store verify", "exits 0 where every derived cell is what the facts say")],
            exitCodes: [.badAnswer, .unavailable]),
        run: { invocation, context in
            let window = try window(invocation)
            let progress = context.progress("store verify", unit: "days")
            defer { progress.finish() }
            var days: Int64 = 0
            let result = try context.withStore { database, _ in
                try StoreVerify.run(database, window: window, stop: context.stop) { _ in
                    progress.update(done: days)
                    days += 1
                }
            }
            progress.finish()
            try context.emit(report(result, window))
            return result.differences.isEmpty ? .success : .badAnswer
        })

    private static func window(_ invocation: Invocation) throws -> DayWindow? {
        guard invocation[from] != nil || invocation[to] != nil else { return nil }
        let first = invocation[from] ?? Day(number: -700_000)
        let end = invocation[to] ?? Day(number: 2_900_000)
        guard let window = DayWindow(from: first, to: end) else {
            throw ToolError(.usage, "--from \(first) is not before --to \(end)", next: "--to is the day after the last")
        }
        return window
    }

    private static func report(_ result: StoreVerify.Result, _ window: DayWindow?) -> Report {
        var report = Report(
            "store-verify", title: "Derived tables against the facts",
            columns: [
                .text("table", "table"), .text("cell", "cell"), .text("column", "column"), .count("stored", "stored"),
                .count("expected", "expected"),
            ])
        report.summarise(.count("days", "days"), .integer(Int64(result.days)))
        report.summarise(.count("rows", "facts"), .integer(Int64(result.rows)))
        report.summarise(.count("differences", "differences"), .integer(Int64(result.differences.count)))
        let sorted = result.differences.sorted { ($0.table, $0.cell, $0.column) < ($1.table, $1.cell, $1.column) }
        for difference in sorted.prefix(shownDifferences) {
            report.add(
                .text(difference.table), .text(difference.cell), .text(difference.column), .integer(difference.stored),
                .integer(difference.expected), mark: .bad("differs"))
        }
        report.emptyText = result.rows == 0 ? "there are no facts to compare with" : "everything is what the facts say"
        if sorted.count > shownDifferences { report.notes.append("the first \(shownDifferences) of \(sorted.count) are shown") }
        if !sorted.isEmpty {
            report.notes.append("derived tables were changed by something other than ingest, or are damaged; the facts are right")
        }
        return report
    }
}
