import Glibc
public import Statistics

/// When a rollout would show what, before it starts.
///
/// By expected growth: on average an install-day of the new version adds ``Power/nats(_:ratio:baseline:share:)`` to ln E, for
/// the alternative that is the true ratio; what is found is found on the day on which the sum reaches the threshold, and ln 3
/// more for the mean over the grid. That is the median of simulated rollouts to within a day.
public struct RolloutPlan: Sendable {
    /// What a measure's installs do on the baseline.
    public struct Baseline: Sendable {
        public let measure: GuardedMeasure
        /// First events ÷ installs at risk.
        public let rate: Double
        /// Installs at risk a day, of the active ones.
        public let riskShare: Double

        public init(_ measure: GuardedMeasure, rate: Double, riskShare: Double) {
            self.measure = measure
            self.rate = rate
            self.riskShare = riskShare
        }
    }

    public struct Stage: Sendable {
        /// From 1.
        public let day: Int
        /// Of the active installs, 0…1.
        public let share: Double
        public let installsPerDay: Double
        public let installDays: Double
        /// What is found on this day, and not before.
        public let found: [Finding]
        public let safe: [GuardedMeasure]
    }

    public struct Finding: Sendable {
        public let measure: GuardedMeasure
        public let ratio: Double
    }

    public struct Outlook: Sendable {
        public let baseline: Baseline
        /// The day on which each of ``RolloutPlan/ratios`` is found; nil: not within the plan.
        public let foundDays: [Int?]
        public let isProvable: Bool
        public let safeDay: Int?
    }

    public static let ratios = [1.5, 2, 3]
    /// The last stage is held for as long.
    public static let holdDays = 30

    public let stages: [Stage]
    public let outlooks: [Outlook]
    /// The day on which a version as good as its baseline passes; nil: not within the plan, or nothing is provable.
    public let passDay: Int?
    public let installsPerDay: Double

    /// - Parameter shares: of the active installs, day by day.
    public init(_ baselines: [Baseline], installsPerDay: Double, shares: [Double], settings: GateSettings = GateSettings()) {
        let guarded = baselines.map(\.measure)
        let growth = Growth(
            installsPerDay: installsPerDay, shares: shares + Array(repeating: shares.last ?? 0, count: RolloutPlan.holdDays))
        let outlooks = baselines.map {
            growth.outlook($0, alpha: AlphaSplit.part(of: $0.measure, among: guarded, alpha: settings.alpha), settings)
        }
        let provable = outlooks.filter(\.isProvable)
        passDay = provable.isEmpty || provable.contains { $0.safeDay == nil } ? nil : provable.compactMap(\.safeDay).max()
        var sum = 0.0
        stages = shares.enumerated().map { place, share in
            sum += installsPerDay * share
            let day = place + 1
            let found = outlooks.flatMap { outlook in
                zip(RolloutPlan.ratios, outlook.foundDays).filter { $1 == day }.map {
                    Finding(measure: outlook.baseline.measure, ratio: $0.0)
                }
            }
            return Stage(
                day: day, share: share, installsPerDay: installsPerDay * share, installDays: sum, found: found,
                safe: outlooks.filter { $0.safeDay == day }.map(\.baseline.measure))
        }
        self.outlooks = outlooks
        self.installsPerDay = installsPerDay
    }
}

private struct Growth {
    let installsPerDay: Double
    let shares: [Double]

    func outlook(_ baseline: RolloutPlan.Baseline, alpha: Double, _ settings: GateSettings) -> RolloutPlan.Outlook {
        let harm = Gate.threshold(alpha, baseline.measure)
        let found = RolloutPlan.ratios.map { ratio in
            let usual = day(baseline, .harm(margin: settings.harmMargin), ratio, reaching: harm)
            // Under the target the margin is 1, too.
            let isUnder = baseline.measure.hasTarget && baseline.rate * ratio > 1 - settings.target
            let strict = isUnder ? day(baseline, .harm(margin: settings.strictHarmMargin), ratio, reaching: harm) : nil
            return [usual, strict].compactMap { $0 }.min()
        }
        let isProvable = baseline.rate >= settings.leastProvableRate
        return RolloutPlan.Outlook(
            baseline: baseline, foundDays: found, isProvable: isProvable,
            safeDay: isProvable
                ? day(baseline, .safety(margin: settings.safetyMargin), 1, reaching: log(1 / settings.alpha)) : nil)
    }

    private func day(
        _ baseline: RolloutPlan.Baseline, _ claim: EProcess.Claim, _ ratio: Double, reaching threshold: Double
    ) -> Int? {
        var nats = 0.0
        var before = 0.0
        for (place, share) in shares.enumerated() {
            // Silence counts those that are new that day, and the days of silence later.
            let new = baseline.measure.waitsForInstalls ? max(0, share - before) : share
            before = share
            let part = min(0.99, max(share, 1e-9))
            nats +=
                Power.nats(claim, ratio: ratio, baseline: baseline.rate, share: part) * installsPerDay * new * baseline.riskShare
            if nats >= threshold + Power.gridCost {
                return place + 1 + (baseline.measure.waitsForInstalls ? SilentInstalls.silentDays + 1 : 0)
            }
        }
        return nil
    }
}
