import Glibc

/// Draws for simulations of rollouts.
extension RandomNumberGenerator {
    /// Between 0 and 1, neither of them.
    private mutating func unit() -> Double { (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992 }

    /// Successes among `trials` of this probability (under 1), by the gaps between them: in time with the successes.
    public mutating func binomial(_ trials: Int64, _ probability: Double) -> Int64 {
        guard trials > 0, probability > 0 else { return 0 }
        var successes: Int64 = 0
        var place = 0.0
        let scale = log1p(-probability)
        while true {
            place += (log(unit()) / scale).rounded(.down) + 1
            if place > Double(trials) { return successes }
            successes += 1
        }
    }
}
