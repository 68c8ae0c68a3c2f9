public import Database
import Foundation

/// A row for each dimension of the series, as ingest keeps them beside the JSON that a test wrote.
public func insertMetricDimensions(_ db: any Database) throws {
    for row in try db.rows("select series_id, dimensions from metric_series where dimensions <> '{}'") {
        guard case .text(let json) = row[1] else { continue }
        let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
        for (name, value) in read ?? [:] {
            try db.execute(
                "insert into metric_dimension values (:series, :name, :value) on conflict do nothing",
                ["series": row[0], "name": .text(name), "value": .text(value)])
        }
    }
}
