public import FleetCore

/// A failure of a store, with what a caller needs to decide what comes next. The message is in our words with the
/// server's own sentence after a colon; never a password, never the values of a row.
public struct DatabaseError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What to do about it (SQLSTATE classes and SQLite codes are sorted into these by ``SQLState``).
    public enum Kind: Sendable, Equatable {
        /// Nothing is wrong with the data: try again, later or after reconnecting.
        case transient
        /// The row is at fault: set it aside, go on with the rest.
        case data
        /// The store, its address or its permissions are wrong: tell the user, keep the data.
        case configuration
        /// The user stopped it.
        case interrupted
        /// A key is taken or a reference is missing.
        case constraint
        /// A mistake in this program or in a query, or a damaged store.
        case `internal`
    }

    public let kind: Kind
    /// Five characters as Postgres gives them; on SQLite the nearest equal. Nil when there is none.
    public let sqlState: String?
    public let message: String
    /// The statement's first line, which in a query file is its name.
    public let place: String?
    /// The row of a bulk load that was refused, from 0.
    public var copyRow: Int?
    /// True when COMMIT was sent and its answer was lost: the transaction may or may not be in the store.
    public var outcomeUnknown = false
    /// The command or the change that helps, where one is known.
    public var next: String?

    public init(
        _ kind: Kind, _ message: String, sqlState: String? = nil, in sql: String? = nil, copyRow: Int? = nil,
        next: String? = nil
    ) {
        self.kind = kind
        self.message = message
        self.sqlState = sqlState
        self.place = sql.flatMap(firstLine)
        self.copyRow = copyRow
        self.next = next
    }

    public var description: String {
        let row = copyRow.map { " (row \($0) of the load)" } ?? ""
        return message + row + (place.map { " [\($0)]" } ?? "") + (sqlState.map { " (\($0))" } ?? "")
    }

    /// The error as the command line shows it. `store` is a location's display form.
    public func toolError(store: String? = nil) -> ToolError {
        let code: ExitCode =
            switch kind {
            case .transient: .unavailable
            case .configuration: .badInput
            case .interrupted: .interrupted
            case .data, .constraint, .internal: .failure
            }
        let at = [store, place].compactMap { $0 }.joined(separator: ", ")
        return ToolError(code, message, at: at.isEmpty ? nil : at, next: next)
    }
}

/// The first line that says something, at most 80 characters of it, without a comment's dashes.
private func firstLine(_ sql: String) -> String? {
    for line in sql.split(whereSeparator: \.isNewline) {
        let text = line.drop { $0 == "-" || $0 == " " || $0 == "\t" }
        if !text.isEmpty { return text.count > 80 ? text.prefix(79) + "…" : String(text) }
    }
    return nil
}
