import Digests
import FleetCore
import HTTPClient

/// A bucket of S3, or of what speaks its protocol, such as MinIO. Writes are conditional (`If-None-Match: *`,
/// `If-Match`), so that of two publishers one wins.
final class S3Target: PublishTarget {
    let name: String
    private let bucket: S3Bucket
    private let prefix: String

    init(target: FlagTarget, bucket: S3Bucket, prefix: String) {
        name = target.description
        self.bucket = bucket
        self.prefix = prefix.isEmpty ? "" : prefix + "/"
    }

    private static let documentCaching = "public, max-age=31536000, immutable"
    private static let latestCaching = "public, max-age=60"

    func latest() throws -> SeenLatest? {
        guard let object = try bucket.get(prefix + "latest.json") else { return nil }
        return SeenLatest(bytes: object.bytes, tag: object.etag)
    }

    func read(_ path: String) throws -> [UInt8]? { try bucket.get(prefix + path)?.bytes }

    func greatestNumber() throws -> Int64 {
        try bucket.folders(in: prefix).compactMap { versionNumber(ofFolder: $0) }.max() ?? 0
    }

    func create(_ path: String, _ bytes: [UInt8]) throws -> Bool {
        try bucket.put(prefix + path, bytes, .absent, caching: S3Target.documentCaching) == .done
    }

    func seen(_ path: String) throws -> SeenLatest? {
        try bucket.get(prefix + path).map { SeenLatest(bytes: $0.bytes, tag: $0.etag) }
    }

    func restore(_ path: String, _ bytes: [UInt8], over damaged: SeenLatest?) throws -> Bool {
        try bucket.put(
            prefix + path, bytes, damaged.map { .tagged($0.tag) } ?? .absent, caching: S3Target.documentCaching) == .done
    }

    func swapLatest(_ bytes: [UInt8], seen: SeenLatest?) throws -> SwapOutcome {
        try bucket.put(
            prefix + "latest.json", bytes, seen.map { .tagged($0.tag) } ?? .absent, caching: S3Target.latestCaching)
    }

    /// A bucket that takes a conditional write onto what is there would let two publishers win.
    func probe() throws {
        let key = prefix + ".chatfleet-probe"
        _ = try bucket.put(key, [], .absent, caching: "no-store")
        let takesSecond = try bucket.put(key, [], .absent, caching: "no-store") == .done
        let takesOther =
            try bucket.put(key, [], .tagged("\"00000000000000000000000000000000\""), caching: "no-store")
            == .done
        guard !takesSecond, !takesOther else {
            throw ToolError(
                .badInput,
                "the bucket ignores conditions on writes (\(takesSecond ? "If-None-Match" : "If-Match")): two who "
                    + "publish at once would both think they won", at: name,
                next: "use a bucket of AWS S3, or of a server that honours them")
        }
    }
}
