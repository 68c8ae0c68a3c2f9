/// The parts of α that guarded measures have: by weight, given before the first look and never changed.
///
/// The chance that any of them shows harm of what is harmless is then at most the sum of the parts, which is α, at any number
/// of looks. A split among what has been reported so far is none: each measure would have had its greatest part at some look,
/// and these add up to more. So a part is kept for a measure that nobody reported yet, and given to no other.
public enum AlphaSplit {
    /// The part of one of the weights among all of them; 0 where they add up to nothing.
    ///
    ///     AlphaSplit.part(of: 4, among: [4, 2, 1, 1, 2], alpha: 0.01)    // 0.004
    public static func part(of weight: Double, among weights: [Double], alpha: Double) -> Double {
        let sum = weights.reduce(0, +)
        return sum > 0 ? alpha * weight / sum : 0
    }
}
