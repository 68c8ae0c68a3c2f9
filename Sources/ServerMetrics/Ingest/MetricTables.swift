import Database
import FleetCore

/// `metric_sample`, within a transaction.
struct MetricSampleTable {
    let database: any Database

    private static let keys = [
        BulkColumn("series_id", .int8), BulkColumn("statistic", .text), BulkColumn("period_s", .int4),
        BulkColumn("at_epoch", .int8),
    ]
    private static let values = [BulkColumn("value", .real), BulkColumn("since_epoch", .int8)]

    func merge(_ rows: MetricRows) throws -> MetricOutcome {
        let scratch = ScratchTable(
            name: "batch_metric_sample",
            columns: MetricSampleTable.keys + MetricSampleTable.values + [BulkColumn("point", .int4)])
        try scratch.load(database, rowCount: rows.rows.count) { index, writer in
            let row = rows.rows[index]
            writer.write(row.series)
            writer.write(row.statistic.name)
            writer.write(Int64(row.periodSeconds))
            writer.write(row.at)
            writer.write(real: row.value)
            writer.write(row.since)
            writer.write(Int64(row.point))
        }
        var outcome = try compare()
        outcome.unchanged += rows.repeated
        outcome.changed += rows.superseded
        try database.execute(MetricSampleTable.mergeStatement)
        return outcome
    }

    /// A point is as new as the newest of its statistics.
    private func compare() throws -> MetricOutcome {
        var outcome = MetricOutcome()
        try database.forEachRow(MetricSampleTable.compareQuery) { row in
            let points = Int(try row.integer(1) ?? 0)
            switch try row.integer(0) {
            case 2: outcome.new = points
            case 1: outcome.changed = points
            default: outcome.unchanged = points
            }
        }
        return outcome
    }

    static let compareQuery = """
        select novelty, count(*)
        from (
            select
                b.point,
                max(
                    case
                        when s.series_id is null then 2
                        when s.value <> b.value or s.since_epoch is distinct from b.since_epoch then 1
                        else 0
                    end
                ) as novelty
            from batch_metric_sample b
            left join metric_sample s
                on s.series_id = b.series_id and s.statistic = b.statistic and s.period_s = b.period_s
                    and s.at_epoch = b.at_epoch
            group by b.point
        ) p
        group by novelty
        """

    private static let mergeStatement = """
        insert into metric_sample (series_id, statistic, period_s, at_epoch, value, since_epoch)
        select series_id, statistic, period_s, at_epoch, value, since_epoch
        from batch_metric_sample
        where true
        order by series_id, statistic, period_s, at_epoch
        on conflict (series_id, statistic, period_s, at_epoch) do update
        set value = excluded.value, since_epoch = excluded.since_epoch
        where metric_sample.value <> excluded.value or metric_sample.since_epoch is distinct from excluded.since_epoch
        """
}

/// `metric_series` and `metric_dimension`, within a transaction.
struct MetricSeriesTable {
    let database: any Database

    private struct Entry {
        let series: MetricSeries
        var unit: String?
        var oldest: Int64
        var newest: Int64
    }

    func add(_ samples: [MetricSample]) throws {
        var entries: [Int64: Entry] = [:]
        for sample in samples {
            let at = sample.at.epochSeconds
            var entry = entries[sample.series.id] ?? Entry(series: sample.series, unit: nil, oldest: at, newest: at)
            entry.unit = sample.series.unit ?? entry.unit
            entry.oldest = min(entry.oldest, at)
            entry.newest = max(entry.newest, at)
            entries[sample.series.id] = entry
        }
        let sorted = entries.values.sorted { $0.series.id < $1.series.id }
        try load(sorted)
        try refuseCollisions()
        try database.execute(MetricSeriesTable.mergeStatement)
        try addDimensions(sorted.map(\.series))
    }

    private func load(_ entries: [Entry]) throws {
        let scratch = ScratchTable(
            name: "batch_metric_series",
            columns: [
                BulkColumn("series_id", .int8), BulkColumn("namespace", .text), BulkColumn("name", .text),
                BulkColumn("dimensions", .text), BulkColumn("dimension_names", .text), BulkColumn("unit", .text),
                BulkColumn("oldest_epoch", .int8), BulkColumn("newest_epoch", .int8),
            ])
        try scratch.load(database, rowCount: entries.count) { index, writer in
            let entry = entries[index]
            writer.write(entry.series.id)
            writer.write(entry.series.namespace)
            writer.write(entry.series.name)
            writer.write(entry.series.dimensionsJSON)
            writer.write(entry.series.dimensionNames)
            writer.write(entry.unit)
            writer.write(entry.oldest)
            writer.write(entry.newest)
        }
    }

    /// Two series of one id: by chance once in 10¹⁰ stores of 10⁵ series.
    private func refuseCollisions() throws {
        let collisions = try database.integer(
            """
            select count(*)
            from batch_metric_series b
            join metric_series m on m.series_id = b.series_id
            where m.namespace <> b.namespace or m.name <> b.name or m.dimensions <> b.dimensions
            """)
        guard collisions == 0 else { throw DatabaseError(.internal, "two series have the same id") }
    }

    private static let mergeStatement = """
        insert into metric_series (series_id, namespace, name, dimensions, dimension_names, unit, oldest_epoch, newest_epoch)
        select series_id, namespace, name, dimensions, dimension_names, unit, oldest_epoch, newest_epoch
        from batch_metric_series
        where true
        order by series_id
        on conflict (series_id) do update
        set unit = coalesce(excluded.unit, metric_series.unit),
            oldest_epoch = case
                when excluded.oldest_epoch < metric_series.oldest_epoch then excluded.oldest_epoch
                else metric_series.oldest_epoch
            end,
            newest_epoch = case
                when excluded.newest_epoch > metric_series.newest_epoch then excluded.newest_epoch
                else metric_series.newest_epoch
            end
        """

    private func addDimensions(_ series: [MetricSeries]) throws {
        let rows = series.flatMap { series in series.dimensions.map { (series.id, $0) } }
        guard !rows.isEmpty else { return }
        let scratch = ScratchTable(
            name: "batch_metric_dimension",
            columns: [BulkColumn("series_id", .int8), BulkColumn("name", .text), BulkColumn("value", .text)])
        try scratch.load(database, rowCount: rows.count) { index, writer in
            writer.write(rows[index].0)
            writer.write(rows[index].1.name)
            writer.write(rows[index].1.value)
        }
        try database.execute(
            """
            insert into metric_dimension (series_id, name, value)
            select series_id, name, value from batch_metric_dimension where true order by series_id, name
            on conflict (series_id, name) do nothing
            """)
    }
}
