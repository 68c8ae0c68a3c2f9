package import Database
package import FleetCore

/// Recomputes everything derived from the facts, a day at a time, and compares it with what the store holds. The
/// derivation is the one that ingest uses on changes, applied to all facts at once.
package enum StoreVerify {
    /// One derived cell that is not what the facts say.
    package struct Difference: Sendable, Equatable {
        package let table: String
        /// Day or hour, version, platform and what else names the cell.
        package let cell: String
        package let column: String
        package let stored: Int64
        package let expected: Int64
    }

    package struct Result: Sendable {
        package var days = 0
        package var rows = 0
        package var differences: [Difference] = []
    }

    /// Compares days of `[from, to)`, or all. Hours are compared where all days are (an hour belongs to up to three local
    /// days), and so are installs' lives on their versions and the gate's cells. Reads one state of the store, so that a running ingest can't look like damage, and
    /// doesn't hold it up.
    package static func run(
        _ database: any Database, window: DayWindow?, stop: StopRequest, progress: (_ day: Day) -> Void
    ) throws -> Result {
        try database.snapshot {
            var result = Result()
            var versions: Set<ByteText> = []
            var hours: [HourKey: HourCounts] = [:]
            for day in try days(database, window) {
                if stop.isSet { throw interrupted() }
                progress(day)
                let deltas = try derive(day, database, &result)
                versions.formUnion(deltas.slices.map { ByteText($0.appVersion) })
                result.days += 1
                result.differences += try RollupComparison.differences(day, deltas, database)
                result.differences += try TotalsComparison.differences(day, deltas, database)
                result.differences += try HistogramComparison.differences(day, deltas, database)
                for (cell, counts) in deltas.hours {
                    let slice = deltas.slices[Int(cell.slice)]
                    hours[HourKey(hour: cell.hour, slice: slice), default: HourCounts()].add(counts)
                }
            }
            result.differences += try AppVersionTable.differences(versions, database)
            if window == nil {
                result.differences += try hourDifferences(hours, database)
                result.differences += try LivesComparison.differences(database)
                result.differences += try GateComparison.differences(database)
                result.differences += try CrashGroups.differences(database)
            }
            return result
        }
    }

    private static func interrupted() -> ToolError {
        ToolError(.interrupted, "interrupted; nothing was changed", next: "run chatfleet store verify again")
    }

    /// Days with facts or with anything derived.
    private static func days(_ database: any Database, _ window: DayWindow?) throws -> [Day] {
        var days: Set<Day> = []
        for table in ["health_daily", "health_rollup", "health_day", "health_arrival", "health_histogram"] {
            try database.forEachRow("select distinct day from \(table)") { row in
                if let day = try row.text(0).flatMap(Day.init) { days.insert(day) }
            }
        }
        return days.filter { day in window.map { $0.from <= day && day < $0.to } ?? true }.sorted()
    }

    private static func derive(_ day: Day, _ database: any Database, _ result: inout Result) throws -> DerivedDeltas {
        var deltas = DerivedDeltas()
        var installDay: [HealthRow] = []
        try database.forEachRow(
            """
            select \(HealthDailyTable.columnList()) from health_daily where day = :day
            order by day, install_id, app_version, platform
            """, ["day": .text(day.description)]
        ) { source in
            let row = try HealthDailyTable.read(source)
            if let last = installDay.last, last.key.install != row.key.install {
                deltas.bookInstallDay(before: [], after: installDay)
                installDay.removeAll(keepingCapacity: true)
            }
            installDay.append(row)
            // Sums are compared a day, over all hours: any hour will do.
            deltas.bookSums(from: nil, to: row, at: row.reportedKnown)
            result.rows += 1
        }
        if !installDay.isEmpty { deltas.bookInstallDay(before: [], after: installDay) }
        return deltas
    }

    // MARK: Hours

    private struct HourKey: Hashable {
        let hour: Int32
        let slice: DerivedDeltas.Slice
    }

    private struct HourCounts {
        var active: Int64 = 0
        var crashed: Int64 = 0

        mutating func add(_ counts: (active: Int64, crashed: Int64)) {
            active += counts.active
            crashed += counts.crashed
        }
    }

    private static func hourDifferences(_ expected: [HourKey: HourCounts], _ database: any Database) throws -> [Difference] {
        var rest = expected
        var differences: [Difference] = []
        func compare(_ key: HourKey, _ stored: HourCounts, _ expected: HourCounts) {
            let cell = "\(Hour(number: key.hour)) \(key.slice.appVersion) \(key.slice.platform)"
            for (column, have, want) in [
                ("active_installs", stored.active, expected.active), ("crashed_installs", stored.crashed, expected.crashed),
            ] where have != want {
                differences.append(
                    Difference(table: "health_hour", cell: cell, column: column, stored: have, expected: want))
            }
        }
        try database.forEachRow("select hour, app_version, platform, active_installs, crashed_installs from health_hour") { row in
            let slice = DerivedDeltas.Slice(appVersion: try row.text(1) ?? "", platform: try row.text(2) ?? "")
            let key = HourKey(hour: Int32(clamping: try row.integer(0) ?? 0), slice: slice)
            let stored = HourCounts(active: try row.integer(3) ?? 0, crashed: try row.integer(4) ?? 0)
            compare(key, stored, rest.removeValue(forKey: key) ?? HourCounts())
        }
        for (key, counts) in rest { compare(key, HourCounts(), counts) }
        return differences
    }
}
