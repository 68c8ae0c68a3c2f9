import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity prices [--stale 180d]`.
enum CapacityPricesCommand {
    static let stale = Option("stale", .duration, help: "only prices that were seen longer ago, or nobody knows when")

    static let command = Command(
        CommandSpec(
            "capacity prices", group: .planning, purpose: "the price list: each price, its day and how far to trust it",
            discussion: """
                List prices of us-east-1. A price that is known to a month or a year only is as old as the beginning of it. \
                Confidence A: the vendor's own; B: other sources that agree; C: weak.
                """,
            options: [stale],
            examples: [Example("chatfleet capacity prices --stale 180d", "what should be looked up again")])
    ) { invocation, context in
        let today = context.now.day
        var report = Report(
            "capacity prices", title: "List prices, the oldest first",
            columns: [
                .text("id", "price"), .figure("usd", "USD"), .text("per", "per"), .figure("from", "from").dispensable(2),
                .text("as_of", "as of"), Column("age_days", "days", .integer).absent("unknown"), .text("confidence", "trust"),
                .text("title", "what").dispensable(1),
            ])
        report.emptyText = "no price is that old"
        let rows = PriceBook.list.entries.flatMap { entry in
            entry.steps.map { step in (entry, step, age: step.source.earliestDay.map { today - $0 }) }
        }.sorted { ($0.age ?? .max) > ($1.age ?? .max) }
        for (entry, step, age) in rows {
            if let stale = invocation[stale], let age, Int64(age) * 86_400 <= stale.seconds { continue }
            report.add(
                .text(entry.id), .digits(step.usd), .text("\(entry.per)"),
                step.from.isZero ? .blank : .figure(step.from), .text(step.source.asOf.isEmpty ? "unknown" : step.source.asOf),
                .integer(age.map(Int64.init)), .text(step.source.confidence.rawValue), .text(entry.title))
        }
        try context.emit(report)
        return .success
    }
}

extension PriceSource {
    /// The first day that `asOf` may mean.
    var earliestDay: Day? {
        switch asOf.utf8.count {
        case 4: Day("\(asOf)-01-01")
        case 7: Day("\(asOf)-01")
        default: Day(asOf)
        }
    }
}
