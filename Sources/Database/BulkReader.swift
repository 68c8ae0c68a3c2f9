public import FleetCore

/// Gives one row's values: exactly one call a column, in the order of the columns. Nil is SQL null. What is asked for must be
/// the column's type: there is no other word on it than the query.
public protocol BulkReader: AnyObject {
    func integer() throws -> Int64?
    func text() throws -> String?
    func day() throws -> Day?
    /// Where a stored row lies: of Postgres's `ctid`, the block shifted by 16 bits and the offset in it; of SQLite's `rowid` the
    /// number itself. It holds for as long as nobody may change the row.
    func place() throws -> Int64?
}

/// What the engines' readers throw of a row that isn't what was asked for.
func misread(_ column: Int, not wanted: String, sql: String) -> DatabaseError {
    DatabaseError(.internal, "column \(column) of a bulk read is not \(wanted)", in: sql)
}

func misread(_ read: Int, of columns: Int, sql: String) -> DatabaseError {
    DatabaseError(.internal, "\(read) of \(columns) columns were read", in: sql)
}
