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
        /// First events, and installs at risk.
        public let exposure: Exposure
        /// First events ÷ installs at risk; 0: when it would be found or shown to be safe is not known.
        public let rate: Double
        /// Its 95 % interval: what the window's installs leave open.
        public let interval: Interval
        /// Surely too rare to be shown to be safe, as the gate will find.
        let isTooRare: Bool
        /// Installs at risk a day, of the active ones.
        public let riskShare: Double

        /// Nil: nobody was at risk; or nothing happened, and that is enough to show that it is too rare to be waited for, or no
        /// sign that anybody tells of it. Nothing of few installs is kept: the gate waits until it is known to be rare.
        public init?(
            _ measure: GuardedMeasure, _ exposure: Exposure, riskShare: Double, settings: GateSettings = GateSettings()
        ) {
            let isTooRare = settings.isTooRare(exposure)
            guard let rate = exposure.rate, rate > 0 || !(isTooRare || measure.isHeardOfByEvents),
                let interval = Wilson.interval(exposure.events, of: exposure.atRisk)
            else { return nil }
            self.measure = measure
            self.exposure = exposure
            self.rate = rate
            self.interval = interval
            self.riskShare = riskShare
            self.isTooRare = isTooRare
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
        /// When each of ``RolloutPlan/ratios`` is found.
        public let found: [Forecast]
        public let isProvable: Bool
        public let safe: Forecast
    }

    /// A day, from 1, by the baseline's rate, and by the ends of its interval; nil: not within the plan.
    public struct Forecast: Sendable, Hashable {
        public let day: Int?
        /// The sooner of the two ends; the later: nil also where one of them is not within the plan.
        public let earliest: Int?
        public let latest: Int?

        static let never = Forecast(day: nil, earliest: nil, latest: nil)

        init(day: Int?, earliest: Int?, latest: Int?) {
            self.day = day
            self.earliest = earliest
            self.latest = latest
        }

        /// That of all of several: each has to be there.
        init(lastOf all: [Forecast]) {
            func last(_ days: [Int?]) -> Int? { days.contains(nil) ? nil : days.compactMap { $0 }.max() }
            self.init(day: last(all.map(\.day)), earliest: last(all.map(\.earliest)), latest: last(all.map(\.latest)))
        }
    }

    public static let ratios = [1.5, 2, 3]
    /// The last stage is held for as long.
    public static let holdDays = 30

    public let stages: [Stage]
    public let outlooks: [Outlook]
    /// When a version as good as its baseline passes; never where nothing is provable.
    public let pass: Forecast
    public let installsPerDay: Double

    /// - Parameters:
    ///   - guarded: those that α is split between, whether or not something is known of them.
    ///   - shares: of the active installs, day by day.
    public init(
        _ baselines: [Baseline], guarded: [GuardedMeasure] = GuardedMeasure.builtIn, installsPerDay: Double, shares: [Double],
        settings: GateSettings = GateSettings()
    ) {
        let growth = Growth(
            installsPerDay: installsPerDay, shares: shares + Array(repeating: shares.last ?? 0, count: RolloutPlan.holdDays))
        let outlooks = baselines.map {
            growth.outlook($0, alpha: AlphaSplit.part(of: $0.measure, among: guarded, alpha: settings.alpha), settings)
        }
        let provable = outlooks.filter(\.isProvable)
        pass = provable.isEmpty ? .never : Forecast(lastOf: provable.map(\.safe))
        var sum = 0.0
        stages = shares.enumerated().map { place, share in
            sum += installsPerDay * share
            let day = place + 1
            let found = outlooks.flatMap { outlook in
                zip(RolloutPlan.ratios, outlook.found).filter { $1.day == day }.map {
                    Finding(measure: outlook.baseline.measure, ratio: $0.0)
                }
            }
            return Stage(
                day: day, share: share, installsPerDay: installsPerDay * share, installDays: sum, found: found,
                safe: outlooks.filter { $0.safe.day == day }.map(\.baseline.measure))
        }
        self.outlooks = outlooks
        self.installsPerDay = installsPerDay
    }
}

private struct Growth {
    let installsPerDay: Double
    let shares: [Double]

    func outlook(_ baseline: RolloutPlan.Baseline, alpha: Double, _ settings: GateSettings) -> RolloutPlan.Outlook {
        let threshold = alpha > 0 ? Gate.threshold(alpha, baseline.measure) : .infinity
        let found = RolloutPlan.ratios.map { ratio in
            forecast(baseline) { rate in
                let usual = day(baseline, rate, .harm(margin: settings.harmMargin), ratio, reaching: threshold)
                // Under the target the margin is 1, too.
                let isUnder = baseline.measure.hasTarget && rate * ratio > 1 - settings.target
                let strict =
                    isUnder ? day(baseline, rate, .harm(margin: settings.strictHarmMargin), ratio, reaching: threshold) : nil
                return [usual, strict].compactMap { $0 }.min()
            }
        }
        let safe = forecast(baseline) { rate in
            day(baseline, rate, .safety(margin: settings.safetyMargin), 1, reaching: log(1 / settings.alpha))
        }
        return RolloutPlan.Outlook(
            baseline: baseline, found: found, isProvable: !baseline.isTooRare, safe: baseline.isTooRare ? .never : safe)
    }

    /// The more events, the sooner; a target may turn that round, so that both ends are looked at.
    private func forecast(_ baseline: RolloutPlan.Baseline, _ day: (Double) -> Int?) -> RolloutPlan.Forecast {
        let ends = [baseline.interval.low, baseline.interval.high].map(day)
        return RolloutPlan.Forecast(
            day: day(baseline.rate), earliest: ends.compactMap { $0 }.min(),
            latest: ends.contains(nil) ? nil : ends.compactMap { $0 }.max())
    }

    private func day(
        _ baseline: RolloutPlan.Baseline, _ rate: Double, _ claim: EProcess.Claim, _ ratio: Double, reaching threshold: Double
    ) -> Int? {
        guard rate > 0 else { return nil }
        var nats = 0.0
        var before = 0.0
        for (place, share) in shares.enumerated() {
            // Silence counts those that are new that day, and the days of silence later.
            let new = baseline.measure.waitsForInstalls ? max(0, share - before) : share
            before = share
            let part = min(0.99, max(share, 1e-9))
            nats += Power.nats(claim, ratio: ratio, baseline: rate, share: part) * installsPerDay * new * baseline.riskShare
            if nats >= threshold + Power.gridCost {
                return place + 1 + (baseline.measure.waitsForInstalls ? SilentInstalls.silentDays + 1 : 0)
            }
        }
        return nil
    }
}
