import Database
import FleetCore

/// The totals of one day, and when its installs arrived, against what its facts say.
enum TotalsComparison {
    static func differences(
        _ day: Day, _ deltas: DerivedDeltas, _ database: any Database
    ) throws -> [StoreVerify.Difference] {
        let expected = DayTotals(deltas)
        return try dayDifferences(day, expected, database) + arrivalDifferences(day, expected, database)
    }

    private static func dayDifferences(
        _ day: Day, _ expected: DayTotals, _ database: any Database
    ) throws -> [StoreVerify.Difference] {
        var stored: [DayTotals.DayCell: RollupCounts] = [:]
        let columns = RollupCounts.columns.joined(separator: ", ")
        try database.forEachRow(
            "select app_version, platform, device_class, \(columns) from health_day where day = :day",
            ["day": .text(day.description)]
        ) { row in
            var counts = RollupCounts()
            for column in RollupCounts.columns.indices { counts[column] = try row.integer(3 + column) ?? 0 }
            let slice = DerivedDeltas.Slice(appVersion: try row.text(0) ?? "", platform: try row.text(1) ?? "")
            stored[DayTotals.DayCell(day: day, slice: slice, deviceClass: ByteText(try row.text(2) ?? ""))] = counts
        }
        return Set(expected.days.keys).union(stored.keys).flatMap { cell in
            let (have, want) = (stored[cell] ?? RollupCounts(), expected.days[cell] ?? RollupCounts())
            return RollupCounts.columns.indices.filter { have[$0] != want[$0] }.map { column in
                StoreVerify.Difference(
                    table: "health_day",
                    cell: "\(day) \(cell.slice.appVersion) \(cell.slice.platform) \(cell.deviceClass.text)",
                    column: RollupCounts.columns[column], stored: have[column], expected: want[column])
            }
        }
    }

    private static func arrivalDifferences(
        _ day: Day, _ expected: DayTotals, _ database: any Database
    ) throws -> [StoreVerify.Difference] {
        var stored: [DayTotals.ArrivalCell: Int64] = [:]
        try database.forEachRow(
            "select platform, known_hour, reporting_installs from health_arrival where day = :day",
            ["day": .text(day.description)]
        ) { row in
            let hour = Int32(clamping: try row.integer(1) ?? 0)
            let cell = DayTotals.ArrivalCell(day: day, platform: ByteText(try row.text(0) ?? ""), knownHour: hour)
            stored[cell] = try row.integer(2) ?? 0
        }
        return Set(expected.arrivals.keys).union(stored.keys).compactMap { cell in
            let (have, want) = (stored[cell] ?? 0, expected.arrivals[cell] ?? 0)
            guard have != want else { return nil }
            return StoreVerify.Difference(
                table: "health_arrival", cell: "\(day) \(cell.platform.text) known \(Hour(number: cell.knownHour))",
                column: "reporting_installs", stored: have, expected: want)
        }
    }
}
