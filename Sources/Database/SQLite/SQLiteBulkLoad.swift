import CSQLite
import FleetCore

extension SQLiteDatabase {
    func bulkLoad(
        into table: String, columns: [BulkColumn], rowCount: Int,
        _ write: (_ row: Int, _ writer: any BulkWriter) throws -> Void
    ) throws {
        let names = columns.map { quotedName($0.name) }.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        try runBulk("insert into \(quotedName(table)) (\(names)) values (\(marks))", columns, rowCount, write)
    }

    func bulkUpdate(
        _ table: String, columns: [BulkColumn], rowCount: Int, _ write: (_ row: Int, _ writer: any BulkWriter) throws -> Void
    ) throws -> Int {
        let settings = columns.enumerated().map { "\(quotedName($1.name)) = ?\($0 + 2)" }.joined(separator: ", ")
        let sql = "update \(quotedName(table)) set \(settings) where rowid = ?1"
        let before = sqlite3_total_changes64(handle)
        try runBulk(sql, [BulkColumn("rowid", .place)] + columns, rowCount, write)
        return Int(sqlite3_total_changes64(handle) - before)
    }

    /// Runs a statement once a row, whose values are its parameters.
    private func runBulk(
        _ sql: String, _ columns: [BulkColumn], _ rowCount: Int, _ write: (_ row: Int, _ writer: any BulkWriter) throws -> Void
    ) throws {
        guard rowCount > 0 else { return }
        // All rows or none: outside a transaction it is one of its own.
        guard session.isInTransaction else { return try transaction { try runBulk(sql, columns, rowCount, write) } }
        try session.run(sql) {
            let writer = try SQLiteBulkWriter(sql, columns, self)
            for row in 0..<rowCount {
                try write(row, writer)
                try writer.finish(row: row, sql: sql)
                try writer.step(row: row)
                // SQLite forgets an interruption that comes between two steps.
                if row % 256 == 255, session.interrupt.take() { throw interrupted(sql) }
            }
        }
    }
}

/// Binds one row's values and runs the statement. Texts are gathered in one buffer and bound at the end of the row without a
/// copy by SQLite: until then the buffer may move.
private final class SQLiteBulkWriter: BulkRow, BulkWriter {
    private let database: SQLiteDatabase
    private let sql: String
    private let handle: OpaquePointer
    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity = 1 << 16
    private var count = 0
    private struct Piece { var column: Int32, start: Int, count: Int, isText: Bool }
    private var pieces: ContiguousArray<Piece> = []

    init(_ sql: String, _ columns: [BulkColumn], _ database: SQLiteDatabase) throws {
        self.database = database
        self.sql = sql
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(database.handle, sql, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw database.failure(code, sql) }
        handle = prepared
        buffer = .allocate(capacity: capacity)
        super.init(columns)
    }

    deinit {
        sqlite3_finalize(handle)
        buffer.deallocate()
    }

    func step(row: Int) throws {
        for piece in pieces {
            let start = buffer + piece.start
            if piece.isText {
                start.withMemoryRebound(to: CChar.self, capacity: piece.count) {
                    _ = sqlite3_bind_text(handle, piece.column, $0, Int32(piece.count), nil)
                }
            } else {
                sqlite3_bind_blob(handle, piece.column, start, Int32(piece.count), nil)
            }
        }
        let code = sqlite3_step(handle)
        // The reset of a failed step repeats its code; the message must be read first.
        if code != SQLITE_DONE {
            var error = database.failure(code, sql)
            sqlite3_reset(handle)
            if error.kind == .data || error.kind == .constraint { error.copyRow = row }
            throw error
        }
        sqlite3_reset(handle)
        pieces.removeAll(keepingCapacity: true)
        count = 0
    }

    func write(_ value: Int64?) {
        guard let value else { return writeNull() }
        guard let type = nextType() else { return }
        switch type {
        case .int2: if Int16(exactly: value) == nil { return outOfRange(value) }
        case .int4: if Int32(exactly: value) == nil { return outOfRange(value) }
        case .int8: break
        default: return wrongType("an integer")
        }
        sqlite3_bind_int64(handle, Int32(column), value)
    }

    func write(place value: Int64) {
        guard let type = nextType() else { return }
        guard type == .place else { return wrongType("a row's place") }
        sqlite3_bind_int64(handle, Int32(column), value)
    }

    func write(real value: Double?) {
        guard let value else { return writeNull() }
        guard let type = nextType() else { return }
        guard type == .real else { return wrongType("a real number") }
        if value.isNaN { return fail(.data, "column \(columns[column - 1].name) is NaN") }
        sqlite3_bind_double(handle, Int32(column), value)
    }

    func write(_ value: String?) {
        guard var value else { return writeNull() }
        value.withUTF8(writeText)
    }

    func write(_ value: Day?) {
        guard let value else { return writeNull() }
        guard let type = nextType() else { return }
        guard type == .date else { return wrongType("a day") }
        let (year, month, day) = value.civil
        reserve(10)
        let out = buffer + count
        func put(_ at: Int, _ number: Int) { out[at] = 0x30 + UInt8(truncatingIfNeeded: number % 10) }
        put(0, year / 1000); put(1, year / 100); put(2, year / 10); put(3, year)
        out[4] = UInt8(ascii: "-")
        put(5, month / 10); put(6, month)
        out[7] = UInt8(ascii: "-")
        put(8, day / 10); put(9, day)
        add(10, isText: true)
    }

    func write(_ value: [UInt8]?) {
        guard let value else { return writeNull() }
        guard let type = nextType() else { return }
        guard type == .bytes else { return wrongType("bytes") }
        value.withUnsafeBufferPointer { append($0, isText: false) }
    }

    func writeNull() {
        guard nextType() != nil else { return }
        sqlite3_bind_null(handle, Int32(column))
    }

    private func writeText(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard let type = nextType() else { return }
        guard type == .text else { return wrongType("text") }
        if holdsZero(utf8) { return holdsNUL() }
        append(utf8, isText: true)
    }

    private func append(_ bytes: UnsafeBufferPointer<UInt8>, isText: Bool) {
        reserve(bytes.count)
        if let base = bytes.baseAddress { (buffer + count).update(from: base, count: bytes.count) }
        add(bytes.count, isText: isText)
    }

    private func add(_ bytes: Int, isText: Bool) {
        pieces.append(Piece(column: Int32(column), start: count, count: bytes, isText: isText))
        count += bytes
    }

    private func reserve(_ bytes: Int) {
        guard count + bytes > capacity else { return }
        while count + bytes > capacity { capacity *= 2 }
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: buffer, count: count)
        buffer.deallocate()
        buffer = larger
    }
}
