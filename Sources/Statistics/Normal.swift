import Glibc

/// The standard normal distribution.
public enum Normal {
    /// P(Z > z).
    public static func upperTail(_ z: Double) -> Double { 0.5 * erfc(z / 2.0.squareRoot()) }
}
