import CPostgres
import Glibc

extension PostgresDatabase {
    func forEachRow(_ sql: String, _ parameters: [String: SQLValue], _ body: (Row) throws -> Void) throws {
        try session.run(sql) {
            let statement = try statement(sql)
            let arguments = try PostgresArguments(statement.text.arrange(parameters, sql: sql))
            try prepareIfRepeated(statement)
            let sent = arguments.withPointers { count, values, lengths, formats in
                statement.isPrepared
                    ? PQsendQueryPrepared(connection, statement.name, count, values, lengths, formats, 0)
                    : PQsendQueryParams(connection, statement.text.text, count, nil, values, lengths, formats, 0)
            }
            guard sent == 1 else { throw postgresError(connection, nil, sql: sql) }
            // One row at a time: libpq would else hold the whole result.
            PQsetSingleRowMode(connection)
            try readRows(sql, body)
        }
    }

    private func readRows(_ sql: String, _ body: (Row) throws -> Void) throws {
        let row = PostgresRow(sql)
        var problem: (any Error)?
        while let result = PQgetResult(connection) {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_SINGLE_TUPLE where problem == nil:
                row.show(result)
                do { try body(Row(source: row)) } catch {
                    problem = error
                    stopQuery()
                }
            case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK, PGRES_COMMAND_OK: break
            default: problem = problem ?? failure(result, sql)
            }
        }
        if let problem { throw problem }
    }

    /// Tells the server that nobody wants the rest; what has been sent is still read to its end by the caller.
    func stopQuery() {
        guard let cancel = PQgetCancel(connection) else { return }
        var message = [CChar](repeating: 0, count: 256)
        PQcancel(cancel, &message, Int32(message.count))
        PQfreeCancel(cancel)
    }
}

/// The one row of a result in single-row mode. Values come as text.
final class PostgresRow: RowSource {
    let sql: String
    private var result: OpaquePointer?
    /// The types of the columns, which are the same in every row.
    private var types: ContiguousArray<ColumnType> = []

    init(_ sql: String) { self.sql = sql }

    func show(_ result: OpaquePointer) {
        self.result = result
        if types.isEmpty { types = ContiguousArray((0..<PQnfields(result)).map { ColumnType(PQftype(result, $0)) }) }
    }

    var columnCount: Int { types.count }
    var columnNames: [String] { (0..<PQnfields(result)).map { String(cString: PQfname(result, $0)) } }

    /// Nil for null.
    private func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
        guard PQgetisnull(result, 0, Int32(column)) == 0, let start = PQgetvalue(result, 0, Int32(column)) else { return nil }
        let count = Int(PQgetlength(result, 0, Int32(column)))
        return UnsafeRawBufferPointer(start: start, count: count).assumingMemoryBound(to: UInt8.self)
    }

    func integer(_ column: Int) throws -> Int64? {
        guard let bytes = bytes(column) else { return nil }
        switch types[column] {
        case .boolean: return bytes.first == UInt8(ascii: "t") ? 1 : 0
        case .integer, .numeric: if let number = wholeNumber(bytes) { return number }
        default: break
        }
        throw mismatch(column, is: types[column].words, not: "an integer")
    }

    func real(_ column: Int) throws -> Double? {
        guard let bytes = bytes(column) else { return nil }
        switch types[column] {
        // libpq ends every value with a zero byte.
        case .integer, .numeric, .real: return bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { strtod($0, nil) } }
        default: throw mismatch(column, is: types[column].words, not: "a number")
        }
    }

    func text(_ column: Int) throws -> String? {
        guard let bytes = bytes(column) else { return nil }
        guard types[column] == .text else { throw mismatch(column, is: types[column].words, not: "text") }
        return String(decoding: bytes, as: UTF8.self)
    }

    func blob(_ column: Int) throws -> [UInt8]? {
        guard let bytes = bytes(column) else { return nil }
        guard types[column] == .bytes, let blob = decodedBytes(bytes) else {
            throw mismatch(column, is: types[column].words, not: "bytes")
        }
        return blob
    }

    func value(_ column: Int) throws -> SQLValue {
        guard let bytes = bytes(column) else { return .null }
        switch types[column] {
        case .boolean, .integer: return SQLValue(try integer(column))
        case .numeric:
            if let number = wholeNumber(bytes) { return .integer(number) }
            return try real(column).map(SQLValue.real) ?? .null
        case .real: return try real(column).map(SQLValue.real) ?? .null
        case .bytes: return try blob(column).map(SQLValue.blob) ?? .null
        case .text: return SQLValue(String(decoding: bytes, as: UTF8.self))
        }
    }
}

/// What a column's type is to us, by its OID (catalog pg_type.dat). Everything else is read as text.
private enum ColumnType {
    case boolean, integer, numeric, real, bytes, text

    init(_ oid: Oid) {
        switch oid {
        case 16: self = .boolean
        case 20, 21, 23, 26: self = .integer
        case 1700: self = .numeric
        case 700, 701: self = .real
        case 17: self = .bytes
        default: self = .text
        }
    }

    var words: String {
        switch self {
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .numeric: "a numeric with a fraction"
        case .real: "a real number"
        case .bytes: "bytes"
        case .text: "text"
        }
    }
}

/// An optional minus sign and digits; nil for anything else, also when it is out of range.
private func wholeNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    guard bytes.count > (isNegative ? 1 : 0) else { return nil }
    var value: Int64 = 0
    for at in (isNegative ? 1 : 0)..<bytes.count {
        let digit = bytes[at] &- 0x30
        guard digit < 10 else { return nil }
        let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
        // Counted downwards, because there is one negative number more.
        let (next, overflowToo) = tenfold.subtractingReportingOverflow(Int64(digit))
        guard !overflow, !overflowToo else { return nil }
        value = next
    }
    guard !isNegative else { return value }
    return value == .min ? nil : -value
}

/// `\x0aff`, the only form that servers since 9.0 send unless told otherwise.
private func decodedBytes(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count >= 2, text.count % 2 == 0, text[0] == UInt8(ascii: "\\"), text[1] == UInt8(ascii: "x") else { return nil }
    func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    for at in stride(from: 2, to: text.count, by: 2) {
        guard let high = digit(text[at]), let low = digit(text[at + 1]) else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}
