/// A confidence interval of a share, both ends in 0…1.
public struct Interval: Sendable, Hashable {
    public let low: Double
    public let high: Double

    public init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }

    /// That of the share of all others: of crash-free installs where this is of crashed ones.
    public var complement: Interval { Interval(low: 1 - high, high: 1 - low) }
}

/// The score interval, for every rate that is printed: close to its nominal level on average, and never outside [0, 1].
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927) 209–212.
/// L. D. Brown, T. T. Cai, A. DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16 (2001)
/// 101–133 recommend it for any n.
public enum Wilson {
    /// The 0.975 quantile of the standard normal distribution: 95 %, two-sided.
    public static let z95 = 1.959963984540054

    /// ( p̂ + z²/2n ± z·√( p̂(1−p̂)/n + z²/4n² ) ) / ( 1 + z²/n ), and exactly 0 at `successes` = 0, exactly 1 at
    /// `successes` = `trials`. Nil without trials, since no data is not a rate of 0, and for more successes than trials:
    /// counts that a store holds may disagree, and then there is no such rate.
    ///
    ///     Wilson.interval(1, of: 10)    // 0.017876 … 0.404150
    public static func interval(_ successes: Int64, of trials: Int64, z: Double = z95) -> Interval? {
        guard trials > 0, (0...trials).contains(successes) else { return nil }
        let n = Double(trials)
        let share = Double(successes) / n
        let z2 = z * z
        let middle = (share + z2 / (2 * n)) / (1 + z2 / n)
        let half = z * (share * (1 - share) / n + z2 / (4 * n * n)).squareRoot() / (1 + z2 / n)
        return Interval(
            low: successes == 0 ? 0 : max(0, middle - half),
            high: successes == trials ? 1 : min(1, middle + half))
    }
}

/// The exact interval, where a guarantee is asked for: covers the true share with at least the stated probability,
/// whatever the share is.
///
/// Source: C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the
/// binomial", Biometrika 26 (1934) 404–413.
public enum ClopperPearson {
    /// The ends are the shares at which seeing `successes` or more, or as few or fewer, has probability `alpha`/2:
    /// I(low; k, n−k+1) = α/2 and I(1−high; n−k, k+1) = α/2, I being the regularised incomplete beta function. Solved by
    /// bisection, on the small tail itself, so that a tiny `alpha` keeps its digits. Nil without trials, and for more
    /// successes than trials.
    ///
    ///     ClopperPearson.interval(5, of: 1000)    // 0.001625 … 0.011629
    public static func interval(_ successes: Int64, of trials: Int64, alpha: Double = 0.05) -> Interval? {
        guard trials > 0, (0...trials).contains(successes) else { return nil }
        precondition(alpha > 0 && alpha < 1, "alpha is a probability")
        let k = Double(successes)
        let rest = Double(trials - successes)
        let low = successes == 0 ? 0 : bisect { IncompleteBeta.tails($0, k, rest + 1).lower < alpha / 2 }
        let high = successes == trials ? 1 : bisect { IncompleteBeta.tails($0, k + 1, rest).upper > alpha / 2 }
        return Interval(low: low, high: high)
    }

    /// The point in 0…1 up to which `isBelow` holds.
    private static func bisect(_ isBelow: (Double) -> Bool) -> Double {
        var low = 0.0
        var high = 1.0
        while true {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { return low }
            if isBelow(middle) { low = middle } else { high = middle }
        }
    }
}
