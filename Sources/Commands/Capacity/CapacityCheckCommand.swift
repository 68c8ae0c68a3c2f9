import Capacity
import CommandLine
import Database
import FleetCore
import Health
import QueryCatalog
import Reporting

/// `chatfleet capacity check DESIGN --from DAY --to DAY`.
enum CapacityCheckCommand {
    static let tolerance = Option("tolerance", .percentage, help: "how far over the plan is still as planned", defaultText: "10%")

    static let command = Command(
        CommandSpec(
            "capacity check", group: .planning, purpose: "a plan against what the store measured",
            discussion: """
                Clients report how many installs are active, how often they are opened and how often they sync; the servers' \
                metrics tell how high pushes, sockets, write and read units and telemetry went, and what was throttled. What \
                nobody measures says so, and is not 0. An install stands for a user: someone with two devices counts twice.
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
        let (found, use, window) = try context.withStore {
            database, catalog -> (checks: [Check], use: DailyUse?, window: DayWindow?) in
            let reports = HealthReports(database: database, catalog: catalog)
            // Servers may tell where no client does.
            let isTold = try from != nil || to != nil || reports.newestDay() != nil
            let use = try isTold ? reports.dailyUse(from == nil && to == nil ? .newestWeek : .days(from: from, to: to)) : nil
            let window = try use?.window ?? asked(from, to) ?? newestWeek(database, catalog)
            let peaks = window.map {
                MeasuredPeaks(from: $0.from.start, to: $0.to.start, database: database, catalog: catalog)
            }
            return (try checks(plan, use, peaks, tolerance: invocation[tolerance]?.share ?? 0.1), use, window)
        }
        try context.emit(report(found, plan, use, window))
        if found.contains(where: { $0.verdict?.level == .bad }) { return .badAnswer }
        return found.contains { $0.measured != nil } ? .success : .unknown
    }

    private static func asked(_ from: Day?, _ to: Day?) -> DayWindow? {
        guard let to else { return nil }
        return DayWindow(from: from ?? to.advanced(by: -7), to: to)
    }

    /// Up to the newest point of the servers' metrics; nil: there is none.
    private static func newestWeek(_ database: any Database, _ catalog: QueryCatalog) throws -> DayWindow? {
        let newest = try catalog.query("operations/newest_metric").rows(on: database, [:]).first?.integer("newest_epoch")
        guard let day = newest.map({ Instant(epochSeconds: $0).day }) else { return nil }
        return DayWindow(from: day.advanced(by: -6), to: day.advanced(by: 1))
    }

    private struct Check {
        let id: String
        let unit: String
        let planned: Double?
        let measured: Double?
        let verdict: Mark?
        var ratio: Double? { if let planned, let measured, planned != 0 { measured / planned } else { nil } }
    }

    /// What is measured of a design, and what fills its limits.
    private static func checks(
        _ plan: Plan, _ use: DailyUse?, _ peaks: MeasuredPeaks?, tolerance: Double
    ) throws -> [Check] {
        let round = plan.design.id.replacing("-", with: ".")
        let metrics: [(id: String, value: Double?)] = [
            ("\(round).dau", use?.activeInstallsPerDay), ("\(round).opens_per_user_day", use?.sessionsPerInstallDay),
            ("\(round).syncs_per_user_day", use?.syncsPerInstallDay),
        ]
        func check(_ node: Node, _ measured: Double?) -> Check {
            let planned = plan.number(node)?.double
            guard let measured, let planned, planned > 0 else {
                return Check(
                    id: node.id, unit: "\(node.unit)", planned: planned, measured: nil, verdict: .unknown("not measured"))
            }
            let verdict: Mark =
                measured > planned * (1 + tolerance)
                ? .bad("above plan") : .ok(measured < planned * (1 - tolerance) ? "below plan" : "as planned")
            return Check(id: node.id, unit: "\(node.unit)", planned: planned, measured: measured, verdict: verdict)
        }
        var seen: Set<String> = []
        let measured = metrics.compactMap { metric in plan.graph.node(metric.id).map { check($0, metric.value) } }
        let nodes = MeasuredPeaks.more.compactMap { plan.graph.node("\(round).\($0)") } + plan.design.limits.map(\.used)
        let used = try nodes.map { node in check(node, try peaks?.value(of: node, in: round)) }
        let throttles =
            try plan.design.limits.contains { $0.quota?.id.hasPrefix("dynamodb.table") ?? false }
            ? ["Write", "Read"].map { kind in try throttled(kind, peaks) } : []
        return (measured + used + throttles).filter { seen.insert($0.id).inserted }
    }

    /// A plan has room: it turns nothing away.
    private static func throttled(_ kind: String, _ peaks: MeasuredPeaks?) throws -> Check {
        let events = try peaks?.throttles(kind)
        let verdict: Mark =
            events.map { $0 > 0 ? .bad("throttled") : .ok("as planned") } ?? .unknown("not measured")
        return Check(id: "\(kind)ThrottleEvents", unit: "events", planned: 0, measured: events, verdict: verdict)
    }

    private static func report(_ checks: [Check], _ plan: Plan, _ use: DailyUse?, _ window: DayWindow?) -> Report {
        var report = Report(
            "capacity check", title: "\(plan.title) against the store",
            columns: [
                .text("id", "figure"), .figure("planned", "planned"),
                Column("measured", "measured", .figure).absent("not measured"), .text("unit", "unit"),
                .share("ratio", "of plan"),
            ])
        report.window = window.map { .days($0) }
        report.summarise(.count("days", "days with reports"), .integer(use?.days ?? 0))
        for check in checks {
            report.add(
                .text(check.id), check.planned.map { .figure($0) } ?? .noData, check.measured.map { .figure($0) } ?? .noData,
                .text(check.unit), .real(check.ratio), mark: check.verdict)
        }
        report.notes = [
            "Measured: active installs a day; sessions and syncs of an active install and day; of the servers the highest period. "
                + "A zone lost is planned for, and not measured."
        ]
        return report
    }
}
