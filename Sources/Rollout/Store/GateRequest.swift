public import FleetCore
public import Operations
public import QueryCatalog
public import Statistics

/// What is asked of the gate.
public struct GateRequest: Sendable {
    /// The new version, as clients write it.
    public var version: String
    /// Nil: every platform that the version was reported or recorded on.
    public var platform: String?
    /// Nil: the one that most installs were active on before.
    public var baseline: String?
    /// Nil: as recorded, else since the store knows of the version.
    public var since: Day?
    /// Now, or then: only what was known in the complete hours before it, and recorded up to it.
    public var at: Instant
    public var settings = GateSettings()
    /// Silent installs and bias panel, which read more than the gate's cells.
    public var hasPanel = true
    /// A measure of one's own.
    public var ownMeasure: Query?

    public init(version: String, at: Instant) {
        self.version = version
        self.at = at
    }
}

/// The gate's answer.
public struct GateAnswer: Sendable {
    public let version: String
    /// What was known in this hour or later is not in it.
    public let horizon: Hour
    public let settings: GateSettings
    /// In the order of their names; none: nobody ever heard of the version.
    public let platforms: [PlatformGate]
    /// Platforms on which no lower version was active: there is nothing to compare it with, and nothing is known.
    public let withoutBaseline: [String]

    /// The worst of all.
    public var verdict: Verdict {
        let worst = platforms.map(\.assessment.verdict).min() ?? .insufficient
        return withoutBaseline.isEmpty ? worst : min(worst, .insufficient)
    }
}

/// One platform's.
public struct PlatformGate: Sendable {
    public let platform: String
    public let baseline: BaselineChoice
    /// What says when the rollout began.
    public let beginning: Beginning
    public let gate: Gate
    public let assessment: GateAssessment
    public let panel: BiasPanel?
    /// As many installs were looked at for silence, where they are a sample; nil: all.
    public let sampledInstalls: Int?
    /// Those that count at the moment of the look, in the order in which they happened.
    public let records: [RecordedRolloutEvent]

    /// How far its rollout is, by those records; nil: nobody recorded anything.
    public var recorded: RolloutState? { RolloutState(records.map(\.event)) }

    /// Its halt, where that is recorded and nothing later says that it goes on.
    public var recordedHalt: RolloutState? { recorded.flatMap { $0.phase == .halted ? $0 : nil } }

    public enum Beginning: String, Sendable {
        case asked = "as asked"
        case recorded = "as recorded"
        case firstReport = "first report"
    }
}

/// What the new version is compared with.
public struct BaselineChoice: Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        case named
        /// Most install-days among lower versions, in the seven days before the rollout began.
        case mostActiveBefore(installDays: Int64)
        /// The same since it began: nothing was known of before.
        case mostActiveSince(installDays: Int64)
    }

    public let version: String
    public let reason: Reason
}
