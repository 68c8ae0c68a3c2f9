import CommandLine
import FleetCore
import Foundation
import Health
import Operations
import Reporting
import Terminal

/// `chatfleet status`.
enum StatusCommand {
    static let watch = Flag("watch", help: "again and again, until Ctrl-C").excluding(SignalOptions.at)
        .excluding(StatusCompare.instant)
    static let every = Option("every", .duration, help: "how long between")
        .defaulting(to: TimeLength(seconds: 30), shown: "30s").needing(watch)
    static let all = Flag("all", help: "also each signal that is well").excluding(StatusCompare.instant)

    static let command = Command(
        CommandSpec(
            "status", group: .onCall, purpose: "what is wrong, for whom, since when, and which runbook to open",
            discussion: """
                Asks every golden signal: those over a level first, each with its value, since when, and whom it is about, where \
                one version, platform, provider or the like carries more than its usual share. A source that is missing or stale \
                is unknown, never well.
                Ends with 1 where a signal is over a level (page or watch, acknowledged or not), else with 4 where one is unknown, \
                else with 0. What is silenced, or off in --levels, is shown and changes nothing.
                """,
            options: SignalOptions.shared + [all, watch, every, StatusCompare.instant, StatusCompare.hours],
            examples: [
                Example("chatfleet status", "the first thing to type when the phone rings"),
                Example("chatfleet status --at 2026-09-15T03:00:00Z --all", "what it would have said then, signal by signal"),
                Example(
                    "chatfleet status --compare 2026-09-15T11:48:00Z --hours 2", "before and after a kill, signal by signal"),
                Example("chatfleet status --watch --every 1m", "on a second screen"),
            ], exitCodes: [.badAnswer, .badInput, .unknown, .unavailable])
    ) { invocation, context in
        if let instant = invocation[StatusCompare.instant] { return try StatusCompare.run(instant, invocation, context) }
        var code = try show(invocation, context)
        while invocation[watch], try wait(invocation[every].seconds, context) { code = try show(invocation, context) }
        return code
    }

    /// Asks once and prints what it is told.
    private static func show(_ invocation: Invocation, _ context: CommandContext) throws -> ExitCode {
        let moment = invocation[SignalOptions.at] ?? context.now
        let isNow = invocation[SignalOptions.at] == nil
        let answer = try context.withStore { database, catalog in
            try StatusAnswer(
                SignalOptions.signals(database, catalog, invocation, context, now: isNow ? moment : nil),
                OperationsLog(database: database, catalog: catalog), at: moment, isNow: isNow)
        }
        if invocation[watch], context.outputTraits.isTerminal { try context.output.write("\u{1B}[H\u{1B}[2J") }
        if context.format == .table {
            let page = StatusPage(
                answer.signals, answer.changes, showsAll: invocation[all], traits: context.outputTraits, context.next)
            try context.emit(text: page.text)
            return answer.signals.exitCode
        }
        var report = Report(status: answer.signals)
        // CSV holds one table.
        if context.format != .csv { report.details.append(answer.changes.detail(answer.signals)) }
        try context.emit(report)
        return answer.signals.exitCode
    }

    /// False once the user wants to stop.
    private static func wait(_ seconds: Int64, _ context: CommandContext) throws -> Bool {
        try context.output.flush()
        let end = Date().addingTimeInterval(Double(seconds))
        while !context.stop.isSet, Date() < end { Thread.sleep(forTimeInterval: 0.1) }
        return !context.stop.isSet
    }
}

/// The signals, and what was done before those that are bad.
private struct StatusAnswer {
    let signals: SignalsAnswer
    let changes: StatusChanges

    init(_ signals: Signals, _ log: OperationsLog, at: Instant, isNow: Bool) throws {
        self.signals = try signals.evaluate(at: at)
        changes = try StatusChanges(self.signals, log, recordedBy: isNow ? nil : at)
    }
}
