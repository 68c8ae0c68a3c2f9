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
        package let total: Double

        package func value(_ dimension: String) -> String? { dimensions.first { $0.name == dimension }?.value }
        var names: [String] { dimensions.map(\.name) }
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
                    total: row.real("total") ?? 0)
            })
    }

    /// What may be added up: of the sets of dimensions that have these the one with the fewest names, since each set counts
    /// everything; of a series' periods the one that a day has most of, since each period does, too.
    package func split(by dimensions: [String]) -> [Sum] {
        let sets = Set(all.map(\.names)).filter { set in dimensions.allSatisfy(set.contains) }
        func joined(_ set: [String]) -> String { set.joined(separator: ",") }
        guard
            let chosen = sets.min(by: { $0.count == $1.count ? utf8Less(joined($0), joined($1)) : $0.count < $1.count })
        else { return [] }
        struct Place: Hashable {
            let series: Int64
            let day: Day
        }
        let series = Dictionary(grouping: all.filter { $0.names == chosen }) { Place(series: $0.series, day: $0.day) }
        return series.values.compactMap { sums in
            sums.max { ($0.points * $0.periodSeconds, $1.periodSeconds) < ($1.points * $1.periodSeconds, $0.periodSeconds) }
        }
    }
}
