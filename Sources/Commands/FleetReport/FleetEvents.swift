import FleetCore
import Health
import Incidents
import Operations
import Reporting

/// Something that was done to the fleet, and so may be why a line bends.
struct FleetEvent {
    /// In the order of time, from 1: the number in the pictures.
    let number: Int
    let at: Instant
    /// `flags kill, version 44`.
    let kind: String
    /// Why, or the note.
    let what: String
    let by: String
}

/// What was done in a time, changes of the flags, steps of rollouts, deploys and notes, and the signals that went bad.
struct FleetEvents {
    /// What was done, by time.
    let all: [FleetEvent]
    private let timeline: FleetTimeline

    init(_ timeline: FleetTimeline) {
        self.timeline = timeline
        all = timeline.entries.enumerated().map { place, entry in
            let about = [entry.version, entry.platform].compactMap { $0 }.joined(separator: " on ")
            return FleetEvent(
                number: place + 1, at: entry.at,
                kind: entry.what + (entry.flagsVersion.map { ", version \($0)" } ?? "") + (about.isEmpty ? "" : ", \(about)"),
                what: entry.words, by: entry.by)
        }
    }

    var report: Report {
        var report = Report(
            "timeline", title: "Timeline",
            columns: [
                .count("number", "no."), .instant("at", "at"), .text("what", "what"), .text("because", "because"),
                .text("by", "by"),
            ])
        var events = all[...]
        for item in timeline.items {
            switch item {
            case .done:
                guard let event = events.popFirst() else { continue }
                report.add(
                    .integer(Int64(event.number)), .instant(event.at), .text(event.kind), .text(event.what), .text(event.by))
            case .signal(let change):
                report.add(
                    .blank, .instant(change.at), .text("signal \(change.state.level.rawValue)"), .text(change.words), .blank)
            }
        }
        report.emptyText = "Nothing was recorded in this time."
        report.notes = ["Signals were \(timeline.closeness)."]
        return report
    }
}
