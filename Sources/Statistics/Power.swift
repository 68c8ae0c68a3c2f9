import Glibc

/// How much data a verdict needs.
public enum Power {
    /// Installs without one event that show, one-sided at `alpha`, a rate under `rate`: n = ⌈ln α / ln(1 − p)⌉.
    /// - Precondition: both lie between 0 and 1.
    ///
    ///     Power.cleanInstalls(toShowUnder: 0.005)    // 598
    public static func cleanInstalls(toShowUnder rate: Double, alpha: Double = 0.05) -> Int64 {
        precondition(rate > 0 && rate < 1 && alpha > 0 && alpha < 1, "shares lie between 0 and 1")
        return Int64((log(alpha) / log1p(-rate)).rounded(.up))
    }

    /// Installs in each of two equal arms with which a single look, one-sided at `alpha`, finds a rate of `ratio` times
    /// `baseline` with probability `power`:
    ///
    ///     n = ⌈ ( z(1−α) √(2 p̄ q̄) + z(power) √(p₁q₁ + p₂q₂) )² / (p₁ − p₂)² ⌉
    ///
    /// Source: J. L. Fleiss, B. Levin, M. C. Paik, "Statistical Methods for Rates and Proportions", 3rd ed. (2003), 4.2.
    /// - Precondition: `baseline` and `ratio` · `baseline` lie between 0 and 1, and differ.
    ///
    ///     Power.installsPerArm(baseline: 0.005, ratio: 2)    // 3,681
    public static func installsPerArm(baseline: Double, ratio: Double, alpha: Double = 0.05, power: Double = 0.8) -> Int64 {
        let other = baseline * ratio
        precondition(baseline > 0 && baseline < 1 && other > 0 && other < 1 && ratio != 1, "two shares that differ")
        let middle = (baseline + other) / 2
        let one = Normal.quantile(1 - alpha) * (2 * middle * (1 - middle)).squareRoot()
        let two = Normal.quantile(power) * (baseline * (1 - baseline) + other * (1 - other)).squareRoot()
        return Int64(((one + two) * (one + two) / ((other - baseline) * (other - baseline))).rounded(.up))
    }

    /// What an install of the new arm adds to ln E on average, against the bound of `claim`, where the rates' true ratio is
    /// `ratio`: λp₀ ln(θ(λ)/θ(β)) + p₀ (1−ρ)/ρ · ln((1−θ(λ))/(1−θ(β))), for the alternative λ itself.
    ///
    /// - Parameters:
    ///   - baseline: the baseline's rate of first events, p₀.
    ///   - share: of all installs of both arms, those on the new one, ρ.
    public static func nats(_ claim: EProcess.Claim, ratio: Double, baseline: Double, share: Double) -> Double {
        let bound: Double
        switch claim {
        case .harm(let margin), .safety(let margin): bound = margin
        }
        let odds = (1 - share) / share
        let sums = log((odds + bound) / (odds + ratio))
        return baseline * (ratio * (log(ratio / bound) + sums) + odds * sums)
    }

    /// The smallest ratio over a harm margin that so many installs of the new arm show as harm, as a rule; nil: none up to
    /// `greatest`.
    ///
    /// - Parameter threshold: what ln E has to reach.
    public static func smallestShown(
        overMargin margin: Double, reaching threshold: Double, newInstalls: Int64, baseline: Double, share: Double,
        upTo greatest: Double
    ) -> Double? {
        func isShown(_ ratio: Double) -> Bool {
            nats(.harm(margin: margin), ratio: ratio, baseline: baseline, share: share) * Double(newInstalls)
                >= threshold + gridCost
        }
        var (low, high) = (margin, greatest)
        guard low < high, isShown(high) else { return nil }
        for _ in 0..<16 {
            let middle = (low * high).squareRoot()
            if isShown(middle) { high = middle } else { low = middle }
        }
        return high
    }

    /// The mean over the grid costs at most ln of its points beside the best alternative, and about ln 3 in practice: its
    /// neighbours grow nearly as fast.
    public static let gridCost = log(3.0)

    /// About how many installs of the new arm it takes until E reaches 1/α; nil where no number of them would do: the true
    /// ratio is on the wrong side of the margin, or the baseline has no events.
    public static func newInstalls(
        toShow claim: EProcess.Claim, ratio: Double, baseline: Double, share: Double, alpha: Double
    ) -> Double? {
        switch claim {
        case .harm(let margin): guard ratio > margin else { return nil }
        case .safety(let margin): guard ratio < margin else { return nil }
        }
        let rate = nats(claim, ratio: ratio, baseline: baseline, share: share)
        return rate > 0 ? (log(1 / alpha) + gridCost) / rate : nil
    }
}
