package import Database
import FleetCore

/// Adds a batch's deltas to the derived tables, in key order (two loaders then take their row locks in one order).
package struct DerivedTables {
    let database: any Database

    package init(database: any Database) { self.database = database }

    package func add(_ deltas: DerivedDeltas) throws {
        try addRollup(deltas)
        let totals = DayTotals(deltas)
        try addDays(totals)
        try addArrivals(totals)
        try addHours(deltas)
        try addHistogram(deltas)
    }

    private static let countColumns = RollupCounts.columns.map { BulkColumn($0, .int8) }

    private func addRollup(_ deltas: DerivedDeltas) throws {
        let cells = deltas.rollup.filter { !$0.value.isZero }.map { ($0.key, $0.value) }
        let key = [
            BulkColumn("day", .date), BulkColumn("known_hour", .int4), BulkColumn("app_version", .text),
            BulkColumn("platform", .text), BulkColumn("device_class", .text),
        ]
        try upsert(
            "health_rollup", key + DerivedTables.countColumns, keyCount: 5, rowCount: cells.count,
            hasNegative: cells.contains { $0.1.hasNegative }
        ) { index, writer in
            let (cell, counts) = cells[index]
            let slice = deltas.slices[Int(cell.slice)]
            writer.write(cell.day)
            writer.write(Int64(cell.knownHour))
            writer.write(slice.appVersion)
            writer.write(slice.platform)
            writer.write(deltas.deviceClasses[Int(cell.deviceClass)])
            for column in RollupCounts.columns.indices { writer.write(counts[column]) }
        }
    }

    private func addDays(_ totals: DayTotals) throws {
        let cells = totals.days.filter { !$0.value.isZero }.map { ($0.key, $0.value) }
        let key = [
            BulkColumn("day", .date), BulkColumn("app_version", .text), BulkColumn("platform", .text),
            BulkColumn("device_class", .text),
        ]
        try upsert(
            "health_day", key + DerivedTables.countColumns, keyCount: 4, rowCount: cells.count,
            hasNegative: cells.contains { $0.1.hasNegative }
        ) { index, writer in
            let (cell, counts) = cells[index]
            writer.write(cell.day)
            writer.write(cell.slice.appVersion)
            writer.write(cell.slice.platform)
            writer.write(cell.deviceClass.text)
            for column in RollupCounts.columns.indices { writer.write(counts[column]) }
        }
    }

    private func addArrivals(_ totals: DayTotals) throws {
        let cells = totals.arrivals.filter { $0.value != 0 }.map { ($0.key, $0.value) }
        let columns = [
            BulkColumn("day", .date), BulkColumn("platform", .text), BulkColumn("known_hour", .int4),
            BulkColumn("reporting_installs", .int8),
        ]
        try upsert(
            "health_arrival", columns, keyCount: 3, rowCount: cells.count, hasNegative: cells.contains { $0.1 < 0 }
        ) { index, writer in
            let (cell, count) = cells[index]
            writer.write(cell.day)
            writer.write(cell.platform.text)
            writer.write(Int64(cell.knownHour))
            writer.write(count)
        }
    }

    private func addHours(_ deltas: DerivedDeltas) throws {
        let cells = deltas.hours.filter { $0.value != (0, 0) }.map { ($0.key, $0.value) }
        let columns = [
            BulkColumn("hour", .int4), BulkColumn("app_version", .text), BulkColumn("platform", .text),
            BulkColumn("active_installs", .int8), BulkColumn("crashed_installs", .int8),
        ]
        try upsert(
            "health_hour", columns, keyCount: 3, rowCount: cells.count,
            hasNegative: cells.contains { $0.1.active < 0 || $0.1.crashed < 0 }
        ) { index, writer in
            let (cell, counts) = cells[index]
            let slice = deltas.slices[Int(cell.slice)]
            writer.write(Int64(cell.hour))
            writer.write(slice.appVersion)
            writer.write(slice.platform)
            writer.write(counts.active)
            writer.write(counts.crashed)
        }
    }

    private func addHistogram(_ deltas: DerivedDeltas) throws {
        let cells = deltas.histogram.filter { $0.value != 0 }.map { ($0.key, $0.value) }
        let columns = [
            BulkColumn("metric", .text), BulkColumn("day", .date), BulkColumn("app_version", .text),
            BulkColumn("platform", .text), BulkColumn("bucket", .int4), BulkColumn("install_days", .int8),
        ]
        try upsert(
            "health_histogram", columns, keyCount: 5, rowCount: cells.count,
            hasNegative: cells.contains { $0.1 < 0 }
        ) { index, writer in
            let (cell, count) = cells[index]
            let slice = deltas.slices[Int(cell.slice)]
            writer.write(HealthMember.all[cell.metric].name)
            writer.write(cell.day)
            writer.write(slice.appVersion)
            writer.write(slice.platform)
            writer.write(Int64(cell.bucket))
            writer.write(count)
        }
    }

    /// Loads the deltas aside and adds them by one statement; the first `keyCount` columns are the key. Cells that
    /// come to nothing are removed, so that what is stored doesn't tell by which way it came about.
    func upsert(
        _ table: String, _ columns: [BulkColumn], keyCount: Int, rowCount: Int, hasNegative: Bool,
        _ write: (Int, any BulkWriter) throws -> Void
    ) throws {
        guard rowCount > 0 else { return }
        let scratch = ScratchTable(name: "delta_\(table)", columns: columns)
        try scratch.load(database, rowCount: rowCount, write)
        let key = columns.prefix(keyCount).map(\.name).joined(separator: ", ")
        let counts = columns.dropFirst(keyCount).map(\.name)
        try database.execute(
            """
            insert into \(table) (\(scratch.columnList))
            select \(scratch.columnList) from \(scratch.name) where true order by \(key)
            on conflict (\(key)) do update
            set \(counts.map { "\($0) = \(table).\($0) + excluded.\($0)" }.joined(separator: ", "))
            """, [:])
        guard hasNegative else { return }
        try database.execute(
            """
            delete from \(table)
            where (\(key)) in (select \(key) from \(scratch.name))
                and \(counts.map { "\($0) = 0" }.joined(separator: " and "))
            """, [:])
    }
}
