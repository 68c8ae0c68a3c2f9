import FleetCore
import Health
import Incidents
import Reporting
import Terminal

extension FleetReport {
    /// The golden signals as `status` had them at noon after the window, when most of its last day is in.
    func signals(_ window: DayWindow) throws -> Section {
        let noon = window.to.start.advanced(bySeconds: 43_200)
        let answer = try allSignals.evaluate(at: min(filter.asOf ?? madeAt, noon))
        let shown = answer.states.filter { $0.signal.off == nil }
        let bad = shown.filter(\.level.isBad)
        var report = Report(
            "signals", title: "Signals at \(answer.at)",
            columns: [
                .text("signal", "signal"), Column("value", "", .rate(decimals: 4), for: .programs),
                Column("value_of", "", .text, for: .programs), Column.figure("value_text", "value").forPeople,
                Column("limit_text", "limit", .text).absent(""),
                Column("since", "since", .text).absent(""), .trend("trend", "trend", .fromZero),
                Column("slice", "who", .text).absent(""), Column("runbook", "runbook", .text).absent(""),
            ])
        for state in bad { report.add(row: cells(state), mark: mark(state)) }
        report.isStacked = true
        report.emptyText = "No signal is over a level."
        report.notes = unknown(shown)
        if !bad.isEmpty {
            report.notes.append(
                "Trend: what was looked at up to then, the oldest first; a dot is a gap. Of whom the value names, else of the whole fleet."
            )
        }
        report.addFolded(Report(status: answer), "every-signal", title: "Every signal")
        return Section(report: report, finding: ("signals", finding(shown)), outcome: nil)
    }

    /// A day where steps are days. A page is read long after: how long ago it was says nothing.
    private func since(_ state: SignalState) -> String? {
        state.since.map { since in
            (state.isSinceBefore ? "before " : "")
                + (state.signal.stepSeconds >= 86_400 ? since.day.description : since.description)
        }
    }

    private func cells(_ state: SignalState) -> [Cell] {
        [
            .text(state.signal.name), .real(state.value), .text(SignalText.whose(state)), .text(SignalText.value(state)),
            .text(SignalText.crossed(state)), .text(since(state)), .series(state.trend),
            .text(state.slice.map(SignalText.slice)), .text(state.signal.runbook),
        ]
    }

    /// What is silenced stays what it is, and says so.
    private func mark(_ state: SignalState) -> Mark {
        state.silence.map { .unknown("\(state.level.rawValue), silenced by \($0.by)") } ?? SignalText.mark(state.level)
    }

    /// Named, by reason: what nobody knows is not well.
    private func unknown(_ states: [SignalState]) -> [String] {
        let unknown = states.filter { $0.level == .unknown }
        var reasons: [String] = []
        for state in unknown {
            let reason = state.unknownBecause ?? "no data"
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        return reasons.map { reason in
            let names = unknown.filter { ($0.unknownBecause ?? "no data") == reason }.map(\.signal.name)
            return "Unknown, \(reason): \(names.joined(separator: ", "))."
        }
    }

    private func finding(_ states: [SignalState]) -> Mark {
        let counted = states.filter(\.counts)
        let bad = counted.filter(\.level.isBad)
        let unknown = counted.count { $0.level == .unknown }
        if !bad.isEmpty {
            let more = bad.count > 3 ? ", and \(bad.count - 3) more" : ""
            return .bad("over a level: " + bad.prefix(3).map(\.signal.name).joined(separator: ", ") + more)
        }
        return unknown > 0 ? .unknown("\(unknown) of \(counted.count) unknown") : .ok("\(counted.count) well")
    }
}
