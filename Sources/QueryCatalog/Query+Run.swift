public import Database
import FleetCore

extension Query {
    /// Runs the query with checked parameters and hands over its rows one at a time.
    ///
    /// Throws ``ToolError`` when a parameter or a result is not what the header says, and what the store throws.
    public func forEachRow(
        on database: any Database, _ values: [String: SQLValue], _ body: (QueryRow) throws -> Void
    ) throws {
        try check(values)
        var layout: QueryRow.Layout?
        try database.forEachRow(sql, values) { row in
            if layout == nil { layout = try QueryRow.Layout(self, columnNames: row.columnNames) }
            guard let layout else { return }
            try body(QueryRow(layout, row))
        }
    }

    /// All rows, in the query's order.
    public func rows(on database: any Database, _ values: [String: SQLValue]) throws -> [QueryRow] {
        var rows: [QueryRow] = []
        try forEachRow(on: database, values) { rows.append($0) }
        return rows
    }
}
