import CPostgres
import FleetCore

extension PostgresDatabase {
    func bulkLoad(
        into table: String, columns: [BulkColumn], rowCount: Int,
        _ write: (_ row: Int, _ writer: any BulkWriter) throws -> Void
    ) throws {
        guard rowCount > 0 else { return }
        let names = columns.map { quotedName($0.name) }.joined(separator: ", ")
        let sql = "copy \(quotedName(table)) (\(names)) from stdin with (format binary)"
        try session.run(sql) {
            let start = PQexec(connection, sql)
            defer { PQclear(start) }
            guard PQresultStatus(start) == PGRES_COPY_IN else { throw failure(start, sql) }
            do {
                let writer = PostgresCopyWriter(columns)
                for row in 0..<rowCount {
                    writer.startRow()
                    try write(row, writer)
                    try writer.finish(row: row, sql: sql)
                    if writer.count >= PostgresCopyWriter.chunk { try send(writer, sql) }
                }
                writer.finishFile()
                try send(writer, sql)
            } catch {
                try? endCopy("the client gave up", sql)
                throw error
            }
            try endCopy(nil, sql)
        }
    }

    func bulkUpdate(
        _ table: String, columns: [BulkColumn], rowCount: Int, _ write: (_ row: Int, _ writer: any BulkWriter) throws -> Void
    ) throws -> Int {
        guard rowCount > 0 else { return 0 }
        guard session.isInTransaction else {
            return try transaction { try bulkUpdate(table, columns: columns, rowCount: rowCount, write) }
        }
        let changes = PostgresDatabase.bulkChanges(columns)
        try changes.load(self, rowCount: rowCount, write)
        let count = try execute(PostgresDatabase.bulkUpdateStatement(table, columns), [:])
        try executeScript("drop table \(changes.name)")
        return count
    }

    static func bulkChanges(_ columns: [BulkColumn]) -> ScratchTable {
        ScratchTable(name: "bulk_change", columns: [BulkColumn("stored_at", .place)] + columns)
    }

    static func bulkUpdateStatement(_ table: String, _ columns: [BulkColumn]) -> String {
        let settings = columns.map { "\(quotedName($0.name)) = c.\(quotedName($0.name))" }.joined(separator: ", ")
        let name = quotedName(table)
        return "update \(name) set \(settings) from bulk_change c where \(name).ctid = c.stored_at"
    }

    private func send(_ writer: PostgresCopyWriter, _ sql: String) throws {
        let sent = PQputCopyData(connection, writer.bytes, Int32(writer.count))
        writer.clear()
        guard sent == 1 else { throw postgresError(connection, nil, sql: sql) }
        // The server hears of an interruption by itself, but would have to be fed to the end.
        if session.interrupt.take() { throw interrupted(sql) }
    }

    private func endCopy(_ message: String?, _ sql: String) throws {
        guard PQputCopyEnd(connection, message) == 1 else { throw postgresError(connection, nil, sql: sql) }
        var problem: DatabaseError?
        while let result = PQgetResult(connection) {
            defer { PQclear(result) }
            if PQresultStatus(result) != PGRES_COMMAND_OK { problem = problem ?? failure(result, sql) }
        }
        if let problem { throw problem }
    }
}

/// Writes rows in the binary form of COPY into one buffer that is sent and reused.
/// https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"
private final class PostgresCopyWriter: BulkRow, BulkWriter {
    /// Rows are sent when this much has gathered.
    static let chunk = 1 << 17

    private var buffer: UnsafeMutableRawPointer
    private var capacity = chunk * 2
    private(set) var count = 0

    override init(_ columns: [BulkColumn]) {
        buffer = .allocate(byteCount: capacity, alignment: 16)
        super.init(columns)
        for byte in Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0] { put(byte) }
        put(Int32(0))  // flags
        put(Int32(0))  // length of the header's extension
    }

    deinit { buffer.deallocate() }

    var bytes: UnsafePointer<CChar> { UnsafePointer(buffer.assumingMemoryBound(to: CChar.self)) }

    func clear() { count = 0 }

    func startRow() {
        // Room for the row's count and, for each column, a length and a fixed-size value; texts ask for more.
        reserve(2 + 12 * columns.count)
        put(Int16(columns.count))
    }

    func finishFile() {
        reserve(2)
        put(Int16(-1))
    }

    func write(_ value: Int64?) {
        guard let value else { return writeNull() }
        guard let type = nextType() else { return }
        switch type {
        case .int8:
            put(Int32(8))
            put(value)
        case .int4:
            guard let value = Int32(exactly: value) else { return outOfRange(value) }
            put(Int32(4))
            put(value)
        case .int2:
            guard let value = Int16(exactly: value) else { return outOfRange(value) }
            put(Int32(2))
            put(value)
        default: wrongType("an integer")
        }
    }

    func write(real value: Double?) {
        guard let value else { return writeNull() }
        guard let type = nextType() else { return }
        guard type == .real else { return wrongType("a real number") }
        if value.isNaN { return fail(.data, "column \(columns[column - 1].name) is NaN") }
        put(Int32(8))
        put(value.bitPattern)
    }

    func write(_ value: String?) {
        guard var value else { return writeNull() }
        value.withUTF8(writeText)
    }

    func write(_ value: Day?) {
        guard let value else { return writeNull() }
        guard let type = nextType() else { return }
        guard type == .date else { return wrongType("a day") }
        put(Int32(4))
        put(value.number - 10_957)  // Postgres counts from 2000-01-01
    }

    func write(_ value: [UInt8]?) {
        guard let value else { return writeNull() }
        guard let type = nextType() else { return }
        guard type == .bytes else { return wrongType("bytes") }
        value.withUnsafeBufferPointer(append)
    }

    func write(place value: Int64) {
        guard let type = nextType() else { return }
        guard type == .place else { return wrongType("a row's place") }
        put(Int32(6))
        put(UInt32(truncatingIfNeeded: value >> 16))
        put(UInt16(truncatingIfNeeded: value))
    }

    func writeNull() {
        guard nextType() != nil else { return }
        put(Int32(-1))
    }

    private func writeText(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard let type = nextType() else { return }
        guard type == .text else { return wrongType("text") }
        if holdsZero(utf8) { return holdsNUL() }
        append(utf8)
    }

    private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        // What startRow has reserved for the columns to come stays free.
        reserve(bytes.count + 12 * (columns.count - column + 1))
        put(Int32(bytes.count))
        if let base = bytes.baseAddress { (buffer + count).copyMemory(from: base, byteCount: bytes.count) }
        count += bytes.count
    }

    /// Appends in network order; room has been reserved.
    @inline(__always)
    private func put<T: FixedWidthInteger>(_ value: T) {
        buffer.storeBytes(of: value.bigEndian, toByteOffset: count, as: T.self)
        count += MemoryLayout<T>.size
    }

    private func reserve(_ bytes: Int) {
        guard count + bytes > capacity else { return }
        while count + bytes > capacity { capacity *= 2 }
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: buffer, byteCount: count)
        buffer.deallocate()
        buffer = larger
    }
}
