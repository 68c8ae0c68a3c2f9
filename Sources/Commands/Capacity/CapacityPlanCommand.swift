import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity plan DESIGN… [--scenario FILE] [--set ID=VALUE]…`.
enum CapacityPlanCommand {
    static let designs = ArgumentList(
        .choice("DESIGN", CapacityOptions.designIDs), help: "a design, several with --together", atLeastOne: false)
    static let together = Flag("together", help: "several designs in one account: the quotas that they share are summed")
    static let failOn = Option(
        "fail-on", .choice("LEVEL", ["act", "breach"]), help: "exit with 1 where a limit is at this level or beyond")

    static let command = Command(
        CommandSpec(
            "capacity plan", group: .planning, purpose: "fleets, limits and bill of a design, every figure with its source",
            discussion: """
                A limit that is a quota or a planning figure is watched from 60 %, acted on from 80 %, and breached at 100 %. \
                Prices are list prices; what has no price is unpriced, and missing from the total, which then says so.
                CSV and JSON have every figure; explain takes one apart.
                """,
            arguments: [designs],
            options: [CapacityOptions.scenario, CapacityOptions.set, CapacityOptions.users, together, failOn],
            examples: [
                Example("chatfleet capacity plan chat-r2 --users 45000000", "from 30 to 45 million daily users"),
                Example("chatfleet capacity plan chat-r1 --set chat.r1.peak_factor=5", "another value for an input"),
                Example(
                    "chatfleet capacity plan --scenario 45-million.json --fail-on act", "a scenario, as a check in a pipeline"),
            ], exitCodes: [.badAnswer, .badInput])
    ) { invocation, context in
        let ids = invocation[designs]
        if ids.count > 1 || invocation[together] {
            return try several(ids, invocation, context)
        }
        let plan = try CapacityOptions.plan(ids.first, invocation, context)
        if context.format == .json || context.format == .csv, let note = CapacityOptions.totalsNote(plan) { context.warn(note) }
        switch context.format {
        case .json: try context.emit(text: PlanJSON.text(plan) + "\n")
        case .csv: try context.emit(PlanReport.figures(plan))
        default: try context.emit(PlanReport.report(plan))
        }
        return outcome(plan.limits.map(\.level), invocation)
    }

    private static func outcome(_ levels: [Level], _ invocation: Invocation) -> ExitCode {
        guard let least = invocation[failOn].flatMap(Level.init(rawValue:)) else { return .success }
        return levels.contains { $0.rank >= least.rank } ? .badAnswer : .success
    }

    private static func several(_ ids: [String], _ invocation: Invocation, _ context: CommandContext) throws -> ExitCode {
        guard invocation[together], ids.count > 1, Set(ids).count == ids.count else {
            throw ToolError(
                .usage, "several designs are planned together, each once", next: "chatfleet capacity plan A B --together")
        }
        if invocation[CapacityOptions.scenario] != nil {
            throw ToolError(.usage, "a scenario is one of a single design", next: "use --set with --together")
        }
        let plans = try together(ids, invocation[CapacityOptions.set], users: invocation[CapacityOptions.users], context)
        let account = AccountUse(plans)
        if context.format == .json {
            try context.emit(text: PlanJSON.text(plans, account) + "\n")
        } else {
            try context.emit(PlanReport.report(plans, account))
        }
        return outcome(account.rows.map(\.level) + plans.flatMap { $0.limits.map(\.level) }, invocation)
    }

    /// A setting reaches each design that takes the input; the number of users is that of each.
    private static func together(
        _ ids: [String], _ set: [String], users: Int64?, _ context: CommandContext
    ) throws -> [Plan] {
        let designs = ids.compactMap(Design.named)
        _ = try CommandLineSettings.read(set, Graph(designs), context)
        return try designs.map { design in
            let graph = try Graph(design)
            let own = set.filter { graph.node(String($0.prefix { $0 != "=" })) != nil }
            return try CapacityOptions.plan(design, nil, own, users: users, context)
        }
    }
}
