import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity quotas DESIGN`.
enum CapacityQuotasCommand {
    static let command = Command(
        CommandSpec(
            "capacity quotas", group: .planning, purpose: "every limit of a design, the most used first",
            arguments: [CapacityOptions.design],
            options: [CapacityOptions.scenario, CapacityOptions.set, CapacityOptions.users, CapacityPlanCommand.failOn],
            examples: [Example("chatfleet capacity quotas chat-r1 --fail-on breach", "which limits a design breaks, if any")],
            exitCodes: [.badAnswer, .badInput])
    ) { invocation, context in
        let plan = try CapacityOptions.plan(invocation[CapacityOptions.design], invocation, context)
        var report = Report(
            "capacity quotas", title: "Limits of \(plan.title)",
            columns: [
                .text("title", "limit"), .figure("used", "used"), .figure("limit", "of"), .text("unit", "unit"),
                .share("share", "share"), .text("level", "level"), .text("scope", "counted over").dispensable(3),
                .text("adjustable", "more?").dispensable(4), .text("source", "source").dispensable(2),
                .text("id", "id").dispensable(1),
            ])
        report.markAudience = .people
        report.emptyText = "the design has no limits"
        if let note = CapacityOptions.totalsNote(plan) { report.notes.append(note) }
        let uses = plan.limits.sorted { ($0.share ?? -1) > ($1.share ?? -1) }
        for use in uses {
            report.add(
                .text(use.row.title), .figure(plan.number(use.row.used)), .figure(plan.limitNumber(use.row)),
                .text("\(use.row.used.unit)"), .real(use.share?.double), .text(use.level.rawValue),
                .text(use.row.quota?.scope ?? ""), .text(use.row.quota?.adjustable ?? ""),
                .text("\(plan.source(of: use.row.quota?.node ?? use.row.limit))"), .text(use.row.share.id), mark: use.level.mark)
        }
        try context.emit(report)
        guard let least = invocation[CapacityPlanCommand.failOn].flatMap(Level.init(rawValue:)) else { return .success }
        return uses.contains { $0.level.rank >= least.rank } ? .badAnswer : .success
    }
}
