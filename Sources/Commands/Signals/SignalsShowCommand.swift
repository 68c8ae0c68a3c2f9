import CommandLine
import FleetCore
import Health
import Incidents
import QueryCatalog
import Reporting
import Statistics
import Terminal

/// `chatfleet signals show NAME`.
enum SignalsShowCommand {
    static let signal = Argument(.text("SIGNAL"), help: "a name that signals list shows")

    static let command = Command(
        CommandSpec(
            "signals show", group: .onCall,
            purpose: "one signal: what it asks, its levels and where they are from, its value now",
            arguments: [signal], options: SignalOptions.shared,
            examples: [
                Example("chatfleet signals show push_failures", "why it is over its level, step by step in --format json")
            ],
            exitCodes: [.badAnswer, .badInput, .unknown, .unavailable])
    ) { invocation, context in
        try SignalOptions.withSignals(invocation, context) { signals in
            let at = invocation[SignalOptions.at] ?? context.now
            let name = try signals.signal(invocation[signal]).name
            let answer = try signals.evaluate(at: at, only: [name])
            guard let state = answer.states.first else { return .unknown }
            try context.emit(report(state, at, context.next))
            return answer.exitCode
        }
    }

    private static func report(_ state: SignalState, _ at: Instant, _ next: NextLine) -> Report {
        let signal = state.signal
        var report = Report("signal", title: "\(signal.name) at \(at)")
        func length(_ seconds: Int64) -> String { durationText(seconds: Double(seconds)) }
        func add(_ name: String, _ header: String, _ text: String?) {
            if let text { report.summarise(.text(name, header), .text(text)) }
        }
        add("signal", "signal", signal.name)
        add("question", "question", signal.question)
        report.summarise(.text("level", "level"), .text(state.level.rawValue))
        report.summarise(Column("value", "", .rate(decimals: 4), for: .programs), .real(state.value))
        report.summarise(Column("value_of", "", .text, for: .programs), .text(SignalText.whose(state)))
        report.summarise(
            Column("judgement", "now", .text, for: .people), .mark(mark(state, at)))
        if let interval = state.interval {
            report.summarise(
                .interval(of: "interval", "95 % interval", .nearest), .interval(low: interval.low, high: interval.high))
        }
        add("slice", "who", state.slice.map(SignalText.slice))
        report.summarise(.trend("trend", "trend", .fromZero), .series(state.trend))
        add("watch", "watch", signal.watch.map { limit($0, "watch", signal) })
        add("page", "page", signal.page.map { limit($0, "page", signal) })
        add("ends", "ends", signal.endsBeyondChance ? "once all that came since is under the level beyond chance" : nil)
        add(
            "over", "over",
            "\(length(signal.windowSeconds)), seen in steps of \(length(signal.stepSeconds)) over \(length(signal.historySeconds))"
        )
        add("absent", "no data", signal.absent)
        add("dimensions", "slices", signal.dimensions.isEmpty ? nil : signal.dimensions.joined(separator: ", "))
        add("source", "source", signal.query.source)
        add("runbook", "runbook", signal.runbook.map { next("chatfleet runbook \($0)") })
        add("query", "query", next("chatfleet queries show \(signal.query.name)"))
        for words in SignalText.mutes(state) { add("muted", "muted", words) }
        var steps = Report(
            "steps", title: "Steps", columns: [.instant("at", "at"), Column("value", "value", .rate(decimals: 4))])
        steps.audience = .programs
        for point in state.points { steps.add(.instant(point.at), .real(point.value)) }
        report.details = [steps]
        return report
    }

    private static func mark(_ state: SignalState, _ at: Instant) -> Mark {
        let words = words(state, at)
        return switch state.level {
        case .ok: .ok(words)
        case .unknown: .unknown(words)
        case .watch, .page: .bad(words)
        }
    }

    private static func words(_ state: SignalState, _ at: Instant) -> String {
        let value = SignalText.measured(state)
        let facts = [
            value, state.level.isBad ? SignalText.crossed(state) : nil, SignalText.since(state, at: at), state.unknownBecause,
            SignalText.uncertain(state),
        ]
        return "\(state.level.rawValue): " + facts.compactMap { $0 }.joined(separator: ", ")
    }

    private static func limit(_ limit: SignalLimit, _ level: String, _ signal: Signal) -> String {
        SignalText.limit(limit, signal) + (signal.limitNotes[level].map { " (\($0))" } ?? "")
    }
}
