import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity diff A B`.
enum CapacityDiffCommand {
    static let old = Argument(.text("A"), help: "a design, or a scenario file")
    static let new = Argument(.text("B"), help: "what it is compared with")

    static let command = Command(
        CommandSpec(
            "capacity diff", group: .planning, purpose: "two plans: each line, and which input changed the bill by how much",
            discussion: """
                What the inputs are given adds up to the change of the bill, to the cent. (Of two designs there are only lines and \
                limits, side by side.) Products are shared by logarithmic \
                means; where something is rounded or has price steps, inputs take their Shapley values. Prices are told apart \
                from usage. --set and --users are for B.
                """,
            arguments: [old, new], options: [CapacityOptions.set, CapacityOptions.users],
            examples: [
                Example(
                    "chatfleet capacity diff chat-r2 chat-r2 --users 60000000", "what twice the users change"),
                Example("chatfleet capacity diff this-quarter.json next-quarter.json", "two scenarios of one design"),
            ], exitCodes: [.badInput])
    ) { invocation, context in
        let a = try plan(invocation[old], [], users: nil, context)
        let b = try plan(invocation[new], invocation[CapacityOptions.set], users: invocation[CapacityOptions.users], context)
        try context.emit(report(Difference(a, b), a, b, names: (invocation[old], invocation[new])))
        return .success
    }

    private static func plan(_ word: String, _ set: [String], users: Int64?, _ context: CommandContext) throws -> Plan {
        if let design = Design.named(word) { return try CapacityOptions.plan(design, nil, set, users: users, context) }
        guard word.contains(".") || word.contains("/") || word == "-" else {
            throw ToolError(
                .badInput, "there is no design \(word)",
                next: closest(to: word, among: CapacityOptions.designIDs).map { "did you mean \($0)?" }
                    ?? "one of \(CapacityOptions.designIDs.joined(separator: ", ")), or a file")
        }
        let scenario = try ScenarioFile.read(word, context)
        guard let design = Design.named(scenario.design) else { throw ToolError(.badInput, "there is no design", at: word) }
        return try CapacityOptions.plan(design, try scenario.measured(context), set, users: users, context)
    }

    private static func report(_ difference: Difference, _ a: Plan, _ b: Plan, names: (String, String)) -> Report {
        var report = Report(
            "capacity diff", title: "From \(names.0) to \(names.1)",
            columns: [
                .text("title", "line"), .figure("old", "old USD/month"), .figure("new", "new"), .figure("change", "change"),
                .text("id", "id").dispensable(1),
            ])
        // A line that is off in both says nothing.
        for line in difference.costs.filter({ !$0.isOff }) + (difference.total.map { [$0] } ?? []) {
            report.add(.text(line.title), usd(line.old), usd(line.new), .change(usd: line.change), .text(line.node.id))
        }
        if let cents = difference.changeInCents {
            func sum(_ matches: (Difference.Cause) -> Bool) -> String {
                money(difference.causes.filter(matches).reduce(0) { $0 + $1.cents })
            }
            report.summarise(.text("change", "bill"), .text("\(money(cents)) USD/month"))
            report.summarise(.text("by_usage", "by usage"), .text("\(sum { !$0.isPrice }) USD/month"))
            report.summarise(.text("by_prices", "by prices"), .text("\(sum(\.isPrice)) USD/month"))
        } else if a.design.id != b.design.id {
            report.notes = [
                "The designs differ, so that no input of the one is one of the other: the change has no causes here. "
                    + "\(notInDesign): a design has no such line."
            ]
        } else if difference.total != nil {
            report.notes = [
                a.unpriced.isEmpty && b.unpriced.isEmpty
                    ? "The change is too large to be shared out to the cent."
                    : "A line is unpriced, so that the change of the bill is not known."
            ]
        }
        report.notes += [a, b].compactMap(CapacityOptions.totalsNote)
        report.emptyText = "neither has a bill"
        report.details = [causes(difference), limits(difference)].filter { !$0.rows.isEmpty }
        return report
    }

    private static let notInDesign = "–"

    private static func usd(_ side: Difference.Line.Side) -> Cell {
        switch side {
        case .absent: .written(people: notInDesign, programs: nil)
        case .value(let value): .usd(value)
        }
    }

    private static func causes(_ difference: Difference) -> Report {
        var report = Report(
            "causes", title: "What changed it",
            columns: [
                .text("id", "input"), .figure("old", "old"), .figure("new", "new"), .text("unit", "unit"),
                .figure("usd", "USD/month"), .text("kind", "kind").dispensable(1),
            ])
        for cause in difference.causes {
            func number(_ value: Rational?) -> Cell {
                .figure(value.map { Quantity(canonical: $0, cause.node.unit).number })
            }
            report.add(
                .text(cause.node.id), number(cause.old), number(cause.new), .text("\(cause.node.unit)"),
                .written(people: money(cause.cents), programs: (Rational(Int(cause.cents)) / 100)?.decimalText()),
                .text(cause.node.kind.rawValue))
        }
        return report
    }

    private static func limits(_ difference: Difference) -> Report {
        var report = Report(
            "limits", title: "Limits that are used otherwise",
            columns: [
                .text("title", "limit"), .share("old", "old"), .share("new", "new"), .text("level", "level"),
                .text("id", "id").dispensable(1),
            ])
        report.markAudience = .people
        for (old, new) in difference.limits where old?.share != new?.share || (old == nil) != (new == nil) {
            guard let row = (new ?? old)?.row else { continue }
            func share(_ use: LimitUse?) -> Cell { use.map { .real($0.share?.double) } ?? .blank }
            report.add(
                .text(row.title), share(old), share(new), new.map { .text($0.level.rawValue) } ?? .blank, .text(row.share.id),
                mark: new?.level.mark)
        }
        return report
    }

    /// `+1,234.50`, with its cents, so that a column adds up.
    private static func money(_ cents: Int64) -> String {
        let sign = cents < 0 ? "-" : cents > 0 ? "+" : ""
        let rest = String(cents.magnitude % 100)
        return "\(sign)\(groupedDigits(Int64(cents.magnitude / 100))).\(rest.count < 2 ? "0" : "")\(rest)"
    }
}
