public import FleetCore
public import StrictJSON

/// A platform's flags as published: read strictly, kept as the exact bytes, ready to be evaluated.
///
///     let (document, problems) = FlagDocument.decode(bytes, file: "v44/android.json")
///     document?.evaluate("poll_posts", FlagContext(installID: "i_1", appVersion: "5.14.0"))
public struct FlagDocument: Sendable {
    /// The tree with the places of everything, and the exact bytes.
    public let source: JSONDocument
    public let version: Int64
    /// As the document names its bucketing; absent, it is ``Bucketing/name``.
    public let hash: String?
    /// In the document's order.
    public let kills: [Kill]
    public let flags: [Definition]
    public let policy: ClientPolicy?
    public let sessionSample: RolloutPercent?

    public struct Kill: Sendable {
        public let name: String
        /// False: the kill is written down and not in force.
        public let isOn: Bool
        /// Place of the name.
        let offset: Int
    }

    /// A flag and its rules.
    public struct Definition: Sendable {
        public let name: String
        /// What it is for a client that can't evaluate the rollout; what it is where there is none.
        public let isOnByDefault: Bool
        public let rollout: RolloutPercent?
        public let minApp: AppVersion?
        /// Place of the name, and the flag's object.
        let offset: Int
        let node: JSONNode
    }

    let rules: FlagRules

    init(
        source: JSONDocument, version: Int64, hash: String?, kills: [Kill], flags: [Definition], policy: ClientPolicy?,
        sessionSample: RolloutPercent?
    ) {
        self.source = source
        self.version = version
        self.hash = hash
        self.kills = kills
        self.flags = flags
        self.policy = policy
        self.sessionSample = sessionSample
        rules = FlagRules(flags: flags, kills: kills, knowsHash: (hash ?? Bucketing.name) == Bucketing.name)
    }

    public var file: String { source.file }
    public var bytes: [UInt8] { source.bytes }
    public var knowsHash: Bool { rules.knowsHash }

    public func flag(_ name: String) -> Definition? {
        rules.index(of: name).flatMap { $0 < flags.count ? flags[$0] : nil }
    }

    /// Is a kill of that name in force?
    public func isKilled(_ name: String) -> Bool { rules.index(of: name).map { rules.rows[$0].isKilled } ?? false }

    /// The platform, by the layout of what is published: `v44/android.json` is android's. Nil where the path is another.
    public static func platform(ofPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let name = parts.last, parts.count >= 2, name.hasSuffix(".json") else { return nil }
        let folder = parts[parts.count - 2]
        let digits = folder.dropFirst()
        guard folder.hasPrefix("v"), !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return String(name.dropLast(".json".count))
    }
}
