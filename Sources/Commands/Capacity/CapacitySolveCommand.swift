import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity solve QUOTA --vary ID`.
enum CapacitySolveCommand {
    static let quota = Argument(.text("QUOTA"), help: "the id of a limit of the design, or of the quota book")
    static let vary = Option("vary", .text("ID"), help: "the input that grows")
    static let level = Option("level", .percentage, help: "how much of the limit may be used", defaultText: "80%")
    static let growth = Option(
        "growth", .percentage, help: "how much the input grows a month", defaultText: "months are left out")

    static let command = Command(
        CommandSpec(
            "capacity solve", group: .planning, purpose: "the largest input that keeps under a limit, and which limit is next",
            arguments: [quota],
            options: [
                vary, level, growth, CapacityOptions.designOption, CapacityOptions.scenario, CapacityOptions.set,
                CapacityOptions.users,
            ],
            examples: [
                Example(
                    "chatfleet capacity solve fcm.project.messages_per_min --vary chat.r1.dau --growth 4%",
                    "how many users the push quota carries, and for how long")
            ], exitCodes: [.badInput, .unknown])
    ) { invocation, context in
        guard let id = invocation[vary] else {
            throw ToolError(.usage, "--vary is missing: the input that grows", next: "chatfleet capacity solve --help")
        }
        let wanted = invocation[quota]
        let plan = try plan(wanted, id, invocation, context)
        let input = try CapacityOptions.node(id, of: plan)
        let rows = plan.design.limits.filter { $0.share.id == wanted || $0.quota?.id == wanted || $0.limit.id == wanted }
        guard !rows.isEmpty else {
            let known = plan.design.limits.flatMap { [$0.share.id, $0.quota?.id ?? $0.limit.id] }
            throw ToolError(
                .badInput, "\(plan.design.id) has no limit \(wanted)",
                next: closest(to: wanted, among: known).map { "did you mean \($0)?" }
                    ?? "see them: chatfleet capacity quotas \(plan.design.id)")
        }
        let share = invocation[level].flatMap { Rational(nearestDecimal: $0.share) } ?? Level.actFrom
        let headroom = try Headroom(plan, varying: input, level: share)
        let asked = headroom.rows.filter { row in rows.contains { $0.share.id == row.use.row.share.id } }
        try context.emit(report(headroom, asked, plan, growth: invocation[growth]))
        return asked.allSatisfy { $0.use.share == nil } ? .unknown : .success
    }

    /// The design that has the limit, and takes the input.
    private static func plan(
        _ quota: String, _ input: String, _ invocation: Invocation, _ context: CommandContext
    ) throws -> Plan {
        let having = Design.all.first { design in
            design.limits.contains { $0.share.id == quota || $0.quota?.id == quota || $0.limit.id == quota }
                && (try? Graph(design))?.node(input) != nil
        }
        let named = invocation[CapacityOptions.designOption]
        if named == nil, invocation[CapacityOptions.scenario] == nil, let having {
            return try CapacityOptions.plan(having.id, invocation, context)
        }
        if named == nil, invocation[CapacityOptions.scenario] == nil {
            return try CapacityOptions.plan(having: input, invocation, context).0
        }
        return try CapacityOptions.plan(named, invocation, context)
    }

    private static func report(
        _ headroom: Headroom, _ asked: [Headroom.Row], _ plan: Plan, growth: Percentage?
    ) -> Report {
        let input = headroom.input
        let level = "\((headroom.level * 100).decimalText()) %"
        var report = Report(
            "capacity solve", title: "\(input.id) against the limits of \(plan.design.id), each kept under \(level)",
            columns: [
                .text("title", "limit"), .share("share", "share now"), .figure("greatest", "largest \(input.id)"),
                .figure("factor", "times now"), Column("months", "months left", .rate(decimals: 1)).absent("–"),
                .text("id", "id").dispensable(1), Column("bound", "bound", .text).hidden,
            ])
        report.summarise(.text("now", "now"), .text(FigureText.quantity(canonical: headroom.now, input)))
        for row in asked { report.summarise(.text("largest", row.use.row.title), .text(answer(row, input, growth))) }
        let passed = headroom.rows.filter { $0.use.share.map { $0 >= headroom.level } ?? false }
        if !passed.isEmpty {
            report.summarise(.text("passed", "passed already"), .text(counted(Int64(passed.count), "limit")))
        }
        if let next = headroom.rows.first(where: { !$0.isLeast && $0.factor ?? 0 >= 1 }) {
            report.summarise(.text("next", "reached next"), .text("\(next.use.row.title): \(answer(next, input, growth))"))
        }
        for row in headroom.rows {
            let number = row.bound.map { Quantity(canonical: $0, input.unit).number }
            let bound = number.map { number -> Cell in
                let text = (row.isLeast ? "at least " : "") + FigureText.number(number)
                return .written(people: text, programs: number.decimalText())
            }
            report.add(
                .text(row.use.row.title), .real(row.use.share?.double),
                bound ?? .written(people: never(row, headroom), programs: nil),
                row.factor.map { .figure(Rational(nearestDecimal: $0)?.rounded(significantDigits: 3)) } ?? .blank,
                .real(row.isLeast ? nil : row.factor.flatMap { months($0, growth) }), .text(row.use.row.share.id),
                .text(row.bound == nil ? nil : row.isLeast ? "least" : "largest"))
        }
        if growth == nil { report.notes = ["--growth 4% adds the months until then."] }
        if let note = CapacityOptions.totalsNote(varying: input, plan) { report.notes.append(note) }
        return report
    }

    private static func months(_ factor: Double, _ growth: Percentage?) -> Double? {
        growth.flatMap { Headroom.months(to: factor, growth: $0.share) }
    }

    private static func answer(_ row: Headroom.Row, _ input: Node, _ growth: Percentage?) -> String {
        guard let bound = row.bound, let factor = row.factor else {
            if row.use.share == nil { return "no limit is known" }
            return row.depends ? "no value of it makes the difference" : "does not depend on it"
        }
        let left = row.isLeast ? "" : months(factor, growth).map { ", in \(counted(Int64($0), "month"))" } ?? ""
        let times = FigureText.number(Rational(nearestDecimal: factor)?.rounded(significantDigits: 3))
        return "\(row.isLeast ? "at least " : "")\(FigureText.quantity(canonical: bound, input)), \(times) times now\(left)"
    }

    private static func never(_ row: Headroom.Row, _ headroom: Headroom) -> String {
        row.use.share.map { $0 >= headroom.level ? "always above" : "always under" } ?? "no limit known"
    }
}
