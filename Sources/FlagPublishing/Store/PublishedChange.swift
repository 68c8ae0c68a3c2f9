import Digests
public import FleetCore
import StrictJSON

/// One change of the flags: who did what, when and why.
public struct PublishedChange: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case publish, kill, unkill, rollout, rollback
    }

    public let version: Int64
    /// The version it was made from; 0: there was none.
    public let baseVersion: Int64
    public let kind: Kind
    /// As in ``FlagTarget``.
    public let target: String
    public let at: Instant
    public let by: String
    public let reason: String
    /// What it was predicted to do, in words, a line a platform and flag.
    public let effect: String
    /// Of `latest.json` as it was published.
    public let latestSHA256: String

    public init(
        version: Int64, baseVersion: Int64, kind: Kind, target: String, at: Instant, by: String, reason: String, effect: String,
        latestSHA256: String
    ) {
        self.version = version
        self.baseVersion = baseVersion
        self.kind = kind
        self.target = target
        self.at = at
        self.by = by
        self.reason = reason
        self.effect = effect
        self.latestSHA256 = latestSHA256
    }

    /// The digest of the change, its documents and the change before it. The text it is over is one line of JSON:
    ///
    ///     {"previous":"…","version":45,"base_version":44,"kind":"kill",…,"documents":{"android":"<sha256>"}}
    func sha256(previous: String, documents: [(platform: String, sha256: String)]) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("previous", previous)
            writeMembers(&json)
            json.key("documents")
            json.object { json in
                for document in documents { json.member(document.platform, document.sha256) }
            }
        }
        return SHA256.digest(json.bytes).hex
    }

    func writeMembers(_ json: inout JSONWriter) {
        json.member("version", version)
        json.member("base_version", baseVersion)
        json.member("kind", kind.rawValue)
        json.member("target", target)
        json.member("changed_epoch", at.epochSeconds)
        json.member("changed_by", by)
        json.member("reason", reason)
        json.member("effect", effect)
        json.member("latest_sha256", latestSHA256)
    }
}

/// Where a store's flags are published.
public struct FlagAuthority: Sendable, Equatable {
    public let target: String
    /// The address that clients ask; nil: not told.
    public let publicURL: String?

    public init(target: String, publicURL: String?) {
        self.target = target
        self.publicURL = publicURL
    }
}
