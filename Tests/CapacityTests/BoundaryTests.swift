import FleetCore
import Testing

@testable import Capacity

/// Where a step, a zone or a month ends.
@Suite struct BoundaryTests {
    /// A design of one quantity and what it costs.
    private func cost(_ price: String, _ per: Unit, _ amounts: [Rational], free: Rational = 0) throws -> [Rational] {
        let design = Design("test-r1", "a price", dailyUsers: "") { d in
            let amount = d.assume("test.amount", 0, per / .month)
            d.derive("test.cost", .usd / .month, .tiered(price, amount))
        }
        let graph = try Graph(design)
        let position = try #require(graph.position(of: "test.amount"))
        var values = try Evaluation(graph, inputs: ["aws.free_tier": free])
        return try amounts.map { amount in
            values = try values.changing([position: amount * per.scale])
            return try #require(values.value("test.cost"))
        }
    }

    /// Prices with steps, what they count, and what the steps' ends cost in USD, added up by hand.
    private static let ladders: [(price: String, per: Unit, ends: [(Rational, Rational)])] = [
        ("s3.storage", .billedGB * .month, [(50_000, 1150), (500_000, 11_050)]),
        (
            "cloudfront.data_us_eu", .billedGB,
            [
                (10_000, 850), (50_000, 4050), (150_000, 10_050), (500_000, 24_050), (1_024_000, 39_770), (5_120_000, 142_170),
            ]
        ),
        ("ec2.data_out", .billedGB, [(10_000, 900), (50_000, 4300), (150_000, 11_300)]),
        ("firehose.directput_gb", .billedGB, [(500_000, 14_500), (2_000_000, 52_000)]),
        ("cloudwatch.metric_month", .metric * .month, [(10_000, 3000), (250_000, 27_000), (1_000_000, 64_500)]),
    ]

    @Test(arguments: ladders.indices) func `each step's end, one less and one more cost what their steps say`(index: Int) throws {
        let (price, per, ends) = BoundaryTests.ladders[index]
        let entry = try #require(PriceBook.list[price])
        #expect(entry.per.dimension == per.dimension)
        #expect(entry.steps.dropFirst().map(\.from) == ends.map(\.0))
        for (step, (end, usd)) in ends.enumerated() {
            let costs = try cost(price, per, [end - 1, end, end + 1])
            #expect(costs[1] == usd, "\(price) at \(end)")
            #expect(costs[1] - costs[0] == entry.steps[step].usd)
            #expect(costs[2] - costs[1] == entry.steps[step + 1].usd)
        }
        #expect(try cost(price, per, [0]) == [0])
    }

    @Test func `a free tier ends where it says, below the first step and no further`() throws {
        // 1,000 GB free, then $0.085 up to 10,000 and $0.08
        let costs = try cost("cloudfront.data_us_eu", .billedGB, [999, 1000, 1001, 10_000, 10_001], free: 1)
        #expect(costs == [0, 0, 0.085, 765, 765.08])
    }

    @Test(arguments: [(672, 2349.312), (720, 2517.12), (730, 2552.08), (744, 2601.024)])
    func `months have the hours they have`(hours: Int, usd: Double) throws {
        // Ten cache nodes at $0.3496 an hour
        let values = try Evaluation(Graph(.chatRound2), inputs: ["chat.calc.hours_per_month": Rational(hours)])
        #expect(values.value("chat.r2.cost.cache") == Rational(floatLiteral: usd))
        // On demand is paid by the write and does not know hours.
        #expect(
            values.value("chat.r2.cost.writes_on_demand")
                == (try Evaluation(Graph(.chatRound2)).value("chat.r2.cost.writes_on_demand")))
    }

    @Test func `nothing needs nothing`() throws {
        let values = try Evaluation(
            Graph(.chatRound3),
            inputs: ["chat.r3.backup.user_share": 0])
        #expect(values.value("chat.r3.backup.stored_bytes") == 0)
        #expect(values.value("chat.r3.cost.backups") == 0)
        // A share of nothing is no number, and says which figure has none.
        #expect {
            try Evaluation(Graph(.chatRound3), inputs: ["chat.r3.keydir.new_contacts_per_user_day": 0])
        } throws: { error in
            (error as? ToolError)?.what.contains("chat.r3.keydir.writes_peak_per_s, which is 0") == true
        }
        let empty = Design("test-r1", "a fleet", dailyUsers: "") { d in
            d.fleet("test", demand: d.assume("test.demand", 0, .task), zones: d.assume("test.zones", 3, .zone), headroom: 1.1)
        }
        #expect(try Evaluation(Graph(empty)).value("test.tasks") == 0)
    }

    @Test func `a demand that is exactly whole needs no task more`() throws {
        // 20 M sockets in a zone less are 400 tasks, a tenth more 440: not 441.
        let values = try Evaluation(Graph(.chatRound3))
        #expect(values.value("chat.r3.gateways.per_az") == 440)
        // One socket more is one task a zone more.
        let more = try Evaluation(Graph(.chatRound3), inputs: ["chat.r3.sockets.peak": 40_000_001])
        #expect(more.value("chat.r3.gateways.per_az") == 441)
    }

    @Test func `rounded figures round halves up, at the half and just below`() throws {
        // Pushes of round 2, to two digits: 295 M is 300 M, a push less is 290 M
        func planned(_ messages: Rational) throws -> Rational? {
            let inputs: [String: Rational?] = [
                "chat.r2.msgs.per_day": messages, "chat.r2.recipients_per_msg": 1, "chat.r2.push.not_foreground": 1,
                "chat.r2.push.coalesce_keep": 1,
            ]
            return try Evaluation(Graph(.chatRound2), inputs: inputs).value("chat.r2.push.per_day_planning")
        }
        #expect(try planned(295_000_000) == 300_000_000)
        #expect(try planned(294_999_999) == 290_000_000)
        // A record of 5,000 B is one step, of 5,001 B two.
        func firehose(_ bytes: Rational) throws -> Rational? {
            try Evaluation(Graph(.feedRound3), inputs: ["feed.r3.telemetry.health_bytes": bytes]).value("feed.r3.firehose.cost")
        }
        #expect(try firehose(5000) == 352.64)
        #expect(try firehose(5001) == 705.28)
    }
}
