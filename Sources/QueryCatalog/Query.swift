public import Database
public import FleetCore

/// One file of Queries/: a question, its SQL, and what its header says about it.
public struct Query: Sendable {
    /// Folder and file without ending: `health/crash_free_installs`.
    public let name: String
    /// Where the file is.
    public let path: String
    /// The whole file, as any engine's own shell takes it.
    public let sql: String

    public let question: String
    public let parameters: [Parameter]
    public let grain: String
    public let columns: [Column]
    /// `postgres`, `sqlite`, `citus`.
    public let engines: [String]
    public let source: String
    /// The header's other members, such as a signal's `unit` or a check's `severity`.
    public let more: [String: String]

    /// Its window is of the servers' points; else of what clients report.
    public var readsServerMetrics: Bool { more["reads"] == "server metrics" }

    public struct Parameter: Sendable, Equatable {
        public let name: String
        public let type: ValueType
        public let isNullable: Bool
        /// What the header adds in brackets: `exclusive`.
        public let note: String?
    }

    public struct Column: Sendable, Equatable {
        public let name: String
        public let type: ValueType
        public let isNullable: Bool
    }
}

extension Query {
    /// Checks the values against the header: each parameter given, none that it has not, each of its type. A wrong type
    /// would not fail by itself everywhere: SQLite compares the text '2' with the number 2 and finds no rows.
    ///
    /// Throws ``ToolError``.
    public func check(_ values: [String: SQLValue]) throws(ToolError) {
        for parameter in parameters {
            guard let value = values[parameter.name] else {
                throw ToolError(.failure, "the query needs the parameter \(parameter.name)", at: path)
            }
            if let fault = parameter.fault(of: value) {
                throw ToolError(.failure, "the parameter \(parameter.name) is \(fault)", at: path)
            }
        }
        for name in values.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
            throw ToolError(.failure, "the query has no parameter \(name)", at: path)
        }
    }
}

extension Query.Parameter {
    /// What is wrong with a value for this parameter, or nil.
    func fault(of value: SQLValue) -> String? {
        switch (type, value) {
        case (_, .null): isNullable ? nil : "null, and must not be"
        case (.day, .text(let text)): Day(text) == nil ? "no date YYYY-MM-DD: \(text)" : nil
        case (.text, .text): nil
        case (.flag, .integer(let flag)): flag == 0 || flag == 1 ? nil : "a flag, 0 or 1: \(flag)"
        case (.count, .integer(let count)): count < 0 ? "a count below 0: \(count)" : nil
        case (_, .integer) where type.isWhole: nil
        case (.share, .real(let share)): (0...1).contains(share) ? nil : "a share outside 0…1: \(share)"
        case (.number, .real), (.bytes, .blob): nil
        default: "not of its type, \(type.rawValue)"
        }
    }
}

extension Query {
    /// A query file from anywhere, such as a measure of one's own; its first line names the file. Throws ``ToolError`` with
    /// file and line.
    public init(sql: String, path: String) throws(ToolError) {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = file.hasSuffix(".sql") ? String(file.dropLast(4)) : file
        let header = try QueryHeader(sql, name: name, path: path)
        self.init(
            name: name, path: path, sql: sql, question: header.text("question"), parameters: try header.parameters(),
            grain: header.text("grain"), columns: try header.columns(), engines: try header.engines(),
            source: header.text("source"), more: header.more)
    }
}
