package import Database
package import FleetCore
package import QueryCatalog

/// How high a metric went in a window.
package struct MetricPeak: Sendable {
    package let periodSeconds: Int64
    /// Periods that have a value.
    package let instants: Int64
    /// The greatest sum over series of one instant, and the greatest value of one series.
    package let total: Double
    package let ofOneSeries: Double
    /// Of all points.
    package let sum: Double
    /// Nothing tells series apart: there is only one.
    package let isWhole: Bool

    /// - Parameters:
    ///   - having: only series of this dimension and value.
    ///   - dimensions: names that a set of dimensions must have, too.
    /// - Returns: nil where nothing is measured.
    package static func read(
        _ namespace: String, _ metric: String, _ statistic: MetricStatistic, having: (name: String, value: String)? = nil,
        by dimensions: [String] = [], from: Instant, to: Instant, _ database: any Database, _ catalog: QueryCatalog
    ) throws -> MetricPeak? {
        let values: [String: SQLValue] = [
            "namespace": .text(namespace), "metric": .text(metric), "statistic": .text(statistic.name),
            "dimension": SQLValue(having?.name), "dimension_value": SQLValue(having?.value),
            "from_epoch": .integer(from.epochSeconds), "to_epoch": .integer(to.epochSeconds),
        ]
        let dimensionsOf = try SeriesDimensions.read(namespace, metric, database, catalog)
        var newest: [MetricCut: Int64] = [:]
        var peaks: [MetricCut: MetricPeak] = [:]
        for row in try catalog.query("operations/metric_peaks").rows(on: database, values) {
            let names = dimensionsOf[row.count("first_series_id")].map(\.name)
            guard dimensions.allSatisfy(names.contains) else { continue }
            let cut = MetricCut(names: names.joined(separator: ","), periodSeconds: row.count("period_s"))
            newest[cut] = row.count("newest_epoch")
            peaks[cut] = MetricPeak(
                periodSeconds: cut.periodSeconds, instants: row.count("instants"), total: row.real("peak") ?? 0,
                ofOneSeries: row.real("highest_series_peak") ?? 0, sum: row.real("all_points") ?? 0,
                isWhole: (row.text("dimension_names") ?? "").isEmpty)
        }
        return MetricCut.coarsest(of: newest).flatMap { peaks[$0] }
    }
}
