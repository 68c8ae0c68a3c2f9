package import FleetCore

/// A whole file of another kind than the command takes: nothing of it was read in.
package struct MisplacedInput: Error {
    package let found: InputKind
    package let wanted: InputKind
    /// As the user named it.
    package let name: String

    /// So many records at the beginning, all refused, are looked at as one.
    package static let recordCount = 100

    /// Nil where the beginning looks like what is wanted, or like nothing.
    package init?(_ head: [UInt8], wanted: InputKind, name: String) {
        let bytes = head.span
        guard let found = InputKind.recognise(bytes), found != wanted else { return nil }
        self.found = found
        self.wanted = wanted
        self.name = name
    }

    package var what: String { "this looks like \(found.noun), not like \(wanted.noun)" }

    /// What takes the file.
    package var command: String { "chatfleet \(found.command) \(shellWord(name))" }

    package var toolError: ToolError { ToolError(.badInput, what, at: name, next: command) }
}

extension InputKind {
    fileprivate var noun: String {
        switch self {
        case .clientReports: "client reports"
        case .serverMetrics: "server metrics"
        case .flagDocument: "a flag document"
        }
    }

    fileprivate var command: String {
        switch self {
        case .clientReports: "ingest reports"
        case .serverMetrics: "ingest metrics"
        case .flagDocument: "flags lint"
        }
    }
}
