import CommandLine
import Database
import FleetCore
import Operations
import Reporting

/// `chatfleet rollout void NUMBER`.
enum RolloutVoidCommand {
    static let number = Argument(
        .integer("NUMBER", 1...Int64.max) as ValueType<Int64>, help: "the record's, as rollout list shows it")

    static let command = Command(
        CommandSpec(
            "rollout void", group: .onCall, purpose: "make a record of a rollout void that was wrong",
            discussion: """
                The record stays in rollout list, struck out, with who said so and why. From now on it counts for nothing: not \
                for the gate, the timeline, status or a runbook. What is asked as of an earlier moment counts it, since it counted \
                then. What was right is recorded by rollout record; a record that was made void by mistake is recorded again.
                """,
            arguments: [number], options: [RolloutRecordCommand.reason, RecordOptions.person],
            examples: [
                Example("chatfleet rollout void 7 --reason 'it was 8.14.1' --by ana", "record 7 named the wrong version")
            ],
            exitCodes: RecordOptions.exitCodes),
        run: { invocation, context in
            let now = context.now
            let number = invocation[number]
            guard let words = invocation[RolloutRecordCommand.reason] else {
                throw ToolError(
                    .usage, "a record is made void for a reason", at: "chatfleet rollout void", next: "say why with --reason TEXT"
                )
            }
            let reason = try RecordOptions.words(words, "the reason")
            let person = try RecordOptions.person(invocation, context.environment)
            return try context.withStore(.change) { database, catalog in
                let log = OperationsLog(database: database, catalog: catalog)
                let record: RecordedRolloutEvent
                switch try log.makeVoid(number, by: person, reason: reason, now: now) {
                case .unheard:
                    throw ToolError(
                        .usage, "there is no record \(number) of a rollout", at: "chatfleet rollout void",
                        next: context.next("chatfleet rollout list") + " shows them with their numbers")
                case .known(let found):
                    context.note("nothing to do: the record is void already")
                    record = found
                case .new(let found):
                    context.hasDone("record \(number) is void", shownBy: "chatfleet rollout list")
                    record = found
                }
                let event = record.event
                let state = RolloutState(try log.rolloutEvents(version: event.version, platform: event.platform))
                try context.emit(report(record, state))
                return .success
            }
        })

    private static func report(_ record: RecordedRolloutEvent, _ state: RolloutState?) -> Report {
        let event = record.event
        var report = Report("rollout-void", title: "Void: \(record.words)")
        report.summarise(.count("record", "record"), .integer(record.number))
        report.summarise(Column("kind", "", .text, for: .programs), .text(event.kind.rawValue))
        report.summarise(Column("app_version", "", .text, for: .programs), .text(event.version))
        report.summarise(Column("platform", "", .text, for: .programs), .text(event.platform))
        report.summarise(.instant("at", "at"), .instant(event.at))
        report.summarise(.text("by", "by"), .text(event.by))
        report.summarise(.text("reason", "because"), .text(event.reason))
        report.summarise(.instant("voided_at", "void since"), .instant(record.voided?.at))
        report.summarise(.text("voided_by", "void by"), .text(record.voided?.by))
        report.summarise(.text("void_reason", "void because"), .text(record.voided?.reason))
        report.summarise(
            Column.text("state", "now").absent("nothing is recorded of this rollout"),
            .text(state.map(\.words)))
        return report
    }
}
