import Flags

/// `latest.json` as somebody saw it, to swap it against exactly that.
public struct SeenLatest: Sendable, Equatable {
    public let bytes: [UInt8]
    /// What the target knows this state by: an ETag; empty where the bytes themselves say it.
    let tag: String

    init(bytes: [UInt8], tag: String = "") {
        self.bytes = bytes
        self.tag = tag
    }
}

/// What became of a swap of `latest.json`.
public enum SwapOutcome: Sendable {
    case done
    /// Somebody else's was there already: ours never was.
    case outdone
    /// Ours is not there, and may have been, for a moment: a reply was lost.
    case unclear
}

/// A place that flags are published to: the few steps that the order of a publish is made of. Each step is done or not,
/// for whoever looks; what was made is never changed, but for `latest.json`.
///
/// All throw `ToolError`.
public protocol PublishTarget: AnyObject {
    /// As in ``FlagTarget``.
    var name: String { get }
    /// Nil: nothing was published yet.
    func latest() throws -> SeenLatest?
    /// A document; nil: there is none.
    func read(_ path: String) throws -> [UInt8]?
    /// The greatest N of the `vN/` that exist, 0 without any: also those that were given up.
    func greatestNumber() throws -> Int64
    /// Makes a document. False: there was one already, which stays as it is.
    func create(_ path: String, _ bytes: [UInt8]) throws -> Bool
    /// Replaces `latest.json`, should it still be what was seen.
    func swapLatest(_ bytes: [UInt8], seen: SeenLatest?) throws -> SwapOutcome
    /// A document with what the target knows its state by; nil: there is none.
    func seen(_ path: String) throws -> SeenLatest?
    /// Puts a document back that is damaged, should it still be what was seen, or missing. False: it no longer is. For
    /// bytes that were published under this path before, and for nothing else.
    func restore(_ path: String, _ bytes: [UInt8], over damaged: SeenLatest?) throws -> Bool
    /// Does the place keep these promises? Throws where it doesn't. Asked when a target is new.
    func probe() throws
}

/// `v44` → 44; nil for what is no such name, or a greater number than any version may have.
func versionNumber(ofFolder name: some StringProtocol) -> Int64? {
    guard name.hasPrefix("v"), name.utf8.count <= 19, name.utf8.dropFirst().allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return Int64(name.dropFirst()).flatMap { $0 <= FlagDocument.greatestVersion ? $0 : nil }
}
