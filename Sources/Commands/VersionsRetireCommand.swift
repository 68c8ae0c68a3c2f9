import CommandLine
import Database
import Flags
import FleetCore
import Health
import QueryCatalog
import Reporting

/// `chatfleet versions retire`.
enum VersionsRetireCommand {
    static let version = OptionalArgument(
        .text("VERSION"), help: "only as the new min_supported; without it, every version that somebody runs")
    static let security = Flag("security", help: "raised for security: how many it locks out is not held against it")

    static let command = Command(
        CommandSpec(
            "versions retire", group: .answers,
            purpose: "what raising min_supported to each version would lock out, all of it together",
            discussion: """
                Raising min_supported is a last resort. Without a security reason everything below it, together, has been \
                under 0.5 % on each of 30 days, of active installs and of the servers' requests by app version (the metric \
                Chat/Sync Requests, by AppVersion): the oldest versions send no telemetry, and what is not known is not 0. \
                A day with under 200 active installs, or requests, is not known: one of them would be 0.5 % by itself.
                The rule is the one of flags lint --fleet, and flags publish holds to it.
                flush_only_until must leave them time to come back (99 % of returns) and to send what waits (the 99th \
                percentile of the age of their oldest message). Waiting are installs with messages in the outbox as of their \
                newest day, of the week.
                With a VERSION the status is the answer: 0 it may be raised to it, 1 it may not, 4 not known. Without one it is \
                4 where nothing is known of any.
                """,
            arguments: [version], options: [AnswerOptions.platform, security],
            examples: [
                Example("chatfleet versions retire", "how far min_supported could be raised"),
                Example("chatfleet versions retire 8.12.0 --platform android", "whether that one may be set"),
            ], exitCodes: [.badAnswer, .unknown, .unavailable])
    ) { invocation, context in
        let platform = invocation[AnswerOptions.platform]
        return try context.withStore { database, catalog in
            try AnswerOptions.checkHeard(of: platform, HealthReports(database: database, catalog: catalog))
            guard let use = try VersionUse(platform: platform, database, catalog) else {
                throw ToolError(
                    .unknown, "the store holds no reports, so nobody is known to be locked out",
                    next: "load some with chatfleet ingest reports FILE")
            }
            let outboxes = try VersionUse.outboxes(newest: use.newest, platform: platform, database, catalog)
            let asked = try invocation[version].map(RolloutOptions.comparable)
            let candidates =
                asked.map { [$0] }
                ?? use.versions.filter { version in
                    version.isReadable && use.versions.contains { $0.precedes(version) == true }
                }
            let steps = candidates.map { below in
                RetirementStep(
                    use.lockedOut(below), outboxes.filter { $0.key.precedes(below) == true }.map(\.value),
                    versions: use.versions.count { $0.precedes(below) == true }, isForSecurity: invocation[security],
                    now: context.now)
            }
            try context.emit(report(steps, use, platform))
            guard asked == nil else { return steps.first?.exitCode ?? .unknown }
            return steps.allSatisfy { $0.exitCode == .unknown } ? .unknown : .success
        }
    }

    private static func report(_ steps: [RetirementStep], _ use: VersionUse, _ platform: String?) -> Report {
        var report = Report(
            "versions-retire", title: "What raising min_supported would lock out" + (platform.map { ", on \($0) only" } ?? ""),
            columns: [
                .text("min_supported", "to"), .count("locked_out_versions", "versions").dispensable(5),
                .count("locked_out_installs", "installs"), .share("locked_out_share", "share"),
                .share("greatest_share", "most in 30 d"), .day("greatest_share_day", "").hidden,
                .count("known_days", "days known").dispensable(4),
                .share("greatest_request_share", "of requests").absent("not measured"),
                .count("known_request_days", "").hidden,
                .duration("queue_age_p99_s", "oldest message").dispensable(3),
                .duration("return_p99_s", "back within").dispensable(2),
                .instant("flush_only_until_min", "flush until").absent("not known").dispensable(1),
                .count("waiting_installs", "waiting"), .count("untold_installs", "").hidden,
            ])
        if let window = DayWindow(
            from: use.newest.advanced(by: 1 - FleetFacts.LockedOut.shareDays).inCalendar, to: use.newest.advanced(by: 1))
        {
            report.window = .days(window)
        }
        report.markAudience = .everyone
        for step in steps { report.add(row: step.cells, mark: step.mark) }
        report.emptyText = "nobody runs a version below another"
        if let last = steps.last(where: { $0.mark.level == .ok }), let until = last.flushUntil {
            report.notes.append(
                "Furthest: \"client_policy\":{\"min_supported\":\"\(last.below.text)\",\"flush_only_until\":\"\(until)\"}")
        }
        report.notes.append(
            "To lock out is to lock out everything below, together; who can't be read is never locked out. Installs and share are "
                + "of the newest day, by the greatest version; waiting: messages in the outbox, of the week's active installs.")
        return report
    }
}
