import CPostgres
import FleetCore

extension PostgresDatabase {
    func bulkRead(_ sql: String, _ body: (any BulkReader) throws -> Void) throws {
        try session.run(sql) {
            let start = PQexec(connection, "copy (\(sql)) to stdout with (format binary)")
            defer { PQclear(start) }
            guard PQresultStatus(start) == PGRES_COPY_OUT else { throw failure(start, sql) }
            let reader = PostgresCopyReader(sql)
            var problem: (any Error)?
            var message: UnsafeMutablePointer<CChar>?
            while case let count = PQgetCopyData(connection, &message, 0), count > 0 {
                defer { PQfreemem(message) }
                // After a problem what has been sent is still read to its end.
                guard problem == nil, let message else { continue }
                do { try reader.read(UnsafeRawBufferPointer(start: message, count: Int(count)), body) } catch {
                    problem = error
                    stopQuery()
                }
            }
            while let result = PQgetResult(connection) {
                defer { PQclear(result) }
                if PQresultStatus(result) != PGRES_COMMAND_OK { problem = problem ?? failure(result, sql) }
                // Rows that libpq could not take (no memory) still wait: they would be announced for ever.
                if PQresultStatus(result) == PGRES_COPY_OUT { break }
            }
            if let problem { throw problem }
        }
    }
}

/// Reads rows in the binary form of COPY, of which the server sends one a message.
/// https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"
private final class PostgresCopyReader: BulkReader {
    private let sql: String
    private var isFirst = true
    private var message = UnsafeRawBufferPointer(start: nil, count: 0)
    private var at = 0
    private var column = 0

    init(_ sql: String) { self.sql = sql }

    func read(_ message: UnsafeRawBufferPointer, _ body: (any BulkReader) throws -> Void) throws {
        self.message = message
        at = 0
        if isFirst {
            // The signature, the flags, and an extension of the header, which the first row follows.
            at = 15
            at += Int(try next(Int32.self))
            isFirst = false
        }
        column = 0
        let columns = Int(try next(Int16.self))
        guard columns >= 0 else { return }  // The end.
        try body(self)
        guard column == columns, at == message.count else { throw misread(column, of: columns, sql: sql) }
    }

    func integer() throws -> Int64? {
        switch try length() {
        case -1: nil
        case 8: try next(Int64.self)
        case 4: Int64(try next(Int32.self))
        case 2: Int64(try next(Int16.self))
        default: throw misread(column, not: "an integer", sql: sql)
        }
    }

    func text() throws -> String? {
        let count = try length()
        guard count >= 0 else { return nil }
        guard at + count <= message.count else { throw misread(column, not: "text", sql: sql) }
        defer { at += count }
        return String(decoding: UnsafeRawBufferPointer(rebasing: message[at..<at + count]), as: UTF8.self)
    }

    func day() throws -> Day? {
        switch try length() {
        case -1: nil
        case 4:
            // Postgres counts from 2000-01-01; its infinities are the last numbers there are.
            switch try next(Int32.self).addingReportingOverflow(10_957) {
            case (let number, false) where number > .min + 10_957: Day(number: number)
            default: throw misread(column, not: "a day", sql: sql)
            }
        default: throw misread(column, not: "a day", sql: sql)
        }
    }

    func place() throws -> Int64? {
        switch try length() {
        case -1: nil
        case 6: Int64(try next(UInt32.self)) << 16 | Int64(try next(UInt16.self))
        default: throw misread(column, not: "a row's place", sql: sql)
        }
    }

    private func length() throws -> Int {
        column += 1
        return Int(try next(Int32.self))
    }

    @inline(__always)
    private func next<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard at + MemoryLayout<T>.size <= message.count else { throw misread(column, not: "there", sql: sql) }
        defer { at += MemoryLayout<T>.size }
        return T(bigEndian: message.loadUnaligned(fromByteOffset: at, as: T.self))
    }
}
