import CommandLine
import FleetCore
import Foundation
import Health
import Reporting
import Terminal

/// `chatfleet status`.
enum StatusCommand {
    static let watch = Flag("watch", help: "again and again, until Ctrl-C")
    static let every = Option("every", .duration, help: "how long between, with --watch")
        .defaulting(to: TimeLength(seconds: 30), shown: "30s")
    static let all = Flag("all", help: "also each signal that is well")

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
            options: SignalOptions.shared + [all, watch, every],
            examples: [
                Example("chatfleet status", "the first thing to type when the phone rings"),
                Example("chatfleet status --at 2026-09-15T03:00:00Z --all", "what it would have said then, signal by signal"),
                Example("chatfleet status --watch --every 1m", "on a second screen"),
            ], exitCodes: [.badAnswer, .badInput, .unknown, .unavailable])
    ) { invocation, context in
        var code = ExitCode.success
        repeat {
            let answer = try SignalOptions.withSignals(invocation, context) { signals in
                try signals.evaluate(at: invocation[SignalOptions.at] ?? context.now)
            }
            code = answer.exitCode
            if invocation[watch], context.outputTraits.isTerminal { try context.output.write("\u{1B}[H\u{1B}[2J") }
            if context.format == .table {
                try context.emit(
                    text: StatusPage(answer, showsAll: invocation[all], traits: context.outputTraits).text)
            } else {
                try context.emit(Report(status: answer))
            }
        } while try invocation[watch] && wait(invocation[every].seconds, context)
        return code
    }

    /// False once the user wants to stop.
    private static func wait(_ seconds: Int64, _ context: CommandContext) throws -> Bool {
        try context.output.flush()
        let end = Date().addingTimeInterval(Double(seconds))
        while !context.stop.isSet, Date() < end { Thread.sleep(forTimeInterval: 0.1) }
        return !context.stop.isSet
    }
}
