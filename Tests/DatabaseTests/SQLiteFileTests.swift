import FleetCore
import Foundation
import TestSupport
import Testing

@testable import Database

struct SQLiteFileTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "chatfleet-file-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    private func refusal(_ path: String, _ mode: Store.Mode, _ migrations: Migrations = .none) -> ToolError? {
        do {
            _ = try Store.open(.sqlite(path: path), migrations: migrations, mode: mode)
            Issue.record("the store was opened")
        } catch { return error }
        return nil
    }

    @Test func `acknowledged means on disk`() throws {
        try withStore(.sqlite) { db throws in
            #expect(try db.rows("pragma journal_mode") == [["wal"]])
            #expect(try db.rows("pragma synchronous") == [[2]])
        }
    }

    @Test func `directories are made for the user alone, when something is to be written`() throws {
        try withDirectory { directory throws in
            let path = directory + "/a/b/fleet.db"
            let error = refusal(path, .read)
            #expect(error?.exitCode == .badInput)
            #expect(error?.what == "there is no store at \(path)")
            #expect(refusal(path, .inspect)?.exitCode == .badInput)
            #expect(!FileManager.default.fileExists(atPath: directory + "/a"))
            _ = try Store.open(.sqlite(path: path), migrations: .none, mode: .readWrite)
            let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/a")
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        }
    }

    @Test func `a file of something else is left alone`() throws {
        try withDirectory { directory throws in
            let path = directory + "/notes.txt"
            try String(repeating: "not a database\n", count: 100).write(toFile: path, atomically: false, encoding: .utf8)
            let error = refusal(path, .readWrite)
            #expect(error?.exitCode == .badInput)
            #expect(error?.what == "\(path) is not a SQLite database")

            let other = directory + "/history.db"
            try Store.open(.sqlite(path: other), migrations: .none, mode: .readWrite).executeScript(
                "create table visits (n integer)")
            let schema = try Migrations([Migration(version: 1, name: "start", text: "create table a (n integer)")])
            #expect(
                refusal(other, .readWrite, schema)?.what
                    == "the file is a SQLite database of something else: it has a table visits")
            #expect(refusal(directory, .readWrite)?.exitCode == .badInput)
        }
    }

    @Test func `a writer that does not finish is named after the time-out, and readers don't wait`() throws {
        try withDirectory { directory throws in
            let path = directory + "/fleet.db"
            let writer = try SQLiteDatabase(path: path, access: .create)
            try writer.executeScript("create table t (n integer)")
            let other = try SQLiteDatabase(path: path, access: .existing, busyTimeout: 1)
            try writer.transaction {
                try writer.execute("insert into t values (1)")
                #expect(try other.rows("select n from t") == [])
                let start = ContinuousClock.now
                let error = failure { try other.transaction { try other.execute("insert into t values (2)") } }
                #expect(error?.kind == .transient)
                #expect(error?.toolError().exitCode == .unavailable)
                #expect((.seconds(1) ... .seconds(5)).contains(ContinuousClock.now - start))
            }
            #expect(try other.rows("select n from t") == [[1]])
        }
    }

    @Test func `a full disk loses nothing that was committed, and works again when there is room`() throws {
        try withStore(.sqlite) { db throws in
            try db.executeScript("create table t (c text)")
            try db.execute("insert into t values ('kept')")
            _ = try db.rows("pragma max_page_count = 20")
            let error = failure {
                try db.transaction {
                    try db.bulkLoad(into: "t", columns: [BulkColumn("c", .text)], rowCount: 1000) { _, writer in
                        writer.write(String(repeating: "x", count: 1000))
                    }
                }
            }
            #expect(error?.kind == .transient)
            #expect(error?.sqlState == "53100")
            #expect(error?.copyRow == nil)
            _ = try db.rows("pragma max_page_count = 100000")
            try db.execute("insert into t values ('more')")
            #expect(try db.rows("select c from t order by c") == [["kept"], ["more"]])
        }
    }

    @Test func `a finished file on a read-only medium can be read as it stands`() throws {
        try withDirectory { directory throws in
            let path = directory + "/an odd %name?#.db"
            try Store.open(.sqlite(path: path), migrations: .none, mode: .readWrite)
                .executeScript("create table t (n integer); insert into t values (7)")
            let db = try SQLiteDatabase(path: path, access: .immutable)
            #expect(try db.rows("select n from t") == [[7]])
            let error = failure { try db.execute("insert into t values (8)") }
            #expect(error?.kind == .configuration)
        }
    }

    @Test func `strict tables refuse what is of another type`() throws {
        try withStore(.sqlite) { db throws in
            try db.executeScript("create table t (n integer) strict")
            let error = failure { try db.execute("insert into t values (:n)", ["n": "seven"]) }
            #expect(error?.kind == .data)
            #expect(error?.sqlState == "42804")
        }
    }
}
