import FleetCore
import Health

/// Signals as Prometheus text (exposition format 0.0.4): gauges, a family after the other.
struct SignalExposition {
    private let answer: SignalsAnswer

    init(_ answer: SignalsAnswer) { self.answer = answer }

    var text: String {
        // By name, so that two files differ by what has changed and not by what is worst.
        let states = answer.states.filter { $0.signal.off == nil }.sorted { utf8Less($0.signal.name, $1.signal.name) }
        var text = ""
        func family(_ name: String, _ help: String, _ samples: [String]) {
            if samples.isEmpty { return }
            text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
            for sample in samples { text += "\(name)\(sample)\n" }
        }
        family(
            "chatfleet_signal_level", "-1 unknown, 0 well, 1 watch, 2 page.",
            states.map { "\(labels($0, [("runbook", $0.signal.runbook ?? "")])) \(number($0.level))" })
        family(
            "chatfleet_signal_value", "The signal's value, in its unit; shares are 0 to 1.",
            states.compactMap { state in state.value.map { "\(labels(state, [("unit", state.signal.unit)])) \(number($0))" } })
        family(
            "chatfleet_signal_limit", "Where a level begins, where that is a fixed number.",
            states.flatMap { state in
                [("watch", state.signal.watch), ("page", state.signal.page)].compactMap { level, limit in
                    limit?.value.map { "\(labels(state, [("level", level)])) \(number($0))" }
                }
            })
        family(
            "chatfleet_signal_age_seconds", "Age of the newest data that the signal rests on.",
            states.compactMap { state in
                state.newest.map { "\(labels(state)) \(max(0, answer.at.epochSeconds - $0.epochSeconds))" }
            })
        family(
            "chatfleet_signal_since_timestamp_seconds", "When the signal went over its level; only while it is.",
            states.filter(\.level.isBad).compactMap { state in state.since.map { "\(labels(state)) \($0.epochSeconds)" } })
        family(
            "chatfleet_signal_burn_rate", "How many times too fast the error budget is used up.",
            states.flatMap { state in
                state.burns.map { "\(labels(state, [("window", window($0.windowSeconds))])) \(number($0.rate))" }
            })
        family(
            "chatfleet_signal_silenced", "1 while somebody silences it.",
            states.map { "\(labels($0)) \($0.silence == nil ? 0 : 1)" })
        family(
            "chatfleet_signal_acknowledged", "1 while somebody sees to it.",
            states.map { "\(labels($0)) \($0.acknowledgement == nil ? 0 : 1)" })
        family(
            "chatfleet_signals_evaluated_timestamp_seconds", "When this was made.", [" \(answer.at.epochSeconds)"])
        return text
    }

    private func labels(_ state: SignalState, _ more: [(String, String)] = []) -> String {
        let all = [("signal", state.signal.name)] + more
        return "{" + all.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "}"
    }

    private func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private func number(_ level: SignalLevel) -> Int {
        switch level {
        case .unknown: -1
        case .ok: 0
        case .watch: 1
        case .page: 2
        }
    }

    /// Whole numbers without a fraction, others in the shortest form.
    private func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private func window(_ seconds: Int64) -> String {
        seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds / 60)m"
    }
}
