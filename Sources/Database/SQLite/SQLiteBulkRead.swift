import FleetCore

extension SQLiteDatabase {
    func bulkRead(_ sql: String, _ body: (any BulkReader) throws -> Void) throws {
        let reader = SQLiteBulkReader(sql)
        try forEachRow(sql, [:]) { row in try reader.read(row, body) }
    }
}

/// Reads a row's columns in their order.
private final class SQLiteBulkReader: BulkReader {
    private let sql: String
    private var row: Row?
    private var column = 0

    init(_ sql: String) { self.sql = sql }

    func read(_ row: Row, _ body: (any BulkReader) throws -> Void) throws {
        self.row = row
        defer { self.row = nil }
        column = 0
        try body(self)
        guard column == row.columnCount else { throw misread(column, of: row.columnCount, sql: sql) }
    }

    func integer() throws -> Int64? { try next { try row?.integer($0) } }
    func text() throws -> String? { try next { try row?.text($0) } }
    func place() throws -> Int64? { try next { try row?.integer($0) } }

    func day() throws -> Day? {
        guard let text = try text() else { return nil }
        guard let day = Day(text) else { throw misread(column, not: "a day", sql: sql) }
        return day
    }

    private func next<T>(_ read: (Int) throws -> T) rethrows -> T {
        column += 1
        return try read(column - 1)
    }
}
