import CommandLine
import Database
import FleetCore
import Health
import QueryCatalog
import Reporting
import Statistics

/// How the answers are laid out: the columns that name a row, then its numbers, then how complete it is.
extension Report {
    /// - Parameters:
    ///   - title: what is counted, of what: "Crash-free installs, share of active installs".
    ///   - by: what rows are told apart by beside the frame's dimensions.
    init(_ name: String, title: String, by: [String] = [], frame: ReportFrame, filter: ReportFilter, columns: [Column]) {
        self.init(
            name, title: title + Report.scope(frame.by.map(Report.word) + by, filter),
            columns: frame.by.map(Report.column) + columns + [Report.completeness])
        window = Window(frame.window)
        asOf = frame.asOf
        notes = frame.notes.map(Report.sentence)
    }

    mutating func add(_ group: ReportGroup, _ frame: ReportFrame, _ cells: [Cell], completeness: Double?, mark: Mark?) {
        add(row: frame.by.map { Report.cell(group, $0) } + cells + [.real(completeness)], mark: mark)
    }

    /// Leaves the rows of small groups to programs where there are more than a page holds, but for those that are marked bad.
    /// - Parameters:
    ///   - groups: what each row is about, and how much.
    ///   - what: is counted: "active installs".
    mutating func boundRows(_ groups: [WeighedGroup], of what: String, _ frame: ReportFrame, _ filter: ReportFilter) {
        let shown = WeighedGroup.greatest(groups)
        let hidden = groups.indices.filter { !shown.contains(groups[$0].group) && rows[$0].mark?.level != .bad }
        guard !hidden.isEmpty else { return }
        let ofOne = frame.by.contains(.version) && filter.version == nil ? "--version shows those of one version, " : ""
        hideFromPeople(
            hidden,
            saying: "\(counted(Int64(hidden.count), "row")) on fewer \(what) \(hidden.count == 1 ? "is" : "are") left out; "
                + "\(ofOne)--format json has them all.")
    }

    /// Nil completeness is not a lack of data: the delays are not known yet.
    static let completeness = Column("completeness", "complete", .share(.down)).absent("unknown").dispensable(4)

    // MARK: What a row is about

    private static func column(_ dimension: Dimension) -> Column {
        switch dimension {
        case .day: .day(dimension.rawValue, "day")
        case .restored: .flag(dimension.rawValue, word(dimension))
        default: .text(dimension.rawValue, word(dimension))
        }
    }

    private static func cell(_ group: ReportGroup, _ dimension: Dimension) -> Cell {
        switch dimension {
        case .version: .text(group.version?.text)
        case .platform: .text(group.platform)
        case .deviceClass: .text(group.deviceClass)
        case .day: .day(group.day)
        case .messageType: .text(group.messageType)
        case .peerVersion: .text(group.peerVersion)
        case .restored: .flag(group.restored)
        }
    }

    private static func word(_ dimension: Dimension) -> String {
        switch dimension {
        case .version: "version"
        case .platform: "platform"
        case .deviceClass: "device class"
        case .day: "day"
        case .messageType: "message type"
        case .peerVersion: "peer version"
        case .restored: "restored"
        }
    }

    /// ", by version and platform; 8.14.0 on ios only".
    static func scope(_ words: [String], _ filter: ReportFilter) -> String {
        let last = words.last ?? ""
        let by =
            words.isEmpty
            ? ", all together" : ", by " + (words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " and " + last)
        let only = [filter.version, filter.platform.map { filter.version == nil ? $0 : "on \($0)" }].compactMap { $0 }
        return by + (only.isEmpty ? "" : "; \(only.joined(separator: " ")) only")
    }

    mutating func summariseCompleteness(_ frame: ReportFrame) {
        let words = frame.completeness.map { "\(shareText($0, .down)) of what the window will hold is in" } ?? "unknown"
        summarise(
            Column("completeness", "complete", .text, for: .people),
            DayWindow.isTooIncomplete(frame.completeness)
                ? .mark(.unknown(words + ": too little to call anything sound")) : .text(words))
    }

    /// Above a table that may be long: which of its rows are bad.
    mutating func summariseBadRows() {
        let named = columns.prefix { [.text, .day, .instant, .flag].contains($0.kind) }
        let bad = rows.filter { $0.mark?.level == .bad }
        if bad.isEmpty || rows.count == 1 { return }
        let names = bad.prefix(4).map { row in
            zip(row.cells, named).map { Report.humanText($0, $1) }.joined(separator: " ")
        }
        let all = names.filter { !$0.isEmpty } + (bad.count > names.count ? ["and \(bad.count - names.count) more"] : [])
        summarise(
            Column("bad", "bad", .text, for: .people),
            .text("✗ \(bad.count) of \(rows.count) rows" + (all.isEmpty ? "" : ": " + all.joined(separator: ", "))))
    }

    /// With a capital and a full stop.
    static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}

extension Report.Window {
    init(_ window: ReportWindow) {
        self =
            switch window {
            case .days(let days): .days(days)
            case .instants(let from, let to): .instants(from: from, to: to)
            }
    }
}

extension Cell {
    static func interval(_ interval: Interval?) -> Cell {
        interval.map { .interval(low: $0.low, high: $0.high) } ?? .noData
    }
}

extension CommandContext {
    /// Prints an answer and says what it means for the exit status. Where there is nothing to answer with, says why.
    func finish(
        _ report: Report, _ frame: ReportFrame, _ outcome: Outcome, _ filter: ReportFilter, _ reports: HealthReports
    ) throws -> ExitCode {
        var report = report
        guard outcome == .noData else {
            report.summariseCompleteness(frame)
            report.summariseBadRows()
            try emit(report)
            return outcome.exitCode
        }
        let why = try NoData(filter: filter, window: report.window, reports: reports).words()
        if report.rows.isEmpty {
            report.emptyText = "no data: \(why)"
            report.notes = []
        } else {
            report.notes.insert(Report.sentence(why), at: 0)
        }
        try emit(report)
        // Programs get rows only; whoever watches them gets the reason, too.
        if format == .json || format == .csv { warn("no data: \(why)") }
        return outcome.exitCode
    }
}

/// Why a report has no row with data, and what to do about it.
private struct NoData {
    let filter: ReportFilter
    let window: Report.Window?
    let reports: HealthReports

    func words() throws -> String {
        guard let days = try reports.knownDays() else {
            return "the store is empty; load reports with chatfleet ingest reports FILE, or see some with chatfleet demo"
        }
        if let version = filter.version, let unknown = try UnknownVersion(version, reports) { return unknown.words }
        if let unknown = UnknownPlatform(filter.platform, among: try reports.knownPlatforms()) { return unknown.sentence }
        let held = "the store has reports of \(days.from) to \(days.to) (exclusive)"
        switch window {
        case .days(let asked) where asked.to <= days.from || asked.from >= days.to: return held
        case .instants(let from, _) where from.day >= days.to: return held
        default: return "nothing in the window matches; \(held)"
        }
    }
}
