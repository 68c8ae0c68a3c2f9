public import FleetCore

/// Makes another place the one where a store's flags are published: every version that the history knows is put there byte
/// for byte, `latest.json` last, and only then the store is told. Interrupted anywhere, the old place is the store's, or the
/// new one, whole; done again, it goes on.
public struct FlagMove {
    private let old: Publisher?
    private let new: Publisher
    private let store: FlagStore

    /// - Parameter old: nil: it is gone, and what the history has is what there is.
    public init(from old: Publisher?, to new: Publisher, store: FlagStore) {
        self.old = old
        self.new = new
        self.store = store
    }

    /// What is to be moved.
    public struct Plan: Sendable {
        /// By path, in order; documents only.
        public let documents: [(path: String, bytes: [UInt8])]
        public let latest: LatestFile
        /// What is at the new place already: this, of a move that was interrupted, or nothing.
        let seen: SeenLatest?

        public var version: Int64 { latest.version }
    }

    /// - Throws: `ToolError`: the new place holds other flags, or the history is not what is current at the old one.
    public func plan() throws -> Plan {
        let changes = try store.changes().map(\.change).sorted { $0.version < $1.version }
        guard let newest = changes.last else {
            throw ToolError(
                .badInput, "nothing was published from this store, so there is nothing to move", next: "publish there")
        }
        var documents: [(path: String, bytes: [UInt8])] = []
        for change in changes {
            for file in try store.documents(version: change.version) {
                documents.append((path: LatestFile.path(change.version, file.platform), bytes: file.bytes))
            }
        }
        let latest = LatestFile(version: newest.version, documents: try store.documents(version: newest.version))
        if let old, try old.current().version != newest.version {
            throw ToolError(
                .badInput,
                "version \(try old.current().version) is current there, and \(newest.version) is the newest of the history",
                at: old.target.name, next: "see chatfleet flags history; what waits in a journal is taken in by it")
        }
        let seen = try new.target.latest()
        if let seen, seen.bytes != latest.bytes {
            throw ToolError(
                .badInput, "other flags are published there already", at: new.target.name,
                next: "name an empty place: phones take no version twice")
        }
        let greatest = try new.target.greatestNumber()
        guard greatest <= newest.version else {
            throw ToolError(
                .badInput, "v\(greatest)/ is there, above the store's version \(newest.version)", at: new.target.name,
                next: "name an empty place")
        }
        return Plan(documents: documents, latest: latest, seen: seen)
    }

    /// - Returns: what was published at the old place while this ran; nil: nothing.
    public func run(_ plan: Plan, _ authority: FlagAuthority, by person: String, at instant: Instant) throws -> Int64? {
        try new.target.probe()
        for (path, bytes) in plan.documents {
            _ = try new.target.create(path, bytes)
            guard try new.target.read(path) == bytes else {
                throw ToolError(
                    .badInput, "another document is there already", at: "\(new.target.name)/\(path)", next: "name an empty place")
            }
        }
        if plan.seen == nil, try new.target.swapLatest(plan.latest.bytes, seen: nil) != .done {
            throw ToolError(
                .badAnswer, "somebody else published there at this moment", at: new.target.name, next: "run it again")
        }
        try store.moveAuthority(to: authority, by: person, at: instant)
        let after = try old?.current().version
        return after.flatMap { $0 > plan.version ? $0 : nil }
    }
}
