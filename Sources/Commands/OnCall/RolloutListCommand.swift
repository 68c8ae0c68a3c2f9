import CommandLine
import FleetCore
import Operations
import Reporting

/// `chatfleet rollout list`.
enum RolloutListCommand {
    static let version = Option("version", .text("VERSION"), help: "this version only, as clients write it")
    static let platform = Option("platform", .platform, help: "this platform only")
    static let asOf = Option("as-of", .instant, help: "only what was recorded by this time", defaultText: "all that is")

    static let command = Command(
        CommandSpec(
            "rollout list", group: .onCall, purpose: "how far each staged rollout is, and who moved it",
            discussion: """
                By what rollout record was told: the one that moved last comes first. Records that rollout void made void count for \
                nothing, and are shown among the steps all the same.
                """,
            options: [version, platform, asOf],
            examples: [
                Example("chatfleet rollout list", "each version and platform with its state"),
                Example("chatfleet rollout list --version 8.14.0", "one version, with its steps"),
            ],
            exitCodes: [.badInput, .unavailable]),
        run: { invocation, context in
            let name = invocation[platform]
            return try context.withStore { database, catalog in
                let log = OperationsLog(database: database, catalog: catalog)
                let look = invocation[asOf]
                let states = try log.rollouts(version: invocation[version], platform: name, before: look, recordedBy: look)
                let journal = try log.rolloutJournal(version: invocation[version], platform: name)
                var report = report(states, journal, at: look)
                report.asOf = look
                if invocation[version] != nil || name != nil {
                    let what = (invocation[version].map { " of \($0)" } ?? "") + (name.map { " on \($0)" } ?? "")
                    report.emptyText = "no rollout\(what) was recorded; chatfleet rollout list shows those that were"
                }
                try context.emit(
                    report, RecordNotes(version: invocation[version], platform: name, at: look, log, context.next))
                return .success
            }
        })

    private static func report(_ states: [RolloutState], _ journal: [RecordedRolloutEvent], at look: Instant?) -> Report {
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
        let steps = steps(journal, at: look)
        report.details = steps.rows.isEmpty ? [] : [steps]
        return report
    }

    /// All that was recorded by then, struck out where it was void.
    private static func steps(_ journal: [RecordedRolloutEvent], at look: Instant?) -> Report {
        var steps = Report(
            "steps", title: "Who moved them",
            columns: [
                .count("record", "#"), .instant("at", "at"), .text("app_version", "version"), .text("platform", "platform"),
                Column.text("kind", "").hidden, Column("percent", "", .rate(decimals: 3)).hidden,
                Column.text("step", "step").forPeople, .text("by", "by"), Column.text("reason", "").hidden,
                Column.text("because", "because").forPeople.flowing, Column.instant("recorded_at", "").hidden,
                Column.instant("voided_at", "").hidden, Column.text("voided_by", "").hidden,
                Column.text("void_reason", "").hidden,
            ])
        steps.markAudience = .people
        let doubtful = Set(journal.contradictions(at: look).joined().map(\.number))
        for record in journal {
            if let look, record.recorded > look { continue }
            let event = record.event
            let voided = record.counts(at: look) ? nil : record.voided
            let because = event.reason + (voided.map { " (void since \($0.at), \($0.by): \($0.reason))" } ?? "")
            let doubt = doubtful.contains(record.number) ? Mark.unknown("contradicted") : nil
            steps.add(
                .integer(record.number), .instant(event.at), .text(event.version), .text(event.platform),
                .text(event.kind.rawValue), .real(event.percent), .text(record.what), .text(event.by), .text(event.reason),
                .text(because),
                .instant(record.recorded), voided.map { .instant($0.at) } ?? .blank, voided.map { .text($0.by) } ?? .blank,
                voided.map { .text($0.reason) } ?? .blank, mark: voided == nil ? doubt : .absent("void"))
        }
        return steps
    }
}
