public import FleetCore

/// What is wrong with the servers, from ``ServerMetricsOptions/faultAt`` on.
public enum ServerScenario: String, Sendable, CaseIterable {
    case healthy
    /// FCM answers most sends with UNAVAILABLE, whoever sends; the queue grows and coalesces.
    case pushOutage = "push-outage"
    /// The connections of one push worker fail, those of the others don't.
    case oneWorker = "one-worker"
    /// Writes of the table Mailboxes are throttled.
    case throttle
    /// The writer of the sync log falls behind.
    case lag
    /// Records that keep failing are parked.
    case deadLetters = "dead-letters"
}

/// A window of server metrics.
public struct ServerMetricsOptions: Sendable {
    public var scenario = ServerScenario.healthy
    public var hours = 6
    /// Exclusive: the last minute is the one before. Noon after the last day of the simulated fleet, unless told otherwise.
    public var end = ServerMetricsOptions.defaultEnd
    public var seed: UInt64 = 1

    public static let defaultEnd = FleetOptions.defaultStart.advanced(by: 14).start.advanced(bySeconds: 12 * 3600)
    public static let hoursMax = 24 * 15
    /// What is wrong has been so for so long at the end of the window.
    public static let faultMinutes = 40

    public init() {}

    public var start: Instant { end.advanced(bySeconds: Int64(hours) * -3600) }
    public var faultAt: Instant { end.advanced(bySeconds: Int64(-60 * ServerMetricsOptions.faultMinutes)) }

    /// What should be found, as one sentence.
    public var expectation: String {
        switch scenario {
        case .healthy: "Nothing is wrong with the servers."
        case .pushOutage: "Since \(faultAt) most sends to FCM fail with UNAVAILABLE, on every worker; APNs is well."
        case .oneWorker: "Since \(faultAt) most sends of worker w-3 fail, those of the others don't."
        case .throttle: "Since \(faultAt) writes of the table Mailboxes are throttled."
        case .lag: "Since \(faultAt) the readers of sync-log-events fall behind, a minute in every one."
        case .deadLetters: "Since \(faultAt) records of the fan-out are parked as dead letters."
        }
    }
}
