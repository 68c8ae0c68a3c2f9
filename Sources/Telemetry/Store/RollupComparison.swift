import Database
import FleetCore

/// The rollup of one day against what its facts say: install counts hour by hour, the rest over all hours (they are
/// booked at the hour of the report that changed them, which the facts don't keep).
enum RollupComparison {
    private struct Cell: Hashable {
        /// Nil: over all hours.
        let knownHour: Int32?
        let slice: DerivedDeltas.Slice
        let deviceClass: ByteText
    }

    private static let byHour = [
        RollupCounts.reporting, RollupCounts.active, RollupCounts.crashed, RollupCounts.latest,
    ]

    static func differences(
        _ day: Day, _ deltas: DerivedDeltas, _ database: any Database
    ) throws -> [StoreVerify.Difference] {
        var expected: [Cell: RollupCounts] = [:]
        for (cell, counts) in deltas.rollup {
            add(
                counts, Int32(cell.knownHour), deltas.slices[Int(cell.slice)],
                deltas.deviceClasses[Int(cell.deviceClass)], to: &expected)
        }
        let stored = try storedCells(day, database)
        return Set(expected.keys).union(stored.keys).flatMap { cell in
            compare(day, cell, stored[cell] ?? RollupCounts(), expected[cell] ?? RollupCounts())
        }
    }

    private static func storedCells(_ day: Day, _ database: any Database) throws -> [Cell: RollupCounts] {
        var stored: [Cell: RollupCounts] = [:]
        let columns = RollupCounts.columns.joined(separator: ", ")
        try database.forEachRow(
            "select known_hour, app_version, platform, device_class, \(columns) from health_rollup where day = :day",
            ["day": .text(day.description)]
        ) { row in
            var counts = RollupCounts()
            for column in RollupCounts.columns.indices { counts[column] = try row.integer(4 + column) ?? 0 }
            let slice = DerivedDeltas.Slice(appVersion: try row.text(1) ?? "", platform: try row.text(2) ?? "")
            add(counts, Int32(clamping: try row.integer(0) ?? 0), slice, try row.text(3) ?? "", to: &stored)
        }
        return stored
    }

    private static func add(
        _ counts: RollupCounts, _ hour: Int32, _ slice: DerivedDeltas.Slice, _ deviceClass: String,
        to cells: inout [Cell: RollupCounts]
    ) {
        let deviceClass = ByteText(deviceClass)
        let ofHour = Cell(knownHour: hour, slice: slice, deviceClass: deviceClass)
        let ofDay = Cell(knownHour: nil, slice: slice, deviceClass: deviceClass)
        for column in RollupCounts.columns.indices where counts[column] != 0 {
            let cell = byHour.contains(column) ? ofHour : ofDay
            cells[cell, default: RollupCounts()][column] += counts[column]
        }
    }

    private static func compare(
        _ day: Day, _ cell: Cell, _ stored: RollupCounts, _ expected: RollupCounts
    ) -> [StoreVerify.Difference] {
        RollupCounts.columns.indices.filter { stored[$0] != expected[$0] }.map { column in
            let hour = cell.knownHour.map { " known \(Hour(number: $0))" } ?? ""
            return StoreVerify.Difference(
                table: "health_rollup",
                cell: "\(day)\(hour) \(cell.slice.appVersion) \(cell.slice.platform) \(cell.deviceClass.text)",
                column: RollupCounts.columns[column], stored: stored[column], expected: expected[column])
        }
    }
}
