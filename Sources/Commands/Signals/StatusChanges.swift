import FleetCore
import Health
import Incidents
import Operations
import Reporting

/// What was done before each bad signal went bad: flags published, rollouts moved, deploys, notes.
struct StatusChanges {
    /// As many of a signal are worth a look.
    private static let countMax = 3

    private let bySignal: [String: [WhatChanged.Change]]

    /// - Parameter recordedBy: what was written down later counts for nothing; nil: all of it counts.
    init(_ answer: SignalsAnswer, _ log: OperationsLog, recordedBy known: Instant?) throws {
        let bad = answer.states.filter { $0.level.isBad && $0.signal.off == nil && $0.since != nil }
        guard let earliest = bad.compactMap(\.since).min() else {
            bySignal = [:]
            return
        }
        let entries = try log.timeline(
            from: earliest.advanced(bySeconds: -15 * 86_400), to: answer.at.advanced(bySeconds: 1), recordedBy: known)
        var bySignal: [String: [WhatChanged.Change]] = [:]
        for state in bad {
            guard let since = state.since else { continue }
            // No flag and no rollout of a version keeps an export or a collector from coming: a deploy may.
            let possible = state.signal.measure == .newest ? entries.filter { $0.source == .annotation } : entries
            bySignal[state.signal.name] = Array(
                WhatChanged.before(
                    since, precision: state.signal.stepSeconds, version: state.slice?["app_version"],
                    platform: state.slice?["platform"], possible
                ).prefix(StatusChanges.countMax))
        }
        self.bySignal = bySignal
    }

    /// The likeliest first.
    subscript(signal: Signal) -> [WhatChanged.Change] { bySignal[signal.name] ?? [] }

    /// "rollout stage 5 % of 8.14.0 android, 2 h before, same version and platform: clean (ana)".
    static func words(_ change: WhatChanged.Change) -> String {
        let entry = change.entry
        var words = entry.what
        if let version = entry.flagsVersion { words += " v\(version)" }
        let about = ([entry.version].compactMap { $0 } + entry.platforms).joined(separator: " ")
        if !about.isEmpty { words += " of \(about)" }
        return words + ", \(change.words): \(entry.words) (\(entry.by))"
    }

    /// For every format but the page: a row a signal and change.
    func detail(_ answer: SignalsAnswer) -> Report {
        var detail = Report(
            "changes", title: "What was done before",
            columns: [
                .text("signal", "signal"), .instant("at", "at"), .text("source", "source"), .text("kind", "kind"),
                .text("app_version", "version"), .text("platform", "platform"), .text("by", "by"), .text("words", "why"),
                .count("seconds_before", "s before"), Column("fit", "fit", .rate(decimals: 3)),
            ])
        for state in answer.states {
            for change in self[state.signal] {
                let entry = change.entry
                detail.add(
                    .text(state.signal.name), .instant(entry.at), .text(entry.source.rawValue), .text(entry.kind),
                    entry.version.map { .text($0) } ?? .blank,
                    entry.platforms.isEmpty ? .blank : .text(entry.platforms.joined(separator: ",")), .text(entry.by),
                    .text(entry.words), .integer(change.secondsBefore), .real(change.fit))
            }
        }
        detail.emptyText = "nothing was recorded"
        return detail
    }
}
