public import FleetCore

/// Whom a flag is evaluated for, read once for as many flags as there are.
public struct FlagContext: Sendable {
    /// UTF-8; empty: there is none.
    public let installID: [UInt8]
    /// Nil where there is none. An unreadable one satisfies no minimum.
    public let appVersion: AppVersion?
    /// Which of the documents is evaluated; no rule looks at it.
    public let platform: String?

    public init(installID: String?, appVersion: String?, platform: String? = nil) {
        self.installID = installID.map { Array($0.utf8) } ?? []
        self.appVersion = appVersion.map { AppVersion($0) }
        self.platform = platform
    }

    /// With a version that was read before.
    public init(installID: String, appVersion: AppVersion) {
        self.installID = Array(installID.utf8)
        self.appVersion = appVersion
        platform = nil
    }
}
