public import FleetCore

/// A note about the fleet at an instant: a deploy, a change of configuration, what somebody saw.
public struct Annotation: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Something of the servers was put into production.
        case deploy
        /// A setting or a quota was changed.
        case config
        /// Data or a service was put back to what it was.
        case restore
        /// An incident began, was handed over, or ended.
        case incident
        case note
    }

    public let at: Instant
    public let kind: Kind
    public let text: String
    /// What it is about; nil: all versions.
    public let version: String?
    /// Nil: all platforms.
    public let platform: String?
    public let by: String

    public init(at: Instant, kind: Kind, text: String, version: String?, platform: String?, by: String) {
        self.at = at
        self.kind = kind
        self.text = text
        self.version = version
        self.platform = platform
        self.by = by
    }
}
