import CommandLine
import FleetCore
import Health
import Reporting
import Rollout

/// `chatfleet rollout exposure`.
enum RolloutExposureCommand {
    static let command = Command(
        CommandSpec(
            "rollout exposure", group: .rollouts, purpose: "who has a version, day by day, and who keeps it after a halt",
            discussion: """
                A halt in a store takes the version from nobody: installs that have it keep it until a higher one reaches them. How \
                many crash until then is reckoned with their crashes of the last seven days, and with the fastest day's updates of the \
                last fourteen: of this version, or where nobody left it yet, of its baseline.
                """,
            arguments: [RolloutOptions.version], options: [AnswerOptions.platform, RolloutOptions.baseline, RolloutOptions.asOf],
            examples: [Example("chatfleet rollout exposure 8.14.0 --platform android", "who has 8.14.0 on Android")],
            exitCodes: [.badInput, .unknown, .unavailable])
    ) { invocation, context in
        let request = try RolloutOptions.request(invocation, context, version: invocation[RolloutOptions.version])
        return try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            try RolloutOptions.checkBaseline(request, reports)
            let reaches = try Rollouts(database, catalog).reach(request).filter { !$0.days.isEmpty }
            let records = try RolloutOptions.records(request, database, catalog, context.next)
            guard !reaches.isEmpty else {
                try context.emit(Report.unheard(of: request, "rollout-exposure", reports), records)
                return .unknown
            }
            try context.emit(Report(reaches, request), records)
            return .success
        }
    }
}

extension Report {
    fileprivate init(_ reaches: [RolloutReach], _ request: GateRequest) {
        self.init(
            "rollout-exposure", title: "Installs that have \(request.version), by day of receipt",
            columns: [
                .text("platform", "platform"), .day("day", "day"), .count("came", "came"), .count("left", "left"),
                .count("have", "have it"), .count("active_install_days", "active"), .count("crashed_install_days", "crashed"),
            ])
        asOf = request.at.hour.start
        for reach in reaches {
            for day in reach.days {
                add(
                    .text(reach.platform), .day(day.day), .integer(day.came), .integer(day.left), .integer(day.have),
                    .integer(day.installDays.active), .integer(day.installDays.crashed))
            }
        }
        details = [outlook(reaches)]
        notes = ["Left: on a higher version from that day on. Have it: came and did not leave, whether they are in use or not."]
    }

    private func outlook(_ reaches: [RolloutReach]) -> Report {
        var report = Report(
            "outlook", title: "Until a fix reaches them",
            columns: [
                .text("platform", "platform"), .count("have", "have it"), .instant("halted_at", "recorded as halted"),
                Column.count("came_since_halt", "came since").absent("–"),
                Column("crashed_per_day", "crashed installs a day", .rate(decimals: 1)).absent("unknown"),
                Column.share("update_share", "update in a day").absent("unknown"),
                Column.text("updated_version", "as from").absent("unknown"),
                Column("crashed_until_fixed", "crashed until fixed", .rate(decimals: 1)).absent("unknown"),
                Column("days_until_most", "days to 90 %", .rate(decimals: 1)).absent("unknown"),
            ])
        for reach in reaches {
            let outlook = reach.outlook
            report.add(
                .text(reach.platform), .integer(reach.have), reach.haltedAt.map { .instant($0) } ?? .blank,
                .integer(reach.cameSinceHalt), .real(outlook?.crashedPerDay), .real(outlook?.updateShare),
                .text(outlook?.updatedVersion), .real(outlook?.crashedUntilFixed), .real(outlook?.daysUntilMost))
        }
        report.notes = [
            "A halt in a store is not a rollback: those that have it keep it, until a fix or a flag reaches them. Crashed until fixed: "
                + "from the day on which everyone is offered a fix."
        ]
        return report
    }
}
