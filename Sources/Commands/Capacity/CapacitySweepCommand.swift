import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity sweep ID=a..b[:n][:log] [ID2=…]`.
enum CapacitySweepCommand {
    static let ranges = ArgumentList(.text("ID=A..B"), help: "an input and its range; :9 for nine points, :log for equal factors")
    static let show = Option("show", .text("NODE"), help: "a further figure; may be repeated").repeatable()

    /// Of both inputs together: each is a whole plan.
    private static let mostPoints = 2000

    static let command = Command(
        CommandSpec(
            "capacity sweep", group: .planning, purpose: "bill and limits over a range of one or two inputs",
            discussion: """
                Between the points of one input it also finds where a limit changes its level, and the first step of each \
                fleet that is rounded to whole tasks, shards or nodes.
                """,
            arguments: [ranges],
            options: [show, CapacityOptions.designOption, CapacityOptions.scenario, CapacityOptions.set, CapacityOptions.users],
            examples: [
                Example("chatfleet capacity sweep chat.r1.dau=1000000..4000000:4", "from one to four million users"),
                Example("chatfleet capacity sweep chat.r1.dau=1000000..64000000:7:log", "doubling"),
            ], exitCodes: [.badInput])
    ) { invocation, context in
        let words = invocation[ranges]
        guard words.count <= 2 else { throw ToolError(.usage, "one or two inputs are swept", next: "fewer ranges") }
        let ids = words.map { String($0.prefix { $0 != "=" }) }
        let (plan, _) = try CapacityOptions.plan(having: ids[0], invocation, context)
        let axes = try zip(words, ids).map { word, id in
            try SweepRange(word, try CapacityOptions.node(id, of: plan), plan.graph).axis
        }
        guard axes.reduce(1, { $0 * $1.points.count }) <= mostPoints else {
            throw ToolError(
                .usage, "a sweep has at most \(mostPoints) points in all", next: "fewer points: ID=A..B:40 ID2=A..B:40")
        }
        let further = try invocation[show].map { try CapacityOptions.node($0, of: plan) }
        let counted: Set<Unit> = [.task, .shard, .node, .broker, .task / .zone]
        let watched = plan.design.nodes.filter { $0.kind == .rounded && counted.contains($0.unit) }
        try context.emit(report(try Sweep(plan, axes, watched: watched), further, plan))
        return .success
    }

    private static func report(_ sweep: Sweep, _ further: [Node], _ plan: Plan) -> Report {
        var report = Report(
            "capacity sweep", title: "\(plan.design.title) over \(sweep.axes.map(\.node.id).joined(separator: " and "))",
            columns: sweep.axes.map { .figure($0.node.id, "\($0.node.id), \($0.node.unit)") }
                + further.map { .figure($0.id, "\($0.id), \($0.unit)") } + [
                    .figure("usd", "USD/month"), .text("bar", "").forPeople, .text("limit", "nearest limit"),
                    .share("share", "share"), .text("level", "level"),
                ])
        report.markAudience = .people
        let greatest = sweep.points.map(\.plan.total).max() ?? 0
        for point in sweep.points {
            let worst = point.plan.limits.max { ($0.share ?? -1) < ($1.share ?? -1) }
            let width = (point.plan.total / greatest)?.double ?? 0
            report.add(
                row: zip(sweep.axes, point.values).map { axis, value in .figure(value / axis.node.unit.scale) }
                    + further.map { .figure(point.plan.number($0)) } + [
                        plan.design.costs.isEmpty ? .written(people: "no bill", programs: nil) : .usd(point.plan.total),
                        .text(String(repeating: "█", count: Int((width * 20).rounded()))),
                        .text(worst?.row.title ?? "none"), .real(worst?.share?.double), .text(worst?.level.rawValue ?? ""),
                    ], mark: worst?.level.mark)
        }
        report.notes = sweep.axes.compactMap { CapacityOptions.totalsNote(varying: $0.node, plan) }
        if let axis = sweep.axes.first, sweep.axes.count == 1 {
            report.details = [events(sweep, axis)].filter { !$0.rows.isEmpty }
        }
        return report
    }

    private static func events(_ sweep: Sweep, _ axis: Sweep.Axis) -> Report {
        var report = Report(
            "between", title: "Between the points",
            columns: [.figure("at", "from \(axis.node.unit)"), .text("what", "what"), .text("id", "figure")])
        for event in sweep.events {
            report.add(.figure(event.at / axis.node.unit.scale), .text(event.what), .text(event.node.id))
        }
        return report
    }
}

/// `ID=a..b[:n][:log]`, read.
private struct SweepRange {
    let axis: Sweep.Axis
    private static let standardCount = 7
    private static let mostPoints = 200

    init(_ word: String, _ node: Node, _ graph: Graph) throws(ToolError) {
        func fault(_ what: String) -> ToolError {
            ToolError(.usage, "\(word): \(what)", next: "such as \(node.id)=1000000..4000000:4 or …:7:log")
        }
        guard node.isInput else { throw fault("it is computed; sweep one of \(graph.inputIDs(of: node))") }
        guard let equals = word.firstIndex(of: "=") else { throw fault("there is no = in it") }
        var parts = word[word.index(after: equals)...].split(separator: ":").map(String.init)
        let bounds = parts.removeFirst()
        let isLogarithmic = parts.last == "log"
        if isLogarithmic { parts.removeLast() }
        guard parts.count <= 1, let dots = bounds.firstRange(of: "..") else { throw fault("a range is A..B") }
        let count = parts.first.map { Int($0) ?? 0 } ?? SweepRange.standardCount
        guard (2...SweepRange.mostPoints).contains(count) else { throw fault("2 to \(SweepRange.mostPoints) points") }
        func value(_ text: Substring) throws(ToolError) -> Rational {
            do { return try QuantityText(node, takesBareNumbers: true).read(String(text)) } catch { throw fault(error.message) }
        }
        let low = try value(bounds[..<dots.lowerBound])
        let high = try value(bounds[dots.upperBound...])
        guard low < high else { throw fault("the first bound is not below the second") }
        if isLogarithmic, low.isZero { throw fault("equal factors don't begin at 0") }
        var points = SweepRange.points(low, high, count, isLogarithmic)
        if case .whole = node.range {
            var seen: Set<Rational> = []
            points = points.map { Rational($0.nearest) }.filter { seen.insert($0).inserted }
        }
        axis = Sweep.Axis(node, points)
    }

    private static func points(_ low: Rational, _ high: Rational, _ count: Int, _ isLogarithmic: Bool) -> [Rational] {
        (0..<count).map { i in
            if i == 0 { return low }
            if i == count - 1 { return high }
            let part = Rational(Integer(Int128(i)), over: Integer(Int128(count - 1))) ?? 0
            if !isLogarithmic { return low + (high - low) * part }
            let factor = (high / low ?? 1).raised(to: part.double)
            return low * factor
        }
    }
}
