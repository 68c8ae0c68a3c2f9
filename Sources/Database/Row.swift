/// One row of a result, read by column position. Valid only inside the callback that gets it.
///
/// Each reader gives nil for SQL null and throws when the column is of another kind, so that a query whose column
/// changed its type fails at once and not with a wrong number.
public struct Row {
    let source: any RowSource

    /// A whole number: any integer column, a boolean as 0 or 1, and on Postgres a `numeric` without fraction, which is
    /// what `sum(bigint)` gives there.
    public func integer(_ column: Int) throws -> Int64? {
        try check(column)
        return try source.integer(column)
    }

    /// A number; whole ones are converted.
    public func real(_ column: Int) throws -> Double? {
        try check(column)
        return try source.real(column)
    }

    /// Text; on Postgres also a `date`, as `2026-09-14`.
    public func text(_ column: Int) throws -> String? {
        try check(column)
        return try source.text(column)
    }

    public func blob(_ column: Int) throws -> [UInt8]? {
        try check(column)
        return try source.blob(column)
    }

    public var columnNames: [String] { source.columnNames }
    public var columnCount: Int { source.columnCount }

    /// Every column by its own type. A Postgres `numeric` is an integer when it is written without a point, so that a
    /// sum is one on both engines; else a real.
    public var values: [SQLValue] {
        get throws { try (0..<source.columnCount).map(source.value) }
    }

    private func check(_ column: Int) throws {
        guard column >= 0, column < source.columnCount else {
            throw DatabaseError(.internal, "column \(column) was asked of a row of \(source.columnCount)", in: source.sql)
        }
    }
}

/// An engine's current row. Columns are in range when these are called.
protocol RowSource: AnyObject {
    var sql: String { get }
    var columnCount: Int { get }
    var columnNames: [String] { get }
    func integer(_ column: Int) throws -> Int64?
    func real(_ column: Int) throws -> Double?
    func text(_ column: Int) throws -> String?
    func blob(_ column: Int) throws -> [UInt8]?
    func value(_ column: Int) throws -> SQLValue
}

extension RowSource {
    func mismatch(_ column: Int, is actual: String, not wanted: String) -> DatabaseError {
        DatabaseError(.internal, "column \(columnNames[column]) is \(actual), not \(wanted)", in: sql)
    }
}
