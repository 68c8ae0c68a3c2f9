import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity levers DESIGN`.
enum CapacityLeversCommand {
    static let command = Command(
        CommandSpec(
            "capacity levers", group: .planning, purpose: "what a change of the design would save, the greatest first",
            discussion: "Each lever is taken alone; two that work on the same line don't add up.",
            arguments: [CapacityOptions.design], options: [CapacityOptions.scenario, CapacityOptions.set, CapacityOptions.users],
            examples: [Example("chatfleet capacity levers chat-r1", "where money can be saved")], exitCodes: [.badInput])
    ) { invocation, context in
        let plan = try CapacityOptions.plan(invocation[CapacityOptions.design], invocation, context)
        var report = Report(
            "capacity levers", title: "Levers of \(plan.title)",
            columns: [
                .text("title", "lever"), .figure("saves", "saves USD/month"), .share("share", "of the bill"),
                .text("id", "id").dispensable(1),
            ])
        report.emptyText = "the design names no levers"
        for lever in plan.design.levers.sorted(by: { (plan.value($0.node) ?? 0) > (plan.value($1.node) ?? 0) }) {
            let value = plan.value(lever.node)
            report.add(
                .text(lever.title), .usd(value), .real(value.flatMap { ($0 / plan.total)?.double }), .text(lever.node.id))
        }
        try context.emit(report)
        return .success
    }
}
