import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity explain DESIGN NODE [--why-not VALUE]`.
enum CapacityExplainCommand {
    static let design = Argument(.choice("DESIGN", CapacityOptions.designIDs), help: "the design")
    static let node = Argument(.text("NODE"), help: "the id of a figure")
    static let whyNot = Option("why-not", .text("VALUE"), help: "what each input would have to be for this value")

    static let command = Command(
        CommandSpec(
            "capacity explain", group: .planning, purpose: "one figure: formula, numbers put in, sources, what rounding lost",
            discussion: """
                The tree goes down to inputs; what is in it evaluates to the figure, to the last digit: fractions that no \
                decimal writes are printed as such. A figure that is used twice is taken apart the first time.
                """,
            arguments: [design, node], options: [CapacityOptions.scenario, CapacityOptions.set, CapacityOptions.users, whyNot],
            examples: [
                Example("chatfleet capacity explain chat-r1 chat.r1.msgs.peak_per_s", "where the messages a second come from"),
                Example(
                    "chatfleet capacity explain chat-r1 chat.r1.msgs.peak_per_s --why-not 1000",
                    "what would have to be otherwise for a thousand"),
            ], exitCodes: [.badInput])
    ) { invocation, context in
        guard invocation[whyNot] == nil || context.format == .table else {
            throw ToolError(
                .usage, "--why-not is told to people: it has no other form than the table", at: "chatfleet capacity explain",
                next: "leave --why-not or --format out")
        }
        let plan = try CapacityOptions.plan(invocation[design], invocation, context)
        let node = try CapacityOptions.node(invocation[node], of: plan)
        let explanation = Explanation(plan, of: node)
        if context.format == .table {
            var text = tree(explanation)
            text += try movers(plan, node)
            if let wanted = invocation[whyNot] { text += try otherWays(plan, node, wanted) }
            try context.emit(text: text)
        } else {
            try context.emit(report(explanation))
        }
        return .success
    }

    // MARK: The tree

    private static func tree(_ explanation: Explanation) -> String {
        var text = ""
        for step in explanation.steps {
            let indent = String(repeating: "  ", count: step.depth)
            let about = step.isRepeat && step.formula != nil ? "see above" : "\(step.node.kind.rawValue), \(step.source)"
            text += "\(indent)\(step.node.id) = \(value(step))  [\(about)]\n"
            guard !step.isRepeat else { continue }
            if let formula = step.formula { text += "\(indent)  = \(formula)\n" }
            if let numbers = step.numbers, numbers != step.formula { text += "\(indent)  = \(numbers)\n" }
            for remark in [step.remark, step.node.note.isEmpty ? nil : step.node.note] {
                if let remark { text += "\(indent)  (\(remark))\n" }
            }
        }
        return text
    }

    /// `437500 messages/min`, `156250/27 messages/s ≈ 5,787.04`.
    private static func value(_ step: Explanation.Step) -> String {
        guard let number = step.number else { return "unpriced" }
        let exact = number.exactText
        return "\(exact) \(step.node.unit)" + (exact.contains("/") ? " ≈ \(FigureText.number(number))" : "")
    }

    private static func report(_ explanation: Explanation) -> Report {
        var report = Report(
            "capacity explain", title: "\(explanation.node.id) of \(explanation.plan.design.id)",
            columns: [
                .text("id", "figure"), .count("depth", "depth"), .figure("value", "value"),
                Column("exact", "exact", .text).hidden,
                .text("unit", "unit"), .text("kind", "kind"), .text("source", "source"), .text("formula", "formula"),
                Column("numbers", "numbers", .text).hidden, .text("remark", "remark"),
            ])
        for step in explanation.steps where !step.isRepeat {
            report.add(
                .text(step.node.id), .integer(Int64(step.depth)), .digits(step.number), .text(step.number?.description),
                .text("\(step.node.unit)"), .text(step.node.kind.rawValue), .text("\(step.source)"),
                step.formula.map { .text($0) } ?? .blank, step.numbers.map { .text($0) } ?? .blank,
                step.remark.map { .text($0) } ?? .blank)
        }
        return report
    }

    // MARK: What it depends on

    private static let moversShown = 3

    private static func movers(_ plan: Plan, _ node: Node) throws -> String {
        let rows = try Sensitivity(plan, of: node, Uncertainty(plan, spread: 0.1)).rows.prefix(moversShown)
        if rows.isEmpty || node.isInput { return "" }
        var text = "\nmost sensitive to (each 10 % down and up, or by its percentiles or window):\n"
        for row in rows {
            let ends = [row.atLow, row.atHigh].map { FigureText.number($0 / node.unit.scale.double) }
            text += "  \(row.input.id): \(ends[0]) … \(ends[1]) \(node.unit)\n"
        }
        return text
    }

    private static func otherWays(_ plan: Plan, _ node: Node, _ wanted: String) throws -> String {
        let value: Rational
        do {
            value = try QuantityText(node, takesBareNumbers: true).read(wanted)
        } catch {
            throw ToolError(.badInput, "--why-not: \(error.message)", next: error.suggestion.map { "did you mean \($0)?" })
        }
        let ways = OtherWays(plan, to: node, value)
        var text = "\nfor \(FigureText.quantity(canonical: value, node)) one of these alone would have to change:\n"
        if ways.rows.isEmpty { text += "  no single input gets it there\n" }
        for row in ways.rows {
            let now = FigureText.quantity(canonical: row.now, row.input)
            text += "  \(row.input.id): \(FigureText.quantity(canonical: row.needed, row.input)), now \(now)\n"
        }
        return text
    }
}
