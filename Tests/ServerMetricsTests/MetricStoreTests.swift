import Database
import FleetCore
import ServerMetrics
import TestSupport
import Testing

/// All points of a store, as text.
func storedPoints(_ database: any Database) throws -> [String] {
    try database.rows(
        """
        select m.namespace, m.name, m.dimensions, m.dimension_names, m.unit, s.statistic, s.period_s, s.at_epoch, s.value,
            s.since_epoch
        from metric_series m
        join metric_sample s on s.series_id = m.series_id
        order by m.series_id, s.statistic, s.period_s, s.at_epoch
        """
    ).map { $0.map { "\($0)" }.joined(separator: " ") }
}

@Suite struct MetricStoreTests {
    private func take(
        _ text: String, into database: any Database, _ change: (inout MetricContext) -> Void = { _ in }
    ) throws -> MetricOutcome {
        var context = MetricContext(now: now)
        change(&context)
        var reader = try MetricReader(MetricInput(name: "test", bytes: Array(text.utf8)), as: .auto, context)
        var batch = try #require(try reader.next())
        return try MetricStore(database).write(&batch, now: now)
    }

    private func outcome(new: Int = 0, changed: Int = 0, unchanged: Int = 0, wasKnown: Bool = false) -> MetricOutcome {
        var outcome = MetricOutcome()
        (outcome.new, outcome.changed, outcome.unchanged, outcome.wasKnown) = (new, changed, unchanged, wasKnown)
        return outcome
    }

    @Test(arguments: bothEngines)
    func `the same batch again, and the same points in another one, change nothing`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            let exposition = PrometheusTests.exposition
            #expect(try take(exposition, into: db) == outcome(new: 12))
            let before = try storedPoints(db)
            #expect(try take(exposition, into: db) == outcome(unchanged: 12, wasKnown: true))
            #expect(try take(exposition + "\n", into: db) { $0.unit = "x" } == outcome(unchanged: 12))
            #expect(try storedPoints(db) == before)
        }
    }

    @Test(arguments: bothEngines)
    func `late points come in, corrected ones replace, and the order of arrival does not matter`(engine: Engine) throws {
        let minutes = (0..<30).map { "a 1\($0) \((now.epochSeconds - Int64($0) * 60) * 1000)" }
        var states: [[String]] = []
        for order in [minutes, minutes.reversed(), minutes.shuffled() + [minutes[3]]] {
            try withFleetStore(engine) { db throws in
                for part in [order[..<10], order[10...]] { _ = try take(part.joined(separator: "\n"), into: db) }
                states.append(try storedPoints(db))
                let corrected = try take("a 99 \(now.epochSeconds * 1000)\na 11 \((now.epochSeconds - 60) * 1000)", into: db)
                #expect(corrected == outcome(changed: 1, unchanged: 1))
                let span = try db.rows("select newest_epoch - oldest_epoch from metric_series")
                #expect(span == [[.integer(29 * 60)]])
            }
        }
        #expect(states[0] == states[1])
        #expect(states[0] == states[2])
    }

    @Test(arguments: bothEngines)
    func `of two values for a point in one batch the last one counts`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            #expect(try take("a 1\na 2\nb 3\nb 3\n", into: db) == outcome(new: 2, changed: 1, unchanged: 1))
            #expect(try db.rows("select value from metric_sample order by value") == [[.real(2)], [.real(3)]])
        }
    }

    @Test(arguments: bothEngines)
    func `a file and a stream of the same points give the same rows`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            #expect(try take(CloudWatchTests.stream, into: db) == outcome(new: 3))
            let before = try storedPoints(db)
            #expect(try take(CloudWatchTests.statistics, into: db, CloudWatchTests.describe) == outcome(unchanged: 3))
            #expect(try take(CloudWatchTests.results, into: db, CloudWatchTests.describe) == outcome(unchanged: 3))
            #expect(try storedPoints(db) == before)
            let dimensions = try db.rows("select name, value from metric_dimension")
            #expect(dimensions == [[.text("Provider"), .text("FCM")]])
        }
    }

    @Test func `both engines hold the same`() throws {
        let states = try bothEngines.map { engine in
            try withFleetStore(engine) { db throws in
                _ = try take(PrometheusTests.exposition, into: db)
                _ = try take(CloudWatchTests.stream, into: db)
                return try storedPoints(db)
            }
        }
        #expect(states[0].count == 12 + 12)
        #expect(states[0] == states[1])
    }

    @Test(arguments: bothEngines)
    func `loaders at the same time count each point once`(engine: Engine) throws {
        let store = try TestStore(engine)
        _ = try store.open(fleetSchema(engine))
        let outcomes = try inThreads(4) { thread in
            let database = try store.open(fleetSchema(engine), mode: .readWrite)
            let lines = (0..<500).map { "a{n=\"\($0 % 20)\"} \($0) \((now.epochSeconds - Int64($0)) * 1000)" }
            return try self.take("# \(thread)\n" + lines.shuffled().joined(separator: "\n"), into: database)
        }
        #expect(outcomes.map(\.new).reduce(0, +) == 500)
        #expect(outcomes.map(\.unchanged).reduce(0, +) == 1500)
    }
}
