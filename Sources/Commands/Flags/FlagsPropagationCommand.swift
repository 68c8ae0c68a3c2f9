import CommandLine
import FlagPublishing
import FleetCore
import Health
import Reporting
import Terminal

/// `chatfleet flags propagation`.
enum FlagsPropagationCommand {
    static let version = Option(
        "version", .integer("N", 1...Int64.max), help: "follow this version of the flags",
        defaultText: "the last published from this store")
    static let since = Option(
        "since", .instant, help: "when it was published, where the store's history does not have it")

    static let command = Command(
        CommandSpec(
            "flags propagation", group: .flags, purpose: "how many phones have a published version of the flags, and since when",
            discussion: """
                Three curves that are never mixed: published, what latest.json names; served, what the servers hand out, where \
                they send the metric Chat/Sync FlagsVersionServed; evaluated, which active installs told in their reports that they evaluate the \
                version or a later one, by the hour in which they first did.
                Installs count that were active since the publication. Those that don't have it are on an old app (never told \
                a version of the flags), or refusing (still on older flags). Offline are those of the week before that were \
                not heard of since: what is off does not run there. Reports come late: see how complete the window is.
                """,
            options: [version, since, AnswerOptions.platform, AnswerOptions.asOf],
            examples: [
                Example("chatfleet flags propagation", "has the last change arrived?"),
                Example("chatfleet flags propagation --version 44 --platform android", "of one version, on Android"),
            ], exitCodes: [.unknown, .unavailable])
    ) { invocation, context in
        try context.withStore { database, catalog in
            let store = FlagStore(database: database, catalog: catalog)
            let asked = try invocation[version] ?? store.mark()
            guard asked > 0 else {
                throw ToolError(
                    .unknown, "no flags were published from this store",
                    next: "name a version and when it was published, with --version and --since")
            }
            let change = try store.changes(from: asked).last { $0.change.version == asked }?.change
            guard let publishedAt = invocation[since] ?? change?.at else {
                throw ToolError(
                    .unknown, "version \(asked) of the flags is not in the store's history",
                    next: "say when it was published, with --since; chatfleet flags history lists what is known")
            }
            let asOf = invocation[AnswerOptions.asOf]
            let reports = HealthReports(database: database, catalog: catalog)
            let newest = try reports.requiredNewestDay(asOf: asOf, ", so nobody is known to have version \(asked)")
            let platform = invocation[AnswerOptions.platform]
            try AnswerOptions.checkHeard(of: platform, reports)
            let found = try FlagPropagation.follow(
                version: asked, newestVersion: change == nil ? nil : try store.mark(), publishedAt: publishedAt, newest: newest,
                asOf: asOf, platform: platform, database: database,
                catalog: catalog)
            let since = DayWindow(from: publishedAt.day, to: found.window.to) ?? found.window
            let completeness = try reports.completeness(of: since, platform: platform, asOf: asOf)
            let serving = try FlagServing.follow(
                version: asked, publishedAt: publishedAt, until: asOf ?? context.now, database: database, catalog: catalog)
            try context.emit(Report(found, serving, change, completeness: completeness, asOf: asOf))
            return found.total.active > 0 ? .success : .unknown
        }
    }
}

extension Report {
    private static let milestones = [0.5, 0.9, 0.99]

    fileprivate init(
        _ found: FlagPropagation, _ serving: FlagServing?, _ change: PublishedChange?, completeness: Double?, asOf: Instant?
    ) {
        self.init(
            "flags-propagation", title: "Installs that evaluate flags version \(found.version) or later, by platform and version",
            columns: [
                .text("platform", "platform"), .text("version", "version"), .count("active_installs", "active"),
                .count("evaluated_installs", "have it"), .crashFree("evaluated_share", "share"),
                .count("offline_installs", "offline").dispensable(1), .count("old_app_installs", "old app").dispensable(2),
                .count("refusing_installs", "refusing").dispensable(3),
            ] + Report.milestones.map(Report.milestoneColumn))
        window = .days(found.window)
        self.asOf = asOf.map { $0.hour.start }
        summarise(Column("flags_version", "", .integer, for: .programs), .integer(found.version))
        summarise(.instant("published_at", "published"), .instant(found.publishedAt))
        if let change {
            summarise(.text("published_by", "by"), .text(change.by))
            summarise(.text("reason", "because"), .text(change.reason))
        }
        summariseServing(serving)
        summarise(.crashFree("evaluated_share", "evaluated"), .real(found.total.share))
        for share in Report.milestones {
            summarise(Report.milestoneColumn(share), Report.milestone(found.total, share))
        }
        summarise(.count("offline_installs", "offline"), .integer(found.total.offline))
        summarise(.count("old_app_installs", "old app"), .integer(found.total.oldApp))
        summarise(.count("refusing_installs", "refusing"), .integer(found.total.refusing))
        summarise(Column("ahead_installs", "", .integer, for: .programs), .integer(found.total.ahead))
        if found.total.ahead > 0 {
            notes.append(
                "\(counted(found.total.ahead, "active install")) told flags above any that this store published, so not these: "
                    + "phones take nothing older than what they have.")
        }
        summarise(.trend("curve", "curve", .fromZero), .series(Report.drawn(found.curve)))
        summarise(Column("curve_hours", "curve of", .integer, for: .programs), .integer(Int64(found.hourCount)))
        summarise(Report.completeness, .real(completeness))
        for slice in found.slices {
            let installs = slice.installs
            add(
                row: [
                    .text(slice.platform), .text(slice.version.text), .integer(installs.active), .integer(installs.evaluated),
                    .real(installs.share), .integer(installs.offline), .integer(installs.oldApp), .integer(installs.refusing),
                ] + Report.milestones.map { Report.milestone(installs, $0) })
        }
        emptyText = "no data: no install was active from \(found.window.from) on"
        notes.append(
            "Active: since the publication; shares are of them, and times run from the publication to the end of the hour. "
                + "Offline: active in the week before it, and not heard of since. The curve is of all \(counted(Int64(found.hourCount), "hour")) since, from 0 to its end."
        )
    }

    private mutating func summariseServing(_ serving: FlagServing?) {
        let share = Column("served_share", "served", .share(.down))
        summarise(share.absent("not measured: the store has no FlagsVersionServed since then"), .real(serving?.share))
        let columns: [(Column, Int32?)] = [
            (.duration("seconds_to_first_served", "first served"), serving?.hoursToFirst),
            (.duration("seconds_to_all_served", "by all after"), serving?.hoursToAll),
        ]
        for (column, hours) in columns {
            // Where nothing is measured, one line says so.
            let shown = serving == nil ? column.hidden : column.absent("not yet")
            summarise(shown, .integer(hours.map { Int64($0) * 3600 }))
        }
        summarise(.trend("served_curve", "", .fromZero).hidden, .series(serving?.curve ?? []))
        summarise(.instant("served_measured_to", "").hidden, .instant(serving.map { $0.newest.start.advanced(bySeconds: 3600) }))
    }

    private static func milestoneColumn(_ share: Double) -> Column {
        let percent = Int(share * 100)
        return Column.duration("seconds_to_\(percent)", "\(percent) % after").absent("not yet")
    }

    private static func milestone(_ installs: FlagPropagation.Installs, _ share: Double) -> Cell {
        .integer(installs.hours(to: share).map { Int64($0) * 3600 })
    }

    /// At most 48 points, each the end of a stretch of hours.
    private static func drawn(_ curve: [Double]) -> [Double?] {
        let points = min(48, curve.count)
        return (0..<points).map { curve[($0 + 1) * curve.count / points - 1] }
    }
}
