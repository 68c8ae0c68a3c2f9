public import FleetCore
import Glibc
public import Statistics

/// A verdict on one platform, and what it rests on.
public struct GateAssessment: Sendable {
    public let verdict: Verdict
    /// The first hour that counts, and the first that doesn't any more.
    public let from: Hour
    public let horizon: Hour
    public let measures: [MeasureResult]
    public let faults: [DataFault]
    /// Of the new version.
    public let installDays: ReceiptCounts
    public let isUnderTarget: Bool
    /// Nil: unknown.
    public let completeness: Double?
    public let unmatchedShare: Double?
    public let looksAtSilence: Bool
}

/// What the evidence on one measure says.
public struct MeasureResult: Sendable {
    /// What a measure can contribute.
    public enum State: String, Sendable {
        case harmShown = "harm shown"
        case safe
        /// Also where the baseline has it and the new version does not report it: that hides harm, and is no proof.
        case open
        /// The baseline's rate is surely too small: it can only halt.
        case notProvable = "not provable at this size"
        /// Too few installs are old enough: it can only halt.
        case tooFew = "too few old enough"
        /// Only one arm reports it, and it is the new one, or the baseline's rate is surely too small.
        case notCompared = "reported by one version only"
        case notMeasured = "not measured"
        case leftOut = "left out"
    }

    public let measure: GuardedMeasure
    public let state: State
    public let new: Exposure
    public let baseline: Exposure
    /// Its part of α; 0: none.
    public let alpha: Double
    /// ln E, now, against the harm margin, the strict one (nil: the measure has no target, or the version meets it) and the
    /// safety margin.
    public let harm: Double
    public let strictHarm: Double?
    public let safety: Double
    /// What ln E of harm has to reach; nil: no part of α.
    public let harmThreshold: Double?
    public let safetyThreshold: Double
    /// The hour that first showed it, since the rollout began.
    public let harmSince: Hour?
    /// The ratio that was shown to be exceeded.
    public let harmMargin: Double?
    public let safeSince: Hour?
    /// Strata weighed together; nil without an event.
    public private(set) var ratio: RateRatio?
    /// The strata that moved the evidence, the strongest first: parts of ln E of harm.
    public private(set) var moves: [StratumMove] = []
    /// The greatest ratio that the evidence has not ruled out, at α, at any number of looks; nil: none is ruled out.
    public private(set) var stillPossible: Double?
    /// The smallest ratio that installs so far would have shown as harm, as a rule; nil: none up to 10.
    public private(set) var wouldHaveFound: Double?
    /// Until safety is shown, if the version is as good as its baseline; nil where it can't be told.
    public private(set) var moreInstalls: Int64?
    /// At the pace of the last 24 hours.
    public private(set) var moreHours: Double?

    public var isCompared: Bool { state != .notMeasured && new.atRisk > 0 && baseline.atRisk > 0 }
    /// The baseline reports it, and nothing of the new version does.
    public var isMissingOnNew: Bool { new.atRisk == 0 && baseline.atRisk > 0 }
    public var isProvable: Bool { state == .safe || state == .open || (state == .harmShown && safeSince != nil) }
    /// E of harm over 1.
    public var hasSignOfHarm: Bool { max(harm, strictHarm ?? -.infinity) > 1e-9 }

    init(
        _ trace: EvidenceTrace, before horizon: Hour, _ settings: GateSettings, alpha: Double,
        harm: (hour: Hour, margin: Double)?,
        safety: Hour?, isUnderTarget: Bool, isLeftOut: Bool
    ) {
        let look = trace.look(before: horizon)
        measure = trace.measure
        new = look?.new ?? Exposure()
        baseline = look?.baseline ?? Exposure()
        self.alpha = alpha
        self.harm = look?.harm ?? 0
        strictHarm = isUnderTarget ? look?.strictHarm ?? 0 : nil
        self.safety = look?.safety ?? 0
        harmThreshold = alpha > 0 ? Gate.threshold(alpha, trace.measure) : nil
        safetyThreshold = log(1 / settings.alpha)
        harmSince = harm?.hour
        harmMargin = harm?.margin
        safeSince = safety
        state = MeasureResult.state(
            measure, new, baseline, settings, isHarmful: harm != nil, isSafe: safety != nil, isLeftOut: isLeftOut)
    }

    private static func state(
        _ measure: GuardedMeasure, _ new: Exposure, _ baseline: Exposure, _ settings: GateSettings, isHarmful: Bool,
        isSafe: Bool, isLeftOut: Bool
    ) -> State {
        if isHarmful { return .harmShown }
        if isLeftOut { return .leftOut }
        if new.atRisk == 0, baseline.atRisk == 0 { return measure.waitsForInstalls ? .tooFew : .notMeasured }
        if measure.isHeardOfByEvents, new.events + baseline.events == 0 { return .notMeasured }
        let isRare = settings.isTooRare(baseline)
        guard new.atRisk > 0, baseline.atRisk > 0, let rate = baseline.rate else {
            if measure.waitsForInstalls { return .tooFew }
            return baseline.atRisk > 0 && !isRare ? .open : .notCompared
        }
        if isRare { return .notProvable }
        if isSafe { return .safe }
        if measure.waitsForInstalls {
            let share = Double(new.atRisk) / Double(new.atRisk + baseline.atRisk)
            let needed = Power.newInstalls(
                toShow: .safety(margin: settings.safetyMargin), ratio: 1, baseline: rate, share: share, alpha: settings.alpha)
            if Double(new.atRisk) < needed ?? .infinity { return .tooFew }
        }
        return .open
    }

    /// With what takes longer to compute, and no verdict needs.
    func completed(by gate: Gate, before horizon: Hour) -> MeasureResult {
        guard isCompared, let trace = gate.traces.first(where: { $0.measure == measure }) else { return self }
        let days = trace.cells(before: horizon)
        let cells = days.map(\.cell)
        var result = self
        result.ratio = RateRatio.stratified(cells)
        result.moves = StratumMove.moves(days, gate.settings)
        result.stillPossible = MeasureResult.greatestPossible(cells, gate.settings)
        let share = Double(new.atRisk) / Double(new.atRisk + baseline.atRisk)
        guard let rate = baseline.rate, rate > 0 else { return result }
        result.wouldHaveFound = harmThreshold.flatMap { threshold in
            Power.smallestShown(
                overMargin: gate.settings.harmMargin, reaching: threshold, newInstalls: new.atRisk, baseline: rate, share: share,
                upTo: gate.settings.harmMargin * 10)
        }
        guard state == .open || state == .tooFew, safeSince == nil else { return result }
        let claim = EProcess.Claim.safety(margin: gate.settings.safetyMargin)
        let nats = Power.nats(claim, ratio: 1, baseline: rate, share: share)
        guard nats > 0 else { return result }
        // At the start the mean over the grid has its cost; later that is in ln E.
        let missing = safetyThreshold + (safety < Power.gridCost ? Power.gridCost : 0) - max(0, safety)
        let more = max(1, (missing / nats).rounded(.up))
        guard more < 1e15 else { return result }
        result.moreInstalls = Int64(more)
        let dayBefore = trace.look(before: Hour(number: horizon.number - 24))?.new.atRisk ?? 0
        let pace = Double(new.atRisk - dayBefore) / 24
        result.moreHours = pace > 0 ? (more / pace).rounded(.up) : nil
        return result
    }

    /// By halving: the margin at which the evidence, now, just does not prove safety.
    private static func greatestPossible(_ cells: [EProcess.Cell], _ settings: GateSettings) -> Double? {
        func isRuledOut(_ ratio: Double) -> Bool {
            var process = EProcess(.safety(margin: ratio))
            process.add(cells)
            return process.logValue >= log(1 / settings.alpha)
        }
        var (low, high) = (0.05, 20.0)
        guard isRuledOut(high) else { return nil }
        for _ in 0..<16 {
            let middle = (low * high).squareRoot()
            if isRuledOut(middle) { high = middle } else { low = middle }
        }
        return high
    }
}

/// What a stratum has in the evidence of harm.
public struct StratumMove: Sendable {
    public let stratum: Stratum
    public let new: Exposure
    public let baseline: Exposure
    /// Its part of ln E, of the alternative that the evidence favours most.
    public let nats: Double

    static func moves(_ days: [DayCell], _ settings: GateSettings) -> [StratumMove] {
        var process = EProcess(.harm(margin: settings.harmMargin))
        process.add(days.map(\.cell))
        var sums: [Stratum: (new: Exposure, baseline: Exposure, nats: Double)] = [:]
        for day in days {
            sums[day.stratum, default: (Exposure(), Exposure(), 0)].nats += process.move(by: day.cell)
            sums[day.stratum, default: (Exposure(), Exposure(), 0)].new += day.new
            sums[day.stratum, default: (Exposure(), Exposure(), 0)].baseline += day.baseline
        }
        return sums.map { StratumMove(stratum: $0, new: $1.new, baseline: $1.baseline, nats: $1.nats) }
            .sorted { abs($0.nats) == abs($1.nats) ? $0.stratum < $1.stratum : abs($0.nats) > abs($1.nats) }
    }
}
