/// Several designs in one account or project: the quotas that it has once, and what all of them use of it.
public struct AccountUse: Sendable {
    public struct Row: Sendable {
        public let quota: QuotaEntry
        /// In the quota's dimension, by design, in their order; the greatest where a design has several rows.
        public let used: [Rational]
        public let limit: Rational
        public let level: Level

        public var total: Rational { used.reduce(.zero, +) }
        public var share: Rational? { total / limit }
    }

    /// Quotas that at least two of the designs use.
    public let rows: [Row]

    public init(_ plans: [Plan]) {
        let entries = QuotaBook.list.entries.filter { entry in
            entry.scope.hasPrefix("account") || entry.scope.hasPrefix("project") || entry.scope.hasPrefix("region")
        }
        rows = entries.compactMap { entry in
            let used = plans.map { plan in
                plan.design.limits.filter { $0.quota?.id == entry.id }.compactMap { plan.value($0.used) }.max()
            }
            guard used.compactMap({ $0 }).count >= 2 else { return nil }
            let limit = plans.compactMap { $0.value(entry.node) }.min() ?? entry.node.value
            guard let limit, !limit.isZero else { return nil }
            let known = used.map { $0 ?? .zero }
            let share = known.reduce(.zero, +) / limit
            return Row(quota: entry, used: known, limit: limit, level: Level(share, hasAlarms: entry.kind.hasAlarms))
        }
    }
}
