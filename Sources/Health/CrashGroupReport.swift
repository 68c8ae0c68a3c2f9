public import FleetCore
import Statistics

/// Which crashes there are, the ones on most installs first.
public struct CrashGroupRequest: Sendable {
    public var filter: ReportFilter
    public var groupsMax: Int

    public init(filter: ReportFilter = ReportFilter(), groupsMax: Int = 10) {
        self.filter = filter
        self.groupsMax = groupsMax
    }
}

public struct CrashGroupReport: Sendable {
    public let frame: ReportFrame
    public let rows: [CrashGroupRow]
    /// How many groups there are, shown or not.
    public let groups: Int64
    /// Install-days with a crash, and those of them on which the client says which crash it was.
    public let crashedInstallDays: Int64
    public let groupedInstallDays: Int64

    public var outcome: Outcome { Outcome(hasData: !rows.isEmpty) }
}

public struct CrashGroupRow: Sendable {
    /// What clients tell crashes apart by.
    public let signature: String
    public let installs: Int64
    public let crashes: Int64
    public let firstAt: Instant
    /// What nearly all of its installs share and few others do.
    public let confinedTo: [CrashTrait]
    /// Flags that were on among its installs more often than among others that crashed; the most enriched first.
    public let flags: [CrashTrait]
}

/// A property of a group's installs that stands out from what is usual, by more than chance explains.
public struct CrashTrait: Sendable, Hashable {
    public enum Dimension: String, Sendable, CaseIterable {
        case version, platform
        case osVersion = "os_version"
        case deviceModel = "device_model"
        case screen, flag
    }

    public let dimension: Dimension
    public let value: String
    /// Installs of the group that have it, and of how many.
    public let installs: Int64
    public let groupInstalls: Int64
    /// The same elsewhere: of active install-days for version and platform, of installs that crashed in other groups else.
    public let usualCount: Int64
    public let usualOf: Int64

    public var share: Double { Double(installs) / Double(groupInstalls) }
    public var usualShare: Double { Double(usualCount) / Double(usualOf) }

    /// Nearly all.
    static let leastShare = 0.9
    /// What is usual is less than this part of it.
    static let usualPart = 0.75

    /// Whether it stands out, where so many are looked at: never by fewer than ``Excess/leastEvents`` installs.
    func standsOut(among comparisons: Int) -> Bool {
        guard dimension == .flag || share >= CrashTrait.leastShare, usualOf > 0, usualShare < share * CrashTrait.usualPart else {
            return false
        }
        return ShareExcess.isShown(
            Excess.Count(installs, of: groupInstalls), over: Excess.Count(usualCount, of: usualOf), comparisons: comparisons)
    }
}
