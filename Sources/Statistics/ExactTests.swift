import Glibc

/// Did the same installs change? Only those count that had the event once.
///
/// Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
/// Psychometrika 12 (1947) 153–157; the exact form is the sign test.
public enum McNemar {
    /// The two-sided p-value of `before` installs that had the event only before against `after` that had it only after:
    /// min(1, 2 · P(X ≥ max)), X binomial of before + after trials at ½. 1 without any.
    ///
    ///     McNemar.pValue(before: 40, after: 12)    // 1.3e-4
    public static func pValue(before: Int64, after: Int64) -> Double {
        let (more, fewer) = (max(before, after), min(before, after))
        guard more > 0, fewer >= 0 else { return 1 }
        // I(½; k, n − k + 1) = P(X ≥ k).
        return min(1, 2 * IncompleteBeta.tails(0.5, Double(more), Double(fewer + 1)).lower)
    }
}

/// Are installs on the sides of a split as their chances say? A mismatch is a fault of the split or of the data, whatever
/// the outcomes are.
public enum SampleRatio {
    /// Fewer expected on a side, and chi-square is no approximation of so rare a p-value as matters here.
    private static let leastExpected = 50.0

    /// The p-value of `inside` among `all` installs where each was to be inside with probability `share`: Pearson's
    /// chi-square with one degree of freedom; where few are expected on a side, twice the smaller exact binomial tail. Nil
    /// without installs, and for a share of 0 or 1, which is no split.
    ///
    /// Source: A. Fabijan et al., "Diagnosing sample ratio mismatch in online controlled experiments", KDD 2019.
    public static func pValue(inside: Int64, of all: Int64, share: Double) -> Double? {
        guard all > 0, (0...all).contains(inside), share > 0, share < 1 else { return nil }
        let expected = Double(all) * share
        if min(expected, Double(all) - expected) < leastExpected { return exact(inside, all, share) }
        let difference = Double(inside) - expected
        let chiSquare = difference * difference / expected + difference * difference / (Double(all) - expected)
        return erfc((chiSquare / 2).squareRoot())
    }

    private static func exact(_ inside: Int64, _ all: Int64, _ share: Double) -> Double {
        // P(X ≥ k) = I(share; k, n − k + 1), P(X ≤ k) = 1 − I(share; k + 1, n − k).
        let (k, rest) = (Double(inside), Double(all - inside))
        let atLeast = inside == 0 ? 1 : IncompleteBeta.tails(share, k, rest + 1).lower
        let atMost = inside == all ? 1 : IncompleteBeta.tails(share, k + 1, rest).upper
        return min(1, 2 * min(atLeast, atMost))
    }
}
