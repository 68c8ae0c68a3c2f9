public import FleetCore
public import Statistics

/// Which share of installs had no crash.
public struct CrashFreeRequest: Sendable {
    public var filter: ReportFilter
    /// Of version, platform, device class and day.
    public var by: Set<Dimension>
    /// A share of install-days, 0…1, such as 0.995; what is under it misses it.
    public var target: Double?

    public init(filter: ReportFilter = ReportFilter(), by: Set<Dimension> = .usual, target: Double? = nil) {
        self.filter = filter
        self.by = by
        self.target = target
    }
}

public struct CrashFreeReport: Sendable {
    public let frame: ReportFrame
    public let target: Double?
    /// In the order of ``ReportGroup``.
    public let rows: [CrashFreeRow]

    public var outcome: Outcome {
        Outcome(hasData: rows.contains { $0.hasData }, missesTarget: rows.contains { $0.meetsTarget == false })
    }
}

public struct CrashFreeRow: Sendable {
    public let group: ReportGroup
    /// Installs with a session or a crash, each once in the window.
    public let activeInstalls: Int64
    public let reportingInstalls: Int64
    public let crashedInstalls: Int64
    /// Of the crashed ones, those that crashed on a day without a session; nil: not known as of an hour.
    public let launchCrashInstalls: Int64?
    /// 1 − crashed ÷ active; nil: no install was active, which is neither 0 % nor 100 %.
    public let crashFree: Double?
    /// Wilson, 95 %.
    public let crashFreeInterval: Interval?
    /// The same over reporting installs: the design's playbook query.
    public let crashFreeOfReporting: Double?
    /// (install, day) pairs.
    public let activeInstallDays: Int64
    public let crashedInstallDays: Int64
    /// What targets apply to: comparable between windows of different length.
    public let crashFreeInstallDays: Double?
    public let crashFreeInstallDaysInterval: Interval?
    public let sessions: Int64
    public let crashes: Int64
    /// A count rate, may exceed 1,000; nil without sessions.
    public let crashesPer1000Sessions: Double?
    public let completeness: Double?
    /// Nil when no target was asked for, or the row has no data.
    public let meetsTarget: Bool?

    public var hasData: Bool { crashFree != nil }
}

/// Onset and recovery: installs active and crashed in each UTC hour.
public struct CrashFreeByHourRequest: Sendable {
    public var filter: ReportFilter
    /// Of version, platform and device class; the last is answered from the facts, more slowly.
    public var by: Set<Dimension>

    public init(filter: ReportFilter = ReportFilter(), by: Set<Dimension> = []) {
        self.filter = filter
        self.by = by
    }
}

public struct CrashFreeByHourReport: Sendable {
    public let frame: ReportFrame
    /// Share of the window's active install-days whose clients send no hours, and so are in no row; nil: none was active, or
    /// as of an hour, where it is not known.
    public let withoutHoursShare: Double?
    /// Hours in which an install was active; an hour that is missing here is a gap, not a zero.
    public let rows: [CrashFreeHourRow]

    public var outcome: Outcome { Outcome(hasData: !rows.isEmpty) }
}

public struct CrashFreeHourRow: Sendable {
    public let group: ReportGroup
    public let hour: Hour
    public let activeInstalls: Int64
    public let crashedInstalls: Int64
    public let crashFree: Double
    public let crashFreeInterval: Interval?
    public let completeness: Double?
}
