import Database
import FleetCore

/// The daily partitions of the facts on Postgres: made before a batch needs them, and a week ahead. There is no default
/// partition (it would block making the real one later). On SQLite there is nothing to do.
final class DayPartitions {
    private let database: any Database
    private var known: Set<Day>?

    static let partitionedTables = ["health_daily", "decrypt_failure"] + CrashGroups.tables
    static let daysAhead = 7
    /// Any fixed number: whoever makes partitions holds this advisory lock.
    private static let lockKey: Int64 = 0x636c_6564_6179

    init(_ database: any Database) { self.database = database }

    /// Makes what is missing of `days` and of the week after `now`, in a transaction of its own.
    func ensure(_ days: [Day], now: Instant) throws {
        guard database.engine == .postgres else { return }
        let wanted = Set(days).union((0...DayPartitions.daysAhead).map { now.day.advanced(by: $0) })
        if let known, known.isSuperset(of: wanted) { return }
        let days = wanted.subtracting(known ?? []).sorted()
        // Some at a time: a transaction holds a lock on each table it makes.
        for start in stride(from: 0, to: days.count, by: 100) {
            try make(days[start..<min(start + 100, days.count)])
        }
        known = (known ?? []).union(wanted)
    }

    private func make(_ days: ArraySlice<Day>) throws {
        try database.transaction {
            try database.forEachRow(
                "select pg_advisory_xact_lock(cast(:key as bigint))", ["key": .integer(DayPartitions.lockKey)]
            ) { _ in }
            let existing = try existingNames()
            for day in days {
                for table in DayPartitions.partitionedTables where !existing.contains(DayPartitions.name(table, day)) {
                    try make(table, day)
                }
            }
        }
    }

    /// Attached rather than created in place: attaching lets others read and write the table meanwhile.
    private func make(_ table: String, _ day: Day) throws {
        let name = DayPartitions.name(table, day)
        try database.execute("create table \(name) (like \(table) including all)", [:])
        try database.execute(
            "alter table \(table) attach partition \(name) for values from ('\(day)') to ('\(day.advanced(by: 1))')", [:])
    }

    private func existingNames() throws -> Set<String> {
        var names: Set<String> = []
        try database.forEachRow(
            """
            select child.relname
            from pg_inherits i
            join pg_class child on child.oid = i.inhrelid
            join pg_class parent on parent.oid = i.inhparent
            where pg_table_is_visible(parent.oid) and parent.relname in (\(DayPartitions.partitionedTables.map { "'\($0)'" }.joined(separator: ", ")))
            """, [:]
        ) { row in
            if let name = try row.text(0) { names.insert(name) }
        }
        return names
    }

    private static func name(_ table: String, _ day: Day) -> String {
        let (year, month, dayOfMonth) = day.civil
        return "\(table)_p\(year * 10_000 + month * 100 + dayOfMonth)"
    }
}
