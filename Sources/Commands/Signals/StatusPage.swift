import FleetCore
import Health
import Incidents
import Reporting
import Terminal

/// The status as a person reads it at three in the morning: the worst first, a few lines each, nothing else in the way.
struct StatusPage {
    private let answer: SignalsAnswer
    private let changes: StatusChanges
    private let showsAll: Bool
    private let traits: TerminalTraits
    private let next: NextLine
    private var lines: [String] = []

    init(
        _ answer: SignalsAnswer, _ changes: StatusChanges, showsAll: Bool, traits: TerminalTraits, _ next: NextLine
    ) {
        self.answer = answer
        self.changes = changes
        self.showsAll = showsAll
        self.traits = traits
        self.next = next
        build()
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    private func states(_ level: SignalLevel, counted: Bool = true) -> [SignalState] {
        answer.states.filter { $0.level == level && $0.signal.off == nil && $0.counts == counted }
    }

    private mutating func build() {
        add("Status at \(answer.at)", .heading)
        add(summary, .plain)
        for state in states(.page) + states(.watch) { block(state) }
        let quiet = answer.states.filter { !$0.counts && $0.signal.off == nil }
        if !quiet.isEmpty {
            lines.append("")
            add("Silenced", .heading)
            for state in quiet { silenced(state) }
        }
        unknown(states(.unknown))
        well(states(.ok))
        let off = answer.states.filter { $0.signal.off != nil }
        if !off.isEmpty {
            lines.append("")
            add("Off in this fleet: " + off.map { "\($0.signal.name) (\($0.signal.off ?? ""))" }.joined(separator: ", "), .faint)
        }
    }

    private var summary: String {
        let counts = [SignalLevel.page, .watch, .unknown, .ok].map { ($0, states($0).count) }.filter { $0.1 > 0 }
        return counts.map { level, count in
            let sign = SignalText.mark(level).signAndStyle.sign
            return "\(sign) \(count) \(level == .ok ? "well" : level.rawValue)"
        }.joined(separator: "   ")
    }

    /// A signal that is over a level.
    private mutating func block(_ state: SignalState) {
        let mark = SignalText.mark(state.level)
        lines.append("")
        let sign = mark.signAndStyle.style.applied(to: "\(mark.signAndStyle.sign) \(mark.words)", if: traits.usesColour)
        lines.append("\(sign)  \(TextStyle.heading.applied(to: state.signal.name, if: traits.usesColour))")
        indented([SignalText.measured(state) ?? "no data", SignalText.crossed(state), SignalText.since(state, at: answer.at)])
        if let slice = state.slice { indented([SignalText.slice(slice)]) }
        // What is looked at now alone has no course.
        if state.trend.count > 1 {
            let picture = sparkline(state.trend, scale: .fromZero)
            lines.append("    \(picture)  \(durationText(seconds: Double(state.signal.historySeconds)))")
        }
        indented([state.signal.question])
        for change in changes[state.signal] { indented(["before it: " + StatusChanges.words(change)]) }
        for words in SignalText.mutes(state) { indented([words]) }
        if let runbook = state.signal.runbook {
            lines.append("    → \(next("chatfleet runbook \(runbook)"))")
        }
        for command in state.signal.next { lines.append("    → \(next(command.line))  # \(command.purpose)") }
    }

    private mutating func silenced(_ state: SignalState) {
        let value = SignalText.value(state) ?? "no data"
        add("\(SignalText.mark(state.level).signAndStyle.sign) \(state.signal.name)  \(state.level.rawValue), \(value)", .plain)
        for words in SignalText.mutes(state) { indented([words]) }
    }

    /// By reason: twenty signals of one source that is away are one line.
    private mutating func unknown(_ states: [SignalState]) {
        guard !states.isEmpty else { return }
        lines.append("")
        var reasons: [(reason: String, names: [String])] = []
        for state in states {
            let reason = state.unknownBecause ?? "no data"
            if let place = reasons.firstIndex(where: { $0.reason == reason }) {
                reasons[place].names.append(state.signal.name)
            } else {
                reasons.append((reason, [state.signal.name]))
            }
        }
        for (reason, names) in reasons {
            let sign = TextStyle.doubtful.applied(to: "? unknown", if: traits.usesColour)
            lines.append("\(sign)  \(reason)")
            indented([names.joined(separator: ", ")])
        }
    }

    private mutating func well(_ states: [SignalState]) {
        guard !states.isEmpty else { return }
        lines.append("")
        guard showsAll else {
            add("\(counted(Int64(states.count), "signal")) well; \(next("chatfleet status --all")) shows them", .faint)
            return
        }
        // A column of its own only where there is something to say.
        let isOfSlice = states.contains { !$0.judged.isEmpty }
        let isUncertain = states.contains { $0.uncertain != nil }
        let rows = states.map { state in
            let value = state.value.map { SignalText.value($0, state.signal.unit) } ?? "no data"
            return [TextTable.Cell("✓", .good), TextTable.Cell(state.signal.name), TextTable.Cell(value)]
                + (isOfSlice ? [TextTable.Cell(SignalText.whose(state) ?? "")] : [])
                + [TextTable.Cell(sparkline(state.trend, scale: .fromZero))]
                + (isUncertain ? [TextTable.Cell(SignalText.uncertain(state) ?? "")] : [])
        }
        let named =
            [TextTable.Column("", .left), TextTable.Column("well", .left), TextTable.Column("value", .right)]
            + (isOfSlice ? [TextTable.Column("of", .left, isFlowing: true)] : [])
        let more = [TextTable.Column("", .left)] + (isUncertain ? [TextTable.Column("", .left)] : [])
        let table = TextTable(columns: named + more, rows: rows)
        guard let width = traits.width, table.width > width else {
            lines += table.lines(for: traits)
            return
        }
        // Too narrow for the picture and words: signals show has them.
        lines += TextTable(columns: named, rows: rows.map { Array($0.prefix(named.count)) }).lines(for: traits)
    }

    // MARK: Lines

    private mutating func add(_ text: String, _ style: TextStyle) {
        let text = escapingControls(text)
        let parts = traits.width.map { Terminal.filled(text, width: $0) } ?? [text]
        // A line that fits keeps its spacing.
        let fits = traits.width.map { displayWidth(text) <= $0 } ?? true
        lines += (fits ? [text] : parts).map { style.applied(to: $0, if: traits.usesColour) }
    }

    /// Facts after each other, four columns in.
    private mutating func indented(_ facts: [String?]) {
        let text = escapingControls(facts.compactMap { $0 }.joined(separator: ", "))
        let width = (traits.width ?? 100) - 4
        lines += Terminal.filled(text, width: max(20, width)).map { "    " + $0 }
    }
}
