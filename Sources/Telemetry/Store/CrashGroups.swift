import Database
import FleetCore

/// `crash_group`: one row a signature and screen of an install's day and version, merged by greatest count, least first,
/// greatest text; and `crash_group_flag`, the flags that were on, merged by union.
struct CrashGroups {
    let database: any Database

    private static let columns = [
        BulkColumn("day", .date), BulkColumn("install_id", .text), BulkColumn("app_version", .text),
        BulkColumn("platform", .text), BulkColumn("signature", .text), BulkColumn("screen", .text),
        BulkColumn("device_model", .text), BulkColumn("os_version", .text), BulkColumn("tells_flags", .int2),
        BulkColumn("first_epoch", .int8), BulkColumn("crashes", .int4), BulkColumn("known_hour", .int4),
    ]
    private static let keyCount = 6
    private static let flagColumns = Array(columns.prefix(5)) + [BulkColumn("flag", .text), BulkColumn("known_hour", .int4)]

    static let tables = ["crash_group", "crash_group_flag"]

    /// Merges the reports' entries; how many said something new.
    @discardableResult
    func merge(_ batch: [ClientReport], order: [Int]) throws -> Int {
        let entries = order.flatMap { index in batch[index].crashGroups.map { Entry(batch[index].row, $0) } }
        guard !entries.isEmpty else { return 0 }
        let scratch = ScratchTable(name: "batch_crash_group", columns: CrashGroups.columns)
        try scratch.load(database, rowCount: entries.count) { index, writer in
            let (row, group) = (entries[index], entries[index].group)
            writeKey(row, to: writer)
            writer.write(group.screen)
            writer.write(group.deviceModel)
            writer.write(group.osVersion)
            writer.write(group.flagsOn == nil ? 0 : 1 as Int64?)
            writer.write(group.first)
            writer.write(group.crashes)
            writer.write(Int64(row.knownHour))
        }
        let changed = try DistributedStore.merge(CrashGroups.mergeStatement, database)
        let flags = entries.flatMap { entry in (entry.group.flagsOn ?? []).map { (entry, $0) } }
        guard !flags.isEmpty else { return changed }
        let flagScratch = ScratchTable(name: "batch_crash_group_flag", columns: CrashGroups.flagColumns)
        try flagScratch.load(database, rowCount: flags.count) { index, writer in
            writeKey(flags[index].0, to: writer)
            writer.write(flags[index].1)
            writer.write(Int64(flags[index].0.knownHour))
        }
        return try changed + DistributedStore.merge(CrashGroups.flagStatement, database)
    }

    private struct Entry {
        let key: HealthKey
        let knownHour: Int32
        let group: CrashGroup

        init(_ row: HealthRow, _ group: CrashGroup) {
            key = row.key
            knownHour = row.reportedKnown
            self.group = group
        }
    }

    private func writeKey(_ entry: Entry, to writer: any BulkWriter) {
        writer.write(entry.key.day)
        writer.write(entry.key.install.text)
        writer.write(entry.key.appVersion)
        writer.write(entry.key.platform)
        writer.write(entry.group.signature)
    }

    /// Entries of one key within a batch are joined on the way: by the same rules, so it doesn't matter which way they come.
    private static let mergeStatement: String = {
        let key = columns.prefix(keyCount).map(\.name).joined(separator: ", ")
        let least = ["first_epoch", "known_hour"]
        let greatest = ["device_model", "os_version", "tells_flags", "crashes"]
        let picked = columns.dropFirst(keyCount).map(\.name)
        func isNews(_ column: String) -> String {
            let comparison = least.contains(column) ? "<" : ">"
            return "(excluded.\(column) is not null and (crash_group.\(column) is null"
                + " or excluded.\(column) \(comparison) crash_group.\(column)))"
        }
        let sets = picked.map { "\($0) = case when \(isNews($0)) then excluded.\($0) else crash_group.\($0) end" }
        let joined = (greatest.map { ($0, "max") } + least.map { ($0, "min") })
        let selected = picked.map { column in "\(joined.first { $0.0 == column }?.1 ?? "max")(\(column))" }
        return """
            insert into crash_group (\(columns.map(\.name).joined(separator: ", ")))
            select \(key), \(selected.joined(separator: ", "))
            from batch_crash_group where true group by \(key) order by \(key)
            on conflict (\(key)) do update
            set \(sets.joined(separator: ", "))
            where \(picked.map(isNews).joined(separator: " or "))
            """
    }()

    private static let flagStatement: String = {
        let key = flagColumns.dropLast().map(\.name).joined(separator: ", ")
        return """
            insert into crash_group_flag (\(flagColumns.map(\.name).joined(separator: ", ")))
            select \(key), min(known_hour) from batch_crash_group_flag where true group by \(key) order by \(key)
            on conflict (\(key)) do update
            set known_hour = excluded.known_hour
            where excluded.known_hour < crash_group_flag.known_hour
            """
    }()

    // MARK: Upkeep

    /// Removes the groups of days before this one.
    func expire(before oldestKept: Day) throws {
        for table in CrashGroups.tables {
            try database.execute("delete from \(table) where day < :oldest_kept", ["oldest_kept": .text(oldestKept.description)])
        }
    }

    /// Removes an install's; how many rows.
    func forget(_ install: InstallID) throws -> Int {
        var days: [String] = []
        try database.forEachRow("select distinct day from crash_group order by day") { row in
            if let day = try row.text(0) { days.append(day) }
        }
        var removed = 0
        for day in days {
            let parameters: [String: SQLValue] = ["day": .text(day), "install_id": .text(install.text)]
            for table in CrashGroups.tables {
                let count = try database.execute("delete from \(table) where day = :day and install_id = :install_id", parameters)
                if table == "crash_group" { removed += count }
            }
        }
        return removed
    }

    /// Groups without the facts of their report, flags without their group.
    static func differences(_ database: any Database) throws -> [StoreVerify.Difference] {
        let ofDay = "t.day = o.day and t.install_id = o.install_id and t.app_version = o.app_version and t.platform = o.platform"
        var differences: [StoreVerify.Difference] = []
        for (table, other, match) in [
            ("crash_group", "health_daily", ofDay), ("crash_group_flag", "crash_group", ofDay + " and t.signature = o.signature"),
        ] {
            try database.forEachRow(
                """
                select t.day, count(*) from \(table) t
                where not exists (select 1 from \(other) o where \(match))
                group by t.day order by t.day
                """
            ) { row in
                differences.append(
                    StoreVerify.Difference(
                        table: table, cell: "\(try row.text(0) ?? "") without \(other)", column: "install_id",
                        stored: try row.integer(1) ?? 0, expected: 0))
            }
        }
        return differences
    }
}
