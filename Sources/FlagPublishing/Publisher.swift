import Digests
import Flags
import FleetCore
import StrictJSON

/// What a target holds: the current version with its documents, checked against their digests.
public struct PublishedState: Sendable {
    /// Nil: nothing was published yet.
    public let seen: SeenLatest?
    public let version: Int64
    /// In byte order of the platforms.
    public let documents: [FlagDocumentFile]

    /// Nothing was published yet.
    public static let nothing = PublishedState(seen: nil, version: 0, documents: [])

    public func document(_ platform: String) -> FlagDocumentFile? { documents.first { $0.platform == platform } }
}

/// Somebody else published meanwhile: nothing of ours is current.
public struct LostRace: Error, Sendable, Equatable {
    /// What was to be published over.
    public let base: Int64
    /// The number that was wanted.
    public let number: Int64
    /// Certain that it never was current? A reply that was lost leaves that open.
    public let isCertain: Bool
}

/// Publishes, in the one order in which nothing can go wrong halfway: a number that was never used; every document made
/// where none is, and read back; then `latest.json` swapped against exactly what was seen. Interrupted anywhere, readers
/// see the old version or the new one.
public struct Publisher {
    public let target: any PublishTarget
    private let publicReader: PublicReader?

    public init(target: any PublishTarget, publicReader: PublicReader? = nil) {
        self.target = target
        self.publicReader = publicReader
    }

    /// - Throws: `ToolError`: unreadable, or documents that are not those of `latest.json`.
    public func current() throws -> PublishedState {
        guard let seen = try target.latest() else { return .nothing }
        let latest = try LatestFile(seen.bytes, at: "\(target.name)/latest.json")
        return PublishedState(seen: seen, version: latest.version, documents: try documents(latest.documents))
    }

    /// The documents of an older version, as they were published; nil where there is no such version.
    public func documents(version: Int64, platforms: [String]) throws -> [FlagDocumentFile]? {
        var documents: [FlagDocumentFile] = []
        for platform in platforms {
            guard let bytes = try target.read(LatestFile.path(version, platform)) else { continue }
            documents.append(FlagDocumentFile(platform: platform, bytes: bytes))
        }
        return documents.isEmpty ? nil : documents
    }

    /// Documents by path, held against their digests.
    func documents(_ entries: [LatestFile.Entry]) throws -> [FlagDocumentFile] {
        try entries.map { entry in
            let bytes = try target.read(entry.path)
            guard let bytes, SHA256.digest(bytes).hex == entry.sha256 else {
                throw ToolError(
                    .badInput,
                    "the document is \(bytes == nil ? "missing" : "not the one that latest.json names"): "
                        + "somebody changed what must never change", at: "\(target.name)/\(entry.path)",
                    next:
                        "put the published bytes back with chatfleet flags repair; clients that check digests keep what they have"
                )
            }
            return FlagDocumentFile(platform: entry.platform, bytes: bytes)
        }
    }

    /// The number of the next version: one above all that were ever used.
    /// - Parameter mark: the greatest that the store knows; nothing published may be below it.
    /// - Throws: `ToolError`: there is none that every client could read.
    public func nextNumber(after state: PublishedState, mark: Int64) throws -> Int64 {
        let used = max(state.version, try target.greatestNumber(), mark)
        guard used < FlagDocument.greatestVersion else {
            throw ToolError(
                .badInput, "version \(used) was used, and clients read no number above \(FlagDocument.greatestVersion)",
                at: target.name, next: "publish from a new store to a new place, and point clients there")
        }
        return used + 1
    }

    /// Publishes `documents`, whose version digits are `number`, over `state`.
    ///
    /// - Parameter willSwap: called when all documents are there and read back, before anybody can see them.
    /// - Throws: ``LostRace``; `ToolError`.
    /// - Returns: the new `latest.json`, and what was noted on the way.
    public func publish(
        _ documents: [FlagDocumentFile], number: Int64, over state: PublishedState,
        willSwap: (LatestFile) throws -> Void = { _ in }
    ) throws -> (latest: LatestFile, notes: [String]) {
        let documents = documents.sorted { utf8Less($0.platform, $1.platform) }
        for document in documents {
            // Whoever makes the first one owns the number.
            guard try target.create(LatestFile.path(number, document.platform), document.bytes) else {
                throw LostRace(base: state.version, number: number, isCertain: true)
            }
        }
        var notes: [String] = []
        for document in documents {
            let path = LatestFile.path(number, document.platform)
            guard try target.read(path) == document.bytes else {
                throw ToolError(
                    .failure, "the document read back is not the one that was written; latest.json was left as it is",
                    at: "\(target.name)/\(path)", next: "look at the target, then publish again")
            }
            if let publicReader, publicReader.isStrict { notes += try publicReader.checkDocument(path, document.bytes) }
        }
        let latest = LatestFile(version: number, documents: documents)
        try willSwap(latest)
        let swap = try target.swapLatest(latest.bytes, seen: state.seen)
        guard swap == .done else {
            throw LostRace(base: state.version, number: number, isCertain: swap == .outdone)
        }
        guard let publicReader else { return (latest, notes) }
        for document in documents where !publicReader.isStrict {
            notes += try publicReader.checkDocument(LatestFile.path(number, document.platform), document.bytes)
        }
        notes += publicReader.noteLatest(latest)
        return (latest, notes)
    }
}
