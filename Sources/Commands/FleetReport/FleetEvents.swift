import Database
import FleetCore
import Operations
import QueryCatalog
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

/// What was done in a time: changes of the flags, steps of rollouts, deploys and notes.
struct FleetEvents {
    /// By time.
    let all: [FleetEvent]

    /// - Parameter end: exclusive.
    init(database: any Database, catalog: QueryCatalog, from: Instant, to end: Instant) throws {
        let entries = try OperationsLog(database: database, catalog: catalog).timeline(from: from, to: end)
        let found = entries.enumerated().map { place, entry in
            let about = [entry.version, entry.platform].compactMap { $0 }.joined(separator: " on ")
            return FleetEvent(
                number: place + 1, at: entry.at,
                kind: entry.what + (entry.flagsVersion.map { ", version \($0)" } ?? "") + (about.isEmpty ? "" : ", \(about)"),
                what: entry.words, by: entry.by)
        }
        all = found
    }

    var report: Report {
        var report = Report(
            "timeline", title: "Timeline",
            columns: [
                .count("number", "no."), .instant("at", "at"), .text("what", "what"), .text("because", "because"),
                .text("by", "by"),
            ])
        for event in all {
            report.add(
                .integer(Int64(event.number)), .instant(event.at), .text(event.kind), .text(event.what), .text(event.by))
        }
        report.emptyText = "Nothing was recorded in this time."
        return report
    }
}
