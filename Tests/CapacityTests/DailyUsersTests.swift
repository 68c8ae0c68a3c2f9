import FleetCore
import Testing

@testable import Capacity

@Suite struct DailyUsersTests {
    /// Chosen, or fixed for an account: they stay with more users.
    private static let fixed: Set<String> = [
        "chat.r2.cost.cache", "chat.r3.cost.cache", "chat.r2.cost.kms", "feed.r3.cost.kms", "chat.r2.cost.balancers",
        "feed.r2.cost.kinesis",
    ]

    @Test(arguments: Design.all.map(\.id))
    func `twice the users are about twice the bill, line by line`(id: String) throws {
        let design = try #require(Design.named(id))
        let users = try #require(design.dailyUsers?.value)
        let before = try Plan(design)
        let after = try Plan(design, design.settings(forDailyUsers: users * 2))
        #expect(after.totalsLeftBehind.isEmpty)
        for line in design.costs where !line.isOptional && !DailyUsersTests.fixed.contains(line.node.id) {
            let factor = try #require(after.value(line.node).flatMap { $0 / (before.value(line.node) ?? 1) })
            // Price steps and whole tasks make it a little less or more.
            #expect((1.6...2.05).contains(factor.double), "\(line.node.id) grows by \(factor.double)")
        }
    }

    @Test func `totals are in proportion to the users, and say so`() throws {
        let settings = Design.chatRound2.settings(forDailyUsers: 45_000_000)
        #expect(settings["chat.r2.dau"]?.number == 45_000_000)
        #expect(settings["chat.r2.sockets.peak"]?.number == 15_000_000)
        #expect(settings["chat.r2.msgs.per_day"]?.number == 750_000_000)
        #expect(settings["cal.chat.r2.dynamodb.stored_bytes"]?.number == 39_000_000_000_000)
        #expect(settings["chat.r2.sockets.peak"]?.source.description == "in proportion to --users")
        let plan = try Plan(.chatRound2, settings)
        #expect(plan.title == "Chat round 2, 45 million daily users")
        #expect(plan.number(try #require(plan.graph.node("chat.r2.gateways.tasks"))) == 495)
        // Grown with the users, storage rests on a calibrated value as before.
        #expect(plan.shareOnCalibrated.map { $0 > 0.7 } == true)
    }

    @Test func `users alone leave totals behind, which are named`() throws {
        let users = Setting(.number(45_000_000), .commandLine)
        let plan = try Plan(.chatRound2, ["chat.r2.dau": users, "chat.r2.sockets.peak": users])
        #expect(plan.totalsLeftBehind.map(\.id).contains("chat.r2.msgs.per_day"))
        #expect(!plan.totalsLeftBehind.map(\.id).contains("chat.r2.sockets.peak"))
        #expect(try Plan(.chatRound2).totalsLeftBehind.isEmpty)
        #expect(try Plan(.chatRound1, ["chat.r1.dau": users]).totalsLeftBehind.isEmpty)
    }

    @Test func `a total that is no input is a fault`() {
        let design = Design("chat-x", "x", dailyUsers: "chat.x.dau") { d in
            let users = d.assume("chat.x.dau", 1, .user)
            d.derive("chat.x.twice", .user, 2 * users)
            d.statedForAllUsers("chat.x.dau", "chat.x.twice", "chat.x.none")
        }
        #expect(design.faults.count == 2)
    }

    @Test func `what a scenario repeats from the design is the design's`() throws {
        let text = """
            {"schema":1,"design":"chat-r2","name":"n","set":{
            "chat.r2.dau": "30000000 users", "chat.r2.peak_factor": "4 ratio", "chat.r2.msgs.per_day": {"p5": "4e8 messages/day", "p95": "6e8 messages/day"}}}
            """
        let scenario = try #require(
            ScenarioReader.read(Array(text.utf8), file: "s.json", today: Day(number: 20_718)).scenario)
        #expect(try scenario.changes(Graph(.chatRound2)).keys.sorted() == ["chat.r2.msgs.per_day", "chat.r2.peak_factor"])
    }

    @Test func `growth that is almost none has no end in months`() {
        #expect(Headroom.months(to: 1.5, growth: 1e-16) == nil)
        #expect(Headroom.months(to: 1.5, growth: 1e-300) == nil)
        #expect(Headroom.months(to: .infinity, growth: 0.04) == nil)
        #expect(Headroom.months(to: 2, growth: 1).map { abs($0 - 1) < 1e-12 } == true)
    }
}
