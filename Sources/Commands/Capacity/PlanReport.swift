import Capacity
import Reporting

/// A plan as tables: bill, limits, fleets; or every figure.
enum PlanReport {
    static func report(_ plan: Plan) -> Report {
        var report = bill(plan)
        report.details = [limits(plan), fleets(plan)].filter { !$0.rows.isEmpty }
        report.pictures = PlanCharts.all(plan)
        if plan.design.costs.isEmpty { report.details.append(derived(plan)) }
        return report
    }

    /// What a design without a bill is about.
    private static func derived(_ plan: Plan) -> Report {
        var report = Report(
            "figures", title: "Figures",
            columns: [.text("id", "figure"), .figure("value", "value"), .text("unit", "unit"), .text("source", "source")])
        for node in plan.design.nodes where !node.isInput {
            report.add(.text(node.id), .figure(plan.number(node)), .text("\(node.unit)"), .text("\(node.source)"))
        }
        return report
    }

    private static func bill(_ plan: Plan) -> Report {
        var report = Report(
            "capacity plan", title: plan.title,
            columns: [
                .text("title", "line"), .figure("usd", "USD/month"), .share("share", "share"), .text("id", "id").dispensable(1),
            ])
        summary(plan, &report)
        let total = plan.total
        for line in plan.design.costs where !(line.isOptional && plan.value(line.node)?.isZero ?? true) {
            let value = plan.value(line.node)
            let share = value.flatMap { ($0 / total)?.double }
            report.add(.text(line.title), .usd(value), .real(share), .text(line.node.id))
        }
        report.emptyText = "the design has no bill"
        if let note = CapacityOptions.totalsNote(plan) { report.notes.append(note) }
        let left = plan.design.costs.filter { $0.isOptional && plan.value($0.node)?.isZero ?? true }
        if !left.isEmpty {
            report.notes.append(
                "Left out unless asked for with --set ID.included=1: \(left.map(\.node.id).joined(separator: ", ")).")
        }
        return report
    }

    static func summary(_ plan: Plan, _ report: inout Report) {
        func add(_ header: String, _ text: String) { report.summarise(.text(header, header), .text(text)) }
        for (id, setting) in plan.settings.sorted(by: { $0.key < $1.key }) {
            // A file that says what the design says changes nothing.
            guard let node = plan.graph.node(id), plan.value(node) != node.value || setting.distribution != nil else { continue }
            add("set", "\(id) = \(FigureText.quantity(canonical: plan.value(node), node)) (\(setting.source))")
        }
        guard !plan.design.costs.isEmpty else { return }
        add(
            "total",
            "\(plan.unpriced.isEmpty ? "" : "at least ")\(FigureText.usd(plan.total)) USD/month, \(plan.design.total?.id ?? "")")
        if let each = plan.totalPerDailyUser {
            add("a daily user", "\(FigureText.number((each * 100).rounded(significantDigits: 4))) US cents/month")
        }
        if !plan.unpriced.isEmpty { add("unpriced", plan.unpriced.map(\.title).joined(separator: ", ")) }
        func percent(_ share: Rational?) -> String { share.map { "\(($0 * 100).decimalText(significantDigits: 3)) %" } ?? "0 %" }
        add(
            "rests on",
            "calibrated assumptions \(percent(plan.shareOnCalibrated)), weak prices \(percent(plan.shareOnWeakPrices))")
    }

    static func limits(_ plan: Plan) -> Report {
        var report = Report(
            "limits", title: "Limits",
            columns: [
                .text("title", "limit"), .figure("used", "used"), .figure("limit", "of"), .text("unit", "unit"),
                .share("share", "share"), .text("level", "level"), .text("scope", "counted over").dispensable(2),
                .text("id", "id").dispensable(1),
            ])
        report.markAudience = .people
        for use in plan.limits.sorted(by: { ($0.share ?? -1) > ($1.share ?? -1) }) {
            report.add(
                .text(use.row.title), .figure(plan.number(use.row.used)), .figure(plan.limitNumber(use.row)),
                .text("\(use.row.used.unit)"), .real(use.share?.double), .text(use.level.rawValue),
                .text(use.row.quota?.scope ?? ""), .text(use.row.share.id), mark: use.level.mark)
        }
        return report
    }

    /// What must be there in numbers: tasks, shards, nodes, brokers.
    private static func fleets(_ plan: Plan) -> Report {
        let units: Set<Unit> = [.task, .shard, .node, .broker, .gateway, .host, .balancer]
        var report = Report(
            "fleets", title: "Fleets",
            columns: [
                .text("id", "figure"), .figure("value", "value"), .text("unit", "unit"), .text("note", "note").dispensable(1),
            ])
        for node in plan.design.nodes where units.contains(node.unit) && !node.isInput {
            report.add(.text(node.id), .figure(plan.number(node)), .text("\(node.unit)"), .text(node.note))
        }
        return report
    }

    /// Every figure, inherited ones too; inputs before what depends on them.
    static func figures(_ plan: Plan) -> Report {
        var report = Report(
            "capacity plan", title: plan.title,
            columns: [
                .text("id", "figure"), .figure("value", "value"), .text("unit", "unit"), .text("kind", "kind"),
                .text("source", "source"),
            ])
        for node in plan.graph.nodes {
            report.add(
                .text(node.id), .digits(plan.number(node)), .text("\(node.unit)"), .text(node.kind.rawValue),
                .text("\(plan.source(of: node))"))
        }
        return report
    }

    // MARK: Several designs

    static func report(_ plans: [Plan], _ account: AccountUse) -> Report {
        var report = Report(
            "capacity plan", title: "Designs in one account: \(plans.map(\.design.id).joined(separator: ", "))",
            columns: [.text("quota", "shared quota")] + plans.map { .figure($0.design.id, $0.design.id) } + [
                .figure("used", "together"), .figure("limit", "of"), .share("share", "share"), .text("level", "level"),
            ])
        for plan in plans {
            let bill = plan.design.costs.isEmpty ? "no bill" : "\(FigureText.usd(plan.total)) USD/month"
            report.summarise(.text(plan.design.id, plan.design.id), .text(bill))
        }
        report.summarise(.text("total", "total"), .text("\(FigureText.usd(plans.map(\.total).reduce(0, +))) USD/month"))
        report.markAudience = .people
        report.emptyText = "no quota of the account is used by two of them"
        for row in account.rows {
            let scale = row.quota.node.unit.scale
            func figure(_ value: Rational) -> Cell { .figure(value / scale) }
            report.add(
                row: [.text(row.quota.title)] + row.used.map(figure) + [
                    figure(row.total), figure(row.limit), .real(row.share?.double), .text(row.level.rawValue),
                ], mark: row.level.mark)
        }
        report.notes = plans.compactMap(CapacityOptions.totalsNote)
        report.notes += [
            "Each bill goes through the price steps by itself; an account's goes through them once, and is a little lower."
        ]
        return report
    }
}

extension Level {
    /// Nothing is said of what is all right.
    var mark: Mark? {
        switch self {
        case .ok: nil
        case .watch: .ok("watch")
        case .act: .bad("act")
        case .breach: .bad("breach")
        case .unknown: .unknown("no limit known")
        }
    }
}
