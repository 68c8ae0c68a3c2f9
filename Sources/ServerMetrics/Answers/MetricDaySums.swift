package import Database
package import FleetCore
package import QueryCatalog

/// A metric's sums of UTC days, series by series.
package struct MetricDaySums: Sendable {
    package struct Sum: Sendable {
        let series: Int64
        package let dimensions: [MetricDimension]
        package let periodSeconds: Int64
        package let day: Day
        package let points: Int64
        /// The beginning of its newest period.
        let newestEpoch: Int64
        package let total: Double

        package func value(_ dimension: String) -> String? { dimensions.first { $0.name == dimension }?.value }
        var names: String { dimensions.map(\.name).joined(separator: ",") }
    }

    package let all: [Sum]

    package static func read(
        _ namespace: String, _ metric: String, from: Day, to: Day, _ database: any Database, _ catalog: QueryCatalog
    ) throws -> MetricDaySums {
        let values: [String: SQLValue] = [
            "namespace": .text(namespace), "metric": .text(metric), "from_epoch": .integer(from.start.epochSeconds),
            "to_epoch": .integer(to.start.epochSeconds),
        ]
        let dimensions = try SeriesDimensions.read(namespace, metric, database, catalog)
        return MetricDaySums(
            all: try catalog.query("operations/metric_day_sums").rows(on: database, values).map { row in
                Sum(
                    series: row.count("series_id"), dimensions: dimensions[row.count("series_id")],
                    periodSeconds: row.count("period_s"),
                    day: Instant(epochSeconds: row.count("day_epoch")).day, points: row.count("points"),
                    newestEpoch: row.count("newest_epoch"), total: row.real("total") ?? 0)
            })
    }

    /// What may be added up, day by day: of the sets of dimensions that have these the one to take, and of a series' periods
    /// the one that the day has most of, since each of them counts everything.
    package func split(by dimensions: [String]) -> [Sum] {
        Dictionary(grouping: all.filter { sum in dimensions.allSatisfy { sum.value($0) != nil } }, by: \.day).values.flatMap {
            MetricDaySums.chosen($0)
        }
    }

    private static func chosen(_ ofDay: [Sum]) -> [Sum] {
        let bySet = Dictionary(grouping: ofDay, by: \.names)
        var newest: [MetricCut: Int64] = [:]
        for (names, sums) in bySet {
            newest[MetricCut(names: names, periodSeconds: sums.map(\.periodSeconds).max() ?? 0)] = sums.map(\.newestEpoch).max()
        }
        guard let cut = MetricCut.coarsest(of: newest), let sums = bySet[cut.names] else { return [] }
        return Dictionary(grouping: sums, by: \.series).values.compactMap { sums in
            sums.max { ($0.points * $0.periodSeconds, $1.periodSeconds) < ($1.points * $1.periodSeconds, $0.periodSeconds) }
        }
    }
}
