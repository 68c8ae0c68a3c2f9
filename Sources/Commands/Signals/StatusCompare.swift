import CommandLine
import FleetCore
import Health
import Incidents
import Reporting
import Terminal

/// `chatfleet status --compare INSTANT`: what a kill, a deploy or a restore did to each signal.
enum StatusCompare {
    static let instant = Option("compare", .instant, help: "before and after this time, by hour, signal by signal")
    static let hours = Option("hours", .integer("N", 1...168), help: "so many hours before and after")
        .defaulting(to: 6, shown: "6").needing(instant)

    static func run(_ instant: Instant, _ invocation: Invocation, _ context: CommandContext) throws -> ExitCode {
        let now = invocation[SignalOptions.at] ?? context.now
        guard instant < now else {
            throw ToolError(
                .usage, "--compare \(instant) is not before \(now)", at: "chatfleet status",
                next: "name a time that is over, or a later --at")
        }
        let end = min(now, instant.advanced(bySeconds: invocation[hours] * 3600))
        let present = invocation[SignalOptions.at] == nil ? now : nil
        let compared = try SignalOptions.withSignals(invocation, context, now: present) { signals in
            try rows(signals, around: instant, hours: invocation[hours], end: end)
        }
        try context.emit(report(compared, around: instant, end: end))
        return compared.contains { $0.change != nil } ? .success : .unknown
    }

    /// A value this much off the other one is a difference.
    private static let factor = 1.25

    /// One signal before and after.
    struct Row {
        let before: SignalState
        let after: SignalState
        /// Of the slice that was bad before, or else after; empty: of everything.
        let slice: [SignalSlicePart]
        /// By hour, or by day where reports tell days apart.
        let points: [SignalPoint]

        var signal: Signal { before.signal }

        /// Nil: it can't be told.
        var change: Change? {
            guard let old = before.value, let new = after.value, before.level != .unknown, after.level != .unknown else {
                return nil
            }
            if before.level != after.level { return before.level < after.level ? .worse : .better }
            let (low, high) = (min(abs(old), abs(new)), max(abs(old), abs(new)))
            guard old != new, low == 0 || high / low >= StatusCompare.factor else { return .same }
            guard let limit = signal.page ?? signal.watch, before.level.isBad else { return .other }
            return (new > old) == (limit.direction == .above) ? .worse : .better
        }
    }

    enum Change: String {
        case better, worse, same
        /// Another value, at no level before or after.
        case other = "different"
    }

    /// - Parameter end: nothing later is looked at.
    static func rows(_ signals: Signals, around instant: Instant, hours: Int64, end: Instant) throws -> [Row] {
        let before = try signals.evaluate(at: instant)
        let after = try signals.evaluate(at: end).states
        return try before.states.filter { $0.signal.off == nil && $0.signal.source != .store }.compactMap { old in
            guard let new = after.first(where: { $0.signal.name == old.signal.name }) else { return nil }
            let slice = old.level.isBad ? old.slice?.parts : new.level.isBad ? new.slice?.parts : nil
            let isDaily = old.signal.source == .reports
            let from = instant.advanced(bySeconds: isDaily ? -7 * 86_400 : -hours * 3600)
            let points = try signals.series(
                of: old.signal, from: from, to: end, stepSeconds: isDaily ? 86_400 : 3600, slice: slice ?? [])
            return Row(before: old, after: new, slice: slice ?? [], points: points)
        }
    }

    /// What changed first, then what did not, then what can't be told.
    static func report(_ rows: [Row], around instant: Instant, end: Instant) -> Report {
        var report = Report(
            "status-compare", title: "Before and after \(instant)",
            columns: [
                .text("signal", "signal"), Column.text("level_before", "").hidden,
                Column("before", "", .rate(decimals: 6)).hidden,
                Column.text("level_after", "").hidden, Column("after", "", .rate(decimals: 6)).hidden,
                Column.figure("before_text", "before").forPeople, Column.figure("after_text", "after").forPeople,
                Column("hourly", "by hour", .sparkline(.fromZero)).dispensable(2), Column.text("of", "of").dispensable(1).flowing,
                Column.text("change", "").hidden,
            ])
        report.window = .instants(from: instant, to: end)
        report.markAudience = .people
        let order: [Change?] = [.worse, .better, .other, .same, nil]
        for change in order {
            for row in rows where row.change == change { report.add(row: cells(row), mark: mark(row)) }
        }
        var counts: [String] = []
        for change in order {
            let count = rows.count { $0.change == change }
            if count > 0 { counts.append("\(count) \(change?.rawValue ?? "unknown")") }
        }
        report.summarise(Column("changes", "changes", .text, for: .people), .text(counts.joined(separator: ", ")))
        report.notes = [
            "Before: as status --at \(instant) says; after: as at \(end). By hour: from before to after, the oldest first; of what "
                + "reports tell by day, by day. Of: the slice that was bad.",
            "Better and worse: another level or, while it is bad, over \(rateText(factor, decimals: 2)) times the other value.",
        ]
        return report
    }

    private static func cells(_ row: Row) -> [Cell] {
        func text(_ state: SignalState) -> Cell {
            SignalText.value(state).map { .text($0) } ?? .noData
        }
        var of: [String] = []
        for part in row.slice { of.append(part.dimension.replacing("_", with: " ") + " " + part.value) }
        let change: String = row.change?.rawValue ?? "unknown"
        let points: [Double?] = row.points.map { $0.value }
        return [
            .text(row.signal.name), .text(row.before.level.rawValue), .real(row.before.value), .text(row.after.level.rawValue),
            .real(row.after.value), text(row.before), text(row.after), .series(points), .text(of.joined(separator: ", ")),
            .text(change),
        ]
    }

    private static func mark(_ row: Row) -> Mark? {
        let levels = row.before.level == row.after.level ? "" : ": \(row.before.level.rawValue) to \(row.after.level.rawValue)"
        switch row.change {
        case .better: return .ok("better" + levels)
        case .worse: return .bad("worse" + levels)
        case nil: return .unknown("unknown")
        case .other, .same: return nil
        }
    }
}
