import Database
import FleetCore

/// The histograms of one day against what its facts say.
enum HistogramComparison {
    private struct Cell: Hashable {
        let metric: String
        let slice: DerivedDeltas.Slice
        let bucket: Int32
    }

    static func differences(
        _ day: Day, _ deltas: DerivedDeltas, _ database: any Database
    ) throws -> [StoreVerify.Difference] {
        var expected: [Cell: Int64] = [:]
        for (cell, count) in deltas.histogram {
            let metric = HealthMember.all[cell.metric].name
            expected[Cell(metric: metric, slice: deltas.slices[Int(cell.slice)], bucket: cell.bucket), default: 0] += count
        }
        var stored: [Cell: Int64] = [:]
        // One look-up a metric: the key begins with it.
        for metric in try metrics(database) {
            try database.forEachRow(
                """
                select app_version, platform, bucket, install_days from health_histogram
                where metric = :metric and day = :day
                """, ["metric": .text(metric), "day": .text(day.description)]
            ) { row in
                let slice = DerivedDeltas.Slice(appVersion: try row.text(0) ?? "", platform: try row.text(1) ?? "")
                let cell = Cell(metric: metric, slice: slice, bucket: Int32(clamping: try row.integer(2) ?? 0))
                stored[cell, default: 0] += try row.integer(3) ?? 0
            }
        }
        return Set(expected.keys).union(stored.keys).compactMap { cell in
            let (have, want) = (stored[cell] ?? 0, expected[cell] ?? 0)
            guard have != want else { return nil }
            return StoreVerify.Difference(
                table: "health_histogram",
                cell: "\(day) \(cell.metric) \(cell.slice.appVersion) \(cell.slice.platform) bucket \(cell.bucket)",
                column: "install_days", stored: have, expected: want)
        }
    }

    private static func metrics(_ database: any Database) throws -> [String] {
        var names = Set(HealthMember.histograms.map { HealthMember.all[$0].name })
        try database.forEachRow("select distinct metric from health_histogram") { row in
            if let name = try row.text(0) { names.insert(name) }
        }
        return names.sorted()
    }
}
