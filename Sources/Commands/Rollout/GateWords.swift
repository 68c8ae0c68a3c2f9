import FleetCore
import Glibc
import Operations
import Reporting
import Rollout
import Statistics
import Terminal

/// How the gate's findings are worded.
enum GateWords {
    static func name(of measure: GuardedMeasure) -> String {
        switch measure {
        case .crash: "crashes"
        case .decrypt: "failing device pairs"
        case .failed: "failed messages"
        case .aged: "messages over an hour old"
        case .silence: "silent installs"
        default: measure.name
        }
    }

    /// A value of which only the logarithm is known: `0.02`, `35.1`, `2 million`, `10^9`.
    static func value(ln: Double) -> String {
        if ln < -4.6 { return "<0.01" }
        let value = exp(ln)
        if value < 999.5 { return rateText(value, decimals: value < 10 ? 2 : value < 100 ? 1 : 0) }
        if ln < 13.8 { return groupedDigits(Int64(value.rounded())) }
        return "10^\(Int64(ln / 2.302585092994046))"
    }

    static func times(_ ratio: Double) -> String { "×" + rateText(ratio, decimals: ratio < 9.95 ? 2 : 1) }

    static func interval(_ ratio: RateRatio) -> String {
        "\(times(ratio.low)) – \(ratio.high.map(times) ?? "no bound")"
    }

    static func exposure(_ exposure: Exposure) -> String {
        guard let rate = exposure.rate else { return "no data" }
        return "\(groupedDigits(exposure.events)) of \(groupedDigits(exposure.atRisk)), \(shareText(rate, .nearest))"
    }

    /// " (recorded: halted at 5 % since 2026-09-14T21:30:00Z)": the verdict is what it is, and done is what it asks for; empty
    /// where no halt is recorded.
    static func halt(_ gate: PlatformGate) -> String { gate.recordedHalt.map { " (recorded: \($0.words))" } ?? "" }

    // MARK: Why

    /// Why nothing is known of a platform.
    static let withoutBaseline = "no version below it was active there: there is no baseline to compare it with"

    /// Why the verdict is what it is, in one line.
    static func because(_ assessment: GateAssessment) -> String {
        switch assessment.verdict {
        case .halt: halted(assessment)
        case .dataFault: assessment.faults.map { words($0) }.joined(separator: "; ")
        case .pass: passed(assessment)
        case .insufficient: undecided(assessment)
        }
    }

    private static func halted(_ assessment: GateAssessment) -> String {
        assessment.measures.compactMap { measure in
            guard let since = measure.harmSince, let margin = measure.harmMargin else { return nil }
            let ratio = measure.ratio.flatMap { ratio in
                ratio.value.map { "\(times($0)) the baseline's rate (\(interval(ratio)))" }
            }
            let over = margin > 1 ? "over \(times(margin))" : "over the baseline's while under the target"
            return
                "\(name(of: measure.measure)) \(ratio ?? "that the baseline has none of"), shown to be \(over) since \(known(since))"
        }.joined(separator: "; ")
    }

    private static func passed(_ assessment: GateAssessment) -> String {
        let safe = assessment.measures.filter(\.isProvable)
        let worst = safe.compactMap { measure in measure.stillPossible.map { (measure, $0) } }.max { $0.1 < $1.1 }
        let still = worst.map { "; at worst \(times($0.1)) is still possible, in \(name(of: $0.0.measure))" } ?? ""
        return "shown to be under twice the baseline's rate: \(list(safe))\(still)"
            + (assessment.looksAtSilence ? "" : "; silent installs were not looked at (--no-panel)")
    }

    private static func undecided(_ assessment: GateAssessment) -> String {
        let missing = assessment.measures.filter { $0.state == .open && $0.isMissingOnNew }
        let open = assessment.measures.filter { $0.state == .open && !$0.isMissingOnNew }
        let signs = assessment.measures.filter { $0.hasSignOfHarm && $0.isCompared }
        guard assessment.measures.contains(where: { $0.isCompared }) else {
            return "nothing was measured on both versions"
        }
        guard assessment.measures.contains(where: { $0.measure == .crash && $0.isCompared }) else {
            return "crashes were not measured on both versions"
        }
        if open.isEmpty, missing.isEmpty, !assessment.measures.contains(where: \.isProvable) {
            return
                "no measure's baseline has \(chosenShareText(GateSettings().leastProvableRate)) of installs: none can prove safety"
        }
        var parts: [String] = []
        if !open.isEmpty { parts.append("safety is not shown yet: \(list(open))\(more(open).map { ", \($0)" } ?? "")") }
        if !missing.isEmpty { parts.append("the baseline reports it, and the new version does not: \(list(missing))") }
        if !signs.isEmpty { parts.append("a sign of harm, not shown yet: \(list(signs))") }
        return parts.joined(separator: "; ")
    }

    /// Until the slowest of the measures is shown to be safe.
    static func more(_ open: [MeasureResult]) -> String? {
        guard let slowest = open.max(by: { $0.moreInstalls ?? 0 < $1.moreInstalls ?? 0 }), let installs = slowest.moreInstalls
        else { return nil }
        let hours = slowest.moreHours.map { ", \(durationText(seconds: $0 * 3600)) at the pace of the last day" } ?? ""
        return "about \(counted(installs, "install-day")) more\(hours)"
    }

    private static func list(_ measures: [MeasureResult]) -> String {
        measures.map { name(of: $0.measure) }.joined(separator: ", ")
    }

    /// When the look was that showed it: the end of the hour.
    static func known(_ hour: Hour) -> Instant { Hour(number: hour.number + 1).start }

    // MARK: Faults

    static func words(_ fault: DataFault) -> String {
        switch fault {
        case .stale(let newest): "no report reached the store in the last 24 hours: the newest is of \(newest)"
        case .stoppedReporting(let seen, let expected):
            "installs on the version stopped reporting: \(counted(seen, "install-day")) in the last 24 hours, where about "
                + "\(groupedDigits(Int64(expected.rounded()))) were to be expected"
        case .unseenByTelemetry(let percent, let hours, let seen, let expected):
            "recorded as out\(percent.map { " at \(percentText($0)) %" } ?? "") for "
                + "\(durationText(seconds: Double(hours) * 3600)), and telemetry has seen \(counted(seen, "install-day"))"
                + (expected >= 1 ? " where a day should have about \(groupedDigits(Int64(expected.rounded())))" : "")
        case .servedNotReported(let served, let reported):
            "the servers answer it (\(shareText(served, .nearest)) of requests), and it is \(shareText(reported, .nearest)) of "
                + "what reports"
        case .moreThanStage(let installs, let all, let percent):
            "\(counted(installs, "active install")) of \(groupedDigits(all)) on the last whole day are on it, more than the "
                + "recorded \(percentText(percent)) % explain"
        case .stratumMix(let group, let installs, let all, let share):
            "\(group) is \(groupedDigits(installs)) of \(groupedDigits(all)) installs at risk on it, and "
                + "\(shareText(share, .nearest)) on the baseline"
        case .unmatched(let share):
            "\(shareText(share, .nearest)) of its installs have no baseline like them to be compared with"
        case .incomplete(let share): "only \(shareText(share, .down)) of the window is in"
        case .clonedInstalls(let count, let all):
            "\(counted(count, "install id")) are in use on several platforms at once, of \(counted(all, "install")) that were looked at"
        }
    }
}
