import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// Raw device ids are nowhere but in the input: not in the store, nor in rejects, output or errors.
@Suite struct DeviceIdTests {
    /// Every id holds this.
    private static let mark = "SECRET"

    private static func report(
        _ install: String = "i_1", day: String = "2026-09-20", version: String = "8.14.0", more: String = "",
        health: String = #"{"sessions":1}"#
    ) -> String {
        """
        {"install_id":"\(install)","app_version":"\(version)","platform":"ios","day":"\(day)",\
        "received_at":"2026-09-20T12:00:00Z","health":\(health)\(more)}
        """
    }

    private static func failures(_ entry: String) -> String { #","decrypt_failures":[\#(entry)]"# }

    private static let entry =
        #"{"device":"SECRET-1","peer_device":"SECRET-2","message_type":"normal","first_at":"2026-09-20T09:00:00Z"}"#

    private static let lines = [
        // Taken; with an entry that is refused; with ids where none belongs.
        report(more: failures(entry)), report("i_2", more: failures(entry.replacing("normal", with: "no such type"))),
        report("i_3", more: failures(entry.replacing("2026-09-20T09", with: "2020-01-01T09"))),
        report("i_4", more: failures(#"{"device_h":"SECRET-3","peer_h":"SECRET-4"},"SECRET-5""#)),
        report("i_5", more: #","device":"SECRET-6","seen":{"by":["SECRET-7"],"SECRET-8":1},"sender":"SECRET-9""#),
        report("i_6", health: #"{"sessions":1,"peers":["SECRET-10"]}"#),
        // Quarantined by the clock; by the store.
        report(day: "2031-01-01", more: failures(entry)),
        report(day: "1970-01-01", more: #","from":"SECRET-11""# + failures(entry)),
        report("i_7", version: "poison", more: failures(entry)),
        // Refused by the contract.
        report("null", more: failures(entry)), report(day: "2026-02-30", more: failures(entry)),
        report(more: #","peer":"SECRET-12""# + failures(entry), health: #"{"sessions":-1}"#),
        report(more: #","decrypt_failures":"SECRET-13""#),
        report(more: #","Device":["SECRET-14"],"d\u0065vice":{"x":"SECRET-15"}"#, health: "3"),
        // No JSON, or not strict.
        report(more: failures(entry)) + "}", String(report(more: failures(entry)).dropLast(9)), "[\"SECRET-16\"]",
        "\"SECRET-17\"", "SECRET-18",
        report(more: #","device":"SECRET-19\ud800""#), report(more: #","device":"SECRET-20","x":1e400"#),
        report(more: #","x":1,"x":2"# + failures(entry)), "\u{FEFF}" + report(more: failures(entry)),
        report(more: #","device":"SECRET-21\#u{1}""#),
        report(more: #","x":"\#(String(repeating: "x", count: 1 << 20))""# + failures(entry)),
    ]

    @Test(arguments: bothEngines)
    func `no device id is left of reports that were taken, set aside or refused`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        let database = try store.open(fleetSchema(engine))
        switch engine {
        case .postgres: try database.execute("alter table health_daily add constraint no_poison check (app_version <> 'poison')")
        case .sqlite:
            try database.execute(
                """
                create trigger no_poison before insert on health_daily when new.app_version = 'poison'
                begin select raise(abort, 'poison'); end
                """)
        }
        let folder = try TemporaryFolder()
        let lines = try folder.write("lines", DeviceIdTests.lines.joined(separator: "\n"))
        let array = try folder.write(
            "array", "[\(DeviceIdTests.report("i_8", more: DeviceIdTests.failures(DeviceIdTests.entry))),{SECRET-22]")
        let rejects = folder.file("rejects")
        let ingest = Transcript("ingest reports \(lines) \(array) --rejects \(rejects) --format json", store: store)
        #expect(ingest.code == .partial)
        #expect(ingest.output.contains(#""accepted":7,"#), "\(ingest.output)")
        #expect(ingest.output.contains(#""quarantined":3,"#))
        #expect(ingest.output.contains(#""refused":17,"#))
        let kept = try String(contentsOfFile: rejects, encoding: .utf8)
        #expect(kept.split(separator: "\n").count == 17)
        #expect(!kept.contains(DeviceIdTests.mark), "\(kept)")
        #expect(!(ingest.output + ingest.errors).contains(DeviceIdTests.mark), "\(ingest.output)\(ingest.errors)")
        #expect(try database.integer("select count(*) from decrypt_failure") == 2)
        for bytes in try self.bytes(of: store, database) {
            #expect(bytes.range(of: Data(DeviceIdTests.mark.utf8)) == nil)
        }
        for command in ["decrypt-failures --from 2026-09-20 --to 2026-09-21", "install i_1", "store status"] {
            let answer = Transcript(command, "--format json", store: store)
            #expect(!(answer.output + answer.errors).contains(DeviceIdTests.mark), "\(command)")
        }
    }

    /// All that the store keeps: the file and its log, before and after the log is emptied into it; every table.
    private func bytes(of store: TestStore, _ database: any Database) throws -> [Data] {
        switch store.location {
        case .sqlite(let path):
            let before = try [path, path + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
            try database.executeScript("pragma wal_checkpoint(truncate)")
            return try before + [Data(contentsOf: URL(fileURLWithPath: path))]
        case .postgres:
            let tables = try database.rows("select tablename from pg_tables where schemaname = current_schema()")
            #expect(tables.count > 8)
            return try tables.map { row in
                guard case .text(let name) = row[0] else { return Data() }
                let rows = try database.rows("select cast(t as text) from \(name) t")
                return Data(rows.map { "\($0)" }.joined().utf8)
            }
        }
    }
}
