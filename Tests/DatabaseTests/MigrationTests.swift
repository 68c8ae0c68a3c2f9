import Database
import FleetCore
import Foundation
import TestSupport
import Testing

struct MigrationTests {
    private static let first = Migration(
        version: 1, name: "start", text: "create table a (n bigint);\ncreate table b (n bigint);")
    private static let second = Migration(
        version: 2, name: "more", text: "insert into a values (1);\nalter table b add column m bigint;")
    private static let third = Migration(
        version: 3, name: "wrong", text: "insert into a values (2);\ninsert into nowhere values (1);")

    private func refusal(sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any) -> ToolError? {
        do {
            _ = try body()
            Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        } catch let error as ToolError {
            return error
        } catch {
            Issue.record("another error: \(error)", sourceLocation: sourceLocation)
        }
        return nil
    }

    @Test(arguments: bothEngines)
    func `each step is applied once and remembered`(engine: Engine) throws {
        let store = try TestStore(engine)
        let both = try Migrations([Self.second, Self.first])
        let db = try store.open(try Migrations([Self.first]))
        #expect(try Store.migrationStatus(db, both).pending == [Self.second])
        #expect(try Store.migrate(db, both) == [Self.second])
        #expect(try Store.migrate(db, both) == [])
        #expect(try db.rows("select n from a") == [[1]])
        let status = try Store.migrationStatus(db, both)
        #expect(status.isCurrent)
        #expect(status.version == 2)
        #expect(status.applied.map(\.name) == ["start", "more"])
        #expect(status.applied[0].sha256 == Self.first.sha256)
        #expect(status.applied[0].at > Instant(epochSeconds: 1_700_000_000))
    }

    @Test(arguments: bothEngines)
    func `many at once apply each step once`(engine: Engine) throws {
        let store = try TestStore(engine)
        let both = try Migrations([Self.first, Self.second])
        let applied = try inThreads(8) { _ in try Store.migrate(store.open(), both).count }
        #expect(applied.reduce(0, +) == 2)
        #expect(try store.open(both).rows("select n from a") == [[1]])
    }

    @Test(arguments: bothEngines)
    func `a step that fails leaves nothing behind`(engine: Engine) throws {
        let store = try TestStore(engine)
        let all = try Migrations([Self.first, Self.second, Self.third])
        let error = refusal { try store.open(all) }
        #expect(error?.what.contains("nowhere") == true)
        let db = try store.open()
        #expect(try db.rows("select n from a") == [[1]])
        #expect(try Store.migrationStatus(db, all).pending == [Self.third])
    }

    @Test(arguments: bothEngines)
    func `a file that was applied must not change`(engine: Engine) throws {
        let store = try TestStore(engine)
        _ = try store.open(try Migrations([Self.first, Self.second]))
        let changed = Migration(version: 1, name: "start", text: Self.first.text + " ")
        let error = refusal { try store.open(try Migrations([changed, Self.second])) }
        #expect(error?.what.hasPrefix("step 1 (start) of the store's schema was applied from another file") == true)
        #expect(error?.place?.hasPrefix(engine == .sqlite ? "sqlite:/" : "host=/tmp/") == true)
    }

    @Test(arguments: bothEngines)
    func `a file that names the text that was applied is the same step`(engine: Engine) throws {
        let store = try TestStore(engine)
        _ = try store.open(try Migrations([Self.first, Self.second]))
        let mended = Migration(version: 1, name: "start", text: "-- Formerly: \(Self.first.sha256)\n" + Self.first.text)
        let db = try store.open(try Migrations([mended, Self.second]))
        #expect(try db.rows("select n from a") == [[1]])
        let other = Migration(version: 1, name: "start", text: "-- Formerly: \(Self.second.sha256)\n" + Self.first.text)
        #expect(refusal { try store.open(try Migrations([other, Self.second])) } != nil)
    }

    @Test(arguments: bothEngines)
    func `a store that is newer is refused`(engine: Engine) throws {
        let store = try TestStore(engine)
        _ = try store.open(try Migrations([Self.first, Self.second]))
        let error = refusal { try store.open(try Migrations([Self.first]), mode: .readWrite) }
        #expect(error?.what == "the store's schema is at 2, newer than the 1 that this chatfleet knows")
        #expect(error?.next == "upgrade chatfleet")

        let old = try Migrations([Self.first], from: Migrations.Origin(folder: "/old/Queries", namedBy: "CHATFLEET_QUERIES"))
        let named = refusal { try store.open(old, mode: .readWrite) }
        #expect(
            named?.what
                == "the store's schema is at 2, and /old/Queries, which CHATFLEET_QUERIES names, holds the schema up to 1 only")
        #expect(
            named?.next
                == "leave CHATFLEET_QUERIES out, or name a folder Queries with the schema of the store instead of /old/Queries")
    }

    @Test func `Postgres wants to be told, SQLite migrates itself`() throws {
        let both = try Migrations([Self.first, Self.second])
        for mode in [Store.Mode.read, .readWrite] {
            let postgres = try TestStore(.postgres)
            _ = try postgres.open(try Migrations([Self.first]))
            let error = refusal { try postgres.open(both, mode: mode) }
            #expect(error?.exitCode == .failure)
            #expect(error?.what == "the store's schema is at 1, and this chatfleet needs 2")
            #expect(error?.next == "run chatfleet store migrate")
            _ = try postgres.open(both, mode: .inspect)

            let sqlite = try TestStore(.sqlite)
            _ = try sqlite.open(try Migrations([Self.first]))
            #expect(try sqlite.open(both, mode: mode).rows("select n from a") == [[1]])
        }
    }

    @Test func `files are read from a directory an engine`() throws {
        let directory = NSTemporaryDirectory() + "chatfleet-schema-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let folder = directory + "/sqlite"
        #expect(refusal { try Migrations.read(directory: directory, engine: .sqlite) }?.place == folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(refusal { try Migrations.read(directory: directory, engine: .sqlite) }?.what == "there are no schema files")
        func write(_ name: String, _ text: String) throws {
            try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
        }
        try write("0002_more.sql", "b")
        try write("README", "no schema")
        #expect(refusal { try Migrations.read(directory: directory, engine: .sqlite) }?.exitCode == .failure)
        try write("0001_start.sql", "a")
        let expected = [Migration(version: 1, name: "start", text: "a"), Migration(version: 2, name: "more", text: "b")]
        #expect(try Migrations.read(directory: directory, engine: .sqlite).list == expected)
        try write("3_odd.sql", "c")
        #expect(
            refusal { try Migrations.read(directory: directory, engine: .sqlite) }?.what
                == "a schema file is not named NNNN_name.sql")
    }
}
