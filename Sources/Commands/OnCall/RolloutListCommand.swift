import CommandLine
import FleetCore
import Operations
import Reporting

/// `chatfleet rollout list`.
enum RolloutListCommand {
    static let version = Option("version", .text("VERSION"), help: "this version only, as clients write it")
    static let platform = Option("platform", .platform, help: "this platform only")

    static let command = Command(
        CommandSpec(
            "rollout list", group: .onCall, purpose: "how far each staged rollout is, and who moved it",
            discussion: "By what rollout record was told: the one that moved last comes first.",
            options: [version, platform],
            examples: [
                Example("chatfleet rollout list", "each version and platform with its state"),
                Example("chatfleet rollout list --version 8.14.0", "one version, with its steps"),
            ],
            exitCodes: [.badInput, .unavailable]),
        run: { invocation, context in
            let name = invocation[platform]
            return try context.withStore { database, catalog in
                let log = OperationsLog(database: database, catalog: catalog)
                let states = try log.rollouts(version: invocation[version], platform: name)
                let events = try log.rolloutEvents(version: invocation[version], platform: name)
                var report = report(states, events)
                if invocation[version] != nil || name != nil {
                    let what = (invocation[version].map { " of \($0)" } ?? "") + (name.map { " on \($0)" } ?? "")
                    report.emptyText = "no rollout\(what) was recorded; chatfleet rollout list shows those that were"
                }
                try context.emit(report)
                return .success
            }
        })

    /// "halted at 5 % since 2026-09-14T21:30:00Z".
    static func words(_ state: RolloutState) -> String {
        let share = state.percent.map { " at \(percentText($0)) %" } ?? ""
        return "\(state.phase.rawValue)\(state.phase == .complete ? "" : share) since \(state.since)"
    }

    private static func report(_ states: [RolloutState], _ events: [RolloutEvent]) -> Report {
        var report = Report(
            "rollout-list", title: "Staged rollouts, as recorded",
            columns: [
                .text("app_version", "version"), .text("platform", "platform"), .text("phase", "state"),
                Column("percent", "percent", .rate(decimals: 3)).hidden, Column.figure("percent_words", "percent").forPeople,
                .instant("since", "since"), Column.instant("started_at", "started").dispensable(2),
                Column.count("events", "steps").dispensable(1),
            ])
        report.markAudience = .people
        for state in states {
            let share = state.percent.map { Cell.text("\(percentText($0)) %") } ?? .noData
            report.add(
                .text(state.version), .text(state.platform), .text(state.phase.rawValue), .real(state.percent), share,
                .instant(state.since), .instant(state.startedAt), .integer(Int64(state.events)),
                mark: state.phase == .halted ? .bad("halted") : nil)
        }
        report.emptyText = "no rollout was recorded yet; chatfleet rollout record start VERSION --platform P … does"
        guard !events.isEmpty else { return report }
        var steps = Report(
            "steps", title: "Who moved them",
            columns: [
                .instant("at", "at"), .text("app_version", "version"), .text("platform", "platform"), .text("kind", "step"),
                Column("percent", "", .rate(decimals: 3)).hidden, Column.figure("percent_words", "percent").forPeople,
                .text("by", "by"), Column.text("reason", "because").flowing,
            ])
        for event in events {
            let share = event.percent.map { Cell.text("\(percentText($0)) %") } ?? .blank
            steps.add(
                .instant(event.at), .text(event.version), .text(event.platform), .text(event.kind.rawValue),
                .real(event.percent), share, .text(event.by), .text(event.reason))
        }
        report.details = [steps]
        return report
    }
}
