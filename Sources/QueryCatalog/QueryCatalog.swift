public import Database
public import FleetCore
import FoundationEssentials

/// The folder Queries/: every question the toolkit asks a store, and the schema of each engine.
public struct QueryCatalog: Sendable {
    /// The folder itself, such as `/usr/share/chatfleet/Queries`.
    public let directory: String
    /// What named it, `--queries-dir` or `CHATFLEET_QUERIES`; nil for the one that came with the program.
    public let namedBy: String?

    public init(directory: String, namedBy: String? = nil) {
        self.directory = directory
        self.namedBy = namedBy
    }

    /// One query by its name, `health/crash_free_installs`. Throws ``ToolError`` with file and line.
    public func query(_ name: String) throws(ToolError) -> Query {
        let path = "\(directory)/\(name).sql"
        guard let sql = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw ToolError(
                .badInput, "there is no query \(name)", at: path, next: "see what there is: chatfleet queries list")
        }
        let header = try QueryHeader(sql, name: name, path: path)
        return Query(
            name: name, path: path, sql: sql, question: header.text("question"), parameters: try header.parameters(),
            grain: header.text("grain"), columns: try header.columns(), engines: try header.engines(),
            source: header.text("source"), more: header.more)
    }

    /// The names of all queries, sorted; the schema's files are not queries.
    public func names() throws(ToolError) -> [String] {
        try folders().flatMap { folder in
            files(in: "\(directory)/\(folder)").filter { $0.hasSuffix(".sql") }.map { "\(folder)/\($0.dropLast(4))" }
        }
    }

    /// All queries, sorted by name.
    public func all() throws(ToolError) -> [Query] {
        var queries: [Query] = []
        for name in try names() { queries.append(try query(name)) }
        return queries
    }

    /// Where an engine's migrations are.
    public func schemaDirectory(for engine: Engine) -> String { "\(directory)/schema/\(engine.rawValue)" }

    /// An engine's schema, to open a store with.
    public func migrations(for engine: Engine) throws(ToolError) -> Migrations {
        try Migrations.read(
            directory: "\(directory)/schema", engine: engine,
            from: namedBy.map { Migrations.Origin(folder: directory, namedBy: $0) })
    }

    private func folders() throws(ToolError) -> [String] {
        let found = files(in: directory).filter { $0 != "schema" && !$0.contains(".") }
        guard !found.isEmpty else {
            throw ToolError(.badInput, "the folder of queries is empty or can't be read", at: directory)
        }
        return found
    }

    private func files(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted(by: utf8Less)
    }
}
