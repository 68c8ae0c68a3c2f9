package import Database
package import QueryCatalog

/// What the series of a metric are told apart by, under the names that signals read.
package struct SeriesDimensions: Sendable {
    private let bySeries: [Int64: [MetricDimension]]

    package static func read(
        _ namespace: String, _ metric: String, _ database: any Database, _ catalog: QueryCatalog
    ) throws -> SeriesDimensions {
        var bySeries: [Int64: [MetricDimension]] = [:]
        let values: [String: SQLValue] = ["namespace": .text(namespace), "metric": .text(metric)]
        for row in try catalog.query("operations/metric_dimensions").rows(on: database, values) {
            bySeries[row.count("series_id"), default: []].append(
                MetricDimension(row.text("name") ?? "", row.text("value") ?? ""))
        }
        return SeriesDimensions(bySeries: bySeries)
    }

    /// In byte order of their names.
    package subscript(series: Int64) -> [MetricDimension] { bySeries[series] ?? [] }
}
