import Digests
import Flags
public import FleetCore
import StrictJSON

/// `latest.json`: which version is current, and where each platform's document is.
///
///     {"version":44,"documents":{"android":{"path":"v44/android.json","sha256":"…"},"ios":{…}}}
public struct LatestFile: Sendable, Equatable {
    public let version: Int64
    /// In byte order of the platforms.
    public let documents: [Entry]

    public struct Entry: Sendable, Equatable {
        public let platform: String
        /// From where `latest.json` is.
        public let path: String
        /// Of the exact bytes, in lower-case digits.
        public let sha256: String
    }

    public init(version: Int64, documents: [FlagDocumentFile]) {
        self.version = version
        self.documents = documents.map {
            Entry(
                platform: $0.platform, path: LatestFile.path(version, $0.platform), sha256: SHA256.digest($0.bytes).hex)
        }
    }

    public static func path(_ version: Int64, _ platform: String) -> String { "v\(version)/\(platform).json" }

    /// What is written: one form only, so that two who write the same thing write the same bytes.
    public var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", version)
            json.key("documents")
            json.object { json in
                for entry in documents {
                    json.key(entry.platform)
                    json.object {
                        $0.member("path", entry.path)
                        $0.member("sha256", entry.sha256)
                    }
                }
            }
        }
        json.endLine()
        return json.bytes
    }

    /// Of what is written.
    public var sha256: String { SHA256.digest(bytes).hex }

    /// Reads it as strictly as a document of flags: nothing is current that can't be read.
    /// - Throws: `ToolError` with `.badInput`.
    public init(_ bytes: [UInt8], at place: String) throws(ToolError) {
        let (document, readProblems) = JSONDocument.read(bytes, file: "latest.json")
        guard let document, readProblems.isEmpty else { throw LatestFile.refusal(readProblems.first?.text, place) }
        let problems = DocumentProblems(document)
        let top = ObjectReader(document.root, problems, members: ["version", "documents"])
        let version = top?.whole("version", in: 1...FlagDocument.greatestVersion, .required)
        var entries: [Entry] = []
        let listed = top?.object("documents", members: nil, .required)
        for member in listed?.members ?? [] {
            guard let entry = ObjectReader(member.value, problems, members: ["path", "sha256"]) else { continue }
            let path = entry.string("path", .required)
            let sha256 = entry.string("sha256", .required)
            if let path, let sha256, isPlatformName(member.name), LatestFile.isPath(path, of: member.name),
                sha256.utf8.count == 64
            {
                entries.append(Entry(platform: member.name, path: path, sha256: sha256))
            } else if !problems.hasErrors {
                problems.report(.badValue, at: member.offset, "not a platform with the path and SHA-256 of its document")
            }
        }
        guard let version, !problems.hasErrors else { throw LatestFile.refusal(problems.problems.first?.text, place) }
        self.version = version
        documents = entries.sorted { utf8Less($0.platform, $1.platform) }
    }

    /// `vN/PLATFORM.json`: what leads anywhere else is not followed.
    private static func isPath(_ path: String, of platform: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && versionNumber(ofFolder: parts[0]) != nil && parts[1] == "\(platform).json"
    }

    private static func refusal(_ problem: String?, _ place: String) -> ToolError {
        ToolError(
            .badInput, "what is published there can't be read: " + (problem ?? "it names no version"), at: place,
            next: "see what is there; it is not replaced as long as nobody knows what it says")
    }
}

/// The bytes of one platform's document.
public struct FlagDocumentFile: Sendable, Equatable {
    public let platform: String
    public var bytes: [UInt8]

    public init(platform: String, bytes: [UInt8]) {
        self.platform = platform
        self.bytes = bytes
    }

    public var sha256: String { SHA256.digest(bytes).hex }
}

/// As client reports name platforms: a-z, 0-9, `_`, `-`, at most 32.
public func isPlatformName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.utf8.first != 0x2D
        && text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 26 || $0 == 0x5F || $0 == 0x2D }
}
