import CSQLite

/// A prepared statement, and while it runs its current row.
final class SQLiteStatement: RowSource {
    let sql: String
    let handle: OpaquePointer
    private unowned let database: SQLiteDatabase
    private let text: StatementText

    init(_ sql: String, _ database: SQLiteDatabase) throws {
        self.sql = sql
        self.database = database
        text = StatementText(sql, for: .sqlite)
        var prepared: OpaquePointer?
        var hasTail = false
        let code = text.text.withCString { start in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(
                database.handle, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &tail)
            hasTail = tail.map { holdsStatement($0) } ?? false
            return code
        }
        guard code == SQLITE_OK else { throw database.failure(code, sql) }
        guard let prepared else { throw DatabaseError(.internal, "there is no statement in the text", in: sql) }
        handle = prepared
        guard !hasTail else { throw DatabaseError(.internal, "one statement was expected, and there are more", in: sql) }
        guard sqlite3_bind_parameter_count(prepared) == text.names.count else {
            throw DatabaseError(.internal, "parameters must be written :name", in: sql)
        }
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ parameters: [String: SQLValue]) throws {
        // SQLite numbers named parameters by first occurrence, as StatementText does.
        for (index, value) in try text.arrange(parameters, sql: sql).enumerated() { try bind(value, Int32(index + 1)) }
    }

    private func bind(_ value: SQLValue, _ index: Int32) throws {
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(handle, index)
        case .integer(let number): code = sqlite3_bind_int64(handle, index, number)
        case .real(let number): code = sqlite3_bind_double(handle, index, number)
        case .text(var string):
            code = string.withUTF8 { utf8 in
                // A null pointer would bind null instead of an empty text.
                guard let base = utf8.baseAddress, utf8.count > 0 else {
                    return sqlite3_bind_text(handle, index, "", 0, transient)
                }
                return base.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                    sqlite3_bind_text64(handle, index, $0, UInt64(utf8.count), transient, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            code =
                bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : bytes.withUnsafeBytes { sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), transient) }
        }
        guard code == SQLITE_OK else { throw database.failure(code, sql) }
    }

    /// On to the next row; false at the end.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw database.failure(code, sql)
        }
    }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    var columnNames: [String] {
        (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" }
    }

    func integer(_ column: Int) throws -> Int64? {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_NULL: return nil
        case SQLITE_INTEGER: return sqlite3_column_int64(handle, Int32(column))
        case let type: throw mismatch(column, is: typeName(type), not: "an integer")
        }
    }

    func real(_ column: Int) throws -> Double? {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_NULL: return nil
        case SQLITE_INTEGER, SQLITE_FLOAT: return sqlite3_column_double(handle, Int32(column))
        case let type: throw mismatch(column, is: typeName(type), not: "a number")
        }
    }

    func text(_ column: Int) throws -> String? {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_NULL: return nil
        case SQLITE_TEXT:
            let start = sqlite3_column_text(handle, Int32(column))
            let count = Int(sqlite3_column_bytes(handle, Int32(column)))
            return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        case let type: throw mismatch(column, is: typeName(type), not: "text")
        }
    }

    func blob(_ column: Int) throws -> [UInt8]? {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_NULL: return nil
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(handle, Int32(column))
            return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column)))))
        case let type: throw mismatch(column, is: typeName(type), not: "bytes")
        }
    }

    func value(_ column: Int) throws -> SQLValue {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, Int32(column)))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, Int32(column)))
        case SQLITE_TEXT: try text(column).map(SQLValue.text) ?? .null
        case SQLITE_BLOB: try blob(column).map(SQLValue.blob) ?? .null
        default: .null
        }
    }
}

/// SQLITE_TRANSIENT, which C spells as a cast that Swift can't import: SQLite copies the bytes at once.
let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

private func typeName(_ type: Int32) -> String {
    switch type {
    case SQLITE_INTEGER: "an integer"
    case SQLITE_FLOAT: "a real number"
    case SQLITE_TEXT: "text"
    default: "bytes"
    }
}

/// Is there more than space, comments and semicolons?
private func holdsStatement(_ text: UnsafePointer<CChar>) -> Bool {
    var at = text
    while at.pointee != 0 {
        let byte = UInt8(bitPattern: at.pointee)
        if byte == UInt8(ascii: "-"), at[1] == CChar(bitPattern: UInt8(ascii: "-")) {
            while at.pointee != 0, at.pointee != 10 { at += 1 }
        } else if byte <= 0x20 || byte == UInt8(ascii: ";") {
            at += 1
        } else {
            return true
        }
    }
    return false
}
