import FleetCore

/// A batch's points as rows of `metric_sample`: in key order, each key once, the last value given for it.
struct MetricRows {
    struct Row {
        let series: Int64
        let statistic: MetricStatistic
        let periodSeconds: Int32
        let at: Int64
        let value: Double
        let since: Int64?
        /// Which point of the batch it is of.
        let point: Int

        func hasKey(of other: Row) -> Bool {
            series == other.series && periodSeconds == other.periodSeconds && at == other.at && statistic == other.statistic
        }

        static func isOrdered(_ a: Row, _ b: Row) -> Bool {
            if a.series != b.series { return a.series < b.series }
            if a.statistic.name != b.statistic.name {
                return utf8Less(a.statistic.name, b.statistic.name)
            }
            if a.periodSeconds != b.periodSeconds { return a.periodSeconds < b.periodSeconds }
            return a.at != b.at ? a.at < b.at : a.point < b.point
        }
    }

    private(set) var rows: [Row] = []
    /// Points none of whose rows was kept, since a later one of the batch says the same or says otherwise.
    private(set) var repeated = 0
    private(set) var superseded = 0

    init(_ samples: [MetricSample]) {
        var all: [Row] = []
        all.reserveCapacity(samples.count)
        for (point, sample) in samples.enumerated() {
            for (statistic, value) in sample.statistics {
                all.append(
                    // The sum of 0 and −0 is 0: one zero in the store.
                    Row(
                        series: sample.series.id, statistic: statistic, periodSeconds: sample.periodSeconds,
                        at: sample.at.epochSeconds, value: value + 0, since: sample.since?.epochSeconds, point: point))
            }
        }
        all.sort(by: Row.isOrdered)
        rows.reserveCapacity(all.count)
        var isKept = [Bool](repeating: false, count: samples.count)
        var differs = [Bool](repeating: false, count: samples.count)
        for (index, row) in all.enumerated() {
            if index + 1 < all.count, row.hasKey(of: all[index + 1]) {
                if row.value != all[index + 1].value { differs[row.point] = true }
            } else {
                rows.append(row)
                isKept[row.point] = true
            }
        }
        for point in samples.indices where !isKept[point] {
            if differs[point] { superseded += 1 } else { repeated += 1 }
        }
    }
}
