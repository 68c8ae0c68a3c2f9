import Database
import FleetCore
import Health
import QueryCatalog

/// The points of one metric's statistic over a window, as the servers published them: with several sets of dimensions, whose
/// values must not be added up.
struct MetricTable {
    struct Point: Equatable {
        let dimensions: [String: String]
        let at: Int64
        let value: Double
        var periodSeconds: Int64 = 0
    }

    /// Under the names that signals read. Of each series only its shortest period: the longer ones hold the same again.
    private(set) var points: [Point] = []

    init(_ points: [Point]) { self.points = points }

    /// Reads `[from, to)`.
    init(
        _ namespace: String, _ metric: String, _ statistic: String = "Sum", from: Instant, to: Instant, _ database: any Database,
        _ catalog: QueryCatalog
    ) throws {
        var shortest: [Int64: Int64] = [:]
        var rows: [(series: Int64, period: Int64, at: Int64, value: Double)] = []
        let values: [String: SQLValue] = [
            "namespace": .text(namespace), "metric": .text(metric), "statistic": .text(statistic),
            "from_epoch": .integer(from.epochSeconds), "to_epoch": .integer(to.epochSeconds),
        ]
        try catalog.query("operations/metric_points").forEachRow(on: database, values) { row in
            let series = row.count("series_id")
            let period = row.count("period_s")
            shortest[series] = min(shortest[series] ?? .max, period)
            rows.append((series, period, row.count("at_epoch"), row.real("value") ?? 0))
        }
        var dimensions: [Int64: [String: String]] = [:]
        let named: [String: SQLValue] = ["namespace": .text(namespace), "metric": .text(metric)]
        for row in try catalog.query("operations/metric_dimensions").rows(on: database, named) {
            dimensions[row.count("series_id"), default: [:]][row.text("name") ?? ""] = row.text("value")
        }
        for row in rows where shortest[row.series] == row.period {
            points.append(
                Point(
                    dimensions: dimensions[row.series] ?? [:], at: row.at, value: row.value, periodSeconds: row.period))
        }
    }

    var isEmpty: Bool { points.isEmpty }
    /// The start of the newest period.
    var newest: Instant? { points.map(\.at).max().map { Instant(epochSeconds: $0) } }

    /// The series whose set of dimensions is the smallest that has all of `names`, as signals take it.
    func cut(by names: [String]) -> MetricTable {
        var newest: [String: (at: Int64, periodSeconds: Int64)] = [:]
        for point in points where names.allSatisfy({ point.dimensions[$0] != nil }) {
            let known = newest[point.set] ?? (point.at, 0)
            newest[point.set] = (max(known.at, point.at), max(known.periodSeconds, point.periodSeconds))
        }
        var cuts: [MetricCut: Int64] = [:]
        for (set, known) in newest { cuts[MetricCut(names: set, periodSeconds: known.periodSeconds)] = known.at }
        guard let least = MetricCut.coarsest(of: cuts) else { return MetricTable([]) }
        return MetricTable(points.filter { $0.set == least.names })
    }

    func within(_ from: Instant, _ to: Instant) -> MetricTable {
        MetricTable(points.filter { $0.at >= from.epochSeconds && $0.at < to.epochSeconds })
    }

    func only(_ name: String, _ value: String) -> MetricTable { MetricTable(points.filter { $0.dimensions[name] == value }) }

    var sum: Double { points.reduce(0) { $0 + $1.value } }
    var greatest: Double? { points.map(\.value).max() }

    /// What dimension `name` takes, in byte order.
    func values(of name: String) -> [String] {
        Set(points.compactMap { $0.dimensions[name] }).sorted { utf8Less($0, $1) }
    }

    /// Added up over the series, by instant.
    var byTime: [Int64: Double] {
        var sums: [Int64: Double] = [:]
        for point in points { sums[point.at, default: 0] += point.value }
        return sums
    }

    /// The greatest of the series, by instant: for what doesn't add up.
    var greatestByTime: [Int64: Double] {
        var greatest: [Int64: Double] = [:]
        for point in points { greatest[point.at] = max(greatest[point.at] ?? point.value, point.value) }
        return greatest
    }
}

extension MetricTable.Point {
    /// What its series is told apart by.
    fileprivate var set: String { dimensions.keys.sorted { utf8Less($0, $1) }.joined(separator: ",") }
}
