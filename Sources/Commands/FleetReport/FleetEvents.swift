import Database
import FlagPublishing
import FleetCore
import QueryCatalog
import Reporting

/// Something that was done to the fleet, and so may be why a line bends.
struct FleetEvent {
    /// In the order of time, from 1: the number in the pictures.
    var number = 0
    let at: Instant
    let kind: String
    let what: String
    let by: String
}

/// What was done in a window: flag changes, and what else the store remembers.
struct FleetEvents {
    /// By time.
    let all: [FleetEvent]

    init(database: any Database, catalog: QueryCatalog, window: DayWindow, until: Instant) throws {
        let end = min(window.to.start, until)
        let flags = try FlagStore(database: database, catalog: catalog).changes().map(\.change).map { change in
            FleetEvent(
                at: change.at, kind: "flags",
                what: "\(change.kind.rawValue), version \(change.version): \(change.reason)", by: change.by)
        }
        var found = flags.filter { $0.at >= window.from.start && $0.at < end }
        found.sort { $0.at < $1.at }
        for place in found.indices { found[place].number = place + 1 }
        all = found
    }

    var report: Report {
        var report = Report(
            "timeline", title: "Timeline",
            columns: [
                .count("number", "no."), .instant("at", "at"), .text("kind", "kind"), .text("what", "what"), .text("by", "by"),
            ])
        for event in all {
            report.add(
                .integer(Int64(event.number)), .instant(event.at), .text(event.kind), .text(event.what), .text(event.by))
        }
        report.emptyText = "Nothing was recorded in this window."
        return report
    }
}
