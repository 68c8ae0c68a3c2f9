import Database
import FleetCore
import TestSupport
import Testing

@testable import Telemetry

/// `crash_group` and `crash_group_flag`: that any order, split and repetition gives the same is among the tests of the
/// whole store.
@Suite struct CrashGroupStoreTests {
    private func reports() -> [ClientReport] {
        var generator = SeededGenerator(seed: 11)
        return randomReports(120, using: &generator)
    }

    @Test(arguments: bothEngines)
    func `entries of a key merge by greatest count and text, least first, and all flags`(_ engine: Engine) throws {
        var report = reports()[0]
        func group(_ model: String?, _ flags: [String]?, _ first: Int64, _ crashes: Int64) -> CrashGroup {
            CrashGroup(
                signature: "NPE", screen: "chat", deviceModel: model, osVersion: nil, flagsOn: flags, first: first,
                crashes: crashes)
        }
        try withFleetStore(engine) { database throws in
            var generator = SeededGenerator(seed: 1)
            report.crashGroups = [group("Pixel 8", nil, 90, 2), group(nil, ["polls"], 80, 1)]
            try writeInBatches([report], database, &generator)
            report.row.reportedKnown -= 2
            report.crashGroups = [group("Pixel 9", ["voice"], 85, 3)]
            try writeInBatches([report], database, &generator)
            #expect(
                try database.rows(
                    "select device_model, os_version, tells_flags, first_epoch, crashes, known_hour from crash_group")
                    == [["Pixel 9", .null, 1, 80, 3, .integer(Int64(report.row.reportedKnown))]])
            #expect(
                try database.rows("select flag, known_hour from crash_group_flag order by flag")
                    == [
                        ["polls", .integer(Int64(report.row.reportedKnown + 2))],
                        ["voice", .integer(Int64(report.row.reportedKnown))],
                    ])
        }
    }

    @Test(arguments: bothEngines)
    func `groups are kept for fourteen days, and an install that is forgotten has none`(_ engine: Engine) throws {
        try withFleetStore(engine) { database throws in
            var generator = SeededGenerator(seed: 1)
            try writeInBatches(reports(), database, &generator)
            #expect(try database.integer("select count(*) from crash_group where install_id = 'i_b'") ?? 0 > 0)
            #expect(try StoreForget.run(InstallID("i_b"), database).crashGroups > 0)
            for table in ["crash_group", "crash_group_flag"] {
                #expect(try database.integer("select count(*) from \(table) where install_id = 'i_b'") == 0)
            }
            #expect(try gateDifferences(database) == [])
            var newer = reports()[0]
            newer.row.key.day = Day(number: 20_002 + 13)
            (newer.row.activeHours, newer.row.crashedHours) = (nil, nil)
            newer.crashGroups = []
            try writeInBatches([newer], database, &generator)
            for table in ["crash_group", "crash_group_flag"] {
                #expect(try database.rows("select min(day) from \(table)") == [[.text(Day(number: 20_002).description)]])
            }
        }
    }

    @Test(arguments: bothEngines) func `verify finds groups without their report, and flags without their group`(
        _ engine: Engine
    ) throws {
        for (damage, table) in [
            ("update crash_group set install_id = install_id || 'x'", "crash_group"),
            ("delete from crash_group", "crash_group_flag"),
        ] {
            try withFleetStore(engine) { database in
                var generator = SeededGenerator(seed: 1)
                try writeInBatches(Array(reports().prefix(20)), database, &generator)
                #expect(try gateDifferences(database) == [])
                try database.execute(damage)
                #expect(try gateDifferences(database).contains { $0.table == table }, "\(damage)")
            }
        }
    }
}
