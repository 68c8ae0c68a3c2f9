import CommandLine
import FleetCore
import Health
import Incidents
import Operations
import Reporting

/// `chatfleet timeline`.
enum TimelineCommand {
    static let from = Option(
        "from", .instantOrDay, help: "from this time on; a day begins at 00:00 UTC", defaultText: "a week before --to")
    static let to = Option("to", .instantOrDay, help: "before this time", defaultText: "now").carried(as: Carried.moment)

    static let command = Command(
        CommandSpec(
            "timeline", group: .onCall, purpose: "who did what, when, and which signals went bad around it",
            discussion: """
                In one order: what flags publish, kill, rollout and rollback changed, what rollout record was told, and what \
                annotate noted; between them the signals that were bad at the end, when something was done, or at moments between, \
                each at the moment at which it could first be told, as it was then. How far apart those moments are is said: a \
                shorter window is looked at more closely. With --format markdown for the review.
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
                let signals = try SignalOptions.signals(database, catalog, invocation, context)
                let timeline = try FleetTimeline(log, signals, from: start, to: end, now: context.now)
                var report = TimelineReport.make(timeline)
                report.window = .instants(from: start, to: end)
                if report.rows.isEmpty { report.emptyText = TimelineReport.emptyText(try log.timeline(), from: start, to: end) }
                try context.emit(report)
                return .success
            }
        })
}

/// What was done, a row each.
enum TimelineReport {
    static let columns: [Column] = [
        .instant("at", "at"), Column.text("source", "").hidden, Column.text("kind", "").hidden,
        Column.text("what", "what").forPeople, Column.count("flags_version", "").hidden,
        Column.text("app_version", "").hidden, Column.text("platform", "").hidden, Column.text("about", "about").forPeople,
        Column("percent", "", .rate(decimals: 3)).hidden, .text("by", "by"), Column.text("words", "").hidden,
        Column.text("effect", "").hidden, Column.text("why", "why").forPeople.flowing,
        Column.instant("since", "").hidden,
    ]

    static func make(_ timeline: FleetTimeline) -> Report {
        var report = Report("timeline", title: "Who did what, and what went bad", columns: columns)
        report.summarise(Column("closeness", "signals", .text, for: .people), .text(timeline.closeness))
        report.summarise(Column.count("looks", "").hidden, .integer(Int64(timeline.looks)))
        report.summarise(Column.count("widest_gap_s", "").hidden, .integer(timeline.widestGapSeconds))
        for item in timeline.items {
            switch item {
            case .done(let entry): report.add(row: cells(entry))
            case .signal(let change): report.add(row: cells(change))
            }
        }
        return report
    }

    private static func cells(_ change: SignalChange) -> [Cell] {
        func orBlank(_ text: String?) -> Cell { text.map { .text($0) } ?? .blank }
        let state = change.state
        let version = state.slice?["app_version"]
        let platform = state.slice?["platform"]
        let about = [version, platform].compactMap { $0 }.joined(separator: " ")
        return [
            .instant(change.at), .text("signal"), .text(state.level.rawValue), .text("signal \(state.level.rawValue)"), .blank,
            orBlank(version), orBlank(platform), .text(about), .blank, .blank, .text(change.words), .blank,
            .text(change.words), .instant(state.since),
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
            entry.effects.isEmpty ? .blank : .text(entry.effects.joined(separator: "\n")), .text(why), .blank,
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
