import Digests
public import FleetCore
import FoundationEssentials

/// One append-only step of a store's schema.
public struct Migration: Sendable, Hashable {
    /// 1, 2, 3 …: the NNNN of the file's name.
    public let version: Int
    public let name: String
    public let text: String

    public init(version: Int, name: String, text: String) {
        self.version = version
        self.name = name
        self.text = text
    }

    /// What tells a changed file: the SHA-256 of the text, in hex.
    public var sha256: String { SHA256.digest(text.utf8).hex }

    /// Was a step with this hash this one, or a former text of it? A text may be mended only to come to the same in another
    /// way, such as one that ends sooner: lines `-- Formerly: SHA256` name what stores may have applied.
    func isKnown(as sha256: String) -> Bool {
        sha256 == self.sha256 || text.split(separator: "\n").contains("-- Formerly: \(sha256)")
    }
}

/// The whole schema of one engine, in order.
public struct Migrations: Sendable, Hashable {
    public let list: [Migration]
    /// The folder that they are from where somebody named it: nil for the program's own.
    public private(set) var origin: Origin?

    /// Which folder of queries, and what named it: `--queries-dir`.
    public struct Origin: Sendable, Hashable {
        public let folder: String
        public let namedBy: String

        public init(folder: String, namedBy: String) {
            self.folder = folder
            self.namedBy = namedBy
        }
    }

    /// Versions must be 1, 2, 3 … without a gap.
    public init(_ list: [Migration], from origin: Origin? = nil) throws(ToolError) {
        let ordered = list.sorted { $0.version < $1.version }
        for (index, migration) in ordered.enumerated() where migration.version != index + 1 {
            throw ToolError(
                .failure, "the schema's files are not numbered 1, 2, 3 …: \(migration.name) is \(migration.version)",
                next: "reinstall chatfleet; a file is missing or doubled")
        }
        self.list = ordered
        self.origin = origin
    }

    private init() { list = [] }
    /// No schema at all: an empty store.
    public static let none = Migrations()

    /// The version a store has once all are applied; 0 when there are none.
    public var version: Int { list.last?.version ?? 0 }

    /// Reads `DIRECTORY/{postgres,sqlite}/NNNN_name.sql`.
    public static func read(
        directory: String, engine: Engine, from origin: Origin? = nil
    ) throws(ToolError) -> Migrations {
        let folder = "\(directory)/\(engine.rawValue)"
        let next = "reinstall chatfleet, or name the directory that holds its queries"
        let files: [String]
        do { files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sql") } } catch {
            throw ToolError(.failure, "the schema's files can't be read", at: folder, next: next)
        }
        guard !files.isEmpty else { throw ToolError(.failure, "there are no schema files", at: folder, next: next) }
        var list: [Migration] = []
        for file in files {
            let digits = file.prefix(4)
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let version = Int(digits),
                file.dropFirst(4).first == "_"
            else { throw ToolError(.failure, "a schema file is not named NNNN_name.sql", at: "\(folder)/\(file)") }
            guard let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8) else {
                throw ToolError(.failure, "a schema file can't be read", at: "\(folder)/\(file)", next: next)
            }
            list.append(Migration(version: version, name: String(file.dropFirst(5).dropLast(4)), text: text))
        }
        return try Migrations(list, from: origin)
    }
}
