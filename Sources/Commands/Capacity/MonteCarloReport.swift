import Capacity
import FleetCore
import Reporting

/// What a run of worlds says about bill, limits, fleets and further figures.
struct MonteCarloReport {
    private let run: MonteCarlo
    private let costs: [SampledNode]
    private let limits: [SampledNode]
    private let fleets: [SampledNode]
    private let further: [SampledNode]

    /// Doubles that a run keeps: a GiB.
    private static let mostNumbers = 1 << 27

    /// - Throws: ``ToolError`` with `.usage` where the worlds would not fit in memory.
    init(_ run: MonteCarlo, further: [Node]) throws(ToolError) {
        self.run = run
        let design = run.plan.design
        let lines = (design.total.map { [$0] } ?? []) + design.costs.map(\.node)
        let shares = design.limits.map(\.share)
        let counted: Set<Unit> = [.task, .shard, .node, .broker]
        let rounded = design.nodes.filter { $0.kind == .rounded && counted.contains($0.unit) }
        let outputs = lines + shares + rounded + further
        guard run.samples * outputs.count <= MonteCarloReport.mostNumbers else {
            let most = MonteCarloReport.mostNumbers / outputs.count / MonteCarlo.leastSamples * MonteCarlo.leastSamples
            throw ToolError(
                .usage,
                "\(groupedDigits(Int64(run.samples))) worlds of \(outputs.count) figures are more than are kept in memory",
                next: "at most --samples \(most)")
        }
        let all = run.run(outputs)
        costs = Array(all[..<lines.count])
        limits = Array(all[lines.count..<lines.count + shares.count])
        fleets = Array(all[(lines.count + shares.count)...].prefix(rounded.count))
        self.further = Array(all.suffix(further.count))
    }

    var report: Report {
        let titles = Dictionary(run.plan.design.costs.map { ($0.node.id, $0.title) }, uniquingKeysWith: { a, _ in a })
        var report = percentiles(
            "capacity montecarlo", "\(run.plan.title): bill, USD/month", costs.filter { !$0.isCertain || $0.constant != 0 }
        ) { node in
            titles[node.id] ?? "total"
        }
        report.summarise(.count("samples", "worlds"), .integer(Int64(run.samples)))
        report.summarise(.count("uncertain_inputs", "uncertain inputs"), .integer(Int64(run.uncertainty.inputs.count)))
        report.emptyText = "the design has no bill"
        report.details = [breaches, percentiles("fleets", "Fleets", fleets.filter { !$0.isCertain }) { $0.id }, counts]
        if !further.isEmpty { report.details.append(percentiles("figures", "Figures", further) { "\($0.id), \($0.unit)" }) }
        report.details.removeAll { $0.rows.isEmpty }
        report.notes = ["±: standard error of what stands before it."]
        if let note = CapacityOptions.totalsNote(run.plan) { report.notes.append(note) }
        return report
    }

    private func percentiles(_ name: String, _ title: String, _ nodes: [SampledNode], _ words: (Node) -> String) -> Report {
        var report = Report(
            name, title: title,
            columns: [
                .text("title", "figure"), .figure("p5", "5 %"), .figure("p50", "50 %"), .figure("p95", "95 %"),
                .figure("p50_error", "± of 50 %"), .figure("planned", "planned").dispensable(2), .text("id", "id").dispensable(1),
            ])
        for sampled in nodes {
            let scale = sampled.node.unit.scale.double
            let quantiles = sampled.quantiles([0.05, 0.5, 0.95])
            let isMoney = sampled.node.unit == .usd / .month
            func text(_ value: Double) -> Cell {
                isMoney ? .usd(Rational(nearestDecimal: value)) : .figure(value / scale)
            }
            report.add(
                .text(words(sampled.node)), text(quantiles[0].value), text(quantiles[1].value), text(quantiles[2].value),
                text(quantiles[1].error), text(sampled.constant ?? .nan), .text(sampled.node.id))
        }
        return report
    }

    private var breaches: Report {
        var report = Report(
            "limits", title: "Limits",
            columns: [
                .text("title", "limit"), .share("p5", "5 %"), .share("p50", "50 %"), .share("p95", "95 %"),
                .share("act", "P(80 % or more)"), .share("breach", "P(breach)"), .share("breach_error", "±").dispensable(2),
                .text("id", "id").dispensable(1),
            ])
        for (row, sampled) in zip(run.plan.design.limits, limits) {
            let quantiles = sampled.quantiles([0.05, 0.5, 0.95]).map(\.value)
            let breach = sampled.probability(atLeast: row.hasAlarms ? 1 : 1.nextUp)
            func cell(_ value: Double) -> Cell { value.isNaN ? .noData : .real(value) }
            report.add(
                .text(row.title), cell(quantiles[0]), cell(quantiles[1]), cell(quantiles[2]),
                cell(sampled.probability(atLeast: 0.8).value), cell(breach.value), cell(breach.error), .text(row.share.id))
        }
        return report
    }

    private static let mostCounts = 12

    /// P(21 shards), of what is counted in few.
    private var counts: Report {
        var report = Report(
            "counts", title: "How many", columns: [.text("id", "figure"), .figure("count", "value"), .share("probability", "P")])
        for sampled in fleets where !sampled.isCertain {
            let frequencies = sampled.frequencies
            guard frequencies.count <= MonteCarloReport.mostCounts else { continue }
            for (value, share) in frequencies {
                report.add(.text(sampled.node.id), .figure(value / sampled.node.unit.scale.double), .real(share))
            }
        }
        return report
    }
}
