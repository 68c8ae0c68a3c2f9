import Database
import FleetCore
import Foundation
import QueryCatalog
import TestSupport
import Testing

/// Each signal's file, on the same small store. After its dimensions a row has cut, period and step (or day, or hour), then
/// amount and base. For a new file, or another fixture,
///
///     UPDATE_SIGNAL_ROWS=1 swift test --filter SignalQueryTests
///
/// writes what SQLite gives down: read it against the fixture before committing it.
@Suite struct SignalQueryTests {
    private static let names = ((try? catalog.names()) ?? []).filter { $0.hasPrefix("signals/") }.map { String($0.dropFirst(8)) }

    private func withFixture<T>(_ engine: Engine, _ body: (any Database) throws -> T) throws -> T {
        try withFleetStore(engine) { db throws in
            try SignalFixture.insert(into: db)
            try SignalFixture.fleet.insert(into: db)
            return try body(db)
        }
    }

    @Test(arguments: bothEngines)
    func `each file gives the rows that are written down for it, the same on both engines`(engine: Engine) throws {
        let expected = SignalRowsExpected.all
        try withFixture(engine) { db throws in
            for name in SignalQueryTests.names {
                let found = try SignalFixture.rows(name, db)
                if SignalQueryTests.isUpdating { continue }
                let wanted = try #require(expected[name], "no rows are written down for \(name):\n\(found)")
                #expect(found == wanted, "\(name):\n\(found)")
            }
        }
        #expect(SignalQueryTests.isUpdating || Set(expected.keys) == Set(SignalQueryTests.names))
    }

    @Test(.enabled(if: CitusServers.isThere)) func `each file gives the same rows on Citus`() throws {
        let store = try CitusServers.fleetStore()
        let db = try store.open(fleetSchema(.postgres))
        try SignalFixture.insert(into: db)
        try SignalFixture.fleet.insert(into: db)
        for name in SignalQueryTests.names {
            let found = try SignalFixture.rows(name, db)
            #expect(found == SignalRowsExpected.all[name], "\(name):\n\(found)")
        }
        withExtendedLifetime(store) {}
    }

    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_SIGNAL_ROWS"] == "1"

    @Test(.enabled(if: isUpdating)) func `rows are written down anew`() throws {
        try withFixture(.sqlite) { db throws in
            var text =
                "/// What ``SignalFixture`` comes to.\nenum SignalRowsExpected {\n    static let all: [String: String] = [\n"
            for name in SignalQueryTests.names {
                let rows = try SignalFixture.rows(name, db).split(separator: "\n").map { "        \($0)\n" }.joined()
                text += "        \"\(name)\": \"\"\"\n\(rows)        \"\"\",\n"
            }
            let path = repositoryRoot + "/Tests/QueryTests/signals/SignalRowsExpected.swift"
            try (text + "    ]\n}\n").write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    @Test(arguments: bothEngines)
    func `an empty store gives no rows, but where there is nothing to be behind of`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            for name in SignalQueryTests.names { #expect(try SignalFixture.rows(name, db) == "", "\(name)") }
        }
    }

    @Test(arguments: bothEngines)
    func `as of an hour reports count that were known by then, and steps can be longer`(engine: Engine) throws {
        try withFixture(engine) { db throws in
            // The second day's reports were known 30 hours after its beginning.
            let hour = SQLValue.integer(497_040 + 30)
            #expect(
                try SignalFixture.rows("crash_free_days", db, ["as_of_hour": hour])
                    == "8.14.0 android 2026-09-13 2 2\n8.14.0 ios 2026-09-13 0 1\n8.9.10 ios 2026-09-13 0 1")
            #expect(
                try SignalFixture.rows("fcm_quota", db, ["step_s": 3600])
                    == "· Provider 60 +0 300 ·\nw1 Provider,Worker 60 +0 300 ·")
        }
    }

    @Test(arguments: bothEngines)
    func `of days whose pairs are no longer kept it is not said that they had none`(engine: Engine) throws {
        try withFixture(engine) { db throws in
            #expect(try SignalFixture.rows("decrypt_pairs_reported", db).contains("2026-09-13"))
            try db.execute("create table copied as select * from health_day where day = '2026-09-14'")
            for day in 15...27 {
                try db.execute("update copied set day = '2026-09-\(day)'")
                try db.execute("insert into health_day select * from copied")
            }
            let rows = try SignalFixture.rows("decrypt_pairs_reported", db)
            #expect(!rows.contains("2026-09-13") && rows.contains("2026-09-14"), "\(rows)")
        }
    }

    @Test(arguments: bothEngines)
    func `a fleet's own names are read as ours`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            try SignalFixture.insert(
                into: db,
                [
                    ("push", "sent_total", [("provider_name", "FCM")], "Total", 0, [10, 110, 230]),
                    ("push", "failed_total", [("provider_name", "FCM")], "Total", 0, [0, 2, 2]),
                ])
            #expect(try SignalFixture.rows("push_failures", db) == "")
            for (theirs, ours) in [("sent_total", "SendAttempts"), ("failed_total", "SendFailures")] {
                try db.execute(
                    "insert into metric_name_map values ('push', :theirs, 'Chat/Push', :ours)",
                    ["theirs": .text(theirs), "ours": .text(ours)])
                try db.execute(
                    "insert into metric_dimension_map values ('push', :theirs, 'provider_name', 'Provider')",
                    ["theirs": .text(theirs)])
            }
            #expect(
                try SignalFixture.rows("push_failures", db)
                    == "FCM · · provider_name 0 +0 · ·\nFCM · · provider_name 0 +60 2 100\nFCM · · provider_name 0 +120 0 120")
        }
    }

    @Test(arguments: bothEngines)
    func `the last word on a signal holds`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            try db.execute(
                """
                insert into signal_mute values
                    (1, 'fcm_quota', 'silence', 100, 900, 'move', 'ana'), (2, 'fcm_quota', 'silence', 200, 200, 'lifted', 'ana'),
                    (3, 'dead_letters', 'ack', 100, 300, 'seen', 'bo'), (4, 'dead_letters', 'silence', 150, 400, 'replay', 'bo')
                """)
            func names(_ at: Int64) throws -> [String] {
                try catalog.query("operations/signal_mutes").rows(on: db, ["at_epoch": .integer(at)])
                    .map { "\($0.text("signal") ?? "") \($0.text("kind") ?? "") \($0.text("reason") ?? "")" }
            }
            #expect(try names(99) == [])
            #expect(try names(150) == ["dead_letters ack seen", "dead_letters silence replay", "fcm_quota silence move"])
            #expect(try names(200) == ["dead_letters ack seen", "dead_letters silence replay"])
            #expect(try names(350) == ["dead_letters silence replay"])
        }
    }
}
