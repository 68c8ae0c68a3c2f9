public import Statistics

/// A member of the telemetry contract that is marked histogram: what it measures, by its name on the wire.
public struct HistogramMetric: Sendable, Hashable {
    /// `queue_age_max_s`.
    public let name: String
    /// What ends a field's name: `s`, `ms`, `bytes`; nil for a count.
    public let unit: String?

    public init(name: String, unit: String?) {
        self.name = name
        self.unit = unit
    }

    /// Age of the oldest message that was not acknowledged, the day's greatest.
    public static let queueAge = HistogramMetric(name: "queue_age_max_s", unit: "s")
    /// Most messages that were not acknowledged at once, the day's greatest.
    public static let queueDepth = HistogramMetric(name: "queue_depth_max", unit: nil)
}

/// How long messages wait in the outbox; with another metric, how great that is.
public struct QueueAgeRequest: Sendable {
    public var filter: ReportFilter
    /// Of version, platform, device class and day.
    public var by: Set<Dimension>
    public var metric: HistogramMetric

    public init(filter: ReportFilter = ReportFilter(), by: Set<Dimension> = .usual, metric: HistogramMetric = .queueAge) {
        self.filter = filter
        self.by = by
        self.metric = metric
    }
}

public struct QueueAgeReport: Sendable {
    public let frame: ReportFrame
    public let metric: HistogramMetric
    /// In the order of ``ReportGroup``.
    public let rows: [QueueAgeRow]
    /// Where one version was asked for: all versions together, by what else rows are told apart by. Nil: the rows are all
    /// there is.
    public let others: [ReportGroup: QueueAgeRow]?

    public var outcome: Outcome { Outcome(hasData: rows.contains { $0.hasData }) }
}

public struct QueueAgeRow: Sendable {
    public let group: ReportGroup
    /// Install-days that have the measure; a null is not a zero.
    public let installDays: Int64
    /// Nearest-rank percentiles over install-days and the greatest, within 1 %; nil without any.
    public let p50: Double?
    public let p90: Double?
    public let p99: Double?
    public let max: Double?
    /// Set for the queue age only.
    public let shares: QueueAgeShares?
    public let completeness: Double?

    public var hasData: Bool { installDays > 0 }
}

/// Exact, each with Wilson's 95 % interval; nil without install-days to be a share of.
public struct QueueAgeShares: Sendable {
    /// Strictly over, of install-days that have an age.
    public let over1h: Double?
    public let over1hInterval: Interval?
    public let over1hInstallDays: Int64
    public let over24h: Double?
    public let over24hInterval: Interval?
    public let over24hInstallDays: Int64
    /// With a quarantined mutation, or a message that failed for good, of all install-days that reported.
    public let quarantined: Double?
    public let quarantinedInterval: Interval?
    public let quarantinedInstallDays: Int64
    public let failed: Double?
    public let failedInterval: Interval?
    public let failedInstallDays: Int64
    public let reportingInstallDays: Int64
}
