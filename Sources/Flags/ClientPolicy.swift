public import FleetCore

/// Which versions the servers still talk to.
public struct ClientPolicy: Sendable, Hashable {
    public let minSupported: AppVersion?
    public let recommended: AppVersion?
    /// Until when a client below `minSupported` may still send what waits in its outbox.
    public let flushOnlyUntil: Instant?

    public init(minSupported: AppVersion?, recommended: AppVersion?, flushOnlyUntil: Instant?) {
        self.minSupported = minSupported
        self.recommended = recommended
        self.flushOnlyUntil = flushOnlyUntil
    }

    public enum Status: String, Sendable, CaseIterable {
        case supported
        /// Below `recommended`.
        case upgradeRecommended = "upgrade_recommended"
        /// Below `min_supported`: reads are refused, the outbox may be sent.
        case unsupported
        /// The same, with a date until which the outbox may be sent.
        case flushOnly = "flush_only"
        /// The same, and that date is over.
        case blocked
        /// The version can't be read: nobody is locked out for that.
        case unknown
    }

    public func status(_ version: AppVersion?, now: Instant) -> Status {
        if minSupported == nil && recommended == nil { return .supported }
        guard let version, version.isReadable else { return .unknown }
        if let minSupported, version.precedes(minSupported) == true {
            guard let flushOnlyUntil else { return .unsupported }
            return now < flushOnlyUntil ? .flushOnly : .blocked
        }
        if let recommended, version.precedes(recommended) == true { return .upgradeRecommended }
        return .supported
    }
}
