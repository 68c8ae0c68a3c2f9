import FlagPublishing
import Flags
import FleetCore
import Reporting
import Statistics

/// What trials of flags say, for people and, with every count, for programs.
struct FlagImpactReport {
    private let found: FlagImpact
    private let request: FlagImpact.Request

    init(_ found: FlagImpact, _ request: FlagImpact.Request) {
        self.found = found
        self.request = request
    }

    var report: Report {
        var report = Report(
            "flags-impact",
            title: request.flag.map { "\($0): installs inside its percentage against those outside, by platform" }
                ?? "Flags under rollout: installs inside the percentage against those outside, the worst first",
            columns: FlagImpactReport.subject + [
                .text("trial_verdict", "verdict"), .text("percent", "inside"), .instant("since", "since").dispensable(1),
                .instant("until", "until").hidden, .text("ended_by", "ended by").hidden,
                .count("inside_installs", "installs inside"), .count("outside_installs", "outside"),
                .share("inside_share", "share").dispensable(2),
                Column("sample_ratio_p", "p", .rate(decimals: 4)).dispensable(3),
                Column("completeness", "complete", .share(.down)).absent("unknown").dispensable(4),
            ])
        report.window = .days(found.window)
        report.asOf = request.asOf.map { $0.hour.start }
        report.summarise(Column("alpha", "alpha", .rate(decimals: 3)), .real(request.alpha))
        report.markAudience = .people
        for evidence in found.trials {
            let eligible = evidence.eligible
            report.add(
                row: subject(evidence) + [
                    .text(evidence.verdict.rawValue), .text(percent(evidence.trial)), .instant(evidence.trial.from),
                    .instant(evidence.trial.to), .text(evidence.trial.ending?.rawValue), .integer(eligible.inside),
                    .integer(eligible.outside),
                    .real(eligible.all > 0 ? Double(eligible.inside) / Double(eligible.all) : nil),
                    .real(evidence.sampleRatio), .real(evidence.completeness),
                ], mark: FlagImpactReport.mark(evidence))
        }
        report.emptyText = "no flag is under a percentage between 0 and 100"
        report.details = [measures, stretches, cells]
        report.notes = notes
        return report
    }

    private static let subject: [Column] = [.text("flag", "flag"), .text("platform", "platform")]

    private func subject(_ evidence: TrialEvidence) -> [Cell] { [.text(evidence.trial.flag), .text(evidence.trial.platform)] }

    /// `5 %`, or `1 % to 20 %` where it moved.
    private func percent(_ trial: FlagTrial) -> String {
        let (first, last) = (trial.stretches.first?.percent, trial.percent)
        return first.map { $0 == last ? last.text : "\($0.text) to \(last.text)" } ?? last.text
    }

    // MARK: The verdict in words

    static func mark(_ evidence: TrialEvidence) -> Mark {
        switch evidence.verdict {
        case .halt: .bad(harm(evidence))
        case .dataFault: .unknown(fault(evidence))
        case .pass:
            .ok(
                "shown to be under twice: "
                    + evidence.measures.filter(\.isProvable).map { GateWords.name(of: $0.measure) }.joined(separator: ", "))
        case .insufficient: .unknown(wait(evidence))
        }
    }

    private static func harm(_ evidence: TrialEvidence) -> String {
        evidence.harmed.map { measure in
            let times = measure.ratio?.value.map { "\(rateText($0, decimals: 1)) × as often inside" } ?? "only inside"
            return "\(GateWords.name(of: measure.measure)) \(times)" + (measure.harmShownOn.map { ", shown on \($0)" } ?? "")
        }.joined(separator: "; ")
    }

    private static func fault(_ evidence: TrialEvidence) -> String {
        guard evidence.isSplitBroken else {
            return "only \(evidence.completeness.map { shareText($0, .down) } ?? "") of its days is in"
        }
        let ratios = evidence.sampleRatios
        let worst = ratios.indices.min { (ratios[$0] ?? 2) < (ratios[$1] ?? 2) } ?? 0
        let installs = evidence.installs[worst]
        return "\(shareText(Double(installs.inside) / Double(max(installs.all, 1)), .nearest)) of "
            + "\(counted(installs.all, "install")) are inside, and \(evidence.trial.stretches[worst].percent.text) should be"
    }

    private static func wait(_ evidence: TrialEvidence) -> String {
        if evidence.eligible.all == 0 { return "nobody yet: no eligible install was active since" }
        let measured = evidence.measures.filter(\.isMeasured)
        if measured.isEmpty { return "nothing is measured" }
        if let against = evidence.speakingAgainst.max(by: { $0.harm < $1.harm }) {
            return "what is known of \(GateWords.name(of: against.measure)) speaks against it, and does not show harm"
        }
        let waits = measured.compactMap { measure in measure.installsToSafety.map { (measure, $0) } }
        guard let longest = waits.max(by: { $0.1 < $1.1 }) else { return "no measure is common enough to show safety" }
        return "about \(counted(longest.1, "more install")) inside for \(GateWords.name(of: longest.0.measure))"
            + (hours(longest.1, longest.0, evidence).map { ", \(durationText(seconds: $0)) at this pace" } ?? "")
    }

    /// Seconds until so many more installs are at risk inside, at the pace up to now.
    private static func hours(_ installs: Int64, _ measure: TrialMeasure, _ evidence: TrialEvidence) -> Double? {
        let days = evidence.cells.filter { $0.measure == measure.measure }.map(\.knownHour.start.day)
        guard let first = days.min(), let last = days.max(), measure.inside.atRisk > 0 else { return nil }
        let perDay = Double(measure.inside.atRisk) / Double(last - first + 1)
        return (Double(installs) / perDay * 24).rounded(.up) * 3600
    }

    // MARK: The tables under it

    private var measures: Report {
        var table = Report(
            "measures", title: "Measure by measure: first events among installs at risk",
            columns: FlagImpactReport.subject + [
                .text("measure", "").hidden, .text("words", "measure").forPeople, .count("inside_events", "inside"),
                .count("inside_installs", "of"), .count("outside_events", "outside"), .count("outside_installs", "of"),
                Column("ratio", "ratio", .rate(decimals: 2)), Column("ratio_low", "low", .rate(decimals: 2)).hidden,
                Column("ratio_high", "high", .rate(decimals: 2)).hidden,
                Column("interval", "95 % interval", .figure, for: .people).dispensable(4),
                .figure("harm_e", "harm e").dispensable(2),
                .figure("greatest_harm_e", "").hidden, .day("harm_shown_on", "").hidden,
                .figure("safety_e", "safety e").dispensable(3),
                Column("alpha", "alpha", .rate(decimals: 4)).hidden,
                Column("least_detectable_ratio", "would show from", .rate(decimals: 2)).absent("–").dispensable(1),
                .count("installs_to_safety", "").hidden, .share("unmatched_share", "").hidden,
            ])
        table.markAudience = .people
        if request.flag == nil { table.audience = .programs }
        for evidence in found.trials {
            for measure in evidence.measures {
                let ratio = measure.ratio
                let text = ratio.map { ratio in
                    "\(rateText(ratio.low, decimals: 2)) – \(ratio.high.map { rateText($0, decimals: 2) } ?? "∞")"
                }
                table.add(
                    row: subject(evidence) + [
                        .text(measure.measure.name), .text(GateWords.name(of: measure.measure)), .integer(measure.inside.events),
                        .integer(measure.inside.atRisk), .integer(measure.outside.events), .integer(measure.outside.atRisk),
                        .real(ratio?.value), .real(ratio?.low), .real(ratio?.high), .text(text), FlagImpactReport.e(measure.harm),
                        FlagImpactReport.e(measure.greatestHarm), .day(measure.harmShownOn), FlagImpactReport.e(measure.safety),
                        .real(measure.alpha),
                        .real(measure.leastDetectable), .integer(measure.installsToSafety), .real(measure.aloneShare),
                    ], mark: FlagImpactReport.mark(measure))
            }
        }
        return table
    }

    /// Past a million nobody reads the digits.
    private static func e(_ value: Double) -> Cell {
        .written(
            people: value < 1_000_000 ? rateText(value, decimals: 2) : ">1,000,000",
            programs: value.isFinite ? value.description : nil)
    }

    private static func mark(_ measure: TrialMeasure) -> Mark? {
        if !measure.isMeasured { return .unknown("not measured") }
        if let day = measure.harmShownOn { return .bad("harm shown on \(day)").about("harm_e") }
        if measure.isSafe { return .ok("under twice").about("safety_e") }
        return measure.isProvable ? nil : .unknown("too rare to be shown safe")
    }

    private var stretches: Report {
        var table = Report(
            "stretches", title: "While the percentage stood: eligible installs by the side of their id",
            columns: FlagImpactReport.subject + [
                .text("percent", "inside"), .count("flags_version", "flags"), .instant("from", "from"),
                .instant("to", "to").absent("now"), .count("inside_installs", "installs inside"),
                .count("outside_installs", "outside"), Column("sample_ratio_p", "p", .rate(decimals: 4)),
            ])
        if request.flag == nil { table.audience = .programs }
        for evidence in found.trials {
            for (place, stretch) in zip(evidence.trial.stretches.indices, evidence.trial.stretches) {
                table.add(
                    row: subject(evidence) + [
                        .text(stretch.percent.text), .integer(stretch.version), .instant(stretch.from), .instant(stretch.to),
                        .integer(evidence.installs[place].inside), .integer(evidence.installs[place].outside),
                        .real(evidence.sampleRatios[place]),
                    ])
            }
        }
        return table
    }

    /// All that entered, so that somebody else can compute the verdict again.
    private var cells: Report {
        var table = Report(
            "cells", title: "",
            columns: FlagImpactReport.subject + [
                .text("measure", ""), .count("stretch", ""), .count("known_hour", ""), .text("device_class", ""),
                .count("inside_installs", ""), .count("inside_events", ""), .count("outside_installs", ""),
                .count("outside_events", ""),
            ])
        table.audience = .programs
        for evidence in found.trials {
            for cell in evidence.cells {
                table.add(
                    row: subject(evidence) + [
                        .text(cell.measure.name), .integer(Int64(cell.stretch)), .integer(Int64(cell.knownHour.number)),
                        .text(cell.deviceClass),
                        .integer(cell.inside.atRisk), .integer(cell.inside.events), .integer(cell.outside.atRisk),
                        .integer(cell.outside.events),
                    ])
            }
        }
        return table
    }

    // MARK: What it could not see

    private var notes: [String] {
        var notes: [String] = []
        if found.trials.isEmpty { return notes }
        for evidence in found.trials where request.flag != nil {
            let unseen = evidence.measures.filter { !$0.isMeasured }.map { GateWords.name(of: $0.measure) }
            if !unseen.isEmpty {
                notes.append("\(evidence.trial.platform): not measured, as no client told it: \(unseen.joined(separator: ", ")).")
            }
            let unmatched = evidence.measures.filter { ($0.aloneShare ?? 0) > 0.2 }.map { GateWords.name(of: $0.measure) }
            if !unmatched.isEmpty {
                notes.append(
                    "\(evidence.trial.platform): over a fifth of the installs had nobody of the other side to be compared with: "
                        + "\(unmatched.joined(separator: ", ")).")
            }
        }
        if found.isCut {
            notes.append(
                "A percentage stands for over \(FlagImpact.longestDays) days. Of these only the newest count, others at every "
                    + "look: past them the chance of calling it harmful is no longer bounded by alpha. "
                    + "--from DAY fixes the first one."
            )
        }
        notes.append(
            "Not seen: what would show from a greater ratio than there is; phones that have not fetched the flags yet, which "
                + "make a difference look smaller; installs that send nothing at all any more, but by an uneven split.")
        if request.flag == nil {
            notes.append("Alpha is each flag's own, on each platform. Its measures: chatfleet flags impact NAME.")
        } else {
            notes.append(
                "Events over installs at risk: an install counts once a day of receipt until its first event is known. Harm e, "
                    + "at any hour, of 1/alpha shows that the rate is greater inside, safety e that it is under twice.")
        }
        return notes
    }
}
