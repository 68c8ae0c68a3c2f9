import Digests
import FleetCore

extension FlagStore {
    /// Something that is not what its digest says.
    public struct Damage: Sendable, Equatable {
        public let version: Int64
        /// Nil: the change itself.
        public let platform: String?
        public let what: String
    }

    /// Recomputes every digest: of each document from its bytes, of each change from its row and the one before.
    ///
    /// - Parameter published: reads a document where it is published; nil: there is none, or it can't be asked.
    /// - Returns: how many changes and documents were looked at, and what is wrong, the oldest first.
    public func verify(published: ((_ path: String) throws -> [UInt8]?)? = nil) throws
        -> (changes: Int, documents: Int, damage: [Damage])
    {
        var damage: [Damage] = []
        var documentCount = 0
        var previous = ""
        let entries = try changes().reversed()
        for (place, entry) in zip(Int64(1)..., entries) {
            let version = entry.change.version
            let documents = try storedDocuments(version: version)
            documentCount += documents.count
            for (file, sha256) in documents {
                func add(_ what: String) { damage.append(Damage(version: version, platform: file.platform, what: what)) }
                if file.sha256 != sha256 { add("the store's bytes are not those of its SHA-256") }
                if let published {
                    let bytes = try published(LatestFile.path(version, file.platform))
                    if bytes == nil {
                        add("it is no longer published")
                    } else if bytes != file.bytes {
                        add("other bytes are published")
                    }
                }
            }
            func add(_ what: String) { damage.append(Damage(version: version, platform: nil, what: what)) }
            if entry.entry != place { add("changes before it are missing") }
            if entry.previousSHA256 != previous { add("the change before it is another one than it was made after") }
            let expected = entry.change.sha256(
                previous: entry.previousSHA256, documents: documents.map { ($0.file.platform, $0.sha256) })
            if expected != entry.sha256 { add("the row is not the one of its SHA-256") }
            let latest = LatestFile(version: version, documents: documents.map(\.file))
            if latest.sha256 != entry.change.latestSHA256 {
                add("its documents are not those that latest.json named")
            }
            previous = entry.sha256
        }
        return (entries.count, documentCount, damage)
    }

    /// Holds the newest changes against what is current: of rows that were taken from the end, the chain tells nothing.
    ///
    /// - Parameters:
    ///   - latest: the bytes of `latest.json`; nil: there is none.
    ///   - waiting: versions whose changes are in the journal.
    public func verifyNewest(latest: [UInt8]?, waiting: Set<Int64>) throws -> Damage? {
        let mark = try mark()
        func damage(_ version: Int64, _ what: String) -> Damage { Damage(version: version, platform: nil, what: what) }
        guard let latest else { return mark > 0 ? damage(mark, "there is no latest.json") : nil }
        guard let current = try? LatestFile(latest, at: "latest.json") else { return damage(mark, "latest.json can't be read") }
        if waiting.contains(current.version) { return nil }
        guard let change = try changes(from: current.version).first(where: { $0.change.version == current.version })?.change
        else { return damage(current.version, "latest.json names it, and no change of it is recorded") }
        if SHA256.digest(latest).hex != change.latestSHA256 {
            return damage(current.version, "latest.json is not the one that was published")
        }
        return mark > current.version ? damage(current.version, "latest.json names it, and version \(mark) came later") : nil
    }
}
