import Glibc

/// The standard normal distribution.
public enum Normal {
    /// P(Z > z).
    public static func upperTail(_ z: Double) -> Double { 0.5 * erfc(z / 2.0.squareRoot()) }

    /// The z with P(Z ≤ z) = `probability`, by bisection on the tail that keeps its digits.
    /// - Precondition: 0 < `probability` < 1.
    ///
    ///     Normal.quantile(0.975)    // 1.959963984540054
    public static func quantile(_ probability: Double) -> Double {
        precondition(probability > 0 && probability < 1, "a probability")
        if probability < 0.5 { return -quantile(ofUpper: probability) }
        return quantile(ofUpper: 1 - probability)
    }

    private static func quantile(ofUpper tail: Double) -> Double {
        var (low, high) = (0.0, 40.0)
        while true {
            let middle = (low + high) / 2
            if middle <= low || middle >= high { return middle }
            if upperTail(middle) > tail { low = middle } else { high = middle }
        }
    }
}
