public import FleetCore
import Glibc
public import Statistics

/// What a trial's cells say about one measure.
public struct TrialMeasure: Sendable {
    public let measure: GuardedMeasure
    /// Over all cells.
    public let inside: Exposure
    public let outside: Exposure
    /// Its part of alpha, the same at every look, told or not.
    public let alpha: Double
    /// That the rate is greater inside: E now, and the greatest that it was.
    public let harm: Double
    public let greatestHarm: Double
    /// The day of receipt on which harm was first shown at `alpha`; nil: it is not.
    public let harmShownOn: Day?
    /// That it is under twice the rate outside; at the whole of alpha, since every measure has to be shown.
    public let safety: Double
    public let isSafe: Bool
    /// Of installs at risk, those in cells that lack the other arm: they say nothing.
    public let aloneShare: Double?
    private let settings: GateSettings

    /// Somebody told it; of what is heard of where it happens and nowhere else, one event is enough. Else it is no reason to
    /// pass.
    public var isMeasured: Bool {
        measure.isHeardOfByEvents ? inside.events + outside.events > 0 : inside.atRisk + outside.atRisk > 0
    }
    public var isHarmShown: Bool { harmShownOn != nil }
    /// Surely too rare outside, it can only halt.
    public var isProvable: Bool { isMeasured && outside.atRisk > 0 && !settings.isTooRare(outside) }

    /// The rate inside, as a multiple of that outside, with its exact 95 % interval; nil without an event.
    public var ratio: RateRatio? { RateRatio.pooled([EProcess.Cell(inside, outside)]) }

    /// The smallest regression that so many installs would have shown by now; nil: none, or nothing is known outside.
    public var leastDetectable: Double? {
        guard isMeasured, inside.atRisk > 0, let baseline = outside.rate, baseline > 0, let share else { return nil }
        return Power.smallestShown(
            overMargin: settings.harmMargin, reaching: log(1 / alpha), newInstalls: inside.atRisk, baseline: baseline,
            share: share, upTo: min(1000, 0.999 / baseline))
    }

    /// How many more installs at risk inside it takes to show that a harmless flag is harmless, about; nil: not provable.
    public var installsToSafety: Int64? {
        guard isProvable, !isSafe, let baseline = outside.rate, let share,
            let needed = Power.newInstalls(
                toShow: .safety(margin: settings.safetyMargin), ratio: 1, baseline: baseline, share: share,
                alpha: settings.alpha)
        else { return nil }
        return max(1, Int64((needed - Double(inside.atRisk)).rounded(.up)))
    }

    /// Of those at risk, the part inside; nil where one side has nobody.
    private var share: Double? {
        guard inside.atRisk > 0, outside.atRisk > 0 else { return nil }
        return Double(inside.atRisk) / Double(inside.atRisk + outside.atRisk)
    }

    /// - Parameter cells: this measure's.
    init(_ measure: GuardedMeasure, _ cells: [TrialCell], alpha: Double, _ settings: GateSettings) {
        self.measure = measure
        self.alpha = alpha
        self.settings = settings
        let trace = EvidenceTrace(MeasureEvidence(measure, cells.flatMap(\.arms)), settings)
        let end = Hour(number: .max)
        let last = trace.look(before: end)
        inside = last?.new ?? Exposure()
        outside = last?.baseline ?? Exposure()
        harm = exp(last?.harm ?? 0)
        greatestHarm = exp(max(0, trace.looks.map(\.harm).max() ?? 0))
        harmShownOn = trace.looks.first { $0.harm >= log(1 / alpha) }?.hour.start.day
        safety = exp(last?.safety ?? 0)
        isSafe = trace.looks.contains { $0.safety >= log(1 / settings.alpha) }
        let days = trace.cells(before: end)
        let all = days.reduce(0) { $0 + $1.new.atRisk + $1.baseline.atRisk }
        let alone = days.reduce(0) { $0 + ($1.cell.isComparable ? 0 : $1.new.atRisk + $1.baseline.atRisk) }
        aloneShare = all > 0 ? Double(alone) / Double(all) : nil
    }
}

extension TrialCell {
    fileprivate var arms: [ArmCell] {
        let stratum = Stratum(group: deviceClass, tenure: Int32(clamping: stretch))
        return [(true, inside), (false, outside)].filter { $0.1 != Exposure() }.map {
            ArmCell(knownHour, stratum, isNew: $0.0, $0.1)
        }
    }
}
