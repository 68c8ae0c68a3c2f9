import Digests
import DurableFiles
public import FleetCore
public import HTTPClient
import StrictJSON

/// Reads published flags from the address that clients ask, the way a client should: conditional requests, never back to
/// an older version, and the last good one kept through every error. What was read is kept in a folder.
public struct PublishedFlags: Sendable {
    /// One version, whole: each document with the digest that `latest.json` names.
    public struct Snapshot: Sendable {
        public let base: WebAddress
        public let latest: LatestFile
        /// In byte order of the platforms.
        public let documents: [FlagDocumentFile]
        /// When the server last said that this is current.
        public let confirmed: Instant
        /// Why it is not what the server said just now; nil: it is.
        public let problem: String?
    }

    private let base: WebAddress
    private let folder: DurableFolder
    private let client: HTTPClient

    /// - Parameters:
    ///   - base: where `latest.json` is, or its own address.
    ///   - environment: `XDG_CACHE_HOME`, else `HOME`, says where what was read is kept.
    public init(base: WebAddress, environment: [String: String], stop: StopRequest) {
        let suffix = "/latest.json"
        let isFile = base.path.hasSuffix(suffix)
        self.base =
            isFile ? WebAddress(base.text.dropLast(suffix.utf8.count).description) ?? base : base
        let cache = UserFolders.cache.path(environment: environment)
        folder = DurableFolder("\(cache)/flags/\(SHA256.digest(self.base.text.utf8).hex.prefix(32))", mode: 0o600)
        var limits = HTTPLimits()
        limits.bodyBytesMax = JSONScanner.greatestSize
        limits.totalSeconds = 30
        // There is something to fall back to.
        limits.retrySeconds = 3
        client = HTTPClient(limits: limits, environment: environment, stop: stop)
    }

    /// Asks the server. An error is one only where nothing was ever read.
    /// - Throws: ``ToolError``.
    public func read(now: Instant) throws(ToolError) -> Snapshot {
        let kept = kept()
        do throws(ToolError) {
            return try ask(kept, now)
        } catch {
            guard let kept, error.exitCode != .interrupted, error.exitCode != .usage else { throw error }
            return snapshot(kept, problem: error.what + (error.place.map { " (\($0))" } ?? ""))
        }
    }

    private func ask(_ kept: Kept?, _ now: Instant) throws(ToolError) -> Snapshot {
        let address = base.appending("latest.json")
        var request = HTTPRequest(.get, address)
        request.headers["If-None-Match"] = kept?.etag
        let response = try client.send(request)
        if response.status == 304, let kept { return snapshot(confirm(kept, now)) }
        guard response.status == 200 else {
            throw ToolError(
                response.status == 404 ? .badInput : .unavailable, "the server answered with status \(response.status)",
                at: address.place, next: "see that flags are published there")
        }
        let latest = try LatestFile(response.body, at: address.place)
        if let kept {
            guard latest.version >= kept.latest.version else {
                throw ToolError(
                    .unavailable, "the server says version \(latest.version), and \(kept.latest.version) was current before",
                    at: address.place)
            }
            guard latest.version > kept.latest.version || latest == kept.latest else {
                throw ToolError(
                    .unavailable, "the server has other documents of version \(latest.version) than before", at: address.place)
            }
        }
        var documents: [FlagDocumentFile] = []
        for entry in latest.documents { documents.append(try document(entry)) }
        let fresh = Kept(latest: latest, documents: documents, etag: response.headers["ETag"], confirmed: now)
        keep(fresh)
        return snapshot(fresh)
    }

    private func document(_ entry: LatestFile.Entry) throws(ToolError) -> FlagDocumentFile {
        if let bytes = try? folder.read("\(entry.sha256).json"), SHA256.digest(bytes).hex == entry.sha256 {
            return FlagDocumentFile(platform: entry.platform, bytes: bytes)
        }
        let address = base.appending(entry.path)
        let response = try client.send(HTTPRequest(.get, address))
        guard response.status == 200, SHA256.digest(response.body).hex == entry.sha256 else {
            throw ToolError(
                .unavailable,
                response.status == 200
                    ? "these are not the bytes whose hash latest.json names"
                    : "the server answered with status \(response.status)",
                at: address.place, next: "try again; if it stays, see that the whole version was published")
        }
        return FlagDocumentFile(platform: entry.platform, bytes: response.body)
    }

    private func snapshot(_ kept: Kept, problem: String? = nil) -> Snapshot {
        Snapshot(
            base: base, latest: kept.latest, documents: kept.documents, confirmed: kept.confirmed, problem: problem)
    }

    // MARK: What is kept

    private struct Kept {
        let latest: LatestFile
        let documents: [FlagDocumentFile]
        let etag: String?
        let confirmed: Instant
    }

    /// What was read before, whole; nil where nothing was, or where it is damaged.
    private func kept() -> Kept? {
        guard let bytes = try? folder.read("latest.json"), let latest = try? LatestFile(bytes, at: folder.path) else {
            return nil
        }
        var documents: [FlagDocumentFile] = []
        for entry in latest.documents {
            guard let bytes = try? folder.read("\(entry.sha256).json"), SHA256.digest(bytes).hex == entry.sha256 else {
                return nil
            }
            documents.append(FlagDocumentFile(platform: entry.platform, bytes: bytes))
        }
        let state = (try? folder.read("state.json")).flatMap { JSONDocument.read($0, file: "state.json").document }
        let reader = state.flatMap { ObjectReader($0.root, DocumentProblems($0), members: nil) }
        // An ETag belongs to the bytes it came with, and to no others; so does the time at which they were current.
        let isOfThese = reader?.whole("version", in: 0...Int64.max) == latest.version
        return Kept(
            latest: latest, documents: documents, etag: isOfThese ? reader?.string("etag", .nullable) : nil,
            confirmed: Instant(epochSeconds: isOfThese ? reader?.whole("confirmed_epoch", in: 0...Int64.max) ?? 0 : 0))
    }

    private func confirm(_ kept: Kept, _ now: Instant) -> Kept {
        let confirmed = Kept(latest: kept.latest, documents: kept.documents, etag: kept.etag, confirmed: now)
        keepState(confirmed)
        return confirmed
    }

    /// Failing to keep it is no failure. Documents first: what `latest.json` names is there.
    private func keep(_ fresh: Kept) {
        do {
            for document in fresh.documents {
                let name = "\(document.sha256).json"
                // What is there under its digest may be damaged.
                if try !folder.createIfAbsent(name, document.bytes), try folder.read(name) != document.bytes {
                    try folder.update(name) { _ in document.bytes }
                }
            }
            try folder.update("latest.json") { current in
                // Another process may have read a newer one meanwhile.
                let other = current.flatMap { try? LatestFile($0, at: folder.path) }
                return (other?.version ?? 0) > fresh.latest.version ? nil : fresh.latest.bytes
            }
            keepState(fresh)
        } catch {}
    }

    private func keepState(_ kept: Kept) {
        var json = JSONWriter()
        json.object {
            $0.member("version", kept.latest.version)
            $0.member("etag", kept.etag)
            $0.member("confirmed_epoch", kept.confirmed.epochSeconds)
        }
        _ = try? folder.update("state.json") { _ in json.bytes }
    }
}
