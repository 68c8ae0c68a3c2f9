import Digests
import FleetCore

/// Puts back, byte for byte, what somebody changed or removed where the flags are published, from the store's history. What
/// is put back is what was published once: the bytes are those of the digest that `latest.json`, or the change itself, names.
public struct FlagRepair {
    /// What is to be put back.
    public struct Item: Sendable, Equatable {
        /// `v44/android.json`, or `latest.json`.
        public let path: String
        public let bytes: [UInt8]
        /// What is there now; nil: nothing.
        let damaged: SeenLatest?

        public var isMissing: Bool { damaged == nil }
    }

    private let publisher: Publisher
    private let store: FlagStore

    public init(_ publisher: Publisher, store: FlagStore) {
        self.publisher = publisher
        self.store = store
    }

    /// - Parameter isWhole: also documents of versions that are no longer current.
    /// - Throws: `ToolError`: the history does not have what is missing, or does not know what came after it.
    public func items(isWhole: Bool) throws -> [Item] {
        let target = publisher.target
        let seen = try target.latest()
        let changes = try store.changes().map(\.change)
        var items: [Item] = []
        var version = 0 as Int64
        if let seen, let latest = try? LatestFile(seen.bytes, at: "\(target.name)/latest.json") {
            version = latest.version
            items += try damaged(latest)
        } else if let newest = changes.max(by: { $0.version < $1.version }) {
            version = newest.version
            items += try damaged(try rebuilt(newest, seen)) + [latestItem(newest, seen)]
        }
        if isWhole {
            for change in changes.sorted(by: { $0.version < $1.version }) where change.version != version {
                items += try damaged(LatestFile(version: change.version, documents: store.documents(version: change.version)))
            }
        }
        return items
    }

    /// `latest.json` as the newest change published it, where nothing can have been published after it.
    private func rebuilt(_ change: PublishedChange, _ seen: SeenLatest?) throws -> LatestFile {
        let greatest = try publisher.target.greatestNumber()
        guard greatest <= change.version else {
            throw ToolError(
                .badInput,
                "latest.json is \(seen == nil ? "missing" : "unreadable"), and v\(greatest)/ is there, which the history does not "
                    + "know: it may be what phones have, kills and all", at: "\(publisher.target.name)/latest.json",
                next: "see what v\(greatest)/ says; with latest.json out of the way, chatfleet flags rollback makes a new version"
            )
        }
        let latest = LatestFile(version: change.version, documents: try store.documents(version: change.version))
        guard latest.sha256 == change.latestSHA256 else {
            throw ToolError(
                .badInput, "the history's documents of version \(change.version) are not those that were published",
                at: publisher.target.name, next: "see chatfleet flags history --verify")
        }
        return latest
    }

    private func latestItem(_ change: PublishedChange, _ seen: SeenLatest?) throws -> Item {
        Item(path: "latest.json", bytes: try rebuilt(change, seen).bytes, damaged: seen)
    }

    private func damaged(_ latest: LatestFile) throws -> [Item] {
        let target = publisher.target
        var items: [Item] = []
        for entry in latest.documents {
            let there = try target.seen(entry.path)
            if let there, SHA256.digest(there.bytes).hex == entry.sha256 { continue }
            // By the path's own version: a document may be named again by a later one.
            let version = entry.path.split(separator: "/").first.flatMap { versionNumber(ofFolder: $0) } ?? latest.version
            let kept = try store.storedDocuments(version: version).first { $0.file.platform == entry.platform }?.file
            guard let kept, kept.sha256 == entry.sha256 else {
                throw ToolError(
                    .badInput,
                    "the history does not have the bytes that are missing: "
                        + (kept == nil ? "it knows no such document" : "its own are others"), at: "\(target.name)/\(entry.path)",
                    next: "put back a copy whose SHA-256 is \(entry.sha256)")
            }
            items.append(Item(path: entry.path, bytes: kept.bytes, damaged: there))
        }
        return items
    }

    /// Puts them back, documents before what names them.
    /// - Throws: `ToolError`: somebody else changed it in this moment.
    public func put(_ items: [Item]) throws {
        for item in items {
            let isDone: Bool
            if item.path == "latest.json" {
                isDone = try publisher.target.swapLatest(item.bytes, seen: item.damaged) == .done
            } else {
                isDone = try publisher.target.restore(item.path, item.bytes, over: item.damaged)
            }
            guard isDone, try publisher.target.read(item.path) == item.bytes else {
                throw ToolError(
                    .badAnswer, "it changed while it was put back", at: "\(publisher.target.name)/\(item.path)",
                    next: "run it again: it looks anew")
            }
        }
    }
}
