import Database
import QueryCatalog
import TestSupport
import Testing

@Suite struct MetricTests {
    /// Two series of a counter of sends, one of which restarts twice, and a gauge.
    private func withMetrics<T>(_ engine: Engine, _ body: (any Database) throws -> T) throws -> T {
        try withFleetStore(engine) { db throws in
            for (id, name, dimensions, names) in [
                (1, "sends", #"{"worker":"w1"}"#, "worker"), (2, "sends", #"{"worker":"w2"}"#, "worker"), (3, "depth", "{}", ""),
            ] as [(Int64, String, String, String)] {
                try db.execute(
                    "insert into metric_series values (:id, 'push', :name, :dimensions, :names, null, 100, 400)",
                    ["id": .integer(id), "name": .text(name), "dimensions": .text(dimensions), "names": .text(names)])
            }
            for (id, at, value, since) in [
                // Falls between 200 and 300.
                (1, 100, 10, nil), (1, 200, 25, nil), (1, 300, 4, nil), (1, 400, 6, nil),
                // Began again at 250 and is past the old state already; its source says so.
                (2, 100, 10, 50), (2, 200, 11, 50), (2, 300, 20, 250), (2, 400, 21, 250),
            ] as [(Int64, Int64, Double, Int64?)] {
                try db.execute(
                    "insert into metric_sample values (:id, 'Total', 0, :at, :value, :since)",
                    ["id": .integer(id), "at": .integer(at), "value": .real(value), "since": SQLValue(since)])
            }
            try db.execute("insert into metric_sample values (3, 'Value', 0, 400, -1.5, null)")
            try insertMetricDimensions(db)
            try db.execute("insert into metric_batch values ('a', 'x', 9, 9, 0, 0, 0, 0, 500)")
            return try body(db)
        }
    }

    private func rows(_ name: String, _ engine: Engine, _ values: [String: SQLValue] = [:]) throws -> [[SQLValue]] {
        try withMetrics(engine) { try catalog.query(name).rows(on: $0, values).map(\.values) }
    }

    @Test(arguments: bothEngines)
    func `a counter that restarts never grows by less than nothing`(engine: Engine) throws {
        let window: [String: SQLValue] = ["namespace": "push", "metric": "sends", "from_epoch": 0, "to_epoch": 1000]
        expectRows(
            try rows("operations/counter_increases", engine, window),
            [
                [#"{"worker":"w1"}"#, 200, 100, .real(15), 0], [#"{"worker":"w1"}"#, 300, 100, .real(4), 1],
                [#"{"worker":"w1"}"#, 400, 100, .real(2), 0], [#"{"worker":"w2"}"#, 200, 100, .real(1), 0],
                [#"{"worker":"w2"}"#, 300, 100, .real(20), 1], [#"{"worker":"w2"}"#, 400, 100, .real(1), 0],
            ])
    }

    @Test(arguments: bothEngines)
    func `the newest metric tells how old they all are`(engine: Engine) throws {
        expectRows(try rows("operations/newest_metric", engine), [[3, 100, 400, 500]])
        try withFleetStore(engine) { db throws in
            let newest = try catalog.query("operations/newest_metric").rows(on: db, [:]).map(\.values)
            expectRows(newest, [[0, nil, nil, nil]])
        }
    }

    @Test(arguments: bothEngines)
    func `peaks are of all series at an instant, of the highest one, and of those with a dimension's value`(engine: Engine) throws
    {
        let values: [String: SQLValue] = [
            "namespace": "push", "metric": "sends", "statistic": "Total", "dimension": nil, "dimension_value": nil,
            "from_epoch": 0, "to_epoch": 1000,
        ]
        expectRows(
            try rows("operations/metric_peaks", engine, values), [["worker", 1, 0, 4, .real(36), .real(25), .real(107), 400]])
        try withMetrics(engine) { db throws in
            let one = try catalog.query("operations/metric_peaks").rows(
                on: db, values.merging(["dimension": "worker", "dimension_value": "w2"]) { $1 }
            ).map(\.values)
            expectRows(one, [["worker", 2, 0, 4, .real(21), .real(21), .real(62), 400]])
        }
    }

    @Test(arguments: bothEngines)
    func `sums are of a UTC day, series and period`(engine: Engine) throws {
        try withMetrics(engine) { db throws in
            try db.execute(
                """
                insert into metric_sample values
                    (1, 'Sum', 60, 86340, 5, null), (1, 'Sum', 60, 86400, 7, null), (1, 'Sum', 60, 86460, 8, null),
                    (1, 'Sum', 300, 86400, 15, null), (2, 'Sum', 60, 86400, 1.5, null)
                """)
            let values: [String: SQLValue] = ["namespace": "push", "metric": "sends", "from_epoch": 0, "to_epoch": 200_000]
            expectRows(
                try catalog.query("operations/metric_day_sums").rows(on: db, values).map(\.values),
                [
                    [1, #"{"worker":"w1"}"#, 60, 0, 1, .real(5), 86_340],
                    [1, #"{"worker":"w1"}"#, 60, 86_400, 2, .real(15), 86_460],
                    [1, #"{"worker":"w1"}"#, 300, 86_400, 1, .real(15), 86_400],
                    [2, #"{"worker":"w2"}"#, 60, 86_400, 1, .real(1.5), 86_400],
                ])
        }
    }

    @Test(arguments: bothEngines)
    func `series are listed by name, points by instant`(engine: Engine) throws {
        expectRows(
            try rows("operations/metric_series", engine, ["namespace": nil, "metric": "depth"]),
            [["push", "depth", "{}", nil, 100, 400]])
        #expect(try rows("operations/metric_series", engine, ["namespace": "push", "metric": nil]).count == 3)
        let window: [String: SQLValue] = ["namespace": "push", "from_epoch": 0, "to_epoch": 500]
        expectRows(
            try rows(
                "operations/metric_points", engine,
                window.merging(["metric": "depth", "statistic": "Value"]) { $1 }), [[3, "{}", 0, 400, .real(-1.5)]])
        #expect(
            try rows("operations/metric_points", engine, window.merging(["metric": "sends", "statistic": "Total"]) { $1 }).count
                == 8)
    }

    @Test(arguments: bothEngines)
    func `what a fleet calls otherwise is read under our names, with its dimensions`(engine: Engine) throws {
        try withMetrics(engine) { db throws in
            let ours: [String: SQLValue] = ["namespace": "Chat/Push", "metric": "SendAttempts"]
            let window = ours.merging(["from_epoch": 0, "to_epoch": 1000]) { $1 }
            let peaks = window.merging(["statistic": "Total", "dimension": "Worker", "dimension_value": "w2"]) { $1 }
            func rows(_ name: String, _ values: [String: SQLValue]) throws -> [[SQLValue]] {
                try catalog.query(name).rows(on: db, values).map(\.values)
            }
            #expect(try rows("operations/metric_dimensions", ours).isEmpty)
            try db.execute("insert into metric_name_map values ('push', 'sends', 'Chat/Push', 'SendAttempts')")
            try db.execute("insert into metric_dimension_map values ('push', 'sends', 'worker', 'Worker')")
            expectRows(try rows("operations/metric_dimensions", ours), [[1, "Worker", "w1"], [2, "Worker", "w2"]])
            expectRows(try rows("operations/metric_peaks", peaks), [["worker", 2, 0, 4, .real(21), .real(21), .real(62), 400]])
            #expect(try rows("operations/metric_points", window.merging(["statistic": "Total"]) { $1 }).count == 8)
            #expect(try rows("operations/counter_increases", window).count == 6)
            // Under its own name it is not there any more: a metric is one thing.
            let theirs = window.merging(["namespace": "push", "metric": "sends"]) { $1 }
            #expect(try rows("operations/counter_increases", theirs).isEmpty)
        }
    }
}
