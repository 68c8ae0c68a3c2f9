public import FleetCore

/// What is wrong with the servers, from ``ServerMetricsOptions/faultAt`` on.
public enum ServerScenario: String, Sendable, CaseIterable {
    case healthy
    /// FCM answers most sends with UNAVAILABLE, whoever sends; the queue grows and coalesces.
    case pushOutage = "push-outage"
    /// The connections of one push worker fail, those of the others don't.
    case oneWorker = "one-worker"
    /// FCM refuses our own credentials, whoever sends.
    case pushCredentials = "push-credentials"
    /// As the outage, and a push waits for every message: the queue does not coalesce.
    case pushUncoalesced = "push-uncoalesced"
    /// An outage of FCM that is over for twelve minutes: the queue drains near the quota.
    case pushRecovery = "push-recovery"
    /// Writes of the table Mailboxes are throttled.
    case throttle
    /// The writer of the sync log falls behind.
    case lag
    /// Records that keep failing are parked.
    case deadLetters = "dead-letters"
    // What servers see of the fleets of these names (``Scenario``).
    case badRelease = "bad-release"
    case decryptSpike = "decrypt-spike"
    case stuckOutbox = "stuck-outbox"
    case versionDecrypt = "version-decrypt"
    case prekeyFault = "prekey-fault"
    case keyChanges = "key-changes"
    case flaggedCrash = "flagged-crash"
    case unflaggedCrash = "unflagged-crash"

    /// The fleet of the same name; nil: the servers' fault, which goes with a healthy one.
    public var fleet: Scenario? { self == .healthy ? nil : Scenario(rawValue: rawValue) }
}

/// A window of server metrics.
public struct ServerMetricsOptions: Sendable {
    public var scenario: ServerScenario
    public var hours: Int
    /// Exclusive: the last minute is the one before. Noon after the last day of the simulated fleet, unless told otherwise.
    public var end = ServerMetricsOptions.defaultEnd
    public var seed: UInt64 = 1
    /// Counts are those of a fleet of so many installs; nil: of ``referenceInstalls``.
    public var installs: Int?

    public static let defaultEnd = FleetOptions.defaultStart.advanced(by: 14).start.advanced(bySeconds: 12 * 3600)
    public static let hoursMax = 24 * 15
    /// What is wrong with the servers has been so for so long at the end of the window.
    public static let faultMinutes = 40
    /// What is wrong in a fleet's scenario has been so since 14:00 of the last day but one, 46 hours before its export ends.
    public static let fleetFaultMinutes = 46 * 60
    /// Of which the counts are, unless told otherwise: 3.3 million sockets are open.
    public static let referenceInstalls = 8_000_000
    /// Minutes before the end at which the outage of `push-recovery` is over.
    static let recoveryMinutes = 12

    /// - Parameter hours: nil: long enough to have a usual part.
    public init(_ scenario: ServerScenario = .healthy, hours: Int? = nil) {
        self.scenario = scenario
        self.hours = hours ?? (scenario.fleet == nil ? 6 : 72)
    }

    public var start: Instant { end.advanced(bySeconds: Int64(hours) * -3600) }

    public var faultAt: Instant {
        let minutes =
            scenario.fleet == nil ? ServerMetricsOptions.faultMinutes : ServerMetricsOptions.fleetFaultMinutes
        return end.advanced(bySeconds: Int64(-60 * minutes))
    }

    var recoveredAt: Instant { end.advanced(bySeconds: Int64(-60 * ServerMetricsOptions.recoveryMinutes)) }

    /// What should be found, as one sentence.
    public var expectation: String {
        switch scenario {
        case .healthy: "Nothing is wrong with the servers."
        case .pushOutage: "Since \(faultAt) most sends to FCM fail with UNAVAILABLE, on every worker; APNs is well."
        case .oneWorker: "Since \(faultAt) most sends of worker w-3 fail, those of the others don't."
        case .pushCredentials: "Since \(faultAt) sends to FCM fail with UNAUTHENTICATED, on every worker; APNs is well."
        case .pushUncoalesced:
            "Since \(faultAt) most sends to FCM fail with UNAVAILABLE, and a push waits for every message."
        case .pushRecovery:
            "From \(faultAt) to \(recoveredAt) most sends to FCM failed; since then the queue drains near the quota."
        case .throttle: "Since \(faultAt) writes of the table Mailboxes are throttled."
        case .lag: "Since \(faultAt) the readers of sync-log-events fall behind, a minute in every one."
        case .deadLetters: "Since \(faultAt) records of the fan-out are parked as dead letters."
        case .versionDecrypt, .decryptSpike: "Since \(faultAt) one version fails to decrypt; the key directory is well."
        case .prekeyFault:
            "Since \(faultAt) the key directory hands out what does not fit: device mismatches and bundle fetches rise."
        case .keyChanges: "Since \(faultAt) device lists change far more often than usual."
        case .badRelease, .stuckOutbox, .flaggedCrash, .unflaggedCrash: "The servers are well: it is the clients."
        }
    }
}
