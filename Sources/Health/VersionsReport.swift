public import FleetCore
public import Statistics

/// Who is on which version.
public struct VersionsRequest: Sendable {
    public var version: String?
    public var platform: String?
    public var asOf: Instant?

    public init(version: String? = nil, platform: String? = nil, asOf: Instant? = nil) {
        self.version = version
        self.platform = platform
        self.asOf = asOf
    }

    /// Days of the trend.
    public static let trendDays = 14
    /// As far back as "under 0.5 % for … days" is counted: what locking a version out asks for.
    public static let underDays = 30
    /// Versions that are shown, those on most install-days: clients may send as many as they like, and no page or memory holds
    /// them all. Which they are depends on what the store holds alone, not on how it was loaded.
    public static let versionsMax = 200
    /// What is hardly used any more: 0.5 %.
    public static let underShare = 0.005
}

public struct VersionsReport: Sendable {
    /// The window is the newest day in the store.
    public let frame: ReportFrame
    /// The days of ``VersionRow/trend``, the newest last.
    public let trendWindow: DayWindow
    /// Distinct installs active on the newest day, on any version.
    public let dayInstalls: Int64
    /// In version order; versions that nothing was heard of in the last ``VersionsRequest/underDays`` days are not here, nor
    /// those beyond ``VersionsRequest/versionsMax``, whose number the frame notes.
    public let rows: [VersionRow]

    public var outcome: Outcome { Outcome(hasData: rows.contains { $0.hasData }) }
}

public struct VersionRow: Sendable {
    public let version: AppVersion
    /// The newest day; 0 where the version was not heard of on it.
    public let reportingInstalls: Int64
    public let activeInstalls: Int64
    /// Installs whose greatest version of the day this is.
    public let latestInstalls: Int64
    /// Latest ÷ all active installs of the day: sums to 1 over the versions. Nil: nobody was active.
    public let adoption: Double?
    public let adoptionInterval: Interval?
    /// Active ÷ all active installs of the day: over all versions more than 1 where installs updated that day.
    public let activeShare: Double?
    /// Adoption a day, the oldest first; nil on a day without active installs.
    public let trend: [Double?]
    /// The first day that the store has a report of this version for.
    public let firstDay: Day
    /// For how many days up to the newest the adoption has been under 0.5 %, since the first day; at most
    /// ``VersionsRequest/underDays``, which then means "or more".
    public let daysUnder: Int
    public let completeness: Double?

    public var hasData: Bool { adoption != nil }
}
