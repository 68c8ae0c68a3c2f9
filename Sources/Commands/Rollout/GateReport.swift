import FleetCore
import Reporting
import Rollout
import Statistics

extension Verdict {
    var mark: Mark {
        switch self {
        case .halt: .bad(rawValue)
        case .dataFault, .insufficient: .unknown(rawValue)
        case .pass: .ok(rawValue)
        }
    }
}

/// The gate's answer: a row a platform, then a table for each kind of evidence. JSON holds every count that entered.
extension Report {
    init(_ answer: GateAnswer, _ next: NextLine) {
        self.init(
            "rollout-gate", title: Report.headline(answer),
            columns: [
                .text("platform", "platform"), .text("verdict", "verdict"), .text("baseline_version", "against"),
                Column.text("baseline_reason", "because").hidden, .instant("since", "out since"),
                Column.text("since_reason", "").hidden, .count("active_install_days", "install-days"),
                Column.count("crashed_install_days", "crashed").hidden, .crashFree("crash_free", "crash-free"),
                Column.crashFree("crash_free_if_missing_twice", "").hidden, Column.flag("under_target", "").hidden,
                Column.count("cloned_installs", "").hidden, Column.count("installs_looked_at_for_clones", "").hidden,
                Column.share("unmatched", "unmatched").dispensable(1), Report.completeness, Column.text("reason", "").hidden,
            ])
        asOf = answer.horizon.start
        markAudience = .people
        for platform in answer.platforms { add(platform, answer.settings) }
        for platform in answer.withoutBaseline { add(withoutBaseline: platform) }
        summarise(Column("verdict", "", .text).hidden, .text(answer.verdict.rawValue))
        summarise(Column("app_version", "", .text).hidden, .text(answer.version))
        summarise(Column("alpha", "", .rate(decimals: 4)).hidden, .real(answer.settings.alpha))
        summarise(Column("harm_margin", "", .rate(decimals: 2)).hidden, .real(answer.settings.harmMargin))
        summarise(Column("harm_margin_under_target", "", .rate(decimals: 2)).hidden, .real(answer.settings.strictHarmMargin))
        summarise(Column("safety_margin", "", .rate(decimals: 2)).hidden, .real(answer.settings.safetyMargin))
        summarise(Column("target", "", .share(.down)).hidden, .real(answer.settings.target))
        // The headline says it of the worst.
        let worst = Report.worst(answer)?.platform
        for platform in answer.platforms where platform.platform != worst {
            summarise(
                Column(platform.platform, platform.platform, .text, for: .people),
                .text(
                    "\(platform.assessment.verdict.rawValue)\(GateWords.halt(platform)): "
                        + GateWords.because(platform.assessment)))
        }
        if worst != nil {
            for platform in answer.withoutBaseline {
                summarise(
                    Column(platform, platform, .text, for: .people),
                    .text("\(Verdict.insufficient.rawValue): \(GateWords.withoutBaseline)"))
            }
        }
        notes = Report.gateNotes(answer)
        details = Report.gateDetails(answer, next)
    }

    /// The worst platform's verdict and why, in a line.
    private static func headline(_ answer: GateAnswer) -> String {
        guard let worst = worst(answer) else {
            return "\(Verdict.insufficient.rawValue): \(answer.version) on \(answer.withoutBaseline.joined(separator: ", ")): "
                + GateWords.withoutBaseline
        }
        let assessment = worst.assessment
        return "\(assessment.verdict.rawValue): \(answer.version) on \(worst.platform)\(GateWords.halt(worst)) "
            + "against \(worst.baseline.version): \(GateWords.because(assessment))"
    }

    /// Nil: those without a baseline are the worst, since all others pass.
    private static func worst(_ answer: GateAnswer) -> PlatformGate? {
        let worst = answer.platforms.min { $0.assessment.verdict < $1.assessment.verdict }
        return worst.flatMap { $0.assessment.verdict == answer.verdict ? $0 : nil }
    }

    private mutating func add(withoutBaseline platform: String) {
        let unknown = [Cell](repeating: .noData, count: columns.count - 3)
        add(
            row: [.text(platform), .mark(Verdict.insufficient.mark)] + unknown + [.text(GateWords.withoutBaseline)])
    }

    private mutating func add(_ platform: PlatformGate, _ settings: GateSettings) {
        let assessment = platform.assessment
        let days = assessment.installDays
        let crashFree = days.active > 0 ? 1 - Double(days.crashed) / Double(days.active) : nil
        add(
            .text(platform.platform), .mark(assessment.verdict.mark), .text(platform.baseline.version),
            .text(Report.reason(platform.baseline)), .instant(assessment.from.start), .text(platform.beginning.rawValue),
            .integer(days.active), .integer(days.crashed), .real(crashFree), .real(Report.missingTwice(assessment)),
            .flag(assessment.isUnderTarget), .integer(platform.gate.facts.clonedInstalls?.cloned),
            .integer(platform.gate.facts.clonedInstalls?.installs), .real(assessment.unmatchedShare),
            .real(assessment.completeness),
            .text(GateWords.because(assessment)),
            mark: assessment.isUnderTarget ? Report.underTarget(days, target: settings.target) : nil)
    }

    /// What is said of a version whose crash-free install-days are under the target: that they are below it where chance does
    /// not explain it, else where they are. The verdict takes the stricter margin for both.
    static func underTarget(_ days: ReceiptCounts, target: Double) -> Mark? {
        guard let interval = Wilson.interval(days.crashed, of: days.active)?.complement else { return nil }
        let text = chosenShareText(target)
        if interval.high < target { return .bad("below \(text)") }
        let share = 1 - Double(days.crashed) / Double(days.active)
        let ends = [interval.low, interval.high].map { shareText($0, .down) }
        return .unknown("at \(shareText(share, .down)) (\(ends[0].replacing(" %", with: "")) to \(ends[1])), target \(text)")
    }

    /// Crash-free install-days if what is not in yet crashes twice as often as what is.
    private static func missingTwice(_ assessment: GateAssessment) -> Double? {
        guard let share = assessment.completeness, share > 0, assessment.installDays.active > 0 else { return nil }
        let active = Double(assessment.installDays.active)
        let missing = active * (1 - share) / share
        let rate = Double(assessment.installDays.crashed) / active
        return 1 - (Double(assessment.installDays.crashed) + missing * min(1, 2 * rate)) / (active + missing)
    }

    private static func reason(_ choice: BaselineChoice) -> String {
        switch choice.reason {
        case .named: "as asked"
        case .mostActiveBefore(let count):
            "most active of the lower versions in the 7 days before: \(counted(count, "install-day"))"
        case .mostActiveSince(let count):
            "most active of the lower versions since, none being known before: \(counted(count, "install-day"))"
        }
    }

    private static func gateNotes(_ answer: GateAnswer) -> [String] {
        var notes: [String] = []
        for platform in answer.platforms {
            let choice = platform.baseline
            if choice.reason != .named {
                notes.append("\(platform.platform): compared with \(choice.version), \(reason(choice)).")
            }
            if let twice = missingTwice(platform.assessment), let share = platform.assessment.completeness, share < 0.999 {
                notes.append(
                    "\(platform.platform): what is not in yet could make crash-free install-days \(shareText(twice, .down)), if it "
                        + "crashes twice as often.")
            }
            if let panel = platform.panel, let (worse, better) = panel.disagreement(answer.settings) {
                notes.append(
                    "\(platform.platform): the comparisons disagree: \(words(worse)) is worse, \(words(better)) is better. "
                        + "Something else than the version differs between the arms.")
            }
            if let sampled = platform.sampledInstalls {
                notes.append(
                    "\(platform.platform): silent installs are of a sample by id, of \(counted(Int64(sampled), "install")).")
            }
            if !platform.assessment.looksAtSilence {
                notes.append("\(platform.platform): silent installs and the bias panel were left out (--no-panel).")
            }
        }
        return notes
    }

    static func words(_ row: BiasPanel.Row) -> String {
        switch row.method {
        case .raw: "raw"
        case .stratified: "within strata"
        case .sameInstalls: "same installs, before and after"
        case .sinceUpdate: "equal time since the update"
        }
    }
}
