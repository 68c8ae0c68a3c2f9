import FleetCore
import Reporting
import Rollout
import Statistics

/// The gate's evidence, a table a kind.
extension Report {
    static func gateDetails(_ answer: GateAnswer, _ next: NextLine) -> [Report] {
        var details = [measures(answer), faults(answer), outlook(answer), strata(answer), panel(answer)]
        details.append(contentsOf: HaltProcedure.reports(answer, next))
        return details.filter { !$0.rows.isEmpty } + [cells(answer), receipts(answer), served(answer), records(answer)]
    }

    // MARK: Measures

    private static func measures(_ answer: GateAnswer) -> Report {
        var report = Report(
            "measures", title: "Guarded measures, first events of installs at risk",
            columns: [
                .text("platform", "platform"), .text("measure", "measure"), Column.text("state", "state").hidden,
                .count("new_events", "").hidden, .count("new_at_risk", "").hidden, .count("baseline_events", "").hidden,
                .count("baseline_at_risk", "").hidden, Column.figure("new", "new").forPeople,
                Column.figure("baseline", "baseline").forPeople, .rate("ratio", "ratio"),
                Column("ratio_low", "", .rate(decimals: 2)).hidden, Column("ratio_high", "", .rate(decimals: 2)).hidden,
                Column.figure("interval", "95 % interval").forPeople, Column("alpha", "", .rate(decimals: 5)).hidden,
                Column("harm_ln_e", "", .rate(decimals: 3)).hidden,
                Column("harm_under_target_ln_e", "", .rate(decimals: 3)).hidden,
                Column("harm_ln_e_needed", "", .rate(decimals: 3)).hidden, Column.figure("harm", "harm").forPeople,
                Column("safety_ln_e", "", .rate(decimals: 3)).hidden, Column("safety_ln_e_needed", "", .rate(decimals: 3)).hidden,
                Column.figure("safety", "safety").forPeople, Column.instant("harm_since", "").hidden,
                Column("harm_margin_shown", "", .rate(decimals: 2)).hidden, Column.instant("safe_since", "").hidden,
                Column.text("level", "level reached").forPeople,
            ])
        report.markAudience = .people
        for platform in answer.platforms {
            for measure in platform.assessment.measures { report.add(measure, on: platform.platform) }
        }
        let splits = answer.platforms.map { (platform: $0.platform, parts: parts($0.assessment, answer.settings.alpha)) }
        let isOneSplit = Set(splits.map(\.parts)).count == 1
        report.notes = [
            "harm, safety: E-values, of what each has to reach; since they hold at any number of looks, a level once reached stays "
                + "reached. α \(rateText(answer.settings.alpha, decimals: 3)) on a platform"
                + (isOneSplit ? ", for harm split by weight: \(splits.first?.parts ?? "")." : ".")
        ]
        if !isOneSplit {
            report.notes += splits.map { "\($0.platform): α for harm split by weight: \($0.parts)." }
        }
        return report
    }

    /// Each measure's part of α, and what is kept for those of a file that have not come: together α.
    private static func parts(_ assessment: GateAssessment, _ alpha: Double) -> String {
        var parts = assessment.measures.filter { $0.alpha > 0 }.map {
            "\(GateWords.name(of: $0.measure)) \(rateText($0.alpha, decimals: 4))"
        }
        let kept = alpha - assessment.measures.reduce(0) { $0 + $1.alpha }
        if kept > alpha * 1e-9 { parts.append("kept for other measures of the file \(rateText(kept, decimals: 4))") }
        return parts.joined(separator: ", ")
    }

    private mutating func add(_ measure: MeasureResult, on platform: String) {
        let isThere = measure.isCompared
        func e(_ ln: Double, of needed: Double) -> Cell {
            isThere ? .text("\(GateWords.value(ln: ln)) of \(GateWords.value(ln: needed))") : .noData
        }
        let harm = max(measure.harm, measure.strictHarm ?? -.infinity)
        let level =
            if let since = measure.harmSince {
                "harm shown \(GateWords.known(since))"
            } else if let since = measure.safeSince {
                "shown safe \(GateWords.known(since))"
            } else {
                nil as String?
            }
        add(
            row: [
                .text(platform), .text(measure.measure.name), .text(measure.state.rawValue), .integer(measure.new.events),
                .integer(measure.new.atRisk), .integer(measure.baseline.events), .integer(measure.baseline.atRisk),
                .text(GateWords.exposure(measure.new)), .text(GateWords.exposure(measure.baseline)), .real(measure.ratio?.value),
                .real(measure.ratio?.low), .real(measure.ratio?.high), .text(measure.ratio.map(GateWords.interval)),
                .real(measure.alpha), .real(measure.harm), .real(measure.strictHarm), .real(measure.harmThreshold),
                measure.harmThreshold.map { e(harm, of: $0) } ?? .noData, .real(measure.safety), .real(measure.safetyThreshold),
                e(measure.safety, of: measure.safetyThreshold), .instant(measure.harmSince.map(GateWords.known)),
                .real(measure.harmMargin), .instant(measure.safeSince.map(GateWords.known)), level.map { .text($0) } ?? .blank,
            ], mark: Report.mark(measure))
    }

    private static func mark(_ measure: MeasureResult) -> Mark {
        switch measure.state {
        case .harmShown: .bad("harm")
        case .safe: measure.hasSignOfHarm ? .unknown("safe, but a sign of harm") : .ok("safe")
        case .open:
            .unknown(measure.isMissingOnNew ? "not reported by it" : measure.hasSignOfHarm ? "a sign of harm" : "open")
        case .notProvable, .tooFew, .notCompared, .notMeasured, .leftOut: .unknown(measure.state.rawValue)
        }
    }

    // MARK: Faults and outlook

    private static func faults(_ answer: GateAnswer) -> Report {
        var report = Report(
            "faults", title: "What the data contradict",
            columns: [.text("platform", "platform"), Column.text("fault", "").hidden, .text("words", "what")])
        for platform in answer.platforms {
            for fault in platform.assessment.faults {
                report.add(.text(platform.platform), .text(fault.code), .text(GateWords.words(fault)))
            }
        }
        return report
    }

    /// What could still be, and how much it takes to know.
    private static func outlook(_ answer: GateAnswer) -> Report {
        var report = Report(
            "outlook", title: "What is still possible, and what it takes to know",
            columns: [
                .text("platform", "platform"), .text("measure", "measure"),
                Column.rate("still_possible", "still possible, ×").absent("any over 20"),
                Column.rate("would_have_found", "would have found, ×").absent("none up to 12"),
                Column.count("more_install_days", "more install-days").absent("–"),
                Column.duration("more_s", "at this pace").absent("–"),
            ])
        for platform in answer.platforms {
            for measure in platform.assessment.measures where measure.isCompared {
                report.add(
                    .text(platform.platform), .text(measure.measure.name), .real(measure.stillPossible),
                    .real(measure.wouldHaveFound), .integer(measure.moreInstalls), .real(measure.moreHours.map { $0 * 3600 }))
            }
        }
        report.notes = [
            "Still possible: the greatest ratio that is not ruled out. Would have found: the smallest that as many installs show as "
                + "harm, as a rule. More: until safety is shown, of a version as good as its baseline."
        ]
        return report
    }

    // MARK: Strata and panel

    private static let shownStrata = 5
    /// What moves ln E by less is no reason.
    private static let leastMove = 0.1

    private static func strata(_ answer: GateAnswer) -> Report {
        var report = Report(
            "strata", title: "Strata that moved it most",
            columns: [
                .text("platform", "platform"), .text("measure", "measure"), .text("stratum", "stratum"),
                .text("tenure", "first seen"), .count("new_events", "").hidden, .count("new_at_risk", "").hidden,
                .count("baseline_events", "").hidden, .count("baseline_at_risk", "").hidden,
                Column.figure("new", "new").forPeople,
                Column.figure("baseline", "baseline").forPeople, .rate("harm_nats", "ln E of harm"),
            ])
        for platform in answer.platforms {
            let measures = platform.assessment.measures.filter(\.isCompared)
            guard let most = measures.max(by: { $0.harm < $1.harm }) else { continue }
            for move in most.moves.prefix(shownStrata) where abs(move.nats) >= leastMove {
                let tenure = most.measure == .silence ? nil : tenureText(move.stratum.tenure)
                report.add(
                    .text(platform.platform), .text(most.measure.name), .text(move.stratum.group),
                    tenure.map { .text($0) } ?? .blank,
                    .integer(move.new.events), .integer(move.new.atRisk), .integer(move.baseline.events),
                    .integer(move.baseline.atRisk), .text(GateWords.exposure(move.new)), .text(GateWords.exposure(move.baseline)),
                    .real(move.nats))
            }
        }
        return report
    }

    static func tenureText(_ tenure: Int32) -> String {
        switch tenure {
        case ..<7: "under 7 d ago"
        case ..<30: "7–29 d ago"
        default: "30 d ago or more"
        }
    }

    private static func panel(_ answer: GateAnswer) -> Report {
        var report = Report(
            "bias_panel", title: "The same comparison of crashes in other ways",
            columns: [
                .text("platform", "platform"), .text("method", "how"), .count("new_events", "").hidden,
                .count("new_installs", "").hidden, .count("baseline_events", "").hidden, .count("baseline_installs", "").hidden,
                Column.figure("new", "new").forPeople, Column.figure("baseline", "baseline").forPeople, .rate("ratio", "ratio"),
                Column("ratio_low", "", .rate(decimals: 2)).hidden, Column("ratio_high", "", .rate(decimals: 2)).hidden,
                Column.figure("interval", "95 % interval").forPeople, Column("p_value", "p", .rate(decimals: 4)).absent(""),
            ])
        for platform in answer.platforms {
            guard let panel = platform.panel else { continue }
            for row in panel.rows {
                let hours = [.sameInstalls, .sinceUpdate].contains(row.method) ? ", \(panel.hours) h" : ""
                report.add(
                    .text(platform.platform), .text(words(row) + hours), .integer(row.new.events), .integer(row.new.atRisk),
                    .integer(row.baseline.events), .integer(row.baseline.atRisk), .text(GateWords.exposure(row.new)),
                    .text(GateWords.exposure(row.baseline)), .real(row.ratio?.value), .real(row.ratio?.low),
                    .real(row.ratio?.high),
                    .text(row.ratio.map(GateWords.interval)), .real(row.pValue))
            }
        }
        report.notes = [
            "Same installs: those that crashed only after their update, against only before it, of all that updated; p is McNemar's."
        ]
        return report
    }
}
