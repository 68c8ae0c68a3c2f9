package import Database
package import FleetCore
package import QueryCatalog
import StrictJSON

/// A metric's sums of UTC days, series by series.
package struct MetricDaySums: Sendable {
    package struct Sum: Sendable {
        package let dimensionNames: String
        package let dimensions: [MetricDimension]
        package let periodSeconds: Int64
        package let day: Day
        package let points: Int64
        package let total: Double

        package func value(_ dimension: String) -> String? { dimensions.first { $0.name == dimension }?.value }
    }

    package let all: [Sum]

    package static func read(
        _ namespace: String, _ metric: String, from: Day, to: Day, _ database: any Database, _ catalog: QueryCatalog
    ) throws -> MetricDaySums {
        let values: [String: SQLValue] = [
            "namespace": .text(namespace), "metric": .text(metric), "from_epoch": .integer(from.start.epochSeconds),
            "to_epoch": .integer(to.start.epochSeconds),
        ]
        return MetricDaySums(
            all: try catalog.query("operations/metric_day_sums").rows(on: database, values).map { row in
                Sum(
                    dimensionNames: row.text("dimension_names") ?? "",
                    dimensions: MetricDimension.list(json: row.text("dimensions") ?? ""), periodSeconds: row.count("period_s"),
                    day: Instant(epochSeconds: row.count("day_epoch")).day, points: row.count("points"),
                    total: row.real("total") ?? 0)
            })
    }

    /// What may be added up: of the sets of dimensions that have these the one with the fewest names, since each set counts
    /// everything; of a series' periods the one that a day has most of, since each period does, too.
    package func split(by dimensions: [String]) -> [Sum] {
        let sets = Set(all.map(\.dimensionNames)).filter { set in
            dimensions.allSatisfy { set.split(separator: ",").map(String.init).contains($0) }
        }
        func size(_ set: String) -> Int { set.split(separator: ",").count }
        guard let chosen = sets.min(by: { size($0) == size($1) ? utf8Less($0, $1) : size($0) < size($1) }) else { return [] }
        struct Place: Hashable {
            let dimensions: [MetricDimension]
            let day: Day
        }
        let series = Dictionary(grouping: all.filter { $0.dimensionNames == chosen }) {
            Place(dimensions: $0.dimensions, day: $0.day)
        }
        return series.values.compactMap { sums in
            sums.max { ($0.points * $0.periodSeconds, $1.periodSeconds) < ($1.points * $1.periodSeconds, $0.periodSeconds) }
        }
    }
}

extension MetricDimension {
    /// From a series' JSON; empty where it is none.
    package static func list(json: String) -> [MetricDimension] {
        guard let root = JSONDocument.read(Array(json.utf8), file: "dimensions").document?.root,
            case .object(let members) = root.value
        else { return [] }
        return members.compactMap { member in
            guard case .string(let value) = member.value.value else { return nil }
            return MetricDimension(member.name, value)
        }
    }
}
