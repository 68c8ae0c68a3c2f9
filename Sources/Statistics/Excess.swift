/// How far a row's rate lies above that of all other rows together: more than chance explains.
///
/// Given all events, those of one row are binomial, with the row's part of the exposure as their probability: exact for
/// rates, and on the safe side for shares. It is asked whether the row's rate is over ``margin`` times that of the others,
/// at a level divided by the number of rows (Bonferroni), so that a table without a bad row seldom shows one.
///
/// Source: J. Przyborowski, H. Wilenski, "Homogeneity of results in testing samples from Poisson series", Biometrika 31
/// (1940) 313–323.
public struct Excess: Sendable, Hashable {
    /// The row's rate ÷ that of the others; nil: the others have none at all.
    public let ratio: Double?

    /// A difference that is not worth a look: that of the rollout gate.
    public static let margin = 1.2
    /// The chance that a table without a bad row shows one.
    public static let level = 0.05
    /// Fewer are no pattern, however rare they are elsewhere.
    public static let leastEvents: Int64 = 3

    public struct Count: Sendable, Hashable {
        public let events: Int64
        public let exposure: Int64

        public init(_ events: Int64, of exposure: Int64) {
            self.events = events
            self.exposure = exposure
        }
    }

    /// One a count, nil where it does not stand out.
    ///
    /// - Parameters:
    ///   - comparisons: how many rows are looked at in all, where `counts` are only some of them.
    ///   - clusterSize: as many events as may come from one install: of install-days over a week, 7. Counts are divided by
    ///     it, since seven days of one stuck install are not seven witnesses.
    ///
    ///     Excess.among([.init(13, of: 172), .init(35, of: 1591)])    // [Excess(ratio: 3.4), nil]
    public static func among(_ counts: [Count], comparisons: Int? = nil, clusterSize: Int64 = 1) -> [Excess?] {
        let events = counts.reduce(0) { $0 &+ $1.events }
        let exposure = counts.reduce(0) { $0 &+ $1.exposure }
        let level = level / Double(comparisons ?? counts.count)
        return counts.map { count in
            excess(
                count, over: Count(events &- count.events, of: exposure &- count.exposure), level: level,
                clusterSize: max(1, clusterSize))
        }
    }

    /// The same of one row against others that are known as a sum.
    public static func of(_ row: Count, over others: Count, comparisons: Int, clusterSize: Int64 = 1) -> Excess? {
        excess(row, over: others, level: level / Double(max(1, comparisons)), clusterSize: max(1, clusterSize))
    }

    private static func excess(_ row: Count, over others: Count, level: Double, clusterSize: Int64) -> Excess? {
        let witnesses = row.events / clusterSize
        guard witnesses >= leastEvents, others.events >= 0, row.exposure > 0, others.exposure > 0 else { return nil }
        let otherWitnesses = others.events / clusterSize + (others.events % clusterSize > 0 ? 1 : 0)
        let part = Double(row.exposure) / (Double(row.exposure) + Double(others.exposure))
        let greatest = part * margin / (1 - part + part * margin)
        let chance = IncompleteBeta.tails(greatest, Double(witnesses), Double(otherWitnesses + 1)).lower
        guard chance < level else { return nil }
        let rate = Double(row.events) / Double(row.exposure)
        let usual = Double(others.events) / Double(others.exposure)
        return Excess(ratio: usual > 0 ? rate / usual : nil)
    }
}
