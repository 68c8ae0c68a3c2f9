import FleetCore
import Testing

@testable import Capacity

@Suite struct PlanTests {
    @Test func `the sample comes out as by hand`() throws {
        let plan = try Plan.sample()
        #expect(Design.sample.faults == [])
        func number(_ id: String) throws -> Rational? { plan.number(try plan.node(id)) }
        #expect(try number("test.per_day") == 20_000_000)
        // 1.1 · 810.185… / 200 / 2 = 2.228 a zone.
        #expect(try number("test.tasks_per_zone") == 3)
        #expect(try number("test.tasks") == 9)
        #expect(try number("test.nodes") == 5)
        // 20 M · 1.1 kB · 30.4 d = 668.8 GB.
        #expect(try number("test.egress") == 668.8)
        #expect(try number("test.cost.egress") == 60.192)
        #expect(try number("test.cost.nodes") == 5 * 0.3496 * 730)
        let total: Rational = 60.192 + 5 * 0.3496 * 730 + 9 * 107.77
        let tasks: Rational = 9 * 107.77
        #expect(plan.total == total)
        #expect(try number("test.r1.bill.per_daily_user")?.decimalText(significantDigits: 5) == "0.23062")
        #expect(plan.shareOnCalibrated == tasks / total)
        #expect(plan.shareOnWeakPrices == 0)
    }

    @Test func `a line that is off comes on when asked for`() throws {
        let plan = try Plan.sample(["test.cost.cross_zone.included": 1])
        #expect(plan.value(try plan.node("test.cost.cross_zone")) == 6.688)
        #expect(plan.total - (try Plan.sample()).total == 6.688)
    }

    @Test func `a missing price leaves the total open`() throws {
        let plan = try Plan(.sample, ["price.elasticache.valkey.r7g_xlarge.hour": Setting(.unpriced, .commandLine)])
        #expect(plan.unpriced.map(\.title) == ["cache nodes"])
        #expect(plan.value(try plan.node("test.r1.bill.total")) == nil)
        let rest: Rational = 60.192 + 9 * 107.77
        #expect(plan.total == rest)
    }

    @Test(
        arguments: [
            (0, .ok), (0.5999, .ok), (0.6, .watch), (0.7999, .watch), (0.8, .act), (0.9999, .act), (1, .breach), (2, .breach),
        ] as [(Rational, Level)])
    func `a quota is watched from 60, acted on from 80, breached at 100 percent`(share: Rational, level: Level) {
        #expect(Level(share, hasAlarms: true) == level)
        #expect(Level(share, hasAlarms: false) == (share > 1 ? .breach : .ok))
        #expect(Level(nil, hasAlarms: true) == .unknown)
    }

    @Test(arguments: [(672, 5 * 0.3496 * 672), (720, 5 * 0.3496 * 720), (744, 5 * 0.3496 * 744)] as [(Rational, Rational)])
    func `a month has the hours that it is given`(hours: Rational, usd: Rational) throws {
        let plan = try Plan.sample(["chat.calc.hours_per_month": hours])
        #expect(plan.value(try plan.node("test.cost.nodes")) == usd)
    }

    @Test func `the choice says what bound, and rounding what it lost`() throws {
        let explanation = Explanation(try .sample(), of: try Plan.sample().node("test.nodes"))
        #expect(explanation.steps[0].remark == "load binds; next is least, 3 nodes")
        let tasks = try #require(explanation.steps.first { $0.node.id == "test.tasks_per_zone" })
        #expect(tasks.remark == "rounded from 2.22800926 tasks/zone: +0.771990741 tasks/zone (35 %)")
    }

    // MARK: Solving

    @Test func `the largest input keeps under, and the next one does not`() throws {
        let plan = try Plan.sample()
        let headroom = try Headroom(plan, varying: plan.node("test.users"), level: 0.8)
        let row = try #require(headroom.rows.first)
        let greatest = try #require(row.bound)
        func share(_ users: Rational) throws -> Rational? { try Plan.sample(["test.users": users]).limits.first?.share }
        #expect(greatest.isWhole)
        #expect(try #require(try share(greatest)) < 0.8)
        #expect(try #require(try share(greatest + 1)) >= 0.8)
        // 480,000 / 60 / 0.6 / 3.5 · 86,400 / 20: a whole number, at which it is exactly 80 %, and so not under.
        #expect(greatest == 16_457_142)
    }

    @Test func `what is over already is brought down`() throws {
        let plan = try Plan.sample(["test.users": 90_000_000])
        let row = try #require(try Headroom(plan, varying: plan.node("test.users"), level: 0.8).rows.first)
        #expect(row.bound == 16_457_142)
        #expect(try #require(row.factor) < 1)
    }

    @Test func `a limit that the input does not reach stays open`() throws {
        let plan = try Plan.sample()
        #expect(try Headroom(plan, varying: plan.node("test.bytes"), level: 0.8).rows.first?.bound == nil)
        #expect(throws: ToolError.self) { try Headroom(plan, varying: plan.node("test.per_s"), level: 0.8) }
        #expect(try #require(Headroom.months(to: 2, growth: 0.1)) - 7.2725 < 0.001)
        #expect(Headroom.months(to: 0.9, growth: 0.1) == nil)
    }

    @Test func `for another value each input alone has its own`() throws {
        let plan = try Plan.sample()
        let ways = OtherWays(plan, to: try plan.node("test.per_s"), 1000)
        let users = try #require(ways.rows.first { $0.input.id == "test.users" })
        #expect(abs(users.needed / 1_234_285.714 - 1) < 1e-6)
        #expect(Set(ways.rows.map(\.input.id)) == ["test.users", "test.per_user", "test.peak"])
    }

    // MARK: Sweeping

    @Test func `a sweep finds steps and levels between its points`() throws {
        let plan = try Plan.sample()
        let users = try plan.node("test.users")
        let sweep = try Sweep(plan, [Sweep.Axis(users, [10_000_000, 30_000_000])], watched: [plan.node("test.tasks_per_zone")])
        #expect(sweep.points.map { $0.plan.limits[0].level } == [.ok, .breach])
        let first = try #require(sweep.events.first { $0.node.id == "test.push_use" })
        // From 60 %: 12,342,857.14 users.
        #expect(first.at == 12_342_858)
        #expect(first.what == "ok → watch")
        let step = try #require(sweep.events.first { $0.node.id == "test.tasks_per_zone" })
        func tasks(_ value: Rational) throws -> Rational? {
            plan.graph.position(of: "test.tasks_per_zone").flatMap { _ in
                try? plan.setting(users, to: value).value(plan.node("test.tasks_per_zone"))
            }
        }
        #expect(try tasks(step.at) != (try tasks(step.at - 1)))
    }

    @Test func `sensitivity goes to the percentiles of one input at a time`() throws {
        let plan = try Plan.sample()
        let rows = try Sensitivity(plan, of: plan.node("test.push_per_min"), Uncertainty(plan, spread: 0.1)).rows
        #expect(Set(rows.map(\.input.id)) == ["test.users", "test.per_user", "test.peak", "test.android"])
        let users = try #require(rows.first { $0.input.id == "test.users" })
        #expect(abs(users.atHigh / users.atLow - 1.21) < 1e-9)
    }

    // MARK: Several designs

    @Test func `designs in one account share its quotas`() throws {
        let account = AccountUse([try .sample(["test.users": 15_000_000]), try .sample(["test.users": 15_000_000])])
        let row = try #require(account.rows.first)
        #expect(account.rows.count == 1 && row.quota.id == "fcm.project.messages_per_min")
        #expect(row.level == .breach)
        #expect(try Plan.sample(["test.users": 15_000_000]).limits[0].level == .watch)
    }
}
