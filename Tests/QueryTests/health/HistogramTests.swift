import Database
import QueryCatalog
import TestSupport
import Testing

private let fleet = FleetTables([
    ReportedDay("2026-09-14", "i1", "8.13.2", "android", class: "mid", ["queue_age_max_s": 7, "wal_bytes_max": 1 << 40]),
    ReportedDay("2026-09-15", "i1", "8.13.2", "android", class: "mid", ["queue_age_max_s": 7]),
    ReportedDay("2026-09-14", "i2", "8.14.0", "ios", class: "low", ["queue_age_max_s": 101]),
    ReportedDay("2026-09-14", "i3", "8.14.0", "ios", ["queue_age_max_s": 100], known: monday + 50),
    // Null is not zero: this one is in no bucket.
    ReportedDay("2026-09-14", "i4", "8.14.0", "ios", ["sessions": 1]),
])

@Suite struct HistogramTests {
    @Test(arguments: bothEngines)
    func `buckets add up over days, and install-days without a value are in none`(engine: Engine) throws {
        let values = window("2026-09-14", "2026-09-21", ["metric": "queue_age_max_s", "by_version": 1])
            .filter { $0.key != "by_device_class" && $0.key != "as_of_hour" }
        expectRows(
            try rows("health/histogram", on: engine, fleet, values),
            [
                ["8.13.2", nil, nil, 7, 2], ["8.14.0", nil, nil, 100, 2],
            ])
        let daily = values.merging(["by_version": 0, "by_day": 1, "platform": "android"]) { $1 }
        expectRows(
            try rows("health/histogram", on: engine, fleet, daily),
            [
                [nil, nil, "2026-09-14", 7, 1], [nil, nil, "2026-09-15", 7, 1],
            ])
    }

    @Test(arguments: bothEngines)
    func `from the facts they are values, also by class and as of an hour`(engine: Engine) throws {
        let values = window("2026-09-14", "2026-09-15", ["metric": "queue_age_max_s", "by_device_class": 1])
        expectRows(
            try rows("health/histogram_values", on: engine, fleet, values),
            [
                [nil, nil, "low", nil, 101, 1], [nil, nil, "mid", nil, 7, 1], [nil, nil, "unknown", nil, 100, 1],
            ])
        let early = values.merging(["as_of_hour": .integer(Int64(monday) + 50), "by_device_class": 0]) { $1 }
        expectRows(
            try rows("health/histogram_values", on: engine, fleet, early),
            [
                [nil, nil, nil, nil, 7, 1], [nil, nil, nil, nil, 101, 1],
            ])
        let bytes = values.merging(["metric": "wal_bytes_max", "by_device_class": 0]) { $1 }
        expectRows(try rows("health/histogram_values", on: engine, fleet, bytes), [[nil, nil, nil, nil, .integer(1 << 40), 1]])
    }

    /// A new histogram member is a new line in three places; this finds a forgotten one.
    @Test(arguments: bothEngines)
    func `both queries know every histogram member`(engine: Engine) throws {
        let metrics = [
            "bytes_rx", "db_bytes_max", "wal_bytes_max", "queue_depth_max", "queue_age_max_s", "ttc_ms_p50", "ttc_ms_p95",
            "first_frame_ms_p50", "first_frame_ms_p95", "send_display_ms_p99", "reconnect_ms_p99",
        ]
        let values = Dictionary(uniqueKeysWithValues: metrics.enumerated().map { ($1, Int64($0)) })
        try withFleetStore(engine) { db in
            try FleetTables([ReportedDay("2026-09-14", "i1", "1", "ios", values)]).insert(into: db)
            for (index, metric) in metrics.enumerated() {
                let parameters = window("2026-09-14", "2026-09-15", ["metric": .text(metric)])
                let facts = try catalog.query("health/histogram_values").rows(on: db, parameters)
                #expect(facts.map { $0.integer("value") } == [Int64(index)], "\(metric)")
                let stored = parameters.filter { $0.key != "by_device_class" && $0.key != "as_of_hour" }
                #expect(try catalog.query("health/histogram").rows(on: db, stored).map { $0.integer("bucket") } == [Int64(index)])
            }
        }
    }
}
