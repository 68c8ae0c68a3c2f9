import Digests
import DurableFiles
import FleetCore
import StrictJSON

/// Changes that the store has not learned of yet, in a file of the user's state directory: what phones read must not hold
/// names and reasons, and the next user who publishes there must not need this one's files. Written before `latest.json`
/// is swapped, so that also a publish whose process is killed right after it gets its row.
public struct ChangeJournal: Sendable {
    private let folder: DurableFolder
    private let file: String

    /// - Parameter path: of the file.
    public init(path: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        folder = DurableFolder(String(path[..<slash]), mode: 0o600)
        file = String(path[slash...].drop { $0 == "/" })
    }

    public var path: String { "\(folder.path)/\(file)" }

    /// Where the journal of a target is.
    public static func path(of target: FlagTarget, environment: [String: String]) -> String {
        let state = UserFolders.state.path(environment: environment)
        let text = target.description
        // The end of it for people, the digest so that no two targets share a file.
        let name = text.suffix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" ? $0 : "_" }
        return "\(state)/flags/\(String(name))-\(SHA256.digest(text.utf8).hex.prefix(12)).journal"
    }

    /// A change, and what is needed to find its documents.
    public struct Item: Sendable, Equatable {
        public let change: PublishedChange
        public let documents: [LatestFile.Entry]

        public init(_ change: PublishedChange, _ latest: LatestFile) {
            self.change = change
            documents = latest.documents
        }

        fileprivate init(change: PublishedChange, documents: [LatestFile.Entry]) {
            self.change = change
            self.documents = documents
        }
    }

    /// In the order in which they were added.
    public func items() throws -> [Item] { try ChangeJournal.read(folder.read(file), path) }

    /// Throws where ``add(_:)`` would.
    public func checkWritable() throws {
        _ = try items()
        try folder.checkWritable()
    }

    public func add(_ item: Item) throws {
        try folder.update(file) { current in (current ?? []) + ChangeJournal.line(item) }
    }

    /// Takes out what the store knows, or what never happened.
    public func remove(versions: Set<Int64>) throws {
        guard !versions.isEmpty else { return }
        try folder.update(file) { current in
            try ChangeJournal.read(current, path).filter { !versions.contains($0.change.version) }.flatMap(ChangeJournal.line)
        }
    }

    private static func line(_ item: Item) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            item.change.writeMembers(&json)
            json.key("documents")
            json.object { json in for entry in item.documents { json.member(entry.platform, entry.sha256) } }
        }
        json.endLine()
        return json.bytes
    }

    private static func read(_ bytes: [UInt8]?, _ path: String) throws -> [Item] {
        try (bytes ?? []).split(separator: 0x0A).map { line in
            let (document, readProblems) = JSONDocument.read(Array(line), file: path)
            guard let document, readProblems.isEmpty else { throw refusal(path) }
            let problems = DocumentProblems(document)
            let reader = ObjectReader(document.root, problems, members: nil)
            func text(_ name: String) -> String { reader?.string(name, .required) ?? "" }
            func number(_ name: String) -> Int64 { reader?.whole(name, in: Int64.min...Int64.max, .required) ?? 0 }
            let change = PublishedChange(
                version: number("version"), baseVersion: number("base_version"),
                kind: PublishedChange.Kind(rawValue: text("kind")) ?? .publish, target: text("target"),
                at: Instant(epochSeconds: number("changed_epoch")), by: text("changed_by"), reason: text("reason"),
                effect: text("effect"), latestSHA256: text("latest_sha256"))
            let documents = (reader?.object("documents", members: nil, .required)?.members ?? []).map { member in
                LatestFile.Entry(
                    platform: member.name, path: LatestFile.path(change.version, member.name),
                    sha256: ObjectReader.string(member.value, problems) ?? "")
            }
            guard !problems.hasErrors else { throw refusal(path) }
            return Item(change: change, documents: documents)
        }
    }

    private static func refusal(_ path: String) -> ToolError {
        ToolError(.badInput, "the journal of changes can't be read", at: path, next: "move it away; its lines are JSON")
    }
}

extension ChangeJournal {
    /// Brings the store up to date with what was published while it was away. A change is recorded once it is certain that
    /// its version was current: it is now, or another one was made from it; it is dropped once it is certain that it never
    /// was; else it stays.
    ///
    /// - Returns: the versions that were recorded.
    @discardableResult
    public func replay(into store: FlagStore, from publisher: Publisher) throws -> [Int64] {
        let waiting = try items().filter { $0.change.target == publisher.target.name }
            .sorted { $0.change.version < $1.change.version }
        guard !waiting.isEmpty else { return [] }
        let seen = try publisher.target.latest()
        let current = try seen.map { try LatestFile($0.bytes, at: publisher.target.name) }
        var settled: Set<Int64> = []
        var published: [Item] = []
        // The newest first: that a change was made from another one tells of that other one.
        for item in waiting.reversed() {
            let version = item.change.version
            var fate = try store.fate(of: version)
            if fate == .unknown, let current, let seen {
                if version == current.version {
                    fate = SHA256.digest(seen.bytes).hex == item.change.latestSHA256 ? .wasCurrent : .neverWas
                } else if published.contains(where: { $0.change.baseVersion == version }) {
                    fate = .wasCurrent
                } else if published.contains(where: { $0.change.baseVersion < version }) {
                    fate = .neverWas
                }
            }
            switch fate {
            case .unknown: continue
            case .wasCurrent: published.append(item)
            case .recorded, .neverWas: settled.insert(version)
            }
        }
        for item in published.reversed() {
            try store.record(item.change, try publisher.documents(item.documents))
            settled.insert(item.change.version)
        }
        try remove(versions: settled)
        return published.reversed().map(\.change.version)
    }
}
