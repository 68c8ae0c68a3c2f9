import CommandLine
import Database
import FleetCore
import Health
import Reporting

/// `chatfleet signals silence NAME`.
enum SignalsSilenceCommand {
    static let command = Command(
        CommandSpec(
            "signals silence", group: .onCall, purpose: "leave a signal alone for a time, with a reason",
            discussion: """
                It is evaluated and shown as ever, and counts for nothing until its end: neither status nor signals check end badly \
                because of it. --lift ends it now. It holds from now on: what status --at says of an earlier time stays as it was.
                """,
            arguments: [SignalMuteRun.signal], options: SignalMuteRun.options,
            examples: [
                Example(
                    "chatfleet signals silence dead_letters --for 2h --reason replay", "while parked records are repaired")
            ], exitCodes: [.badInput, .unavailable])
    ) { try SignalMuteRun.run($0, $1, .silence) }
}

/// `chatfleet signals ack NAME`.
enum SignalsAckCommand {
    static let command = Command(
        CommandSpec(
            "signals ack", group: .onCall, purpose: "say that a signal is being seen to, for a time",
            discussion: """
                Status shows who does and still ends with 1; signals check sends nothing more about it until the end, or until the \
                signal is well. --lift ends it now. It holds from now on: what status --at says of an earlier time stays as it was.
                """,
            arguments: [SignalMuteRun.signal], options: SignalMuteRun.options,
            examples: [Example("chatfleet signals ack push_failures --for 1h --reason pager --by ana", "ana has seen it")],
            exitCodes: [.badInput, .unavailable])
    ) { try SignalMuteRun.run($0, $1, .ack) }
}

/// What both do.
enum SignalMuteRun {
    static let signal = Argument(.text("SIGNAL"), help: "a name that signals list shows")
    static let length = Option("for", .duration, help: "for how long, from now")
    static let until = Option("until", .instant, help: "until when").excluding(length)
    static let lift = Flag("lift", help: "end it now").excluding(length, until)
    static let options: [any DeclaresOption] = [length, until, FlagChangeOptions.reason, RecordOptions.person, lift]
    /// A silence that outlives whoever set it hides the next incident.
    private static let longestSeconds: Int64 = 30 * 86_400

    static func run(_ invocation: Invocation, _ context: CommandContext, _ kind: SignalMute.Kind) throws -> ExitCode {
        let now = context.now
        let end = try end(invocation, now)
        let reason = try reason(invocation)
        return try context.withStore(.change) { database, catalog in
            let name = try Signals(database: database, catalog: catalog).signal(invocation[signal]).name
            let mute = SignalMute(
                signal: name, kind: kind, from: now, until: end, reason: reason,
                by: try RecordOptions.person(invocation, context.environment))
            try SignalMutes(database: database, catalog: catalog).add(mute)
            let state = invocation[lift] ? "is no longer left alone" : kind == .silence ? "is silenced" : "is acknowledged"
            context.hasDone("\(name) \(state)", shownBy: "chatfleet status --all")
            var report = Report("signal-\(kind.rawValue)", title: kind == .silence ? "Silenced" : "Acknowledged")
            if invocation[lift] { report = Report("signal-\(kind.rawValue)", title: "Lifted") }
            report.summarise(.text("signal", "signal"), .text(name))
            report.summarise(.instant("until", "until"), .instant(end))
            report.summarise(.text("reason", "because"), .text(reason))
            report.summarise(.text("by", "by"), .text(mute.by))
            try context.emit(report)
            return .success
        }
    }

    private static func reason(_ invocation: Invocation) throws(ToolError) -> String {
        guard let text = invocation[FlagChangeOptions.reason] ?? (invocation[lift] ? "lifted" : nil) else {
            throw ToolError(
                .usage, "it needs a reason", at: "chatfleet \(invocation.command.name)", next: "say why with --reason TEXT")
        }
        return try RecordOptions.words(text, "the reason")
    }

    private static func end(_ invocation: Invocation, _ now: Instant) throws(ToolError) -> Instant {
        let place = "chatfleet \(invocation.command.name)"
        if invocation[lift] { return now }
        guard let end = invocation[until] ?? invocation[length].map({ now.advanced(bySeconds: $0.seconds) }) else {
            throw ToolError(.usage, "it needs an end", at: place, next: "give one of --for 2h and --until TIME")
        }
        guard end > now, end.epochSeconds - now.epochSeconds <= longestSeconds else {
            throw ToolError(
                .usage, "the end \(end) is not within the next 30 days", at: place,
                next: "what a fleet never wants belongs into its levels, as \"off\"")
        }
        return end
    }
}
