import Flags
public import FleetCore
import Statistics

/// What a trial says: installs inside its percentage against those outside, as their ids put them there, whether or not
/// they took the flag up (intention to treat).
public struct TrialEvidence: Sendable {
    public let trial: FlagTrial
    /// A stretch each.
    public let installs: [StretchInstalls]
    /// A measure each.
    public let measures: [TrialMeasure]
    public let cells: [TrialCell]
    public let alpha: Double
    /// How much of the days it ran on is in; nil: not known.
    public let completeness: Double?

    /// - Parameters:
    ///   - cells: of all measures.
    ///   - alpha: the chance, at most, of ever showing harm of a harmless flag.
    public init(
        _ trial: FlagTrial, installs: [StretchInstalls], cells: [TrialCell], alpha: Double, completeness: Double? = nil
    ) {
        self.trial = trial
        self.installs = installs
        self.cells = cells
        self.alpha = alpha
        self.completeness = completeness
        let byMeasure = Dictionary(grouping: cells, by: \.measure)
        let guarded = GuardedMeasure.ofFlags
        measures = guarded.map { measure in
            TrialMeasure(
                measure, byMeasure[measure] ?? [], alpha: AlphaSplit.part(of: measure, among: guarded, alpha: alpha),
                GateSettings.ofFlags(alpha: alpha))
        }
    }

    public var eligible: StretchInstalls {
        installs.reduce(into: StretchInstalls()) {
            $0.inside += $1.inside
            $0.outside += $1.outside
        }
    }

    /// How likely so uneven a split is, a stretch each; nil without installs.
    public var sampleRatios: [Double?] {
        zip(trial.stretches, installs).map { stretch, installs in
            SampleRatio.pValue(
                inside: installs.inside, of: installs.all, share: Double(stretch.percent.thousandths) / 100_000)
        }
    }

    /// The least of them, for as many as were looked at.
    public var sampleRatio: Double? {
        let found = sampleRatios.compactMap { $0 }
        return found.min().map { min(1, $0 * Double(found.count)) }
    }

    public var isSplitBroken: Bool { sampleRatio.map { $0 < GateSettings.faultChance } ?? false }
    public var isTooIncomplete: Bool { DayWindow.isTooIncomplete(completeness) }

    /// Those whose harm is shown, the strongest evidence first.
    public var harmed: [TrialMeasure] {
        measures.filter(\.isHarmShown).sorted { $0.greatestHarm > $1.greatestHarm }
    }

    /// Those whose evidence is for harm, however weak. Of 1 exactly there is none.
    public var speakingAgainst: [TrialMeasure] { measures.filter { $0.isMeasured && $0.harm > 1 } }

    public var verdict: Verdict {
        // First of all: in a split that can't be, a difference of the arms says nothing of the flag.
        if isSplitBroken { return .dataFault }
        if !harmed.isEmpty { return .halt }
        if isTooIncomplete { return .dataFault }
        let provable = measures.filter(\.isProvable)
        let isSafe = !provable.isEmpty && provable.allSatisfy(\.isSafe)
        return isSafe && speakingAgainst.isEmpty ? .pass : .insufficient
    }
}
