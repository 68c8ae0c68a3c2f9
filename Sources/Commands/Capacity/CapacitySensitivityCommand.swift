import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity sensitivity NODE`.
enum CapacitySensitivityCommand {
    static let node = Argument(.text("NODE"), help: "the id of a figure")

    static let command = Command(
        CommandSpec(
            "capacity sensitivity", group: .planning, purpose: "which inputs a figure depends on most, one at a time",
            discussion: """
                Each input goes to its 5th and to its 95th percentile, the others stay. Inputs without percentiles in a \
                scenario are taken for --spread up or down, calibrated ones for what the stated figures allow.
                """,
            arguments: [node],
            options: [
                CapacityOptions.spread, CapacityOptions.designOption, CapacityOptions.scenario, CapacityOptions.set,
                CapacityOptions.users,
            ],
            examples: [Example("chatfleet capacity sensitivity chat.r1.msgs.peak_per_s --spread 20%", "with 20 % up and down")],
            exitCodes: [.badInput])
    ) { invocation, context in
        let (plan, node) = try CapacityOptions.plan(having: invocation[node], invocation, context)
        let spread = invocation[CapacityOptions.spread].flatMap { Rational(nearestDecimal: $0.share) } ?? 0.1
        let sensitivity = try Sensitivity(plan, of: node, Uncertainty(plan, spread: spread))
        try context.emit(report(sensitivity, plan, spread))
        return .success
    }

    static func report(_ sensitivity: Sensitivity, _ plan: Plan, _ spread: Rational) -> Report {
        let node = sensitivity.node
        var report = Report(
            "capacity sensitivity", title: "\(node.id) of \(plan.design.id), 5th to 95th percentile of one input at a time",
            columns: [
                .text("id", "input"), .figure("low", "5 %"), .figure("high", "95 %"), .text("unit", "unit"),
                .figure("at_low", "figure at 5 %"), .figure("at_high", "at 95 %"), .figure("swing", "swing"),
                .text("bar", "").forPeople, Column("basis", "basis", .text).dispensable(1),
            ])
        report.summarise(.text("value", "value"), .text(FigureText.quantity(canonical: sensitivity.value, node)))
        let scale = node.unit.scale.double
        let greatest = sensitivity.rows.first?.swing ?? 0
        for row in sensitivity.rows {
            let own = row.input.unit.scale.double
            let basis = row.isGiven ? "scenario" : CalibratedBook.list[row.input.id]?.window == nil ? "spread" : "window"
            report.add(
                .text(row.input.id), .figure(row.low / own), .figure(row.high / own),
                .text("\(row.input.unit)"), .figure(row.atLow / scale),
                .figure(row.atHigh / scale), .figure(row.swing / scale),
                .text(String(repeating: "█", count: max(1, Int((row.swing / greatest * 20).rounded())))), .text(basis))
        }
        report.emptyText = node.isQuoted ? "it is quoted, and nothing computes it" : "no uncertain input moves it"
        report.notes = [
            "Spread: \((spread * 100).decimalText(significantDigits: 4)) % up and down, of shares in their odds; prices, quotas and counted zones stay."
        ]
        if node.isQuoted {
            let computed = plan.design.total.flatMap { node.unit == $0.unit ? "; what can be computed adds up to \($0.id)" : nil }
            report.notes.append("\(node.id) is quoted from the design's text\(computed ?? "").")
        }
        return report
    }
}
