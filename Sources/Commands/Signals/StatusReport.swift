import FleetCore
import Health
import Incidents
import Reporting
import Terminal

extension Report {
    /// The status for programs, and as a table in Markdown and HTML.
    init(status answer: SignalsAnswer) {
        self.init(
            "status", title: "Status at \(answer.at)",
            columns: [
                .text("signal", "signal"), .text("level", "level"), Column("value", "", .rate(decimals: 4), for: .programs),
                Column("value_of", "", .text, for: .programs), Column("value_text", "value", .text, for: .people),
                Column("unit", "", .text, for: .programs),
                Column("limit", "", .rate(decimals: 4), for: .programs),
                Column("limit_text", "limit", .text, for: .people).absent(""),
                .instant("since", "since").absent(""), Column("since_before", "", .flag, for: .programs),
                .trend("trend", "trend", .fromZero), Column("slice", "who", .text).absent(""),
                Column("slice_share", "", .share(.nearest), for: .programs),
                Column("slice_ratio", "", .rate(decimals: 2), for: .programs),
                Column("unknown_because", "why unknown", .text).absent(""), Column("runbook", "runbook", .text).absent(""),
                Column("newest", "", .instant, for: .programs), Column("silenced_until", "silenced until", .instant).absent(""),
                Column("acknowledged_until", "acknowledged until", .instant).absent(""),
                Column("off_because", "", .text, for: .programs), Column("question", "", .text, for: .programs),
            ])
        summarise(.instant("at", "at"), .instant(answer.at))
        for level in [SignalLevel.page, .watch, .unknown, .ok] {
            let count = answer.states.filter { $0.level == level && $0.counts && $0.signal.off == nil }.count
            summarise(.count(level.rawValue, level.rawValue), .integer(Int64(count)))
        }
        summarise(.count("exit_code", "exit"), .integer(Int64(answer.exitCode.rawValue)))
        for state in answer.states { add(row: Report.cells(state), mark: SignalText.mark(state.level)) }
        markAudience = .people
        isStacked = true
        emptyText = "there are no signals"
    }

    private static func cells(_ state: SignalState) -> [Cell] {
        let signal = state.signal
        return [
            .text(signal.name), .text(state.level.rawValue), .real(state.value),
            .text(SignalText.whose(state)), .text(SignalText.value(state)), .text(signal.unit), .real(state.limit),
            .text(state.level.isBad ? SignalText.crossed(state) : nil), .instant(state.since),
            state.since == nil ? .noData : .flag(state.isSinceBefore), .series(state.trend),
            .text(state.slice.map(SignalText.slice)), .real(state.slice?.shareOfEvents), .real(state.slice?.ratio),
            .text(state.unknownBecause), .text(signal.runbook), .instant(state.newest), .instant(state.silence?.until),
            .instant(state.acknowledgement?.until), .text(signal.off), .text(signal.question),
        ]
    }
}
