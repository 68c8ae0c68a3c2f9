import Capacity
import Reporting

/// The pictures on a plan's page: what it costs, how full its limits are, and which inputs the bill depends on.
enum PlanCharts {
    static func all(_ plan: Plan) -> [BarChart] { [costs(plan), limits(plan), sensitivity(plan)].compactMap(\.self) }

    private static func costs(_ plan: Plan) -> BarChart? {
        let lines = plan.design.costs.compactMap { line in plan.value(line.node).map { (line, value: $0) } }
            .filter { !$0.value.isZero }.sorted { $0.value > $1.value }
        guard !lines.isEmpty else { return nil }
        return BarChart(
            "Cost by line, USD a month",
            bars: lines.map { line, value in BarChart.Bar(line.title, to: value.double, text: FigureText.usd(value)) })
    }

    private static func limits(_ plan: Plan) -> BarChart? {
        let uses = plan.limits.compactMap { use in use.share.map { (use, share: $0) } }.sorted { $0.share > $1.share }
        guard !uses.isEmpty else { return nil }
        // Beyond twice the limit a bar only says that it is far beyond.
        let bars = uses.map { use, share in
            BarChart.Bar(
                use.row.title, to: min(share.double, 2),
                text: "\((share * 100).decimalText(significantDigits: 3)) % \(use.level.rawValue)",
                level: use.level.mark?.level)
        }
        return BarChart("Use of limits (bars end at twice the limit)", bars: bars, lines: [(0.8, "80 %"), (1, "100 %")])
    }

    private static let mostInputs = 10

    private static func sensitivity(_ plan: Plan) -> BarChart? {
        guard let total = plan.design.total, let planned = plan.value(total)?.double,
            let rows = try? Sensitivity(plan, of: total, Uncertainty(plan, spread: 0.1)).rows.prefix(mostInputs), !rows.isEmpty
        else { return nil }
        let bars = rows.map { row in
            BarChart.Bar(
                row.input.id, from: row.atLow, to: row.atHigh,
                text: "\(FigureText.number(row.atLow.rounded())) … \(FigureText.number(row.atHigh.rounded()))")
        }
        return BarChart(
            "The bill, USD a month, if one input is 10 % off, or at its percentiles", bars: bars, lines: [(planned, "planned")])
    }
}
