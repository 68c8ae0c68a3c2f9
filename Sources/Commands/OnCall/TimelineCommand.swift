import CommandLine
import FleetCore
import Health
import Incidents
import Operations
import Reporting

/// `chatfleet timeline`.
enum TimelineCommand {
    static let from = Option(
        "from", moment, help: "from this time on; a day begins at 00:00 UTC", defaultText: "a week before --to")
    static let to = Option("to", moment, help: "before this time", defaultText: "now").carried(as: Carried.moment)

    static let command = Command(
        CommandSpec(
            "timeline", group: .onCall, purpose: "who did what, when, and which signals went bad around it",
            discussion: """
                In one order: what flags publish, kill, rollout and rollback changed, what rollout record was told, and what \
                annotate noted; between them the signals that went bad, as they were at the end and whenever something was done. \
                With --format markdown for the review.
                """,
            options: [from, to, SignalOptions.levels],
            examples: [
                Example("chatfleet timeline", "the last seven days"),
                Example(
                    "chatfleet timeline --from 2026-09-14T20:00:00Z --to 2026-09-15 --format markdown",
                    "one evening, for the review"),
            ],
            exitCodes: [.badInput, .unavailable]),
        run: { invocation, context in
            // What was done in this second counts.
            let end = invocation[to] ?? context.now.advanced(bySeconds: 1)
            let start = invocation[from] ?? end.advanced(bySeconds: -7 * 86_400)
            guard start < end else {
                throw ToolError(
                    .usage, "the window from \(start) to \(end) (exclusive) holds no time", next: "name a --to after --from")
            }
            return try context.withStore { database, catalog in
                let log = OperationsLog(database: database, catalog: catalog)
                let entries = try log.timeline(from: start, to: end)
                let signals = Signals(
                    database: database, catalog: catalog, settings: try SignalOptions.settings(invocation, context, catalog))
                let bad = try TimelineReport.bad(signals, around: entries, from: start, to: min(end, context.now))
                var report = TimelineReport.make(entries, bad)
                report.window = .instants(from: start, to: end)
                if report.rows.isEmpty {
                    let around = try log.timeline()
                    report.emptyText = TimelineReport.emptyText(around, from: start, to: end)
                }
                try context.emit(report)
                return .success
            }
        })

    /// A time, or a day for its first second.
    static let moment = ValueType<Instant>(
        "TIME", expects: "a time with its offset (RFC 3339), such as 2026-09-28T21:04:11Z, or a day, YYYY-MM-DD"
    ) { Instant($0) ?? Day($0)?.start }
}

/// What was done, a row each.
enum TimelineReport {
    static let columns: [Column] = [
        .instant("at", "at"), Column.text("source", "").hidden, Column.text("kind", "").hidden,
        Column.text("what", "what").forPeople, Column.count("flags_version", "").hidden,
        Column.text("app_version", "").hidden, Column.text("platform", "").hidden, Column.text("about", "about").forPeople,
        Column("percent", "", .rate(decimals: 3)).hidden, .text("by", "by"), Column.text("words", "").hidden,
        Column.text("effect", "").hidden, Column.text("why", "why").forPeople.flowing,
    ]

    /// What was done and what went bad, in one order.
    static func make(_ entries: [TimelineEntry], _ bad: [SignalState]) -> Report {
        var report = Report("timeline", title: "Who did what, and what went bad", columns: columns)
        var left = bad[...]
        // Of one second what was done comes first.
        for entry in entries {
            while let state = left.first, let since = state.since, since < entry.at {
                report.add(row: signalCells(state))
                left = left.dropFirst()
            }
            report.add(row: cells(entry))
        }
        for state in left { report.add(row: signalCells(state)) }
        return report
    }

    /// So many moments are looked at for signals.
    private static let momentsMax = 8

    /// The signals that went bad in the window, as they were at its end and when something was done: each onset once, as it
    /// was worst.
    static func bad(_ signals: Signals, around entries: [TimelineEntry], from: Instant, to: Instant) throws -> [SignalState] {
        var moments = [to]
        for entry in entries.reversed() where moments.count < momentsMax {
            // Ten minutes tell nothing new.
            if let last = moments.last, last.epochSeconds - entry.at.epochSeconds >= 600 { moments.append(entry.at) }
        }
        var worst: [String: SignalState] = [:]
        for moment in moments {
            for state in try signals.evaluate(at: moment).states {
                guard state.level.isBad, state.signal.off == nil, let since = state.since, since >= from, since < to else {
                    continue
                }
                let key = "\(state.signal.name) \(since)"
                if worst[key].map({ $0.level < state.level }) ?? true { worst[key] = state }
            }
        }
        return worst.values.sorted { one, other in
            let (a, b) = (one.since ?? from, other.since ?? from)
            return a == b ? one.signal.name < other.signal.name : a < b
        }
    }

    private static func signalCells(_ state: SignalState) -> [Cell] {
        func orBlank(_ text: String?) -> Cell { text.map { .text($0) } ?? .blank }
        var words = state.signal.word
        if let value = state.value { words += ": " + SignalText.value(value, state.signal.unit) }
        if let slice = state.slice { words += "; " + SignalText.slice(slice) }
        let version = state.slice?["app_version"]
        let platform = state.slice?["platform"]
        let about = [version, platform].compactMap { $0 }.joined(separator: " ")
        return [
            .instant(state.since), .text("signal"), .text(state.level.rawValue), .text("signal \(state.level.rawValue)"), .blank,
            orBlank(version), orBlank(platform), .text(about), .blank,
            .blank,
            .text(words), .blank, .text(words),
        ]
    }

    static func cells(_ entry: TimelineEntry) -> [Cell] {
        func orBlank(_ text: String?) -> Cell { text.map { .text($0) } ?? .blank }
        let platforms = entry.platforms.isEmpty ? nil : entry.platforms.joined(separator: ", ")
        let why = entry.effects.isEmpty ? entry.words : "\(entry.words) (\(entry.effects.joined(separator: "; ")))"
        return [
            .instant(entry.at), .text(entry.source.rawValue), .text(entry.kind),
            .text(entry.what + (entry.flagsVersion.map { ", v\($0)" } ?? "")),
            entry.flagsVersion.map { .integer($0) } ?? .blank, orBlank(entry.version), orBlank(platforms),
            .text([entry.version, platforms].compactMap { $0 }.joined(separator: " ")),
            entry.percent.map { .real($0) } ?? .blank, .text(entry.by), .text(entry.words),
            entry.effects.isEmpty ? .blank : .text(entry.effects.joined(separator: "\n")), .text(why),
        ]
    }

    static func emptyText(_ all: [TimelineEntry], from: Instant, to: Instant) -> String {
        guard let first = all.first, let last = all.last else {
            return "nothing was recorded yet; chatfleet annotate, rollout record and the flags commands do"
        }
        let before = all.last { $0.at < from } ?? last
        let nearest = before.at < from ? "the last before it is of \(before.at)" : "the first after it is of \(first.at)"
        return "nothing was recorded in it; \(nearest): name it with --from"
    }
}
