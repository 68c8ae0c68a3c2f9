import CommandLine
import FleetCore
import Health
import Reporting
import Statistics

/// `chatfleet crash-free`.
enum CrashFreeCommand {
    static let by = ByWord.option([.version, .platform, .deviceClass, .day, .hour])
    static let target = Option(
        "target", .percentage, help: "the least crash-free share of install-days; exits 1 where a row is below it")

    static let command = Command(
        CommandSpec(
            "crash-free", group: .answers, purpose: "the share of installs without a crash, of each version",
            discussion: """
                An install is active that had a session or a crash, and crashed that had a crash; each counts once in the \
                window, however often it crashed. The share of the window falls with its length; the share of install-days, \
                in the column daily, does not, and is what a target applies to. A row in which nobody was active has no data.
                By hour it shows when crashes began and ended, from the hours that clients send.
                Exits 1 only when --target was asked and a row with data is below it, 4 when no row has data.
                """,
            options: AnswerOptions.windowed + [by, target],
            examples: [
                Example(
                    "chatfleet crash-free --from 2026-09-14 --to 2026-09-21",
                    "a week, its end exclusive, by version and platform; the bad rows are marked"),
                Example(
                    "chatfleet crash-free --version 8.14.0 --by day,platform --target 99.5%",
                    "a day a row, with a verdict; exits 1 where one is below 99.5 %"),
                Example(
                    "chatfleet crash-free --version 8.14.0 --by hour", "the UTC hours in which the crashes of a version stand out"
                ),
            ],
            exitCodes: [.badAnswer, .badInput, .unknown, .unavailable])
    ) { invocation, context in
        let filter = AnswerOptions.filter(invocation)
        let by = invocation[by]
        if by.contains(.hour) {
            try refuse(by.contains(.day), "hours are of days already: leave out hour or day")
            try refuse(invocation[target] != nil, "--target applies to install-days, and an hour has none: leave one out")
            return try context.withStore { database, catalog in
                let reports = HealthReports(database: database, catalog: catalog)
                let answer = try reports.crashFreeByHour(CrashFreeByHourRequest(filter: filter, by: by.dimensions))
                return try context.finish(Report(answer, filter), answer.frame, answer.outcome, filter, reports)
            }
        }
        return try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            let answer = try reports.crashFree(
                CrashFreeRequest(filter: filter, by: by.dimensions, target: invocation[target]?.share))
            return try context.finish(Report(answer, filter), answer.frame, answer.outcome, filter, reports)
        }
    }

    private static func refuse(_ isWrong: Bool, _ what: String) throws(ToolError) {
        if isWrong { throw ToolError(.usage, what, at: "chatfleet crash-free", next: "chatfleet crash-free --help") }
    }
}

extension Report {
    init(_ answer: CrashFreeReport, _ filter: ReportFilter) {
        let frame = answer.frame
        // Within a day an install is one install-day: people need not read the same share twice.
        let daily = Column.crashFree("crash_free_install_days", "daily")
        let dailyColumns =
            answer.isByDay
            ? [daily.hidden]
            : [daily, Column("crash_free_install_days", "95 % daily", .interval(.down), for: .people).dispensable(5)]
        self.init(
            "crash-free", title: "Crash-free installs, share of active installs", frame: frame, filter: filter,
            columns: [
                .count("active_installs", "active").dispensable(2),
                .count("reporting_installs", "reporting").hidden,
                .count("crashed_installs", "crashed").dispensable(1),
                .crashFree("crash_free", "crash-free"),
                .interval(of: "crash_free", "95 % interval", .down).dispensable(3),
                .crashFree("crash_free_of_reporting", "of reporting").hidden,
            ] + dailyColumns + [
                .count("sessions", "sessions").dispensable(7),
                .count("crashes", "crashes").dispensable(8),
                Column("crashes_per_1000_sessions", "per 1,000", .rate(decimals: 2), for: .people).dispensable(6),
            ])
        if let target = answer.target {
            summarise(
                Column("target", "target", .text, for: .people),
                .text("at least \(chosenShareText(target)) of install-days"))
        } else {
            markAudience = .people
        }
        let below = answer.isSurelyBelow(RowMarks.crashFreePromise)
        for (i, (row, excess)) in zip(answer.rows, answer.standingOut).enumerated() {
            let dailyCells = [Cell.real(row.crashFreeInstallDays), .interval(row.crashFreeInstallDaysInterval)]
            add(
                row.group, frame,
                [
                    .integer(row.activeInstalls), .integer(row.reportingInstalls), .integer(row.crashedInstalls),
                    .real(row.crashFree), .interval(row.crashFreeInterval), .real(row.crashFreeOfReporting),
                ] + dailyCells.prefix(dailyColumns.count) + [
                    .integer(row.sessions), .integer(row.crashes), .real(row.crashesPer1000Sessions),
                ], completeness: row.completeness,
                mark: answer.target.map { verdict(row, $0) }
                    ?? mark(row, frame, isBelow: below[i], excess: excess.map { RowMarks.words($0, "crashes") }))
        }
        notes += legend(answer)
        boundRows(
            answer.rows.map { WeighedGroup($0.group, installs: $0.activeInstalls, events: $0.crashedInstalls) },
            of: "active installs", frame, filter)
    }
}

/// What was asked for: every row is judged.
private func verdict(_ row: CrashFreeRow, _ target: Double) -> Mark {
    guard let isMet = row.meetsTarget else { return .unknown("no data") }
    let text = chosenShareText(target)
    if isMet { return .ok("meets \(text)") }
    let mayBeMet = row.crashFreeInstallDaysInterval.map { $0.high >= target } ?? false
    return .bad("below \(text)" + (mayBeMet ? ", maybe by chance" : ""))
}

private func mark(_ row: CrashFreeRow, _ frame: ReportFrame, isBelow: Bool, excess: String?) -> Mark? {
    if isBelow { return .bad("below \(chosenShareText(RowMarks.crashFreePromise))") }
    return excess.map { .bad($0).about("crashed_installs") }
        ?? RowMarks.doubt(hasData: row.hasData, completeness: row.completeness, in: frame)
}

extension CrashFreeReport {
    /// Is every row of one day?
    fileprivate var isByDay: Bool {
        if case .days(let days) = frame.window, days.dayCount == 1 { return true }
        return frame.by.contains(.day)
    }
}

private func legend(_ answer: CrashFreeReport) -> [String] {
    var notes = [
        answer.isByDay
            ? "Active: with a session or a crash."
            : "Active: with a session or a crash, each install once in the window. Daily: the same over install-days, which "
                + "windows of any length share; crash-free of the window is not the mean of its days."
    ]
    if answer.target == nil { notes.append(RowMarks.crashLegend) }
    let worst = answer.rows.max { ($0.launchCrashInstalls ?? 0) < ($1.launchCrashInstalls ?? 0) }
    if let worst, let installs = worst.launchCrashInstalls, installs > 0 {
        let name = [worst.group.version?.text, worst.group.platform].compactMap { $0 }.joined(separator: " on ")
        notes.append(
            "Some installs crashed on a day without a session: at launch, or their clients do not count sessions; most, "
                + "\(groupedDigits(installs)) of \(groupedDigits(worst.crashedInstalls)) crashed installs"
                + (name.isEmpty ? "." : ", of \(name)."))
    }
    return notes
}
