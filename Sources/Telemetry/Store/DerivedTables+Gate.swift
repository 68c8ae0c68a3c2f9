import Database
import FleetCore

extension DerivedTables {
    private static let stratumColumns = [
        BulkColumn("app_version", .text), BulkColumn("platform", .text), BulkColumn("known_hour", .int4),
        BulkColumn("device_class", .text), BulkColumn("tenure", .int2),
    ]
    private static let gateColumns = GuardedEvents.names.flatMap {
        [BulkColumn($0 + "_at_risk", .int8), BulkColumn($0 + "_events", .int8)]
    }

    /// Adds what was booked to `gate_cell`.
    func add(_ booking: GateBooking) throws {
        let cells = booking.cells.map { ($0.key, $0.value) }
        try upsert(
            "gate_cell", DerivedTables.stratumColumns + DerivedTables.gateColumns, keyCount: 5, rowCount: cells.count,
            hasNegative: false
        ) { index, writer in
            let (cell, counts) = cells[index]
            let slice = booking.names.slices[Int(cell.slice)]
            writer.write(slice.appVersion)
            writer.write(slice.platform)
            writer.write(Int64(cell.knownHour))
            writer.write(booking.names.deviceClasses[Int(cell.deviceClass)])
            writer.write(Int64(BookedDays.tenures[Int(cell.tenure)]))
            for rank in counts.atRisk.indices {
                writer.write(counts.atRisk[rank])
                writer.write(counts.events[rank])
            }
        }
    }
}
