public import Database
public import Flags
public import FleetCore
public import QueryCatalog

/// What a store knows of its flags: the authority, every document, every change.
public struct FlagStore {
    private let database: any Database
    private let catalog: QueryCatalog

    public init(database: any Database, catalog: QueryCatalog) {
        self.database = database
        self.catalog = catalog
    }

    // MARK: Reading

    public func authority() throws -> FlagAuthority? {
        try rows("authority").first.map { FlagAuthority(target: $0.text("target") ?? "", publicURL: $0.text("public_url")) }
    }

    /// The greatest version that the store knows, 0 without any: no number below it is used again.
    public func mark() throws -> Int64 { try rows("newest_version").first?.integer("version") ?? 0 }

    /// A change, with its place in the chain.
    public struct Entry: Sendable, Equatable {
        public let entry: Int64
        public let change: PublishedChange
        public let previousSHA256: String
        public let sha256: String
    }

    /// The newest first.
    public func changes(from version: Int64 = 0, countMax: Int64 = .max) throws -> [Entry] {
        try rows("changes", ["from_version": .integer(version), "changes_max": .integer(countMax)]).map { row in
            Entry(
                entry: row.count("entry"),
                change: PublishedChange(
                    version: row.count("version"), baseVersion: row.count("base_version"),
                    kind: PublishedChange.Kind(rawValue: row.text("kind") ?? "") ?? .publish, target: row.text("target") ?? "",
                    at: Instant(epochSeconds: row.count("changed_epoch")), by: row.text("changed_by") ?? "",
                    reason: row.text("reason") ?? "", effect: row.text("effect") ?? "",
                    latestSHA256: row.text("latest_sha256") ?? ""),
                previousSHA256: row.text("previous_sha256") ?? "", sha256: row.text("change_sha256") ?? "")
        }
    }

    /// The documents of a version, in byte order of the platforms.
    /// - Throws: `ToolError` with `.badInput`: they are no longer the bytes that were published.
    public func documents(version: Int64) throws -> [FlagDocumentFile] {
        try storedDocuments(version: version).map { file, sha256 in
            guard file.sha256 == sha256 else {
                throw ToolError(
                    .badInput, "the store's document of version \(version) is not the one of its SHA-256: somebody changed it",
                    at: "\(file.platform).json", next: "see chatfleet flags history --verify")
            }
            return file
        }
    }

    /// As they are, with the digests that the store has beside them.
    func storedDocuments(version: Int64) throws -> [(file: FlagDocumentFile, sha256: String)] {
        try rows("documents", ["version": .integer(version)]).map { row in
            let content = Array((row.text("content") ?? "").utf8)
            return (FlagDocumentFile(platform: row.text("platform") ?? "", bytes: content), row.text("sha256") ?? "")
        }
    }

    /// The names that are killed in a version, by platform.
    public func kills(version: Int64) throws -> [String: [String]] {
        var kills: [String: [String]] = [:]
        for file in try documents(version: version) {
            kills[file.platform] = try DocumentEdit(file.bytes, file: "\(file.platform).json").kills
        }
        return kills
    }

    /// What the store's changes say about a version that was to be published.
    enum Fate: Equatable {
        case recorded, wasCurrent, neverWas, unknown
    }

    func fate(of version: Int64) throws -> Fate {
        guard let row = try rows("known_version", ["version": .integer(version)]).first else { return .unknown }
        if row.count("known") == 1 { return .recorded }
        if row.integer("successor") != nil { return .wasCurrent }
        return row.integer("overtaker") == nil ? .unknown : .neverWas
    }

    // MARK: The fleet

    /// The newest day that anything was reported for; nil: the store holds no reports.
    private func newestDay() throws -> Day? {
        try catalog.query("operations/newest_day").rows(on: database, ["as_of_hour": .integer(Int64(Int32.max))])
            .first?.text("newest_day").flatMap { Day($0) }
    }

    /// What documents would do to the installs that are active now; nil: the store holds no reports. Documents as in
    /// ``FlagPreview/count(new:old:newest:now:database:catalog:)``.
    public func preview(new: [String: FlagDocument], old: [String: FlagDocument], now: Instant) throws -> FlagPreview? {
        guard let newest = try newestDay() else { return nil }
        return try FlagPreview.count(new: new, old: old, newest: newest, now: now, database: database, catalog: catalog)
    }

    // MARK: Writing

    /// Tells the store, once, where its flags are published, or which address clients ask.
    /// - Throws: `ToolError` with `.badInput`: it was told another target before.
    public func setAuthority(_ authority: FlagAuthority, by person: String, at instant: Instant) throws {
        try database.transaction {
            try database.execute(
                """
                insert into flag_authority (slot, target, public_url, named_epoch, named_by)
                values (1, :target, :public_url, :at, :by)
                on conflict (slot) do nothing
                """,
                [
                    "target": .text(authority.target), "public_url": SQLValue(authority.publicURL),
                    "at": .integer(instant.epochSeconds), "by": .text(person),
                ])
            try checkAuthority(is: authority.target)
            guard let url = authority.publicURL else { return }
            try database.execute("update flag_authority set public_url = :url where slot = 1", ["url": .text(url)])
        }
    }

    /// Tells the store another place from now on.
    func moveAuthority(to authority: FlagAuthority, by person: String, at instant: Instant) throws {
        try database.execute(
            """
            update flag_authority set target = :target, public_url = :public_url, named_epoch = :at, named_by = :by
            where slot = 1
            """,
            [
                "target": .text(authority.target), "public_url": SQLValue(authority.publicURL),
                "at": .integer(instant.epochSeconds), "by": .text(person),
            ])
    }

    /// - Throws: `ToolError` with `.badInput`: flags of this store are published elsewhere.
    public func checkAuthority(is target: String) throws {
        guard let authority = try authority(), authority.target != target else { return }
        throw FlagAuthority.refusal(authority.target, not: target)
    }

    /// Writes a change and its documents, unless they are there. One transaction.
    public func record(_ change: PublishedChange, _ documents: [FlagDocumentFile]) throws {
        let digests = documents.map { ($0.platform, $0.sha256) }
        try database.transaction {
            // Whoever writes a change waits here for the other: the chain has one end.
            try database.execute("update flag_authority set slot = 1 where slot = 1")
            guard try fate(of: change.version) != .recorded else { return }
            let newest = try changes(countMax: 1).first
            let previous = newest?.sha256 ?? ""
            for (document, digest) in zip(documents, digests) {
                try database.execute(
                    "insert into flag_document (version, platform, sha256, content) values (:version, :platform, :sha256, :content)",
                    [
                        "version": .integer(change.version), "platform": .text(document.platform), "sha256": .text(digest.1),
                        "content": .text(String(decoding: document.bytes, as: UTF8.self)),
                    ])
            }
            try database.execute(
                """
                insert into flag_change (
                    entry, version, base_version, kind, target, changed_epoch, changed_by, reason, effect, latest_sha256,
                    previous_sha256, change_sha256)
                values (
                    :entry, :version, :base, :kind, :target, :at, :by, :reason, :effect, :latest, :previous, :sha256)
                """,
                [
                    "entry": .integer((newest?.entry ?? 0) + 1), "version": .integer(change.version),
                    "base": .integer(change.baseVersion), "kind": .text(change.kind.rawValue), "target": .text(change.target),
                    "at": .integer(change.at.epochSeconds), "by": .text(change.by), "reason": .text(change.reason),
                    "effect": .text(change.effect), "latest": .text(change.latestSHA256), "previous": .text(previous),
                    "sha256": .text(change.sha256(previous: previous, documents: digests)),
                ])
        }
    }

    private func rows(_ query: String, _ values: [String: SQLValue] = [:]) throws -> [QueryRow] {
        try catalog.query("flags/\(query)").rows(on: database, values)
    }
}

extension FlagAuthority {
    public static func refusal(_ authority: String, not target: String) -> ToolError {
        ToolError(
            .badInput, "the flags of this store are published at \(authority), and nowhere else", at: target,
            next: "leave out --to, or name the store of those other flags with --store")
    }
}
