import FleetCore

/// The comment at the top of a query file, which is data: `-- key: value` lines after one with the file's name; a value
/// goes on in lines that are indented by two spaces or more.
struct QueryHeader {
    private(set) var fields: [String: Field] = [:]
    let path: String

    struct Field {
        var text: String
        let line: Int
    }

    static let required = ["question", "parameters", "grain", "columns", "engines", "source"]
    /// What a query reads that does not say: what clients report.
    static let sources = ["client reports", "server metrics"]
    /// Signals and checks have these, too.
    static let optional = [
        "reads",
        "measure", "unit", "dimensions", "judged", "target", "window", "history", "step", "fresh", "watch", "page", "ends",
        "absent",
        "runbook", "next", "severity",
    ]

    /// Reads up to the first line that is no comment.
    init(_ sql: String, name: String, path: String) throws(ToolError) {
        self.path = path
        let lines = sql.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let title = name.split(separator: "/").last.map(String.init) ?? name
        guard lines.first == "-- \(title)" else {
            throw fault("the first line must be \"-- \(title)\"", line: 1)
        }
        var key: String?
        for (index, line) in lines.enumerated().dropFirst() {
            guard line.hasPrefix("--") else { break }
            let text = line.dropFirst(2)
            if text.hasPrefix("  "), let open = key {
                fields[open]?.text += " " + trimmed(text)
            } else {
                key = try add(text, line: index + 1)
            }
        }
        for member in QueryHeader.required where fields[member] == nil {
            throw fault("the header has no \"\(member)\"", line: 1)
        }
        if let reads = fields["reads"], !QueryHeader.sources.contains(reads.text) {
            let known = QueryHeader.sources.joined(separator: " or ")
            throw fault("\"reads\" is \(known), not \"\(reads.text)\"", line: reads.line)
        }
    }

    private mutating func add(_ text: Substring, line: Int) throws(ToolError) -> String {
        guard text.hasPrefix(" "), let colon = text.firstIndex(of: ":") else {
            throw fault("a header line is \"-- member: value\"", line: line)
        }
        let key = trimmed(text[..<colon])
        guard QueryHeader.required.contains(key) || QueryHeader.optional.contains(key) else {
            let known = (QueryHeader.required + QueryHeader.optional).joined(separator: ", ")
            throw fault("unknown header member \"\(key)\"", line: line, next: "known are \(known)")
        }
        guard fields[key] == nil else { throw fault("the header has \"\(key)\" twice", line: line) }
        fields[key] = Field(text: trimmed(text[text.index(after: colon)...]), line: line)
        return key
    }

    func text(_ key: String) -> String { fields[key]?.text ?? "" }

    var more: [String: String] {
        fields.filter { QueryHeader.optional.contains($0.key) }.mapValues(\.text)
    }

    /// `from_day day, to_day day (exclusive), app_version text or null`; `none`.
    func parameters() throws(ToolError) -> [Query.Parameter] {
        guard let field = fields["parameters"], field.text != "none" else { return [] }
        var parameters: [Query.Parameter] = []
        for item in parts(of: field.text, separator: ",") {
            var declaration = item
            var note: String?
            if item.hasSuffix(")"), let open = item.firstIndex(of: "(") {
                note = String(item[item.index(after: open)...].dropLast())
                declaration = trimmed(item[..<open])
            }
            let (name, type, isNullable) = try read(declaration, line: field.line)
            guard !parameters.contains(where: { $0.name == name }) else {
                throw fault("the parameter \(name) is given twice", line: field.line)
            }
            parameters.append(Query.Parameter(name: name, type: type, isNullable: isNullable, note: note))
        }
        return parameters
    }

    /// `app_version text; active_installs count; crash_free share or null`.
    func columns() throws(ToolError) -> [Query.Column] {
        guard let field = fields["columns"] else { return [] }
        var columns: [Query.Column] = []
        for item in parts(of: field.text, separator: ";") {
            let (name, type, isNullable) = try read(item, line: field.line)
            guard !columns.contains(where: { $0.name == name }) else {
                throw fault("the column \(name) is given twice", line: field.line)
            }
            columns.append(Query.Column(name: name, type: type, isNullable: isNullable))
        }
        return columns
    }

    func engines() throws(ToolError) -> [String] {
        let engines = parts(of: text("engines"), separator: ",")
        for engine in engines where !["postgres", "sqlite", "citus"].contains(engine) {
            throw fault("unknown engine \"\(engine)\"", line: fields["engines"]?.line ?? 1)
        }
        return engines
    }

    /// `name type` or `name type or null`.
    private func read(_ declaration: String, line: Int) throws(ToolError) -> (String, ValueType, Bool) {
        let words = declaration.split(separator: " ").map(String.init)
        let isNullable = words.count == 4 && words[2] == "or" && words[3] == "null"
        guard words.count == 2 || isNullable else {
            throw fault("\"\(declaration)\" is not \"name type\" or \"name type or null\"", line: line)
        }
        guard let type = ValueType(rawValue: words[1]) else {
            let known = ValueType.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("unknown type \"\(words[1])\" of \(words[0])", line: line, next: "types are \(known)")
        }
        return (words[0], type, isNullable)
    }

    private func fault(_ what: String, line: Int, next: String? = nil) -> ToolError {
        ToolError(.badInput, what, at: "\(path):\(line)", next: next)
    }
}

/// Split outside brackets, each part trimmed; empty ones are left out.
private func parts(of text: String, separator: Character) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    for character in text {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if character == separator, depth == 0 {
            parts.append(part)
            part = ""
        } else {
            part.append(character)
        }
    }
    parts.append(part)
    return parts.map { trimmed($0[...]) }.filter { !$0.isEmpty }
}

private func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " || text.last == "\r" { text.removeLast() }
    return String(text)
}
