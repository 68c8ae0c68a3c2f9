/// Whether a share lies above that of others by more than chance explains. ``Excess`` asks that of rates, which for shares is
/// on the safe side, and for shares near 1 says nothing: forty of forty are not a matter of chance where two thirds are usual.
///
/// Both shares have exact intervals (Clopper–Pearson), at a level divided by the number of comparisons (Bonferroni): they
/// must not meet, and the lower bound must be over ``Excess/margin`` times what is usual.
public enum ShareExcess {
    /// - Parameters:
    ///   - count: of the row; fewer than ``Excess/leastEvents`` show nothing.
    ///   - others: the same elsewhere; where nobody is elsewhere nothing is shown.
    ///
    ///     ShareExcess.isShown(.init(40, of: 40), over: .init(651, of: 962), comparisons: 10)    // true
    public static func isShown(_ count: Excess.Count, over others: Excess.Count, comparisons: Int) -> Bool {
        let alpha = Excess.level / Double(max(1, comparisons))
        guard count.events >= Excess.leastEvents, others.exposure > 0,
            let own = ClopperPearson.interval(count.events, of: count.exposure, alpha: alpha),
            let usual = ClopperPearson.interval(others.events, of: others.exposure, alpha: alpha)
        else { return false }
        let usualShare = Double(others.events) / Double(others.exposure)
        return own.low > usual.high && own.low > usualShare * Excess.margin
    }
}
