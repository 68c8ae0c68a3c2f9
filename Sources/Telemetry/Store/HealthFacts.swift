import Database
import FleetCore

/// Reads and writes facts of `health_daily` for a batch, within its transaction.
struct HealthFacts {
    let database: any Database

    /// All rows that the store has of the install-days, in key order. `installDays`: distinct, in key order.
    ///
    /// On Postgres the rows are found by index probes: the planner's own choice, a hash join of the batch with the
    /// whole day, takes 3.6 s a batch where a day holds eight million rows.
    func rows(of installDays: [InstallDay]) throws -> [HealthRow] {
        guard !installDays.isEmpty else { return [] }
        var rows: [HealthRow] = []
        let query = try HealthFacts.probeQuery(database.engine, isDistributed: database.isDistributed)
        for day in try probe(installDays) {
            try database.forEachRow(query, ["day": .text(day.description)]) { row in
                rows.append(try HealthDailyTable.read(row))
            }
        }
        return rows
    }

    /// One day a query, so that one partition is opened, whatever the planner makes of the join. The batch must come
    /// first: neither engine knows how large a fresh scratch table is, and with the day first every row of it is compared
    /// with the whole batch. `cross join` holds SQLite to the order as written, `lateral … offset 0` Postgres.
    /// Citus takes no such subquery, and sends the batch to each node instead.
    static func probeQuery(_ engine: Engine, isDistributed: Bool = false) -> String {
        let facts =
            switch engine {
            case .postgres where isDistributed: "health_daily h"
            case .postgres:
                """
                lateral (
                    select * from health_daily
                    where health_daily.day = :day and health_daily.install_id = p.install_id offset 0
                ) h
                """
            case .sqlite: "health_daily h"
            }
        return """
            select \(HealthDailyTable.columnList(prefix: "h."))
            from probed_install p
            cross join \(facts)
            where p.day = :day and h.day = :day and h.install_id = p.install_id
            order by h.day, h.install_id, h.app_version, h.platform
            """
    }

    /// Loads what is to be looked up; gives its days.
    private func probe(_ installDays: [InstallDay]) throws -> [Day] {
        var days: [Day] = []
        let table = ScratchTable(
            name: "probed_install", columns: [BulkColumn("day", .date), BulkColumn("install_id", .text)])
        try table.load(database, rowCount: installDays.count) { index, writer in
            let day = installDays[index].day
            if days.last != day { days.append(day) }
            writer.write(day)
            writer.write(installDays[index].install.text)
        }
        return days
    }

    /// Within the transaction: joins with the facts go through their key. Such a plan seems dear, and would be compiled, which
    /// takes longer than running it.
    func useIndexProbes() throws {
        guard database.engine == .postgres else { return }
        for setting in ["enable_hashjoin", "enable_mergejoin", "enable_seqscan", "enable_bitmapscan", "enable_memoize", "jit"] {
            try database.execute("set local \(setting) = off", [:])
        }
    }

    /// The new rows of a merge of `reports`: keys that the store doesn't have, in key order.
    func insert(_ merge: BatchMerge, _ reports: [ClientReport]) throws {
        let places = merge.newPlaces
        guard !places.isEmpty else { return }
        // Rows are large: each is written from where it stands. An array's own element would be copied first.
        let (reported, joined) = (reports.span, merge.joinedRows.span)
        try database.bulkLoad(into: "health_daily", columns: HealthDailyTable.columns, rowCount: places.count) { index, writer in
            switch places[index] {
            case .report(let index): HealthDailyTable.write(reported[index].row, to: writer)
            case .joined(let index): HealthDailyTable.write(joined[index], to: writer)
            }
        }
    }

    /// `rows`: keys that the store has, in key order.
    func update(_ rows: [HealthRow]) throws {
        guard !rows.isEmpty else { return }
        let table = ScratchTable(name: "changed_row", columns: HealthDailyTable.columns)
        try table.load(database, rowCount: rows.count) { index, writer in
            HealthDailyTable.write(rows[index], to: writer)
        }
        try database.execute(HealthFacts.updateStatement)
    }

    /// Every row is in conflict: found by its key, without a join to plan.
    private static let updateStatement = """
        insert into health_daily (\(HealthDailyTable.columnList()))
        select \(HealthDailyTable.columnList()) from changed_row where true
        on conflict (\(HealthDailyTable.keyColumns.joined(separator: ", "))) do update
        set \(HealthDailyTable.valueColumns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """
}
