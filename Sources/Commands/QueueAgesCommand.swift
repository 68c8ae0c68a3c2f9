import CommandLine
import FleetCore
import Health
import Reporting

/// `chatfleet queue-ages`.
enum QueueAgesCommand {
    static let by = ByWord.option([.version, .platform, .deviceClass, .day])
    static let metric = Option(
        "metric", .choice("METRIC", HistogramMetric.all.map(\.name)), help: "another measure, by its name in the reports",
        defaultText: HistogramMetric.queueAge.name)

    static let command = Command(
        CommandSpec(
            "queue-ages", group: .answers, purpose: "how long messages wait in the outbox, of each version",
            discussion: """
                The age of a client's oldest message that was not acknowledged, at its greatest on each day: percentiles over \
                install-days, within 1 %. Clients that send no age are not in it. Beside them the shares of install-days \
                over an hour and over a day, with a mutation in quarantine, and with a message that failed for good.
                Percentiles by device class, or as of an hour, are taken from the facts, which is slower.
                """,
            options: AnswerOptions.windowed + [by, metric],
            examples: [
                Example("chatfleet queue-ages", "the last seven days, by version and platform; the bad rows are marked"),
                Example("chatfleet queue-ages --version 8.14.0 --by day", "since when messages wait"),
                Example(
                    "chatfleet queue-ages --metric ttc_ms_p95 --by version", "the time to cached content, of each version"),
            ],
            exitCodes: [.badInput, .unknown, .unavailable])
    ) { invocation, context in
        let filter = AnswerOptions.filter(invocation)
        let asked = invocation[metric]
        let metric = HistogramMetric.all.first { $0.name == asked } ?? .queueAge
        return try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            let answer = try reports.queueAges(
                QueueAgeRequest(filter: filter, by: invocation[by].dimensions, metric: metric))
            var report = metric == .queueAge ? Report(ages: answer, filter) : Report(values: answer, filter)
            if asked != nil { report.summarise(Column("metric", "", .text, for: .programs), .text(metric.name)) }
            return try context.finish(report, answer.frame, answer.outcome, filter, reports)
        }
    }
}

extension Report {
    init(ages answer: QueueAgeReport, _ filter: ReportFilter) {
        self.init(
            "queue-ages", title: "Age of the oldest waiting message, a day's greatest, over install-days", frame: answer.frame,
            filter: filter,
            columns: [
                .count("install_days", "days").dispensable(3),
                .duration("p50_s", "median").dispensable(4),
                .duration("p90_s", "90 %").dispensable(5),
                .duration("p99_s", "99 %").dispensable(1),
                .duration("max_s", "greatest").dispensable(6),
                .share("over_1h_share", "over 1 h").dispensable(2),
                Column("over_1h_share", "1 h 95 %", .interval(.nearest), for: .people).dispensable(10),
                .share("over_24h_share", "over 24 h"),
                Column("over_24h_share", "24 h 95 %", .interval(.nearest), for: .people).dispensable(9),
                .share("quarantined_share", "quarantined").dispensable(8),
                Column("quarantined_share", "quarantined 95 %", .interval(.nearest), for: .people).dispensable(12),
                .share("failed_share", "failed").dispensable(7),
                Column("failed_share", "failed 95 %", .interval(.nearest), for: .people).dispensable(11),
            ])
        markAudience = .people
        let troubles = QueueTrouble.allCases.map { ($0, answer.standingOut(in: $0)) }
        for (i, row) in answer.rows.enumerated() {
            let worst = troubles.lazy.compactMap { trouble, excesses in excesses[i].map { (trouble, $0) } }.first
            add(
                row.group, answer.frame,
                [
                    .integer(row.installDays), .real(row.p50), .real(row.p90), .real(row.p99), .real(row.max),
                    .real(row.shares?.over1h), .interval(row.shares?.over1hInterval), .real(row.shares?.over24h),
                    .interval(row.shares?.over24hInterval), .real(row.shares?.quarantined),
                    .interval(row.shares?.quarantinedInterval), .real(row.shares?.failed),
                    .interval(row.shares?.failedInterval),
                ], completeness: row.completeness,
                mark: worst.map { .bad(RowMarks.words($1, Report.word($0))).about($0.rawValue) }
                    ?? RowMarks.doubt(hasData: row.hasData, completeness: row.completeness, in: answer.frame))
        }
        notes.append(
            "Days: install-days that have an age; one that is missing is not a zero. Quarantined, failed: with a mutation set "
                + "aside, with a message that failed for good, of all install-days that reported. "
                + (answer.others == nil
                    ? "Marked: rows with more of one than all others together, beyond chance."
                    : "Marked: rows with more of one than all other versions together, of the same day and platform where these "
                        + "are told apart, beyond chance."))
        boundRows(answer, filter)
    }

    private static func word(_ trouble: QueueTrouble) -> String {
        switch trouble {
        case .over24h: "over 24 h"
        case .over1h: "over 1 h"
        case .failed: "failed"
        case .quarantined: "quarantined"
        }
    }

    /// Any other histogram member.
    fileprivate init(values answer: QueueAgeReport, _ filter: ReportFilter) {
        let unit = answer.metric.unit
        let kind: ColumnKind =
            switch unit {
            case "s": .duration
            case "bytes": .bytes
            default: .rate(decimals: 0)
            }
        func column(_ name: String, _ header: String) -> Column {
            Column(unit.map { "\(name)_\($0)" } ?? name, unit == "ms" ? "\(header), ms" : header, kind)
        }
        self.init(
            "queue-ages", title: "\(answer.metric.name) over install-days", frame: answer.frame, filter: filter,
            columns: [
                .count("install_days", "days").dispensable(2), column("p50", "median"), column("p90", "90 %"),
                column("p99", "99 %"), column("max", "greatest").dispensable(3),
            ])
        markAudience = .people
        for row in answer.rows {
            add(
                row.group, answer.frame,
                [.integer(row.installDays), .real(row.p50), .real(row.p90), .real(row.p99), .real(row.max)],
                completeness: row.completeness,
                mark: RowMarks.doubt(hasData: row.hasData, completeness: row.completeness, in: answer.frame))
        }
        notes.append("Percentiles and the greatest are within 1 %. Days: install-days that have the value.")
        boundRows(answer, filter)
    }

    private mutating func boundRows(_ answer: QueueAgeReport, _ filter: ReportFilter) {
        boundRows(
            answer.rows.map { WeighedGroup($0.group, installs: $0.installDays, events: $0.shares?.failedInstallDays ?? 0) },
            of: "install-days", answer.frame, filter)
    }
}
