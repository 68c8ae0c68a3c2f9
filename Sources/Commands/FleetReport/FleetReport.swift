import Database
import FleetCore
import Health
import Incidents
import Operations
import QueryCatalog
import Reporting

/// The answers of a window on one page: a section each, of pictures over time and the tables behind them.
struct FleetReport {
    let reports: HealthReports
    let database: any Database
    let catalog: QueryCatalog
    let filter: ReportFilter
    let settings: SignalSettings
    let store: String
    let madeAt: Instant

    /// More days are no week and no incident, and no picture has room for them.
    private static let daysMax: Int32 = 366

    init(
        database: any Database, catalog: QueryCatalog, filter: ReportFilter, settings: SignalSettings, store: String,
        madeAt: Instant
    ) {
        reports = HealthReports(database: database, catalog: catalog)
        self.database = database
        self.catalog = catalog
        self.filter = filter
        self.settings = settings
        self.store = store
        self.madeAt = madeAt
    }

    /// A part of the page, and what is said of it at the top.
    struct Section {
        var report: Report
        /// Nil where it judges nothing.
        var finding: (header: String, mark: Mark)?
        /// Nil where it says nothing of the fleet's health.
        var outcome: Outcome?
    }

    func answer() throws -> (report: Report, outcome: Outcome) {
        try checkLength()
        let crashes = try reports.crashFree(CrashFreeRequest(filter: filter))
        guard case .days(let window) = crashes.frame.window else { preconditionFailure("crash-free windows are of days") }
        let events = FleetEvents(
            try FleetTimeline(
                OperationsLog(database: database, catalog: catalog), allSignals, from: window.from.start,
                to: endOfEvents(window), now: filter.asOf ?? madeAt, recordedBy: filter.asOf))
        let pictures = ReportPictures(window: window, events: events.all)
        let sections = [
            try signals(window), try crashFree(crashes, pictures), try decryptFailures(pictures), try queueAges(pictures),
            try adoption(pictures),
        ]
        var report = Report("report", title: "Fleet report" + scope)
        report.window = .days(window)
        report.asOf = crashes.frame.asOf
        for section in sections {
            guard let finding = section.finding else { continue }
            report.summarise(Column(finding.header, finding.header, .text, for: .people), .mark(finding.mark))
        }
        report.summariseCompleteness(crashes.frame)
        // The window is that of the page.
        let parts = sections.map { section in
            var part = section.report
            part.window = nil
            part.asOf = nil
            return part
        }
        report.details = parts + [events.report, provenance(window, crashes.frame)]
        report.notes = [
            "Days are the installs' local days, hours and instants are UTC. Bands and bars are 95 % intervals; where nothing "
                + "was reported there is a gap. Numbers above a picture are those of the timeline, "
                + "which goes on after the newest day with data."
        ]
        let isAnswered = sections.contains { $0.outcome == .answered }
        return (report, isAnswered ? .answered : .noData)
    }

    var allSignals: Signals { Signals(database: database, catalog: catalog, settings: settings, now: madeAt) }

    /// The days with data are behind the clock: what was done since then shows, unless an end was asked for.
    private func endOfEvents(_ window: DayWindow) -> Instant {
        // What was just recorded has the page's own second.
        let now = filter.asOf ?? madeAt.advanced(bySeconds: 1)
        if case .days(_, .some) = filter.window { return min(window.to.start, now) }
        return now
    }

    /// Throws a usage error for more than ``daysMax``.
    private func checkLength() throws {
        guard case .days(let from?, let to) = filter.window,
            let end = try to ?? reports.newestDay(asOf: filter.asOf)?.advanced(by: 1),
            end.number - from.number > FleetReport.daysMax
        else { return }
        throw ToolError(
            .usage,
            "from \(from) to \(end) are \(groupedDigits(Int64(end.number) - Int64(from.number))) days; a page shows at most "
                + "\(FleetReport.daysMax)", at: "chatfleet report", next: "name a later --from, or an earlier --to")
    }

    private var scope: String {
        let only = [filter.version, filter.platform.map { filter.version == nil ? $0 : "on \($0)" }].compactMap { $0 }
        return only.isEmpty ? "" : ": \(only.joined(separator: " ")) only"
    }

    private func provenance(_ window: DayWindow, _ frame: ReportFrame) -> Report {
        var report = Report("provenance", title: "Where this comes from")
        report.summarise(.text("store", "store"), .text(store))
        report.summarise(.text("window", "window"), .text("\(window.from) to \(window.to) (exclusive), local days"))
        let known = "all that the store knew when the page was made"
        report.summarise(
            .text("known", "known"), .text(frame.asOf.map { "what the store knew before \($0)" } ?? known))
        report.summarise(Column("completeness", "complete", .share(.down)).absent("unknown"), .real(frame.completeness))
        report.summarise(.instant("made_at", "made"), .instant(madeAt))
        report.summarise(.text("program", "by"), .text("chatfleet \(Program.version)"))
        return report
    }

    /// What a section's marks come to, for the top of the page.
    static func finding(_ header: String, _ report: Report, hasData: Bool) -> (header: String, mark: Mark) {
        guard hasData else { return (header, .unknown("no data")) }
        let named = report.columns.prefix { [.text, .day, .flag].contains($0.kind) }
        let bad = report.rows.compactMap { row -> String? in
            guard let mark = row.mark, mark.level == .bad else { return nil }
            let name = zip(row.cells, named).map { Report.humanText($0, $1) }.joined(separator: " ")
            return name.isEmpty ? mark.words : "\(name): \(mark.words)"
        }
        guard !bad.isEmpty else { return (header, .ok("nothing stands out")) }
        let more = bad.count > 3 ? "; and \(bad.count - 3) more" : ""
        return (header, .bad(bad.prefix(3).joined(separator: "; ") + more))
    }
}
