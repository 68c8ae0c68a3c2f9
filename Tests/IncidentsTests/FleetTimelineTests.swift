import Database
import FleetCore
import Health
import Operations
import QueryCatalog
import TestSupport
import Testing

@testable import Incidents

private let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")

/// 2026-09-15T00:00:00Z.
private let midnight: Int64 = 1_789_430_400

private func at(_ hour: Int64, _ minute: Int64 = 0) -> Instant {
    Instant(epochSeconds: midnight + hour * 3600 + minute * 60)
}

/// Records that were parked, of which any is a watch and over 25 in 15 minutes a page, by steps of five minutes.
private func park(_ records: [(at: Instant, count: Double)], until end: Instant, in db: any Database) throws {
    try db.execute(
        """
        insert into metric_series values
            (1, 'Chat/Streams', 'DeadLetters', '{"Stream": "fan-out"}', 'Stream', null, 0, 1790000000),
            (2, 'AWS/DynamoDB', 'ConsumedWriteCapacityUnits', '{"TableName": "m"}', 'TableName', null, 0, 1790000000)
        """)
    try insertMetricDimensions(db)
    func insert(_ series: Int, _ at: Int64, _ value: Double) throws {
        try db.execute(
            "insert into metric_sample values (\(series), 'Sum', 60, :at, :value, null)",
            ["at": .integer(at), "value": .real(value)])
    }
    for record in records { try insert(1, record.at.epochSeconds, record.count) }
    // What says that silence is zero.
    for step in stride(from: midnight, to: end.epochSeconds, by: 300) { try insert(2, step, 5) }
}

@Suite struct FleetTimelineTests {
    // MARK: When the signals are looked at

    private func hours(_ moments: [Instant]) -> [Double] { moments.map { Double($0.epochSeconds - midnight) / 3600 } }

    @Test func `where nothing was done the window is looked at in eight parts`() {
        let moments = FleetTimeline.moments(from: at(0), to: at(7 * 24), done: [])
        #expect(hours(moments) == [168, 147, 126, 105, 84, 63, 42, 21])
    }

    @Test func `nobody looks more closely than clients report`() {
        #expect(hours(FleetTimeline.moments(from: at(0), to: at(1), done: [])) == [1])
        #expect(hours(FleetTimeline.moments(from: at(0), to: at(3), done: [])) == [3, 2.25, 1.5, 0.75])
    }

    @Test func `the last moments at which something was done are looked at, and the long times between`() {
        // Of two within ten minutes the later.
        let done = [at(3, 55), at(4), at(20)]
        // The 16 hours from 4 to 20 are cut in four; of what is then as long the newest first.
        let moments = FleetTimeline.moments(from: at(0), to: at(24), done: done)
        #expect(hours(moments) == [24, 22, 20, 18, 16, 14, 12, 10, 8, 4])
        // Twenty in a row at the end: seven of them, and the days before are not left out.
        let busy = (0..<20).map { at(150 + Int64($0 / 2), Int64($0 % 2) * 30) }
        let found = FleetTimeline.moments(from: at(0), to: at(168), done: busy)
        #expect(found.count == 15 && found == found.sorted(by: >))
        #expect(found.filter(busy.contains) == Array(busy.reversed().prefix(7)))
        #expect(found.contains { $0 < at(48) })
    }

    // MARK: What is told

    @Test(arguments: bothEngines)
    func `what was bad for an evening days ago is told without an end, and how closely it was looked`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            // From 06:00 to noon; nothing else was done.
            try park((0..<72).map { (at(6, $0 * 5), 2) }, until: at(48), in: db)
            let signals = Signals(database: db, catalog: catalog)
            let log = OperationsLog(database: db, catalog: catalog)
            func told(from: Instant, to end: Instant) throws -> (changes: [String], timeline: FleetTimeline) {
                let timeline = try FleetTimeline(log, signals, from: from, to: end, now: at(48))
                let changes = timeline.items.compactMap { item -> String? in
                    guard case .signal(let change) = item, change.state.signal.name == "dead_letters" else { return nil }
                    return "\(change.at) \(change.state.level.rawValue)"
                }
                return (changes, timeline)
            }
            // Looked at at 6, 12, 18 … 48.
            let all = try told(from: at(0), to: at(100))
            #expect(all.changes == ["2026-09-15T06:05:00Z watch"])
            #expect(all.timeline.looks == 8 && all.timeline.widestGapSeconds == 6 * 3600)
            #expect(
                all.timeline.closeness
                    == "seen at 8 moments, at most 6 h apart: what was bad only in between is not here")
            let short = try told(from: at(6), to: at(6, 40))
            #expect(short.changes == ["2026-09-15T06:05:00Z watch"])
            #expect(short.timeline.closeness == "seen at the end alone: what was bad only before it is not here")
        }
    }
}

@Suite struct SignalChangesTests {
    /// Five a minute for 20 minutes from 10:00 on, then one in five until 11:30; and one at 08:02.
    private static let records: [(at: Instant, count: Double)] =
        [(at(8, 2), 1)] + (0..<20).map { (at(10, $0), 5) } + (0..<14).map { (at(10, 20 + $0 * 5), 1) }

    private func changes(_ engine: Engine, from: Instant, to: Instant = at(12), at moments: [Instant]) throws -> [String] {
        try withFleetStore(engine) { db throws in
            try park(SignalChangesTests.records, until: at(12), in: db)
            return try SignalChanges(signals: Signals(database: db, catalog: catalog), from: from, to: to).all(at: moments)
                .filter { $0.state.signal.name == "dead_letters" }
                .map { "\($0.at.description.dropFirst(11).prefix(5)) \($0.state.level.rawValue) \(Int($0.state.value ?? -1))" }
        }
    }

    /// By 10:05 there are 25 in 15 minutes, by 10:10 there are 50.
    @Test(arguments: bothEngines)
    func `a page that is a watch by now is told as both`(engine: Engine) throws {
        #expect(try changes(engine, from: at(9), at: [at(11)]) == ["10:05 watch 25"])
        #expect(try changes(engine, from: at(9), at: [at(11), at(10, 20)]) == ["10:05 watch 25", "10:10 page 50"])
        #expect(try changes(engine, from: at(9), at: [at(10, 20)]) == ["10:05 watch 25", "10:10 page 50"])
        // Once more within the same run tells nothing new.
        #expect(
            try changes(engine, from: at(9), at: [at(11), at(10, 45), at(10, 20), at(10, 15)])
                == ["10:05 watch 25", "10:10 page 50"])
    }

    @Test(arguments: bothEngines)
    func `what was well at each moment is not told, nor what began before`(engine: Engine) throws {
        #expect(try changes(engine, from: at(7), at: [at(12), at(9), at(7)]) == [])
        #expect(try changes(engine, from: at(10, 30), at: [at(11)]) == [])
        #expect(try changes(engine, from: at(7), to: at(10, 10), at: [at(10, 20)]) == ["10:05 watch 25"])
        // Two runs, each with its own beginning.
        #expect(try changes(engine, from: at(7), at: [at(11), at(8, 10)]) == ["08:05 watch 1", "10:05 watch 25"])
    }
}
