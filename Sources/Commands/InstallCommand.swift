import CommandLine
import FleetCore
import Health
import Reporting

/// `chatfleet install ID`.
enum InstallCommand {
    static let id = Argument(.text("ID"), help: "the install's id, as its client sends it")

    static let command = Command(
        CommandSpec(
            "install", group: .answers, purpose: "one install against the norm of its version, for a support case",
            discussion: """
                For "my messages don't go out": its days with queue, failures and flags, the device pairs that fail, the \
                reports that were set aside, and what stands out against all installs of the same version and platform.
                Covers the fourteen days that end with the newest in the store, unless told otherwise; device pairs are kept no \
                longer.
                """,
            arguments: [id], options: [AnswerOptions.from, to],
            examples: [Example("chatfleet install i_4f9c2e", "why its messages don't go out, as far as its reports tell")],
            exitCodes: [.badInput, .unknown, .unavailable])
    ) { invocation, context in
        try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            let window = try window(invocation, reports)
            let answer = try reports.install(InstallRequest(installID: invocation[id], window: window))
            guard answer.outcome == .answered else { throw try unknown(answer, reports) }
            try context.emit(Report(answer, newestDay: try reports.newestDay()))
            return answer.outcome.exitCode
        }
    }

    private static let to = AnswerOptions.to

    /// Nil where none was asked for.
    private static func window(_ invocation: Invocation, _ reports: HealthReports) throws -> DayWindow? {
        let from = invocation[AnswerOptions.from]
        guard from != nil || invocation[to] != nil, let newest = try reports.newestDay() else { return nil }
        let end = invocation[to] ?? newest.advanced(by: 1).inCalendar
        let start = from ?? end.advanced(by: -14).inCalendar
        guard let window = DayWindow(from: start, to: end) else {
            throw ToolError(
                .usage, "the window from \(start) to \(end) (exclusive) holds no day", at: "chatfleet install",
                next: "name a --to after --from")
        }
        return window
    }

    private static func unknown(_ answer: InstallReport, _ reports: HealthReports) throws -> ToolError {
        if let day = try reports.newestDay(ofInstall: answer.installID) {
            return ToolError(
                .unknown, "install \(answer.installID) reported nothing for \(answer.window); its newest day is \(day)",
                next: "chatfleet install \(answer.installID) --from \(day.advanced(by: -13)) --to \(day.advanced(by: 1))")
        }
        return ToolError(
            .unknown, "the store never heard of install \(answer.installID)",
            next: "ids are compared byte for byte: check upper and lower case; or load newer reports with chatfleet ingest "
                + "reports")
    }
}

extension Report {
    fileprivate init(_ answer: InstallReport, newestDay: Day?) {
        self.init("install", title: "Install \(answer.installID)")
        window = .days(answer.window)
        summarise(Column("install_id", "", .text, for: .programs), .text(answer.installID))
        let findings = InstallFindings(answer, newestDay: newestDay).all
        for finding in findings {
            summarise(Column(finding.topic.rawValue, finding.topic.words, .text, for: .people), .mark(finding.mark))
        }
        details = [Report(findings), Report(days: answer), Report(norms: answer)]
        if !answer.failures.isEmpty { details.append(Report(failures: answer)) }
        if !answer.quarantined.isEmpty { details.append(Report(quarantined: answer)) }
    }

    /// What people read above the tables.
    private init(_ findings: [InstallFinding]) {
        self.init("findings", title: "Findings", columns: [.text("topic", "topic")])
        audience = .programs
        for finding in findings { add(.text(finding.topic.rawValue), mark: finding.mark) }
    }

    private init(days answer: InstallReport) {
        self.init(
            "days", title: "Its days, newest first",
            columns: [
                .day("day", "day"), .text("app_version", "version"), .text("platform", "platform").dispensable(3),
                .text("device_class", "class").absent("unknown").dispensable(9), .text("os_version", "os").hidden,
                .count("app_build", "build").hidden, .count("flags_version", "flags").absent("–").dispensable(2),
                .instant("flags_version_at", "evaluated").hidden,
                .count("sessions", "sessions").absent("–").dispensable(6),
                .count("crashes", "crashes").absent("–").dispensable(5),
                .count("syncs_ok", "syncs ok").absent("–").dispensable(8),
                .count("syncs_failed", "syncs failed").absent("–").dispensable(7),
                .duration("queue_age_max_s", "oldest").absent("–"),
                .count("queue_depth_max", "waiting").absent("–").dispensable(4),
                .count("send_failed", "failed").absent("–").dispensable(1),
                .count("failed_rows_max", "rows").hidden,
                .count("quarantined", "set aside").absent("–").dispensable(4),
                .count("rolled_back", "rolled back").hidden, .count("ttc_ms_p95", "ttc").hidden,
                .count("migrations_failed", "migrations").hidden, .count("outbox_rows_lost", "lost").hidden,
                .count("crash_loop_guard", "guard").hidden, .instant("known_hour", "received").hidden,
                .flag("clock_corrected", "clock").hidden, .flag("receipt_assumed", "assumed").hidden,
            ])
        emptyText = "no report was taken in for these days"
        markAudience = .people
        for day in answer.days.reversed() {
            add(
                .day(day.day), .text(day.version.text), .text(day.platform), .text(day.deviceClass), .text(day.osVersion),
                .integer(day.appBuild), .integer(day.flagsVersion), .instant(day.flagsVersionAt), .integer(day.sessions),
                .integer(day.crashes), .integer(day.syncsOK), .integer(day.syncsFailed), .integer(day.queueAgeMaxS),
                .integer(day.queueDepthMax), .integer(day.sendFailed), .integer(day.failedRowsMax), .integer(day.quarantined),
                .integer(day.rolledBack), .integer(day.ttcMsP95), .integer(day.migrationsFailed),
                .integer(day.outboxRowsLost), .integer(day.crashLoopGuard), .instant(day.knownHour.start),
                .flag(day.isClockCorrected), .flag(day.isReceiptAssumed), mark: Report.mark(day))
        }
        notes = ["Oldest: the day's greatest age of a message not acknowledged; –: its client did not say."]
    }

    private static func mark(_ day: InstallDay) -> Mark? {
        let faults = [
            ((day.queueAgeMaxS ?? 0) > 86_400, "over 24 h", "queue_age_max_s"),
            ((day.sendFailed ?? 0) > 0, "failed", "send_failed"), ((day.crashes ?? 0) > 0, "crashed", "crashes"),
        ].filter(\.0)
        return faults.isEmpty ? nil : .bad(faults.map(\.1).joined(separator: ", ")).about(faults.map(\.2))
    }

    private init(norms answer: InstallReport) {
        self.init(
            "norms", title: "Against all installs of its version and platform, same days",
            columns: [
                .text("app_version", "version"), .text("platform", "platform").dispensable(1),
                .text("measure", "measure").hidden, Column("measure", "measure", .text, for: .people),
                Column("install", "install", .rate(decimals: 0), for: .programs),
                Column("norm", "norm", .rate(decimals: 0), for: .programs),
                .text("install", "install").forPeople, .text("norm", "usual").forPeople,
                Column("share_below", "above", .share(.down)).absent("").dispensable(2),
            ])
        markAudience = .people
        for norm in answer.norms where norm.install != nil {
            add(
                .text(norm.version.text), .text(norm.platform), .text(norm.measure.rawValue), .text(norm.measure.words),
                .real(norm.install), .real(norm.norm), .text(norm.measure.text(norm.install)),
                .text(norm.measure.text(norm.norm)), .real(norm.shareBelow),
                mark: norm.isFarAbove ? .bad("above").about("share_below") : nil)
        }
        notes = [
            "Usual: of ages and depths the 99th percentile of install-days, else the share over all. Above: the share of "
                + "install-days with less. Marked: above the percentile, or a fifth and over twice the share."
        ]
    }

    private init(failures answer: InstallReport) {
        self.init(
            "pairs", title: "Its decrypt failures, newest first",
            columns: [
                .text("device_h_prefix", "device"), .text("peer_h_prefix", "peer"),
                .text("app_version", "version").dispensable(3), .text("platform", "platform").dispensable(6),
                .text("message_type", "type"),
                .text("peer_version", "peer version").dispensable(4), .flag("restored", "restored").dispensable(2),
                .instant("first_at", "first"), .instant("last_at", "last").dispensable(1),
                .count("failures", "failures").dispensable(5), .flag("recovered", "recovered"),
            ])
        markAudience = .people
        for pair in answer.failures {
            add(
                .text(pair.device), .text(pair.peer), .text(pair.version.text), .text(pair.platform), .text(pair.messageType),
                .text(pair.peerVersion), .flag(pair.isRestored), .instant(pair.first), .instant(pair.last),
                .integer(pair.failures), .flag(pair.isRecovered), mark: pair.isRecovered ? nil : .bad("fails"))
        }
        notes = ["Devices by the first digits of their keyed hashes; the ids themselves are nowhere."]
    }

    private init(quarantined answer: InstallReport) {
        self.init(
            "quarantine", title: "Reports set aside, newest first",
            columns: [.text("reason", "reason"), .text("day", "its day"), .instant("known_hour", "received")])
        for report in answer.quarantined {
            add(.text(report.reason), .text(report.day), .instant(report.knownHour.start))
        }
    }
}
