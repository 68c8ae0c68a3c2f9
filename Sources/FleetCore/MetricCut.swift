/// One of the ways in which a metric is counted: told apart by these dimensions, in periods of this length. A metric is
/// published in several, and each of them counts everything, so that they are never added up.
package struct MetricCut: Hashable, Sendable {
    /// Of the dimensions, with commas between.
    package let names: String
    /// 0: read off at instants.
    package let periodSeconds: Int64

    package init(names: String, periodSeconds: Int64) {
        self.names = names
        self.periodSeconds = periodSeconds
    }

    /// The cut to take: the coarsest of those that reach the newest data. A way that nobody counts in any more says nothing
    /// about now.
    ///
    /// - Parameters:
    ///   - newest: when each was counted last, seconds since the epoch; the beginnings of periods.
    ///   - stepSeconds: how exactly that is known; three of them, or three periods, behind the newest is late and not gone.
    ///   - isPreferred: these before others.
    package static func coarsest(
        of newest: [MetricCut: Int64], stepSeconds: Int64 = 300, preferring isPreferred: (MetricCut) -> Bool = { _ in false }
    ) -> MetricCut? {
        guard let last = newest.values.max() else { return nil }
        let current = newest.filter { cut, at in at >= last - 3 * max(stepSeconds, cut.periodSeconds) }.keys
        return current.min { a, b in
            let (one, other) = (isPreferred(a), isPreferred(b))
            return one == other ? a.isCoarser(than: b) : one
        }
    }

    /// It tells apart the least; of equals the one with the shorter period, which hides the least.
    private func isCoarser(than other: MetricCut) -> Bool {
        if count != other.count { return count < other.count }
        if periodSeconds != other.periodSeconds {
            // What is summed up over a period before what was read off at an instant.
            if periodSeconds == 0 || other.periodSeconds == 0 { return other.periodSeconds == 0 }
            return periodSeconds < other.periodSeconds
        }
        return utf8Less(names, other.names)
    }

    /// How finely it tells apart.
    private var count: Int { names.isEmpty ? 0 : names.utf8.count { $0 == UInt8(ascii: ",") } + 1 }
}
