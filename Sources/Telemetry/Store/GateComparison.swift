import Database
import FleetCore

/// `gate_cell` against `install_version`, as far as what was booked once and never revised can be recounted: no more events
/// than installs at risk over a day of receipt and a stratum; no more events in all than installs have had on the version (those
/// that were forgotten since, too); at risk at least those that the installs' own rows still tell of.
enum GateComparison {
    private struct Stratum: Hashable {
        let slice: DerivedDeltas.Slice
        let receiptDay: Int64
        let deviceClass: ByteText
        let tenure: Int64
    }

    private struct ClassKey: Hashable {
        let slice: DerivedDeltas.Slice
        let deviceClass: ByteText
    }

    static func differences(_ database: any Database) throws -> [StoreVerify.Difference] {
        let booked = try bookedAtRisk(database)
        var rest = Set(booked.keys)
        var differences: [StoreVerify.Difference] = []
        let sums = GuardedEvents.names.map { "sum(\($0)_at_risk), sum(\($0)_events)" }.joined(separator: ", ")
        func compare(_ stratum: Stratum, _ atRisk: [Int64], _ events: [Int64]) {
            for (rank, name) in GuardedEvents.names.enumerated() {
                let known = booked[stratum]?[rank] ?? 0
                if atRisk[rank] < known {
                    differences.append(difference(stratum, name + "_at_risk", stored: atRisk[rank], expected: known))
                }
                if events[rank] < 0 || events[rank] > atRisk[rank] {
                    differences.append(
                        difference(stratum, name + "_events", stored: events[rank], expected: max(0, atRisk[rank])))
                }
            }
        }
        try database.forEachRow(
            "select app_version, platform, known_hour / 24, device_class, tenure, \(sums) from gate_cell group by 1, 2, 3, 4, 5"
        ) { row in
            let stratum = try stratum(row)
            let counts = try GuardedEvents.names.indices.map { rank in
                (try row.integer(5 + 2 * rank) ?? 0, try row.integer(6 + 2 * rank) ?? 0)
            }
            rest.remove(stratum)
            compare(stratum, counts.map(\.0), counts.map(\.1))
        }
        let none = [Int64](repeating: 0, count: GuardedEvents.names.count)
        for stratum in rest { compare(stratum, none, none) }
        return try differences + eventDifferences(database)
    }

    private static func stratum(_ row: Row) throws -> Stratum {
        Stratum(
            slice: DerivedDeltas.Slice(appVersion: try row.text(0) ?? "", platform: try row.text(1) ?? ""),
            receiptDay: try row.integer(2) ?? 0, deviceClass: ByteText(try row.text(3) ?? ""), tenure: try row.integer(4) ?? 0)
    }

    private static func difference(
        _ stratum: Stratum, _ column: String, stored: Int64, expected: Int64
    ) -> StoreVerify.Difference {
        let day = Day(number: Int32(clamping: stratum.receiptDay))
        return StoreVerify.Difference(
            table: "gate_cell",
            cell: "received \(day) \(stratum.slice.appVersion) \(stratum.slice.platform) \(stratum.deviceClass.text) "
                + "tenure \(stratum.tenure)", column: column, stored: stored, expected: expected)
    }

    /// Installs at risk, by ``GuardedEvents/all``, that the installs' rows tell of: the newest days of each.
    private static func bookedAtRisk(_ database: any Database) throws -> [Stratum: [Int64]] {
        let ages = (0..<BookedDays.dayCount).map { "select \($0) as age" }.joined(separator: " union all ")
        var counts: [Stratum: [Int64]] = [:]
        try database.forEachRow(
            """
            select app_version, platform, booked_day - age, device_class, (booked >> (6 * age)) & 63, count(*)
            from install_version
            cross join (\(ages)) a
            where (booked >> (6 * age)) & 63 <> 0
            group by 1, 2, 3, 4, 5
            """
        ) { row in
            let bits = try row.integer(4) ?? 0
            let place = Int(bits >> 4) - 1
            // Damage is no stratum.
            let tenure = BookedDays.tenures.indices.contains(place) ? BookedDays.tenures[place] : -1
            let read = try stratum(row)
            let stratum = Stratum(
                slice: read.slice, receiptDay: read.receiptDay, deviceClass: read.deviceClass, tenure: Int64(tenure))
            let installs = try row.integer(5) ?? 0
            for rank in GuardedEvents.names.indices where bits >> Int64(rank) & 1 == 1 {
                counts[stratum, default: [0, 0, 0, 0]][rank] += installs
            }
        }
        return counts
    }

    /// All events of a version, platform and class.
    private static func eventDifferences(_ database: any Database) throws -> [StoreVerify.Difference] {
        var stored: [ClassKey: [Int64]] = [:]
        var expected: [ClassKey: [Int64]] = [:]
        func add(_ columns: [String], of table: String, to counts: inout [ClassKey: [Int64]]) throws {
            try database.forEachRow(
                "select app_version, platform, device_class, \(columns.joined(separator: ", ")) from \(table) group by 1, 2, 3"
            ) { row in
                let key = ClassKey(
                    slice: DerivedDeltas.Slice(appVersion: try row.text(0) ?? "", platform: try row.text(1) ?? ""),
                    deviceClass: ByteText(try row.text(2) ?? ""))
                for rank in columns.indices { counts[key, default: [0, 0, 0, 0]][rank] += try row.integer(3 + rank) ?? 0 }
            }
        }
        let events = GuardedEvents.names.map { "sum(\($0)_events)" }
        try add(events, of: "gate_cell", to: &stored)
        try add(events, of: "gate_forgotten", to: &expected)
        try add(GuardedEvents.names.map { "count(\($0)_known)" }, of: "install_version", to: &expected)
        return Set(stored.keys).union(expected.keys).flatMap { key in
            let (have, want) = (stored[key] ?? [0, 0, 0, 0], expected[key] ?? [0, 0, 0, 0])
            return GuardedEvents.names.indices.filter { have[$0] > want[$0] }.map { rank in
                StoreVerify.Difference(
                    table: "gate_cell", cell: "\(key.slice.appVersion) \(key.slice.platform) \(key.deviceClass.text)",
                    column: GuardedEvents.names[rank] + "_events", stored: have[rank], expected: want[rank])
            }
        }
    }
}
