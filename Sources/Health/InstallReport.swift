public import FleetCore

/// One install: for the support case "my messages don't go out".
public struct InstallRequest: Sendable {
    public var installID: String
    /// Nil: the fourteen days that end with the newest day in the store, as long as device pairs are kept.
    public var window: DayWindow?

    public init(installID: String, window: DayWindow? = nil) {
        self.installID = installID
        self.window = window
    }
}

public struct InstallReport: Sendable {
    public let installID: String
    public let window: DayWindow
    /// By day, then version.
    public let days: [InstallDay]
    /// The newest first; of all that is kept.
    public let failures: [InstallFailure]
    /// Failing pairs are kept from this day on.
    public let failuresFrom: Day
    /// Does any client of the install's versions and platforms send decrypt failures? If none does, having none says nothing.
    public let sendsFailures: Bool
    /// The newest first.
    public let quarantined: [InstallQuarantine]
    /// The install beside what is usual on each version and platform that it ran, in version order.
    public let norms: [InstallNorm]

    public var outcome: Outcome { Outcome(hasData: !days.isEmpty || !quarantined.isEmpty) }
}

/// What the install reported for a day and version; nil: its client did not say.
public struct InstallDay: Sendable {
    public let day: Day
    public let version: AppVersion
    public let platform: String
    public let deviceClass: String?
    public let osVersion: String?
    public let appBuild: Int64?
    public let flagsVersion: Int64?
    /// When that version was first evaluated.
    public let flagsVersionAt: Instant?
    public let sessions: Int64?
    public let crashes: Int64?
    public let syncsOK: Int64?
    public let syncsFailed: Int64?
    public let rolledBack: Int64?
    public let quarantined: Int64?
    public let sendFailed: Int64?
    public let failedRowsMax: Int64?
    public let queueDepthMax: Int64?
    public let queueAgeMaxS: Int64?
    public let ttcMsP95: Int64?
    public let migrationsFailed: Int64?
    public let outboxRowsLost: Int64?
    public let crashLoopGuard: Int64?
    /// When the store first heard of it.
    public let knownHour: Hour
    public let isClockCorrected: Bool
    public let isReceiptAssumed: Bool
}

/// Devices by the first digits of their keyed hashes: the ids themselves are nowhere.
public struct InstallFailure: Sendable {
    public let day: Day
    public let device: String
    public let peer: String
    public let version: AppVersion
    public let platform: String
    public let messageType: String
    public let peerVersion: String
    public let isRestored: Bool
    public let first: Instant
    public let last: Instant
    public let failures: Int64
    public let isRecovered: Bool
}

public struct InstallQuarantine: Sendable {
    public let reason: String
    /// As the client wrote it.
    public let day: String?
    public let knownHour: Hour
}

/// One measure of the install on a version and platform, and of all installs there, over the report's window.
public struct InstallNorm: Sendable {
    public enum Measure: String, Sendable, CaseIterable {
        /// Share of active install-days with a crash.
        case crashedDays = "crashed_days_share"
        /// Greatest age in seconds; the norm is the 99th percentile of install-days.
        case queueAge = "queue_age_max_s"
        /// Share of install-days with an age over an hour.
        case over1h = "over_1h_share"
        /// Share of install-days with a message that failed for good.
        case failed = "failed_share"
        /// Share of install-days with a quarantined mutation.
        case quarantined = "quarantined_share"
        /// Failed ÷ all syncs.
        case syncsFailed = "syncs_failed_share"
        /// Most messages that waited at once; the norm is the 99th percentile of install-days.
        case queueDepth = "queue_depth_max"
    }

    public let version: AppVersion
    public let platform: String
    public let measure: Measure
    /// Nil: not reported.
    public let install: Double?
    public let norm: Double?
    /// Of the measures with percentiles: the share of install-days on the version and platform with a smaller value.
    public let shareBelow: Double?

    /// Is the install worse than is usual? All measures are better when smaller.
    public var isAbove: Bool {
        guard let install, let norm else { return false }
        return install > norm
    }
}
