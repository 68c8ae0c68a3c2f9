/// The counts and sums of one cell of `health_rollup`, as signed deltas, in column order.
package struct RollupCounts: Sendable, Equatable {
    /// Installs first known to report, to be active, to have crashed: exact as of every hour.
    package static let reporting = 0
    package static let active = 1
    package static let crashed = 2
    /// Active with a crash and no session.
    package static let launchCrash = 3
    /// Whose greatest active version of the day this is: exact as of every hour.
    package static let latest = 4
    /// Active, from a client that sends hours.
    package static let hours = 5
    package static let queueAge = 6
    package static let over1h = 7
    package static let over24h = 8
    package static let quarantined = 9
    package static let failed = 10
    /// The first of the sums, one for each of ``HealthMember/sums``.
    package static let firstSum = 11

    package static let columns =
        [
            "reporting_installs", "active_installs", "crashed_installs", "launch_crash_installs", "latest_installs",
            "hours_installs", "queue_age_installs", "over_1h_installs", "over_24h_installs", "quarantined_installs",
            "failed_installs",
        ] + HealthMember.sums.map { HealthMember.all[$0].name }

    /// As many as ``columns`` (a test holds the two together).
    private var values = InlineArray<26, Int64>(repeating: 0)

    package init() {}

    package subscript(column: Int) -> Int64 {
        get { values[column] }
        set { values[column] = newValue }
    }

    package var isZero: Bool {
        for value in values.indices where values[value] != 0 { return false }
        return true
    }

    var hasNegative: Bool {
        for value in values.indices where values[value] < 0 { return true }
        return false
    }

    package mutating func add(_ other: RollupCounts, times sign: Int64 = 1) {
        for i in values.indices { values[i] += sign * other.values[i] }
    }

    package static func == (a: RollupCounts, b: RollupCounts) -> Bool {
        for i in a.values.indices where a.values[i] != b.values[i] { return false }
        return true
    }
}

extension HealthMember {
    /// Indices of the members that the rollup sums.
    package static let sums = all.indices.filter { all[$0].derived == .sum }
    /// Indices of the members that have a histogram.
    package static let histograms = all.indices.filter { all[$0].derived == .histogram }
    /// A sum takes at most this much from one row (1 TiB of bytes, far above any count), so that no fleet's sum
    /// overflows 63 bits, whatever a client claims.
    static let greatestSummand: Int64 = 1 << 40
}

extension HealthRow {
    /// What the rollup books of this row at the hour of the report that changed it: all but the counts that have known
    /// hours of their own.
    var booked: RollupCounts {
        var counts = RollupCounts()
        if members[HealthMember.sessions] <= 0, hasCrashed { counts[RollupCounts.launchCrash] = 1 }
        if isActive, activeHours != nil || crashedHours != nil { counts[RollupCounts.hours] = 1 }
        if let age = members.value(HealthMember.queueAge) {
            counts[RollupCounts.queueAge] = 1
            if age > 3600 { counts[RollupCounts.over1h] = 1 }
            if age > 86_400 { counts[RollupCounts.over24h] = 1 }
        }
        if members[HealthMember.quarantined] > 0 { counts[RollupCounts.quarantined] = 1 }
        if members[HealthMember.sendFailed] > 0 { counts[RollupCounts.failed] = 1 }
        for (offset, index) in HealthMember.sums.enumerated() where members[index] > 0 {
            counts[RollupCounts.firstSum + offset] = min(members[index], HealthMember.greatestSummand)
        }
        return counts
    }
}
