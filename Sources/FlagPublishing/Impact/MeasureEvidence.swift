public import FleetCore
public import Statistics

/// What a trial's cells say about one measure.
public struct MeasureEvidence: Sendable {
    public let measure: GuardedMeasure
    /// Over all cells.
    public let inside: ArmCounts
    public let outside: ArmCounts
    /// Its part of alpha, the same at every look, told or not.
    public let alpha: Double
    /// That the rate is greater inside: E now, and the greatest that it was.
    public let harm: Double
    public let greatestHarm: Double
    /// The day of receipt on which harm was first shown at `alpha`; nil: it is not.
    public let harmShownOn: Day?
    /// That it is under twice the rate outside.
    public let safety: Double
    public let isSafe: Bool
    /// Of installs at risk, those in cells that lack the other arm: they say nothing.
    public let unmatchedShare: Double?

    /// Whose baseline is rarer can't be shown to be safe in the time that a rollout has: it can only halt.
    public static let leastProvableRate = 0.003
    /// Any excess inside is harm: nobody is inside by their own doing.
    public static let harmMargin = 1.0
    public static let safetyMargin = 2.0

    /// Somebody told it; of failing pairs, heard of where one is and nowhere else, one is enough. Else it is no reason to pass.
    public var isMeasured: Bool {
        measure == .decrypt ? inside.events + outside.events > 0 : inside.installs + outside.installs > 0
    }
    public var isHarmShown: Bool { harmShownOn != nil }
    public var isProvable: Bool { isMeasured && (outside.rate ?? 0) >= MeasureEvidence.leastProvableRate }

    /// The rate inside, as a multiple of that outside; nil where one of them is not known, or there is none outside.
    public var ratio: Double? {
        guard let new = inside.rate, let baseline = outside.rate, baseline > 0 else { return nil }
        return new / baseline
    }

    /// 95 %, exact given how many events there were: their share inside is θ = ρλ / (1 − ρ + ρλ). No upper end where all are.
    public var ratioInterval: Interval? {
        guard inside.installs > 0, outside.installs > 0,
            let share = ClopperPearson.interval(inside.events, of: inside.events + outside.events)
        else { return nil }
        let odds = Double(outside.installs) / Double(inside.installs)
        func ratio(_ share: Double) -> Double { share < 1 ? share / (1 - share) * odds : .infinity }
        return Interval(low: ratio(share.low), high: ratio(share.high))
    }

    /// The smallest regression that so many installs would have shown by now; nil: none, or nothing is known outside.
    public var leastDetectable: Double? {
        guard isMeasured, inside.installs > 0, let baseline = outside.rate, baseline > 0 else { return nil }
        let greatest = min(1000, 0.999 / baseline)
        func isFound(_ ratio: Double) -> Bool {
            needed(.harm(margin: MeasureEvidence.harmMargin), ratio, baseline).map { $0 <= Double(inside.installs) } ?? false
        }
        guard greatest > 1.001, isFound(greatest) else { return nil }
        var (low, high) = (1.0, greatest)
        while high - low > 0.005 * low {
            let middle = (low * high).squareRoot()
            if isFound(middle) { high = middle } else { low = middle }
        }
        return high
    }

    /// How many more installs at risk inside it takes to show that a harmless flag is harmless, about; nil: not provable.
    public var installsToSafety: Int64? {
        guard isProvable, !isSafe, let baseline = outside.rate,
            let needed = needed(.safety(margin: MeasureEvidence.safetyMargin), 1, baseline)
        else { return nil }
        return max(1, Int64((needed - Double(inside.installs)).rounded(.up)))
    }

    private func needed(_ claim: EProcess.Claim, _ ratio: Double, _ baseline: Double) -> Double? {
        let share = Double(inside.installs) / Double(inside.installs + outside.installs)
        guard share > 0, share < 1 else { return nil }
        return Power.newInstalls(toShow: claim, ratio: ratio, baseline: baseline, share: share, alpha: alpha)
    }

    /// - Parameter cells: this measure's, in the order in which evidence came in.
    init(_ measure: GuardedMeasure, _ cells: [TrialCell], alpha: Double) {
        self.measure = measure
        self.alpha = alpha
        var (inside, outside) = (ArmCounts(), ArmCounts())
        var harm = EProcess(.harm(margin: MeasureEvidence.harmMargin))
        var safety = EProcess(.safety(margin: MeasureEvidence.safetyMargin))
        var shownOn: Day?
        var unmatched: Int64 = 0
        for cell in cells {
            inside += cell.inside
            outside += cell.outside
            let arms = EProcess.Cell(
                new: (cell.inside.events, cell.inside.installs), baseline: (cell.outside.events, cell.outside.installs))
            if !arms.isComparable { unmatched += cell.inside.installs + cell.outside.installs }
            harm.add(arms)
            safety.add(arms)
            if shownOn == nil, harm.isShown(alpha: alpha) { shownOn = cell.knownDay }
        }
        self.inside = inside
        self.outside = outside
        self.harm = harm.value
        greatestHarm = harm.greatestValue
        harmShownOn = shownOn
        self.safety = safety.value
        isSafe = safety.isShown(alpha: alpha)
        let all = inside.installs + outside.installs
        unmatchedShare = all > 0 ? Double(unmatched) / Double(all) : nil
    }
}
