import TestSupport
import Testing

@testable import Database

/// A file of a step may be mended only to come to the same in another way: each that names a former text does.
@Suite struct MendedMigrationTests {
    /// The statement that was put in, with what stands around it; the rest of the files is as it was.
    private static let index = """
        -- Else each row is sought through all others.
        create index gate_filling_key on gate_filling (install_id, app_version, platform, receipt_day);


        """

    /// The text that was released, proved by its hash.
    private func former(_ step: Migration) throws -> Migration {
        let named = try #require(step.text.firstMatch(of: /^-- Formerly: ([0-9a-f]{64})\n/))
        let parts = String(step.text[named.range.upperBound...]).split(
            separator: MendedMigrationTests.index, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let former = Migration(version: step.version, name: step.name, text: parts.joined())
        try #require(former.sha256 == named.1)
        return former
    }

    /// 400 installs over 40 days: on one version and on several, of classes that change, some crashed, failed, aged or with a
    /// failing pair, known on the day or later, and some that were not active.
    private var fleet: FleetTables {
        var days: [ReportedDay] = []
        var pairs: [FailedPair] = []
        for number in 0..<400 {
            let install = "i\(number)"
            for step in 0..<(1 + number % 4) {
                let offset = (number * 7 + step * 11) % 40
                let day = offset < 31 ? "2026-08-\(offset < 9 ? "0" : "")\(offset + 1)" : "2026-09-0\(offset - 30)"
                let version = ["8.13.0", "8.14.0", "8.15.0-beta"][(number + step) % 3]
                let platform = number % 5 == 0 ? "ios" : "android"
                var values: [String: Int64] = ["sessions": number % 13 == 0 ? 0 : 3]
                if number % 3 != 0 { values["crashes"] = number % 6 == step ? 1 : 0 }
                if number % 4 != 1 { values["send_failed"] = (number + step) % 8 == 0 ? 2 : 0 }
                if number % 7 != 2 { values["queue_age_max_s"] = (number + step) % 10 == 0 ? 7200 : 5 }
                var reported = ReportedDay(
                    day, install, version, platform, class: [nil, "high-2025", "low-2019"][(number + step) % 3], values)
                reported.known += Int32(number % 5 * 20)
                reported.activeKnown = reported.known + Int32(step % 2 * 5)
                reported.crashedKnown = reported.activeKnown
                days.append(reported)
                if (number + step) % 9 == 0 {
                    pairs.append(
                        FailedPair(install, version, platform, device: UInt8(number % 200), peer: 1, first: "\(day)T10:00:00Z"))
                }
            }
        }
        return FleetTables(days, pairs: pairs)
    }

    @Test func `a mended step leaves what its former text left`() throws {
        let steps = try fleetSchema(.sqlite).list
        let mended = steps.filter { $0.text.hasPrefix("-- Formerly: ") }
        #expect(mended.map(\.version) == [5, 8])
        try withFleetStore(.sqlite) { database throws in
            try fleet.insert(into: database)
            func gates(_ steps: [Migration]) throws -> [[String]] {
                try database.executeScript("drop table install_version; drop table gate_cell; drop table gate_forgotten")
                return try steps.map { step in
                    try database.executeScript(step.text)
                    return try storedGate(database)
                }
            }
            let former = try gates(mended.map(former))
            #expect(try gates(mended) == former)
            // The rule of the second is another one; and there is something to compare.
            #expect(former[0] != former[1] && former.allSatisfy { $0.count > 1_000 }, "\(former.map(\.count))")
            #expect(try database.integer("select count(*) from sqlite_master where name like 'gate_filling%'") == 0)
        }
    }
}
