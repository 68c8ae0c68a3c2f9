package import Database
package import FleetCore

/// Removes an install from everything: its facts, its pairs and crash groups, its part of what is derived, its quarantined reports.
package enum StoreForget {
    package struct Result: Sendable, Equatable {
        package var days = 0
        package var rows = 0
        package var pairs = 0
        package var crashGroups = 0
        package var quarantined = 0
        package var isEmpty: Bool { rows == 0 && pairs == 0 && crashGroups == 0 && quarantined == 0 }
    }

    /// In one transaction. The store's day list comes from its totals, so that each day is one look-up by key.
    package static func run(_ install: InstallID, _ database: any Database) throws -> Result {
        try database.transaction {
            var result = Result()
            let facts = HealthFacts(database: database)
            try facts.useIndexProbes()
            let days = try knownDays(database).map { InstallDay(day: $0, install: install) }
            let locks = InstallDayLocks(database: database)
            try locks.take(InstallDayBuckets(days))
            let rows = try facts.rows(of: days)
            try DerivedTables(database: database).add(removal(of: rows))
            for day in days.map(\.day) {
                let parameters: [String: SQLValue] = ["day": .text(day.description), "install_id": .text(install.text)]
                result.rows += try database.execute(
                    "delete from health_daily where day = :day and install_id = :install_id", parameters)
            }
            for day in try pairDays(database) {
                let parameters: [String: SQLValue] = ["day": .text(day.description), "install_id": .text(install.text)]
                result.pairs += try database.execute(
                    "delete from decrypt_failure where day = :day and install_id = :install_id", parameters)
            }
            result.crashGroups = try CrashGroups(database: database).forget(install)
            try forgetLives(install, database)
            result.quarantined = try database.execute(
                "delete from quarantined_report where install_id = :install_id", ["install_id": .text(install.text)])
            result.days = Set(rows.map(\.key.day)).count
            return result
        }
    }

    /// The deltas that take the rows out of what is derived. Sums leave at the hour at which the row became known.
    private static func removal(of rows: [HealthRow]) -> DerivedDeltas {
        var deltas = DerivedDeltas()
        var start = 0
        while start < rows.count {
            var end = start + 1
            while end < rows.count, rows[end].key.isInstallDay(of: rows[start].key) { end += 1 }
            deltas.bookInstallDay(before: Array(rows[start..<end]), after: [])
            for row in rows[start..<end] { deltas.unbookSums(of: row, at: row.reportedKnown) }
            start = end
        }
        return deltas
    }

    /// The gate's cells stay as they were booked, since they say of no install which it was, and a verdict of the past
    /// must not change: how many of their events are no longer any install's is kept, so that the rest can be checked.
    private static func forgetLives(_ install: InstallID, _ database: any Database) throws {
        let columns = GuardedEvents.names.map { $0 + "_events" }
        let parameters: [String: SQLValue] = ["install_id": .text(install.text)]
        let known = InstallLives.knownColumns
        try database.execute(
            """
            insert into gate_forgotten (app_version, platform, device_class, \(columns.joined(separator: ", ")))
            select app_version, platform, device_class,
                \(known.map { "case when \($0) is null then 0 else 1 end" }.joined(separator: ", "))
            from install_version
            where install_id = :install_id and coalesce(\(known.joined(separator: ", "))) is not null
            on conflict (app_version, platform, device_class) do update
            set \(columns.map { "\($0) = gate_forgotten.\($0) + excluded.\($0)" }.joined(separator: ", "))
            """, parameters)
        try database.execute("delete from install_version where install_id = :install_id", parameters)
    }

    private static func knownDays(_ database: any Database) throws -> [Day] {
        try days("select distinct day from health_day order by day", database)
    }

    private static func pairDays(_ database: any Database) throws -> [Day] {
        try days("select distinct day from decrypt_failure order by day", database)
    }

    private static func days(_ sql: String, _ database: any Database) throws -> [Day] {
        var days: [Day] = []
        try database.forEachRow(sql) { row in
            if let day = try row.text(0).flatMap(Day.init) { days.append(day) }
        }
        return days
    }
}
