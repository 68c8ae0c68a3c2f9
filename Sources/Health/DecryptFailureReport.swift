public import FleetCore
public import Statistics

/// Failing device pairs.
public struct DecryptFailureRequest: Sendable {
    public var filter: ReportFilter
    /// Of every dimension there is.
    public var by: Set<Dimension>

    public init(filter: ReportFilter = ReportFilter(), by: Set<Dimension> = .usual) {
        self.filter = filter
        self.by = by
    }
}

public struct DecryptFailureReport: Sendable {
    public let frame: ReportFrame
    /// In the order of ``ReportGroup``; groups of installs that were active and failed at nothing are there with 0 pairs.
    public let rows: [DecryptFailureRow]
    /// The hours whose active installs are the denominator, where that is not the window: a window under a day.
    public let denominatorHours: Range<Hour>?
    /// Active installs of all groups of version, platform, device class and day, also of those that have no row of some
    /// message type because nothing failed.
    let activeInstallsOfGroups: Int64
    /// Was anyone active, or did anything fail?
    let hasData: Bool

    public var outcome: Outcome { Outcome(hasData: hasData) }
}

public struct DecryptFailureRow: Sendable {
    public let group: ReportGroup
    /// Distinct ordered (peer → device) whose first to last failure meets the window; a hundred retries are one.
    public let pairs: Int64
    /// With an entry that began in the window.
    public let newPairs: Int64
    /// Both directions as one.
    public let unorderedPairs: Int64
    /// Every failure of it in the window recovered.
    public let recoveredPairs: Int64
    public let affectedInstalls: Int64
    public let failures: Int64
    /// The denominator: installs active in the window (or in ``DecryptFailureReport/denominatorHours``) in the group's
    /// version, platform, device class and day. 0: not known.
    public let activeInstalls: Int64
    public let pairsPer10kActive: Double?
    /// Affected ÷ active, with Wilson's 95 % interval; nil without a denominator, or where more are affected than were
    /// active (a failure needs no session).
    public let affectedShare: Double?
    public let affectedInterval: Interval?
    public let completeness: Double?
}
