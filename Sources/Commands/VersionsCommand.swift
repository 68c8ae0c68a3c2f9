import CommandLine
import FleetCore
import Health
import Reporting
import Terminal

/// `chatfleet versions`.
enum VersionsCommand {
    static let command = Command(
        CommandSpec(
            "versions", group: .answers, purpose: "who runs which version, on the newest day and the days before it",
            discussion: """
                Adoption is by the greatest version that an install was active on that day, so that it sums to 100 %. The \
                share of active installs counts an install in each version it ran, and sums to more on a day with updates.
                Under 0.5 % says for how many days up to the newest a version's adoption has been that low: what is locked out \
                should have been for 30.
                """,
            options: [AnswerOptions.version, AnswerOptions.platform, AnswerOptions.asOf],
            examples: [Example("chatfleet versions --platform ios", "the adoption of each version on iOS, and its trend")],
            exitCodes: [.badInput, .unknown, .unavailable])
    ) { invocation, context in
        let request = VersionsRequest(
            version: invocation[AnswerOptions.version], platform: invocation[AnswerOptions.platform],
            asOf: invocation[AnswerOptions.asOf])
        let filter = ReportFilter(version: request.version, platform: request.platform, asOf: request.asOf)
        return try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            let answer = try reports.versions(request)
            return try context.finish(Report(answer, filter), answer.frame, answer.outcome, filter, reports)
        }
    }
}

extension Report {
    init(_ answer: VersionsReport, _ filter: ReportFilter) {
        self.init(
            "versions", title: "Adoption, share of active installs", frame: answer.frame, filter: filter,
            columns: [
                .share("adoption", "adoption"),
                .interval(of: "adoption", "95 % interval", .nearest).dispensable(6),
                .count("active_installs", "active").dispensable(1),
                .share("active_share", "of active").dispensable(5),
                .count("latest_installs", "latest").hidden,
                .count("reporting_installs", "reporting").hidden,
                .trend("trend", "\(VersionsRequest.trendDays) days", .fromZero),
                .day("first_day", "first seen").dispensable(2),
                .count("days_under", "days").hidden,
                Column("days_under", "under 0.5 %", .text, for: .people).absent("").dispensable(3),
            ])
        summarise(Column("active", "active", .integer, for: .people), .integer(answer.dayInstalls))
        for row in answer.rows {
            add(
                ReportGroup(version: row.version), answer.frame,
                [
                    .real(row.adoption), .interval(row.adoptionInterval), .integer(row.activeInstalls), .real(row.activeShare),
                    .integer(row.latestInstalls), .integer(row.reportingInstalls), .series(row.trend), .day(row.firstDay),
                    .integer(Int64(row.daysUnder)), .text(Report.daysUnder(row)),
                ], completeness: row.completeness,
                mark: row.version.isReadable
                    ? RowMarks.doubt(hasData: row.hasData, completeness: row.completeness, in: answer.frame)
                    : .unknown("unreadable"))
        }
        markAudience = .people
        let days = answer.trendWindow
        notes.append(
            "Adoption: by the greatest version of the day, so that it sums to 100 %; of active: installs active on the version, "
                + "which sums to more where installs updated that day. The trend is of adoption, "
                + "\(days.from) to \(days.to) (exclusive), each line to its own height.")
    }

    private static func daysUnder(_ row: VersionRow) -> String? {
        switch row.daysUnder {
        case 0: nil
        case VersionsRequest.underDays...: "\(VersionsRequest.underDays) d or more"
        default: "\(row.daysUnder) d"
        }
    }
}
