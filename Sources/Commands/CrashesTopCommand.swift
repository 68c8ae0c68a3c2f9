import CommandLine
import FleetCore
import Health
import Reporting

/// `chatfleet crashes top`.
enum CrashesTopCommand {
    static let groups = Option(
        "groups", .integer("N", 1...1_000), help: "so many groups, those on most installs"
    ).defaulting(to: 10, shown: "10")

    static let command = Command(
        CommandSpec(
            "crashes top", group: .answers, purpose: "which crashes, on how many installs, and what these have in common",
            discussion: """
                A group is what clients tell crashes apart by: its signature. Beside each: what nearly all of its installs \
                share and few others do (version, platform, system, device, screen), and the flags that were on more often \
                than where other crashes were. Both only beyond chance, and never from one or two installs.
                Groups are kept for the 14 days that end with the newest day in the store. Clients that send none are \
                counted beside.
                """,
            options: AnswerOptions.windowed + [groups],
            examples: [
                Example("chatfleet crashes top", "the crashes of the last seven days"),
                Example("chatfleet crashes top --version 8.14.0 --platform android", "what is behind a bad release"),
            ],
            exitCodes: [.badInput, .unknown, .unavailable])
    ) { invocation, context in
        let filter = AnswerOptions.filter(invocation)
        return try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            let answer = try reports.crashGroups(CrashGroupRequest(filter: filter, groupsMax: Int(invocation[groups])))
            return try context.finish(Report(answer, filter), answer.frame, answer.outcome, filter, reports)
        }
    }
}

extension Report {
    fileprivate init(_ answer: CrashGroupReport, _ filter: ReportFilter) {
        self.init(
            "crashes-top", title: "Crashes" + Report.scope(["signature"], filter),
            columns: [
                .text("signature", "signature"),
                .count("crashed_installs", "installs"),
                .count("crashes", "crashes").dispensable(1),
                .instant("first_at", "first crash").dispensable(2),
                Column("confined_to", "only on", .text, for: .people).absent(""),
                Column("flags", "flags on (elsewhere)", .text, for: .people).absent(""),
            ])
        window = Window(answer.frame.window)
        asOf = answer.frame.asOf
        summarise(
            Column("grouped", "told apart", .text, for: .people),
            .text("\(answer.groupedInstallDays) of \(answer.crashedInstallDays) install-days with a crash say which it was"))
        summarise(Column("crashed_install_days", "", .integer, for: .programs), .integer(answer.crashedInstallDays))
        summarise(Column("grouped_install_days", "", .integer, for: .programs), .integer(answer.groupedInstallDays))
        summarise(Column("groups", "", .integer, for: .programs), .integer(answer.groups))
        var traits = Report(
            "traits", title: "What the installs of a group have in common",
            columns: [
                .text("signature", "signature"), .text("dimension", "dimension"), .text("value", "value"),
                .count("installs", "installs"), .count("group_installs", "of"), .share("share", "share"),
                .share("usual_share", "usual"),
            ])
        traits.audience = .programs
        for row in answer.rows {
            add(
                .text(row.signature), .integer(row.installs), .integer(row.crashes), .instant(row.firstAt),
                row.confinedTo.isEmpty ? .blank : .text(row.confinedTo.map(\.value).joined(separator: ", ")),
                row.flags.isEmpty ? .blank : .text(row.flags.prefix(3).map(Report.words).joined(separator: ", ")))
            for trait in row.confinedTo + row.flags {
                traits.add(
                    .text(row.signature), .text(trait.dimension.rawValue), .text(trait.value), .integer(trait.installs),
                    .integer(trait.groupInstalls), .real(trait.share), .real(trait.usualShare))
            }
        }
        details = [traits]
        if answer.groups > Int64(answer.rows.count) {
            notes.append("\(answer.rows.count) of \(answer.groups) groups, those on most installs: --groups shows more.")
        }
        notes.append(
            "Only on: what nine tenths of a group's installs share, and far fewer of active install-days (version, platform) or "
                + "of other installs that crashed. Flags: on among its installs, in brackets among others that crashed. "
                + "Both beyond chance.")
    }

    /// `poll_posts 98.00 % (2.10 %)`.
    private static func words(_ flag: CrashTrait) -> String {
        "\(flag.value) \(shareText(flag.share, .nearest)) (\(shareText(flag.usualShare, .nearest)))"
    }
}
