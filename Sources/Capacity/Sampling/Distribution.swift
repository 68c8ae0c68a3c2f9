import Glibc
import Statistics

/// What an input may turn out to be, by its 5th, 50th and 95th percentile: two half-normals in ln x, or in the logit of a
/// share, joined at the median, so that all three are met.
public struct Distribution: Sendable, Hashable {
    /// In the node's dimension.
    public let p5: Double
    public let p50: Double
    public let p95: Double
    /// What 100 % is, for a share: 1, or 100 of a percentage; nil for what has no upper end.
    private let whole: Double?
    /// On the scale in which the halves are normal: the median, and the standard deviations below and above it.
    private let middle: Double
    private let sigmaBelow: Double
    private let sigmaAbove: Double

    /// - Parameter p50: nil takes the middle in ln x, which is the geometric one, or in the logit.
    /// - Returns: nil unless p5 ≤ p50 ≤ p95, all above zero, and of a share below the whole: at those ends the scale has no
    ///   place.
    public init?(p5: Double, p50: Double?, p95: Double, whole: Double?) {
        guard p5 > 0, p5 <= p95, whole.map({ p95 < $0 }) ?? true else { return nil }
        let low = Distribution.scaled(p5, whole)
        let high = Distribution.scaled(p95, whole)
        if let p50 {
            guard p5 <= p50, p50 <= p95 else { return nil }
            self.p50 = p50
            middle = Distribution.scaled(p50, whole)
        } else {
            middle = (low + high) / 2
            self.p50 = Distribution.unscaled(middle, whole)
        }
        self.p5 = p5
        self.p95 = p95
        self.whole = whole
        let z95 = Normal.quantile(0.95)
        sigmaBelow = (middle - low) / z95
        sigmaAbove = (high - middle) / z95
    }

    /// The value that is not exceeded with probability `p`.
    public func quantile(_ p: Double) -> Double {
        let z = Normal.quantile(p)
        return Distribution.unscaled(middle + (z < 0 ? sigmaBelow : sigmaAbove) * z, whole)
    }

    private static func scaled(_ x: Double, _ whole: Double?) -> Double {
        whole.map { log(x / ($0 - x)) } ?? log(x)
    }

    private static func unscaled(_ t: Double, _ whole: Double?) -> Double {
        whole.map { $0 / (1 + exp(-t)) } ?? exp(t)
    }
}

extension Node {
    /// What 100 % is in the node's dimension, where the node is a share.
    var whole: Double? { range == .share ? (unit == .percent ? 100 : 1) : nil }
}
