import Capacity
import CommandLine
import FleetCore
import Health
import Reporting

/// `chatfleet capacity check DESIGN --from DAY --to DAY`.
enum CapacityCheckCommand {
    static let tolerance = Option("tolerance", .percentage, help: "how far over the plan is still as planned", defaultText: "10%")

    static let command = Command(
        CommandSpec(
            "capacity check", group: .planning, purpose: "a plan against what the store measured",
            discussion: """
                Clients report how many installs are active, how often they are opened and how often they sync. What nobody \
                measures says so, and is not 0. An install stands for a user: someone with two devices counts twice.
                """,
            arguments: [CapacityOptions.design],
            options: [
                AnswerOptions.from, AnswerOptions.to, tolerance, CapacityOptions.scenario, CapacityOptions.set,
                CapacityOptions.users,
            ],
            examples: [
                Example("chatfleet capacity check chat-r1 --from 2026-09-01 --to 2026-10-01", "whether September was as planned")
            ],
            exitCodes: [.badAnswer, .badInput, .unknown, .unavailable])
    ) { invocation, context in
        let plan = try CapacityOptions.plan(invocation[CapacityOptions.design], invocation, context)
        let (from, to) = (invocation[AnswerOptions.from], invocation[AnswerOptions.to])
        let use = try context.withStore { database, catalog in
            try HealthReports(database: database, catalog: catalog)
                .dailyUse(from == nil && to == nil ? .newestWeek : .days(from: from, to: to))
        }
        let checks = checks(plan, use, tolerance: invocation[tolerance]?.share ?? 0.1)
        try context.emit(report(checks, plan, use))
        if checks.contains(where: { $0.verdict?.level == .bad }) { return .badAnswer }
        return checks.contains { $0.measured != nil } ? .success : .unknown
    }

    private struct Check {
        let node: Node
        let planned: Double?
        /// In the node's unit.
        let measured: Double?
        let verdict: Mark?
        var ratio: Double? { if let planned, let measured, planned != 0 { measured / planned } else { nil } }
    }

    /// What is measured of a design, and what fills its limits.
    private static func checks(_ plan: Plan, _ use: DailyUse?, tolerance: Double) -> [Check] {
        let round = plan.design.id.replacing("-", with: ".")
        let metrics: [(id: String, value: Double?)] = [
            ("\(round).dau", use?.activeInstallsPerDay), ("\(round).opens_per_user_day", use?.sessionsPerInstallDay),
            ("\(round).syncs_per_user_day", use?.syncsPerInstallDay),
        ]
        func check(_ node: Node, _ measured: Double?) -> Check {
            let planned = plan.number(node)?.double
            guard let measured, let planned, planned > 0 else {
                return Check(node: node, planned: planned, measured: nil, verdict: .unknown("not measured"))
            }
            let verdict: Mark =
                measured > planned * (1 + tolerance)
                ? .bad("above plan") : .ok(measured < planned * (1 - tolerance) ? "below plan" : "as planned")
            return Check(node: node, planned: planned, measured: measured, verdict: verdict)
        }
        var seen: Set<String> = []
        let measured = metrics.compactMap { metric in plan.graph.node(metric.id).map { check($0, metric.value) } }
        let used = plan.design.limits.map(\.used).map { check($0, nil) }
        return (measured + used).filter { seen.insert($0.node.id).inserted }
    }

    private static func report(_ checks: [Check], _ plan: Plan, _ use: DailyUse?) -> Report {
        var report = Report(
            "capacity check", title: "\(plan.title) against the store",
            columns: [
                .text("id", "figure"), .figure("planned", "planned"),
                Column("measured", "measured", .figure).absent("not measured"), .text("unit", "unit"),
                .share("ratio", "of plan"),
            ])
        report.window = use.map { .days($0.window) }
        report.summarise(.count("days", "days with reports"), .integer(use?.days ?? 0))
        for check in checks {
            report.add(
                .text(check.node.id), check.planned.map { .figure($0) } ?? .noData, check.measured.map { .figure($0) } ?? .noData,
                .text("\(check.node.unit)"), .real(check.ratio), mark: check.verdict)
        }
        report.notes = ["Measured: active installs a day; sessions and syncs of an active install and day."]
        return report
    }
}
