import FleetCore
import Testing

@testable import Capacity

/// What planners ask beyond the stated figures; each expected number worked out by hand from the designs' assumptions.
@Suite struct PlannerFigureTests {
    private func number(_ id: String, _ design: Design, _ inputs: [String: Rational?] = [:]) throws -> Double? {
        try Evaluation(Graph(design), inputs: inputs).number(id)?.double
    }

    private func expect(
        _ expected: [String: Double], of design: Design, _ inputs: [String: Rational?] = [:],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let values = try Evaluation(Graph(design), inputs: inputs)
        for (id, value) in expected {
            let computed = try #require(values.number(id)?.double, "\(id)", sourceLocation: location)
            #expect(abs(computed - value) <= 1e-5 * abs(value), "\(id) is \(computed)", sourceLocation: location)
        }
    }

    @Test func `DynamoDB comes in three lines, and which is least follows from mean over peak`() throws {
        try expect(
            [
                // 1.7 G · 15.66 units · 30.4 d · $0.625 a million
                "chat.r3.cost.writes_on_demand": 505_818,
                // 1,078,437.5 / 0.7 · $0.00065 · 730 h
                "chat.r3.cost.writes_fixed": 731_026.5625,
                "chat.r3.cost.writes_following": 208_864.7321,
                "chat.r3.cost.writes_mean_of_fixed": 0.2,
                "chat.r3.cost.writes_fixed_break_even": 0.2890473,
            ], of: .chatRound3)
        // At a peak of twice the mean, 0.35 of what is provisioned is used: fixed is the cheaper one.
        let flat = try Evaluation(Graph(.chatRound3), inputs: ["chat.r3.peak_factor": 2])
        let (fixed, onDemand) = (flat.value("chat.r3.cost.writes_fixed"), flat.value("chat.r3.cost.writes_on_demand"))
        #expect(try #require(fixed) < #require(onDemand))
    }

    @Test func `reads pass both defaults at the peak, and far more so when a zone is lost`() throws {
        try expect(
            [
                // 2.1 G / 86,400 · 3.5, and 66,000 · 0.8 more
                "chat.r2.reads.peak_per_s": 85_069.4444, "chat.r2.azloss.read_units_per_s": 137_869.4444,
                "chat.r2.dynamodb.table_rcu_use": 2.126736, "chat.r2.dynamodb.account_rcu_use": 1.063368,
                "chat.r2.azloss.account_rcu_use": 1.723368,
            ], of: .chatRound2)
    }

    @Test func `fleets and shards, before and after a zone is lost`() throws {
        try expect(
            [
                "chat.r2.gateways.tasks": 330, "chat.r2.gateways.sockets_use": 0.6060606, "chat.r2.azloss.sockets_use": 0.9090909,
                // (316,192 + 2 · 66,000) / 5
                "chat.r2.azloss.cache_ops_per_shard": 89_638.4259, "chat.r2.azloss.cache_shard_use": 1.12048,
            ], of: .chatRound2)
        try expect(
            [
                "chat.r3.azloss.admit_per_s": 264_000, "chat.r3.azloss.drain_s": 50.505051,
                "chat.r3.azloss.sockets_use": 0.9090909,
            ], of: .chatRound3)
        // 55,556 · 1.028 / 250 = 228.4 tasks, so 126 a zone; round 1's two demands one a zone
        try expect(["feed.r3.gateways.per_az": 126, "feed.r3.gateways.tasks": 378], of: .feedRound3)
        // 34,722 / 250 / 2 · 1.1 = 76.4 a zone
        try expect(["feed.r2.api.tasks": 231, "feed.r2.azloss.task_use": 0.9018759], of: .feedRound2)
        try expect(["feed.r1.api.tasks": 3, "feed.r1.azloss.task_use": 0.694444], of: .feedRound1)
    }

    @Test func `the zone rule is the least that holds everything with a zone lost, for every demand from 1 to 10,000`() throws {
        let design = Design("test-r1", "a fleet", dailyUsers: "") { d in
            let demand = d.assume("test.demand", 1, .task)
            let zones = d.assume("test.zones", 3, .zone)
            d.fleet("test", demand: demand, zones: zones, headroom: 1.1)
        }
        let graph = try Graph(design)
        let demand = try #require(graph.position(of: "test.demand"))
        let zones = try #require(graph.position(of: "test.zones"))
        for count in [2, 3, 4] {
            var values = try Evaluation(graph, inputs: ["test.zones": Rational(count)])
            #expect(zones != demand)
            var perZone = 0
            for tasks in 1...10_000 {
                values = try values.changing([demand: Rational(tasks)])
                // In whole numbers: 10 · (zones − 1) · n ≥ 11 · D
                while 10 * (count - 1) * perZone < 11 * tasks { perZone += 1 }
                #expect(values.value("test.per_az") == Rational(perZone))
                #expect(values.value("test.tasks") == Rational(count * perZone))
            }
        }
    }

    @Test func `one zone can't be lost: an error that names what divides`() {
        #expect {
            try Evaluation(Graph(.chatRound2), inputs: ["chat.r2.az.count": 1])
        } throws: { error in
            (error as? ToolError)?.exitCode == .badInput
        }
    }

    @Test func `key directory, backups and the burst of five devices that join`() throws {
        try expect(
            [
                // 660 M / 86,400 · 3.5; the account has both tables
                "chat.r3.keydir.writes_peak_per_s": 26_736.1111, "chat.r3.dynamodb.account_writes_peak_per_s": 1_105_173.6111,
                // 100 M · 0.6 · 15 MB, above 2.55 PB of media: the last step, $0.021
                "chat.r3.backup.stored_bytes": 900, "chat.r3.cost.backups": 18_900,
                // 255 · 2.2 devices, each asks five others; 50 keys in store
                "chat.r3.group.join_fetches": 2805, "chat.r3.group.join_key_use": 11.22,
                "chat.r3.group.join_write_units_per_s": 336.6,
                // 308,125 / 0.7 / 4 units: $0.4745 less $0.21844 each
                "chat.r3.lever.reserved_writes": 28_178.03125,
            ], of: .chatRound3)
    }

    @Test func `a chat fleet reports a device, not a user`() throws {
        try expect(
            [
                "chat.r3.telemetry.reports_per_day": 220_000_000, "chat.r3.telemetry.records_peak_per_s": 8_912.037,
                "chat.r3.firehose.bytes_use": 3.399672, "chat.r3.cost.telemetry": 0,
            ], of: .chatRound3)
        // 220 M · 5 KB · 30.4 d · $0.029
        try expect(["chat.r3.cost.telemetry": 969.76], of: .chatRound3, ["chat.r3.cost.telemetry.included": 1])
    }

    @Test func `what is priced and not billed stays out until it is asked for`() throws {
        for design in Design.all {
            let values = try Evaluation(Graph(design))
            for line in design.costs where line.isOptional {
                #expect(values.value(line.node.id)?.isZero == true, "\(line.node.id)")
                let asked = try Evaluation(Graph(design), inputs: ["\(line.node.id).included": 1])
                #expect(asked.value(line.node.id).map { $0 > 0 } == true, "\(line.node.id)")
            }
        }
        let titles = Design.chatRound2.costs.filter(\.isOptional).map(\.node.id)
        #expect(titles.count == 6)
    }

    @Test func `items and what is not itemised make the quoted total`() throws {
        for (design, prefix, quoted) in [
            (Design.chatRound2, "chat.r2", 168_300.0), (.chatRound3, "chat.r3", 790_000), (.feedRound1, "feed.r1", 10_300),
            (.feedRound2, "feed.r2", 207_000),
        ] {
            let values = try Evaluation(Graph(design))
            let items = try #require(values.number("\(prefix).cost.itemised")?.double)
            let rest = try #require(values.number("\(prefix).cost.not_itemised")?.double)
            #expect(abs(items + rest - quoted) < 1e-6)
            #expect(rest > 0 && rest < 0.4 * quoted, "\(prefix): \(rest)")
            let billed = design.costs.compactMap { values.number($0.node.id)?.double }.reduce(0, +)
            #expect(abs(billed - items) < 1e-6)
        }
        // Round 1 of the feed: images for $8,042, and 14.592 TB of pages for $1,290.32
        try expect(["feed.r1.cost.itemised": 9332.32], of: .feedRound1)
    }

    @Test func `two designs pass the push quota each, and break it together`() throws {
        let chat = try #require(try number("chat.r2.push.fcm_peak_per_min", .chatRound2))
        let feed = try #require(try number("feed.r2.push.fcm_peak_per_min", .feedRound2))
        #expect(chat == 437_500)
        #expect(feed == 312_500)
        #expect(chat < 600_000 && feed < 600_000 && chat + feed > 600_000)
    }

    @Test func `requests of European viewers cost what they cost in Europe`() throws {
        // 50 M · 1.9 · 30.4 requests, half at $1.20 a million
        let mixed = try number("chat.r2.cost.media_requests", .chatRound2, ["chat.r2.media.europe_share": 0.5])
        #expect(mixed.map { abs($0 - 3176.8) < 1e-6 } == true)
    }

    @Test func `a lost log is 4.8 TB of heads`() throws {
        try expect(["feed.r3.rebuild.bytes": 4.8, "feed.r3.rebuild.heads_per_s": 94_500], of: .feedRound3)
    }
}
