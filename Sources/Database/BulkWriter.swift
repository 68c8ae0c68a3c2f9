public import FleetCore

/// A column of a bulk load, with the type that the table gives it.
public struct BulkColumn: Sendable, Hashable {
    public let name: String
    public let type: BulkType

    public init(_ name: String, _ type: BulkType) {
        self.name = name
        self.type = type
    }
}

/// The column types that stores use: on SQLite the integers are one type, and a date is ISO text. `place`: where a stored row
/// lies, as ``BulkReader/place()`` gives it.
public enum BulkType: Sendable, Hashable {
    case int2, int4, int8, real, text, date, bytes, place
}

/// Takes one row's values: exactly one call a column, in the order of the columns. Nil is SQL null. A value that does not
/// fit its column makes the load fail with that row's number once the row is complete.
public protocol BulkWriter: AnyObject {
    func write(_ value: Int64?)
    func write(_ value: String?)
    func write(_ value: Day?)
    func write(_ value: [UInt8]?)
    func write(place value: Int64)
    func write(real value: Double?)
    func writeNull()
}

/// What the engines' writers share: the column that comes next, and the first thing that went wrong in the row.
class BulkRow {
    let columns: ContiguousArray<BulkColumn>
    final var column = 0
    final var problem: DatabaseError?

    init(_ columns: [BulkColumn]) { self.columns = ContiguousArray(columns) }

    /// The type of the column that a value is for, and on to the next; nil when there are more values than columns.
    @inline(__always)
    final func nextType() -> BulkType? {
        guard column < columns.count else {
            fail(.internal, "more values than columns were written")
            return nil
        }
        column += 1
        return columns[column - 1].type
    }

    final func fail(_ kind: DatabaseError.Kind, _ message: String, sqlState: String? = nil) {
        if problem == nil { problem = DatabaseError(kind, message, sqlState: sqlState) }
    }

    final func outOfRange(_ value: Int64) {
        fail(.data, "\(value) is out of range for column \(columns[column - 1].name)", sqlState: SQLState.numberOutOfRange)
    }

    final func holdsNUL() {
        fail(
            .data, "column \(columns[column - 1].name): text holds a NUL character (U+0000), which no store can hold",
            sqlState: SQLState.badCharacter)
    }

    final func wrongType(_ kind: String) {
        fail(.internal, "column \(columns[column - 1].name) is \(columns[column - 1].type), but \(kind) was written")
    }

    /// Ends the row: throws what went wrong in it.
    final func finish(row: Int, sql: String) throws {
        if column != columns.count { fail(.internal, "\(column) of \(columns.count) columns were written") }
        column = 0
        guard let problem else { return }
        throw DatabaseError(problem.kind, problem.message, sqlState: problem.sqlState, in: sql, copyRow: row)
    }
}

/// `a.b` as `"a"."b"`.
func quotedName(_ name: String) -> String {
    name.split(separator: ".", omittingEmptySubsequences: false)
        .map { "\"" + $0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" }
        .joined(separator: ".")
}
