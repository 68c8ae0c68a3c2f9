public import FleetCore
import Glibc
public import Statistics

/// The gate of one platform: what is known in, a verdict at any hour out. It reads nothing, so that simulations and replays
/// call the same code as the command.
public struct Gate: Sendable {
    public let facts: GateFacts
    public let settings: GateSettings
    public let traces: [EvidenceTrace]
    /// By trace, the looks at which harm was shown first, and safety.
    private let shown: [Shown]
    private let targets: [TargetLook]
    /// By trace, its part of α, the same at every look; 0: the baseline is known not to report the measure.
    private let alphas: [Double]

    private struct Shown {
        var harm: (hour: Hour, margin: Double)?
        var safety: Hour?
    }

    /// Install-days on the version up to an hour.
    private struct TargetLook {
        let hour: Hour
        let isUnder: Bool
    }

    public init(_ facts: GateFacts, _ settings: GateSettings = GateSettings()) {
        self.facts = facts
        self.settings = settings
        traces = facts.evidence.map { EvidenceTrace($0, settings) }
        targets = Gate.targets(facts, settings)
        let guarded = facts.evidence.map(\.measure).filter { !facts.unreported.contains($0) }
        let alphas = facts.evidence.map(\.measure).map { measure in
            AlphaSplit.part(of: measure, among: guarded, reserved: facts.reservedWeight, alpha: settings.alpha)
        }
        var shown: [Shown] = []
        for (trace, alpha) in zip(traces, alphas) { shown.append(Gate.shown(trace, alpha, targets, settings)) }
        self.alphas = alphas
        self.shown = shown
    }

    // MARK: Levels

    /// What E of one process has to reach: where two run, each has half of the measure's α.
    static func threshold(_ alpha: Double, _ measure: GuardedMeasure) -> Double { log((measure.hasTarget ? 2 : 1) / alpha) }

    private static func shown(
        _ trace: EvidenceTrace, _ alpha: Double, _ targets: [TargetLook], _ settings: GateSettings
    ) -> Shown {
        let least = alpha > 0 ? threshold(alpha, trace.measure) : .infinity
        var shown = Shown()
        var target = 0
        for look in trace.looks {
            while target + 1 < targets.count, targets[target + 1].hour <= look.hour { target += 1 }
            if shown.safety == nil, look.safety >= log(1 / settings.alpha) { shown.safety = look.hour }
            guard shown.harm == nil else { continue }
            let isUnder = !targets.isEmpty && targets[target].hour <= look.hour && targets[target].isUnder
            if look.harm >= least { shown.harm = (look.hour, settings.harmMargin) }
            if trace.measure.hasTarget, isUnder, look.strictHarm >= least, shown.harm == nil {
                shown.harm = (look.hour, settings.strictHarmMargin)
            }
        }
        return shown
    }

    private static func targets(_ facts: GateFacts, _ settings: GateSettings) -> [TargetLook] {
        var (active, crashed) = (Int64(0), Int64(0))
        return facts.receipts.map { receipt in
            active += receipt.new.active
            crashed += receipt.new.crashed
            return TargetLook(
                hour: receipt.hour, isUnder: active > 0 && Double(crashed) > (1 - settings.target) * Double(active))
        }
    }

    private func isUnderTarget(before horizon: Hour) -> Bool { targets.last { $0.hour < horizon }?.isUnder ?? false }

    // MARK: Verdicts

    /// The hours at which something became known, up to the horizon: where a verdict can change.
    public func hours(before horizon: Hour) -> [Hour] {
        Set(traces.flatMap { $0.looks.map(\.hour) } + facts.receipts.map(\.hour)).filter { $0 < horizon }.sorted()
    }

    /// The verdict alone, as it was at an hour.
    public func verdict(before horizon: Hour) -> Verdict { judge(before: horizon, wantsFaults: false).verdict }

    /// The measures that had been shown to be harmful by then.
    public func harmful(before horizon: Hour) -> [GuardedMeasure] {
        zip(traces, shown).compactMap { trace, shown in shown.harm.map { $0.hour < horizon } ?? false ? trace.measure : nil }
    }

    /// The verdict with all that it rests on.
    public func assessment(before horizon: Hour) -> GateAssessment {
        let (verdict, measures, faults) = judge(before: horizon)
        return GateAssessment(
            verdict: verdict, from: facts.from, horizon: horizon,
            measures: measures.map { $0.completed(by: self, before: horizon) }, faults: faults,
            installDays: facts.received(facts.from.number, before: horizon).new,
            isUnderTarget: isUnderTarget(before: horizon), completeness: facts.completeness(horizon),
            unmatchedShare: traces.first { $0.measure == .crash }?.unmatchedShare(before: horizon),
            looksAtSilence: facts.looksAtSilence)
    }

    private func judge(before horizon: Hour, wantsFaults: Bool = true) -> (
        verdict: Verdict, measures: [MeasureResult], faults: [DataFault]
    ) {
        let isUnder = isUnderTarget(before: horizon)
        let measures = traces.indices.map { place in
            let (trace, shown) = (traces[place], shown[place])
            return MeasureResult(
                trace, before: horizon, settings, alpha: alphas[place],
                harm: shown.harm.flatMap { $0.hour < horizon ? $0 : nil },
                safety: shown.safety.flatMap { $0 < horizon ? $0 : nil },
                isUnderTarget: trace.measure.hasTarget && isUnder,
                isLeftOut: trace.measure.waitsForInstalls && !facts.looksAtSilence)
        }
        let widest = traces.first { $0.measure == .crash && !$0.looks.isEmpty } ?? traces.first { !$0.looks.isEmpty }
        let isHarmful = measures.contains { $0.harmSince != nil }
        // Harm comes first: whoever wants the verdict alone need not wait for what changes nothing.
        let checks = DataFaultChecks(facts: facts, horizon: horizon, widest: widest)
        let faults = isHarmful && !wantsFaults ? [] : checks.faults()
        let provable = measures.filter(\.isProvable)
        let verdict: Verdict =
            if isHarmful {
                .halt
            } else if !faults.isEmpty {
                .dataFault
            } else if !provable.isEmpty, measures.contains(where: { $0.measure == .crash && $0.isCompared }),
                provable.allSatisfy({ $0.safeSince != nil }), measures.allSatisfy({ !$0.hasSignOfHarm })
            {
                .pass
            } else {
                .insufficient
            }
        return (verdict, measures, faults)
    }
}
