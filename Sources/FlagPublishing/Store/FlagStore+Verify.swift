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
            let documents = try documents(version: version)
            documentCount += documents.count
            for (file, sha256) in documents {
                func add(_ what: String) { damage.append(Damage(version: version, platform: file.platform, what: what)) }
                if file.sha256 != sha256 { add("the store's bytes are not those of its SHA-256") }
                if let published, entry.change.target != "" {
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
            if FlagDocumentFile(platform: "", bytes: latest.bytes).sha256 != entry.change.latestSHA256 {
                add("its documents are not those that latest.json named")
            }
            previous = entry.sha256
        }
        return (entries.count, documentCount, damage)
    }
}
