import Database
import FleetCore
import TestSupport
import Testing

@Suite struct VersionsRetireCommandTests {
    /// Thirty days of 400 installs of 8.14.0, and `old` of 8.9.10 with messages in the outbox; requests by version on as many
    /// of the days.
    private func store(
        _ engine: Engine = .sqlite, old: Int, middle: Int = 0, new: Int = 400, requestDays: Int = 30, oldRequests: Double = 2,
        newRequests: Double = 1000
    )
        throws -> TestStore
    {
        var days: [ReportedDay] = []
        let first = Day("2026-08-24")!
        for number in 0..<30 {
            let day = first.advanced(by: number).description
            days += (0..<new).map { ReportedDay(day, "n\($0)", "8.14.0", "android", ["sessions": 1]) }
            days += (0..<old).map {
                ReportedDay(
                    day, "o\($0)", "8.9.10", "android", ["sessions": 1, "queue_age_max_s": 90 * 60, "queue_depth_max": 1])
            }
            days += (0..<middle).map { ReportedDay(day, "m\($0)", "8.13.2", "android", ["sessions": 1, "queue_age_max_s": 0]) }
        }
        let store = try TestStore(engine)
        let db = try store.open(fleetSchema(engine))
        try FleetTables(days).insert(into: db)
        for (id, version, requests) in [(1, "8.9.10", oldRequests), (2, "8.14.0", newRequests)] as [(Int64, String, Double)] {
            try db.execute(
                "insert into metric_series values (:id, 'Chat/Sync', 'Requests', :dimensions, 'AppVersion', 'Count', 0, 9)",
                ["id": .integer(id), "dimensions": .text("{\"AppVersion\":\"\(version)\"}")])
            for number in 0..<requestDays {
                try db.execute(
                    "insert into metric_sample values (:id, 'Sum', 60, :at, :value, null)",
                    [
                        "id": .integer(id), "at": .integer(first.advanced(by: number).start.epochSeconds),
                        "value": .real(requests),
                    ])
            }
        }
        try insertMetricDimensions(db)
        return store
    }

    @Test(arguments: bothEngines) func `each version as the new minimum, and what it locks out together`(engine: Engine) throws {
        let found = Transcript("versions retire", store: try store(engine, old: 1, middle: 2), width: 200)
        #expect(found.errors == "")
        #expect(found.code == .success)
        let rows = found.output.split(separator: "\n").filter { $0.hasPrefix("8.") }.map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(
            rows == [
                "8.13.2 1 1 0.25 % 0.25 % 30 0.20 % 1 h 30 min 1 d 2026-09-23T12:00:00Z 1 ✓ may be raised",
                "8.14.0 2 3 0.74 % 0.74 % 30 0.20 % 1 h 30 min 1 d 2026-09-23T12:00:00Z 1 ✗ 0.74 % of installs on 2026-09-22",
            ], "\(found.output)")
        #expect(
            found.output.contains(
                "Furthest: \"client_policy\":{\"min_supported\":\"8.13.2\",\"flush_only_until\":\"2026-09-23T12:00:00Z\"}"))
    }

    @Test func `one version is an answer by its status`() throws {
        let few = try store(old: 1)
        #expect(Transcript("versions retire 8.14.0", store: few).code == .success)
        let many = try store(old: 3)
        #expect(Transcript("versions retire 8.14.0", store: many).code == .badAnswer)
        #expect(Transcript("versions retire 8.14.0 --security", store: many).code == .success)
        #expect(Transcript("versions retire next", store: few).code == .usage)
    }

    @Test func `requests that are not known are not 0, and requests that are many count`() throws {
        let none = Transcript("versions retire 8.14.0 --format json", store: try store(old: 1, requestDays: 0))
        #expect(none.code == .unknown)
        #expect(none.output.contains("\"greatest_request_share\":null,\"known_request_days\":0,"), "\(none.output)")
        #expect(none.output.contains("\"verdict_reason\":\"requests not measured\""))
        let some = Transcript("versions retire 8.14.0 --format json", store: try store(old: 1, requestDays: 12))
        #expect(some.output.contains("\"verdict_reason\":\"requests known of 12 of 30 days\""))
        let many = Transcript("versions retire 8.14.0 --format json", store: try store(old: 1, oldRequests: 20))
        #expect(many.code == .badAnswer)
        #expect(many.output.contains("\"verdict_reason\":\"1.96 % of requests on 2026-09-22\""), "\(many.output)")
    }

    @Test(arguments: bothEngines) func `a handful of installs, or of requests, shows no small share`(engine: Engine) throws {
        // One of 200 would be 0.5 %; 199 are too few to show that nobody is there.
        let few = try store(engine, old: 1, new: 198)
        for words in ["versions retire 8.14.0", "versions retire"] {
            let found = Transcript(words, store: few, width: 200)
            #expect(found.code == .unknown, "\(found.output)")
            #expect(found.output.contains("? 0 of 30 days known, 30 with under 200 installs"), "\(found.output)")
            #expect(!found.output.contains("may be raised"))
        }
        let pair = try store(engine, old: 2, new: 2)
        #expect(Transcript("versions retire 8.14.0", store: pair).code == .badAnswer)
        let enough = try store(engine, old: 0, middle: 1, new: 300)
        #expect(Transcript("versions retire 8.14.0", store: enough).code == .success)
        let asked = try store(engine, old: 1, oldRequests: 0, newRequests: 150)
        let requests = Transcript("versions retire 8.14.0", store: asked, width: 200)
        #expect(requests.code == .unknown)
        #expect(
            requests.output.contains("? requests known of 0 of 30 days, 30 with under 200 requests"), "\(requests.output)")
    }

    @Test func `an empty store knows nobody`() throws {
        let store = try TestStore(.sqlite)
        _ = try store.open(fleetSchema(.sqlite))
        let empty = Transcript("versions retire", store: store)
        #expect(empty.code == .unknown)
        #expect(empty.errors.hasPrefix("chatfleet: the store holds no reports, so nobody is known to be locked out\n"))
    }
}
