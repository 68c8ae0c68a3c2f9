import Glibc

/// The ratio of two arms' rates of first events, with its interval: what a table shows. The gate decides by ``EProcess``.
public struct RateRatio: Sendable, Hashable {
    /// Nil: the baseline has no event.
    public let value: Double?
    public let low: Double
    /// Nil: without bound.
    public let high: Double?

    /// Of one stratum, exact: given the events of both arms, those of the new one are binomial with θ = ρλ / (1 − ρ + ρλ), ρ
    /// being its part of the installs; the ends are those of the Clopper–Pearson interval of θ. Nil without an event, or
    /// without installs of both arms.
    ///
    /// Source: J. Przyborowski, H. Wilenski, Biometrika 31 (1940) 313–323.
    ///
    ///     RateRatio.pooled([.init(new: (30, 1000), baseline: (10, 1000))])    // 3, 1.42 … 6.87
    public static func pooled(_ cells: [EProcess.Cell], alpha: Double = 0.05) -> RateRatio? {
        let both = Sums(cells)
        let events = both.newEvents + both.baselineEvents
        guard both.newInstalls > 0, both.baselineInstalls > 0, events > 0,
            let theta = ClopperPearson.interval(both.newEvents, of: events, alpha: alpha)
        else { return nil }
        let odds = Double(both.baselineInstalls) / Double(both.newInstalls)
        func ratio(_ theta: Double) -> Double? { theta < 1 ? theta / (1 - theta) * odds : nil }
        return RateRatio(
            value: ratio(Double(both.newEvents) / Double(events)), low: ratio(theta.low) ?? 0, high: ratio(theta.high))
    }

    /// Over strata: each compared within itself, weighed together (Mantel and Haenszel), the variance of its logarithm after
    /// Greenland and Robins. Where an arm has no event in any of them, the exact interval of all of them pooled.
    ///
    /// Source: S. Greenland, J. M. Robins, "Estimation of a common effect parameter from sparse follow-up data", Biometrics 41
    /// (1985) 55–68.
    public static func stratified(_ cells: [EProcess.Cell], z: Double = Wilson.z95) -> RateRatio? {
        let comparable = cells.filter(\.isComparable)
        var (above, below, variance) = (0.0, 0.0, 0.0)
        for cell in comparable {
            let (n1, n0) = (Double(cell.newInstalls), Double(cell.baselineInstalls))
            let (x, y) = (Double(cell.newEvents), Double(cell.baselineEvents))
            let all = n1 + n0
            above += x * n0 / all
            below += y * n1 / all
            variance += ((x + y) * n1 * n0 - x * y * all) / (all * all)
        }
        guard above > 0, below > 0 else { return pooled(comparable) }
        let value = above / below
        let half = z * max(0, variance / (above * below)).squareRoot()
        return RateRatio(value: value, low: value * exp(-half), high: value * exp(half))
    }

    private struct Sums {
        var newInstalls: Int64 = 0
        var newEvents: Int64 = 0
        var baselineInstalls: Int64 = 0
        var baselineEvents: Int64 = 0

        init(_ cells: [EProcess.Cell]) {
            for cell in cells {
                newInstalls += cell.newInstalls
                newEvents += cell.newEvents
                baselineInstalls += cell.baselineInstalls
                baselineEvents += cell.baselineEvents
            }
        }
    }
}

/// Tails of the binomial distribution, exact.
public enum Binomial {
    /// P(X ≥ `successes`) of `trials` at `share`.
    public static func atLeast(_ successes: Int64, of trials: Int64, share: Double) -> Double {
        guard successes > 0 else { return 1 }
        guard successes <= trials else { return 0 }
        return IncompleteBeta.tails(share, Double(successes), Double(trials - successes + 1)).lower
    }

    /// P(X ≤ `successes`) of `trials` at `share`.
    public static func atMost(_ successes: Int64, of trials: Int64, share: Double) -> Double {
        guard successes < trials else { return 1 }
        guard successes >= 0 else { return 0 }
        return IncompleteBeta.tails(share, Double(successes + 1), Double(trials - successes)).upper
    }
}
