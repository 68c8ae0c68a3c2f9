import FleetCore

/// How many of a cohort (what a day or an hour will hold in the end) became known in an hour.
struct ArrivalCount: Sendable {
    /// The UTC hour in which the cohort begins.
    let cohort: Int32
    let knownHour: Int32
    let count: Int64

    /// Delays that reports can have: a local day begins up to 14 hours before 00:00 UTC of it, and reports of days more than
    /// 35 before their receipt are set aside. Others come of clocks and loads that say nothing of delays; what they brought
    /// counts at the nearer bound.
    static let possibleDelays = -14...36 * 24

    /// In hours.
    fileprivate var delay: Int {
        min(max(Int(knownHour) - Int(cohort), ArrivalCount.possibleDelays.lowerBound), ArrivalCount.possibleDelays.upperBound)
    }

    fileprivate var isPossible: Bool { Int(knownHour) - Int(cohort) == delay }
}

/// Cohorts that begin `step` hours apart.
struct Cohorts {
    let first: Int
    let step: Int
    let count: Int

    init(first: Int32, step: Int = 1, count: Int) {
        self.first = Int(first)
        self.step = step
        self.count = count
    }

    /// How many of them begin before an hour.
    func count(before hour: Int) -> Int { min(max(0, (hour - first + step - 1) / step), count) }

    /// Those that begin in a span of hours.
    func hours(_ from: Int, to: Int) -> some Sequence<Int32> {
        (count(before: from)..<max(count(before: from), count(before: to))).lazy.map { Int32(clamping: first + $0 * step) }
    }
}

/// How complete recent days or hours are, from the delays of past ones.
///
/// Of a cohort only delays that have already passed can be seen: the delays are right-truncated, and a plain histogram of
/// them is too short. The estimator conditions on that by going backwards: among the cohorts old enough to show a delay u,
/// g(u) = (arrivals at u) / (arrivals at u or before) is the reverse-time hazard, and the share that is in by d is
/// F(d) = Π over u > d of (1 − g(u)). It is the nonparametric maximum likelihood estimate, and the same as the chain-ladder
/// factors of insurers.
///
/// Sources: S. W. Lagakos, L. M. Barraj, V. De Gruttola, "Nonparametric analysis of truncated survival data, with
/// application to AIDS", Biometrika 75 (1988) 515–523; J. D. Kalbfleisch, J. F. Lawless, "Inference based on retrospective
/// ascertainment", JASA 84 (1989) 360–372.
struct ArrivalModel: Sendable {
    /// What of some cohorts is in, and what they are expected to hold in the end.
    struct Amount {
        var known = 0.0
        var expected = 0.0
    }

    /// A week shows a weekly rhythm and a clear tail; below it the delays are not known.
    static let followUpHours: Int32 = 7 * 24
    /// Below this share a cohort's own count says too little about its size.
    static let leastShare = 0.05

    private let horizon: Int32
    private let start: Int32
    private var known: [Int32: Int64] = [:]
    private var leastDelay = 0
    /// F by delay from `leastDelay`; the last is 1.
    private var shares: [Double] = []
    /// What a cohort holds on average, of those of which enough is in; nil when there are none.
    private var usual: Double?
    /// Has the history lasted long enough to know the delays?
    let isKnown: Bool

    /// `horizon`: the first hour whose arrivals are not in `arrivals`. `start`: cohorts before it were not asked for.
    init(_ arrivals: [ArrivalCount], start: Int32, horizon: Int32) {
        self.start = start
        self.horizon = horizon
        let observed = arrivals.filter { $0.count > 0 && $0.knownHour < horizon && $0.cohort >= start }
        // The history begins with what came in time: one report that claims to be of year 1 does not make it long.
        let dated = observed.filter(\.isPossible)
        guard let firstCohort = dated.map(\.cohort).min(), let firstKnown = dated.map(\.knownHour).min() else {
            isKnown = false
            return
        }
        isKnown = Int(horizon) - Int(max(firstCohort, firstKnown)) >= Int(ArrivalModel.followUpHours)
        for arrival in observed { known[arrival.cohort, default: 0] += arrival.count }
        fit(observed)
        let sizes = known.compactMap { cohort, count in
            let share = share(of: cohort)
            return DayWindow.isTooIncomplete(share) ? nil : Double(count) / share
        }
        usual = sizes.isEmpty ? nil : sizes.reduce(0, +) / Double(sizes.count)
    }

    private mutating func fit(_ arrivals: [ArrivalCount]) {
        let delays = arrivals.map(\.delay)
        guard let least = delays.min(), let greatest = delays.max() else { return }
        leastDelay = least
        // Of cohorts old enough to show the delay: arrivals at it, and at it or before.
        var at = [Int64](repeating: 0, count: greatest - least + 1)
        var upTo = at
        for (cohort, ofCohort) in Dictionary(grouping: arrivals, by: \.cohort) {
            var counts = [Int64](repeating: 0, count: at.count)
            for arrival in ofCohort { counts[arrival.delay - least] += arrival.count }
            var sum: Int64 = 0
            for place in 0..<max(0, min(at.count, Int(horizon) - Int(cohort) - least)) {
                sum += counts[place]
                at[place] += counts[place]
                upTo[place] += sum
            }
        }
        shares = [Double](repeating: 1, count: at.count)
        for place in stride(from: at.count - 1, to: 0, by: -1) {
            let hazard = upTo[place] > 0 ? Double(at[place]) / Double(upTo[place]) : 0
            shares[place - 1] = shares[place] * (1 - hazard)
        }
    }

    /// The share of a cohort that is expected to be in by now.
    func share(of cohort: Int32) -> Double {
        let place = Int(horizon) - Int(cohort) - 1 - leastDelay
        if place < 0 { return 0 }
        return place < shares.count ? shares[place] : 1
    }

    /// Nil when it can't be known. Takes no longer for a window of a thousand years than for one of a month.
    func amount(of cohorts: Cohorts) -> Amount? {
        guard isKnown else { return nil }
        // So old that all of them is in; weigh as much as any.
        let old = Double(cohorts.count(before: Int(start))) * (usual ?? 0)
        var amount = Amount(known: old, expected: old)
        // Past the newest cohort that anything is known of, the older ones are complete and empty.
        let newest = Int(known.keys.max() ?? start) + 1
        let firstOpen = max(Int(horizon) - leastDelay - shares.count, newest, Int(start))
        let firstFuture = max(Int(horizon) - leastDelay, firstOpen)
        for cohort in cohorts.hours(Int(start), to: newest) {
            guard add(cohort, to: &amount) else { return nil }
        }
        for cohort in cohorts.hours(firstOpen, to: firstFuture) {
            guard add(cohort, to: &amount) else { return nil }
        }
        let future = cohorts.count - cohorts.count(before: firstFuture)
        if future > 0 {
            guard let usual else { return nil }
            amount.expected += Double(future) * usual
        }
        return amount
    }

    /// False when it can't be known what the cohort will hold.
    private func add(_ cohort: Int32, to amount: inout Amount) -> Bool {
        let count = Double(known[cohort] ?? 0)
        let share = share(of: cohort)
        amount.known += count
        if share >= ArrivalModel.leastShare {
            amount.expected += count / share
        } else {
            guard let usual else { return false }
            amount.expected += max(count, usual)
        }
        return true
    }
}
