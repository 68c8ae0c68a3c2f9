import Glibc

/// The regularised incomplete beta function I(x; a, b): the chance that a Beta(a, b) variable is at most x; for whole
/// numbers, that of `a` or more successes among `a + b - 1` trials of probability x.
enum IncompleteBeta {
    /// I(x; a, b) and 1 − I(x; a, b), the smaller of them without cancellation. `a`, `b` ≥ 1, x in 0…1.
    ///
    /// Continued fraction by Lentz's method (NIST DLMF 8.17.22, converges fast for x < (a+1)/(a+b+2)), on the other side
    /// by I(x; a, b) = 1 − I(1−x; b, a) (DLMF 8.17.4).
    static func tails(_ x: Double, _ a: Double, _ b: Double) -> (lower: Double, upper: Double) {
        if x <= 0 { return (0, 1) }
        if x >= 1 { return (1, 0) }
        // x^a (1−x)^b / B(a, b)
        let front = binomialProbability(a, of: a + b, x) * a * b / (a + b)
        if x < (a + 1) / (a + b + 2) {
            let lower = front * continuedFraction(x, a, b) / a
            return (lower, 1 - lower)
        }
        let upper = front * continuedFraction(1 - x, b, a) / b
        return (1 - upper, upper)
    }

    private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        // Lentz's stand-in for a denominator of 0.
        let tiny = 1e-300
        func nonZero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
        var c = 1.0
        var d = 1 / nonZero(1 - (a + b) * x / (a + 1))
        var value = d
        // Takes some √max(a, b) steps; the bound only stops what will never converge.
        for step in 1...1_000_000 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            d = 1 / nonZero(1 + even * d)
            c = nonZero(1 + even / c)
            value *= d * c
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            d = 1 / nonZero(1 + odd * d)
            c = nonZero(1 + odd / c)
            value *= d * c
            if abs(d * c - 1) < 1e-15 { break }
        }
        return value
    }

    /// P(X = k) of n trials of probability p, 0 < k < n, to nearly full precision for any n.
    ///
    /// Source: C. Loader, "Fast and accurate computation of binomial probabilities" (2000): Stirling's series with its
    /// error term, and the deviance computed without cancellation.
    static func binomialProbability(_ k: Double, of n: Double, _ p: Double) -> Double {
        let exponent =
            stirlingError(n) - stirlingError(k) - stirlingError(n - k) - deviance(k, n * p) - deviance(n - k, n * (1 - p))
        return exp(exponent) * (n / (2 * Double.pi * k * (n - k))).squareRoot()
    }

    /// ln n! − ln( √(2πn) (n/e)^n ), for whole n ≥ 1.
    private static func stirlingError(_ n: Double) -> Double {
        if n < 16 {
            let logFactorial = stride(from: 2.0, through: n, by: 1).reduce(0) { $0 + log($1) }
            return logFactorial - (0.5 * log(2 * Double.pi * n) + n * log(n) - n)
        }
        let n2 = n * n
        return (1 / 12.0 - (1 / 360.0 - (1 / 1260.0 - (1 / 1680.0) / n2) / n2) / n2) / n
    }

    /// x ln(x / m) + m − x.
    private static func deviance(_ x: Double, _ m: Double) -> Double {
        guard abs(x - m) < 0.1 * (x + m) else { return x * log(x / m) + m - x }
        let v = (x - m) / (x + m)
        var sum = (x - m) * v
        var term = 2 * x * v
        for j in 1...1000 {
            term *= v * v
            let next = sum + term / Double(2 * j + 1)
            if next == sum { break }
            sum = next
        }
        return sum
    }
}
