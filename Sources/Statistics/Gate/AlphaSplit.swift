/// The parts of α that guarded measures have: by weight, given before the first look and never changed.
///
/// The chance that any of them shows harm of what is harmless is then at most the sum of the parts, which is α, at any number
/// of looks. A split among what has been reported so far is none: each measure would have had its greatest part at some look,
/// and these add up to more. So a part is kept for a measure that nobody reported yet, and given to no other.
public enum AlphaSplit {
    /// The part of a measure among those that can be measured; 0 where it is none of them.
    ///
    /// - Parameter reserved: the weight of those that may still come.
    ///
    ///     AlphaSplit.part(of: .crash, among: GuardedMeasure.builtIn, alpha: 0.01)    // 0.004
    public static func part(
        of measure: GuardedMeasure, among guarded: [GuardedMeasure], reserved: Double = 0, alpha: Double
    ) -> Double {
        guard guarded.contains(measure) else { return 0 }
        return alpha * measure.weight / guarded.reduce(reserved) { $0 + $1.weight }
    }
}
