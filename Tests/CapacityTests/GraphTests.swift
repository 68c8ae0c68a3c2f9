import FleetCore
import Testing

@testable import Capacity

@Suite struct GraphTests {
    /// Gateways for D tasks of demand over some zones, as the designs place them.
    static func gateways(zones: Rational = 3) -> Design {
        Design("test-r1", "", dailyUsers: "") { d in
            d.section("1")
            let demand = d.assume("demand", 1, .task)
            let zones = d.assume("zones", zones, .zone)
            let headroom = d.assume("headroom", 1.1, .ratio)
            let perZone = d.derive("per_zone", .task / .zone, ceil(headroom * demand / (zones - 1.of(.zone))))
            d.derive("total", .task, zones * perZone)
        }
    }

    @Test func `the zone rule is brute force's, for every demand to 10,000`() throws {
        let graph = try Graph(GraphTests.gateways())
        for demand in 1...10_000 {
            let values = try Evaluation(graph, inputs: ["demand": Rational(demand)])
            // The least number a zone so that two zones hold 11/10 of the demand: 20 n ≥ 11 D.
            var n = 11 * demand / 20
            while 20 * n < 11 * demand { n += 1 }
            #expect(values.value("per_zone") == Rational(n))
            #expect(values.value("total") == Rational(3 * n))
        }
    }

    @Test func `one zone is an error that says where`() throws {
        let graph = try Graph(GraphTests.gateways())
        let error = ToolError(.badInput, "per_zone divides by zones - 1 zones, which is 0", next: "change what it depends on")
        #expect(throws: error) {
            try Evaluation(graph, inputs: ["zones": 1])
        }
    }

    @Test func `a unit error is found when the design is built, and names the node`() {
        let wrong = Design("test-r1", "", dailyUsers: "") { d in
            let a = d.assume("a", 1, .message)
            let b = d.assume("b", 1, .envelope)
            d.derive("sum", .message, a + b)
            d.derive("named", .push, a)
            d.derive("a", .message, a)
            d.derive("taken", .message, Design.chatRound1["chat.r9.none"] * a)
        }
        #expect(
            wrong.faults == [
                "sum: messages + envelopes have no sum", "named: its formula gives messages, not pushes", "a: declared twice",
                "taken: chat-r1 has no node chat.r9.none",
            ])
        #expect(throws: ToolError.self) { try Graph(wrong) }
    }

    /// GB a month at a price of seven steps.
    private func egress(_ gigabytes: Rational, free: Rational = 0) throws -> Rational? {
        let design = Design("test-r1", "", dailyUsers: "") { d in
            let quantity = d.assume("gb", gigabytes, .billedGB / .month)
            d.cost("cost", "egress", .tiered("cloudfront.data_us_eu", quantity))
        }
        return try Evaluation(Graph(design), inputs: ["aws.free_tier": free]).value("cost")
    }

    @Test(
        arguments: [
            (0, 0), (9_999, 849.915), (10_000, 850), (10_001, 850.08), (49_999, 4049.92), (50_000, 4050), (50_001, 4050.06),
            (149_999, 10_049.94), (150_000, 10_050), (150_001, 10_050.04), (499_999, 24_049.96), (500_000, 24_050),
            (500_001, 24_050.03), (1_023_999, 39_769.97), (1_024_000, 39_770), (1_024_001, 39_770.025), (5_119_999, 142_169.975),
            (5_120_000, 142_170), (5_120_001, 142_170.02),
        ] as [(Rational, Rational)])
    func `a tier's price holds above its threshold alone`(gigabytes: Rational, usd: Rational) throws {
        #expect(try egress(gigabytes) == usd)
    }

    @Test func `a free tier lies under the first threshold of the others`() throws {
        #expect(try egress(1_000, free: 1) == 0)
        #expect(try egress(1_001, free: 1) == 0.085)
        #expect(try egress(10_001, free: 1) == 765.08)
        #expect(try egress(0, free: 1) == 0)
    }

    @Test func `a missing price is unpriced, and so is what it is part of`() throws {
        let design = Design("test-r1", "", dailyUsers: "") { d in
            let n = d.assume("n", 5, .request / .month)
            d.cost("cost", "requests", n * .price("s3.put_1k"))
            d.derive("twice", .request / .month, 2 * n)
        }
        let unpriced: [String: Rational?] = ["price.s3.put_1k": nil]
        let values = try Evaluation(Graph(design), inputs: unpriced)
        #expect(values.value("cost") == nil)
        #expect(values.value("twice") == 10)
    }

    @Test func `a record is billed in steps`() throws {
        let design = Design("test-r1", "", dailyUsers: "") { d in
            let size = d.assume("size", 2000, .byte)
            d.derive("billed", .byte, size.roundedUp(to: Quantity(5, .kB)))
        }
        let graph = try Graph(design)
        #expect(graph.node("billed")?.kind == .rounded)
        for (size, billed) in [(0, 0), (1, 5000), (5000, 5000), (5001, 10_000)] as [(Rational, Rational)] {
            #expect(try Evaluation(graph, inputs: ["size": size]).value("billed") == billed)
        }
    }

    @Test func `no legal input overflows`() throws {
        let graph = try Graph(.chatRound1)
        let huge = Rational.powerOfTen(60) + 1
        let values = try Evaluation(graph, inputs: ["chat.r1.dau": huge])
        #expect(values.value("chat.r1.msgs.peak_per_s") == huge * 20 * 3.5 * (Rational(1) / 86_400 ?? 0))
    }

    @Test func `round 1 comes out as its document has it`() throws {
        let values = try Evaluation(Graph(.chatRound1))
        #expect(values.number("chat.r1.msgs.per_day") == 20_000_000)
        #expect(values.number("chat.r1.msgs.peak_per_s")?.decimalText(significantDigits: 5) == "810.19")
        #expect(values.number("chat.r1.sockets.peak") == 100_000)
    }

    @Test func `changing an input computes again what depends on it, and nothing else`() throws {
        let graph = try Graph(.chatRound1)
        let before = try Evaluation(graph)
        let position = try #require(graph.position(of: "chat.r1.peak_factor"))
        let after = try before.changing([position: 7])
        let moved = graph.nodes.indices.filter { before.values[$0] != after.values[$0] }.map { graph.nodes[$0].id }
        #expect(moved == ["chat.r1.peak_factor", "chat.r1.msgs.peak_per_s"])
        #expect(after.values == (try Evaluation(graph, inputs: ["chat.r1.peak_factor": 7])).values)
    }
}
