import FleetCore
import TestSupport
import Testing

@testable import Commands

/// "We go from 30 to 45 million daily users", and what must not be answered wrongly on the way.
@Suite struct DailyUsersCommandTests {
    @Test func `--users moves what is stated for all users, unless that is set itself`() {
        let plan = Transcript("capacity plan chat-r2 --users 45000000")
        #expect(plan.code == .success && plan.output.hasPrefix("Chat round 2, 45 million daily users\n"))
        #expect(plan.output.contains("chat.r2.sockets.peak = 15,000,000 sockets (in proportion to --users)"))
        #expect(plan.output.contains("chat.r2.dau = 45,000,000 users (--users)"))
        #expect(plan.output.contains(" USD/month, chat.r2.bill.total"))
        #expect(!plan.output.contains("states them for all its users"))
        let own = Transcript("capacity plan chat-r2 --users 45000000 --set chat.r2.sockets.peak=10000000")
        #expect(!own.output.contains("chat.r2.sockets.peak = ") && !own.output.contains("states them for all its users"))
        let both = Transcript("capacity plan chat-r2 --users 45000000 --set chat.r2.dau=1")
        #expect(both.code == .usage && both.errors.contains("leave one of them out"))
        let together = Transcript("capacity plan chat-r2 feed-r2 --together --users 60000000 --format csv")
        #expect(together.output.contains("875000,375000,1250000,600000,"))
        #expect(Transcript("capacity diff chat-r2 chat-r2 --users 45000000").output.contains("chat.r2.msgs.per_day"))
    }

    @Test func `daily users alone say what stays as it was`() {
        let set = "--set chat.r2.dau=45000000"
        let plan = Transcript("capacity plan chat-r2 \(set)")
        #expect(plan.output.contains("--users 45000000 sets them in proportion") && plan.output.contains("chat.r2.msgs.per_day"))
        #expect(Transcript("capacity plan chat-r2 \(set) --format csv").errors.contains("--users 45000000"))
        let json = Transcript("capacity plan chat-r2 \(set) --format json")
        #expect(json.output.contains("totals_left_behind") && json.errors.contains("--users 45000000"))
        #expect(Transcript("capacity sweep chat.r2.dau=30000000..60000000:2").output.contains("While chat.r2.dau varies"))
        #expect(!Transcript("capacity plan chat-r1 --set chat.r1.dau=2000000").output.contains("--users"))
    }

    @Test func `an unedited file from init rests on what the design rests on`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("s.json", Transcript("capacity init chat-r2").output)
        #expect(Transcript("capacity plan --scenario \(file)").output == Transcript("capacity plan chat-r2").output)
        #expect(
            Transcript("capacity plan --scenario \(file) --users 45000000").output
                == Transcript("capacity plan chat-r2 --users 45000000").output)
    }

    @Test func `problems stand on lines of their own`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "w.json", "{\"schema\":1,\"design\":\"chat-r1\",\"name\":\"s\",\"set\":{\n\"chat.r1.dau\":\"7\",\n\"x\":\"1 s\"}}")
        let scenario = Transcript("capacity plan --scenario \(file)")
        #expect(scenario.errors.contains("\n\(file):3:1 ") && !scenario.errors.contains("\\n"))
        #expect(scenario.errors.contains("\nchatfleet: 2 errors in the scenario\n"))
        let set = Transcript("capacity plan chat-r1 --set a=1 --set b=2")
        #expect(set.errors.hasPrefix("--set a=1: ") && set.errors.contains("\n--set b=2: "))
        #expect(set.errors.contains("\nchatfleet: 2 of the settings are wrong\n"))
    }

    @Test func `nothing is read or computed without end`() throws {
        let zero = Transcript("capacity plan --scenario /dev/zero")
        #expect(zero.code == .badInput && zero.errors.contains("at most 1048576 are read"))
        #expect(Transcript("capacity plan --scenario /tmp").code == .badInput)
        let worlds = Transcript("capacity montecarlo chat-r2 --spread 10% --samples 16777216")
        #expect(worlds.code == .usage && worlds.errors.contains("at most --samples "))
        let points = Transcript("capacity sweep chat.r1.dau=1..1000000:200 chat.r1.peak_factor=1..4:200")
        #expect(points.code == .usage && points.errors.contains("at most 2000 points in all"))
        let growth = Transcript(
            "capacity solve fcm.project.messages_per_min --vary chat.r2.msgs.per_day --growth 0.00000000000001%")
        #expect(growth.code == .success && !growth.output.contains("months\n"))
    }

    @Test func `zones are whole, and a divisor of 0 is named with its place`() {
        #expect(Transcript("capacity plan chat-r2 --set chat.r2.az.count=2.5").errors.contains("is a whole number of at least 1"))
        let zero = Transcript("capacity plan chat-r2 --set chat.r2.push.android_share=0 --set chat.r2.msgs.per_day=0")
        #expect(zero.code == .success || zero.errors.contains("chat.r2.msgs.per_day is 0 (--set)"))
        #expect(
            Transcript("capacity plan chat-r2 --set chat.r2.msgs.per_day=1e400").errors.contains("an exponent is -100 to 100"))
        #expect(!Transcript("capacity sweep chat.r2.az.count=2..4:7").output.contains("2.5 "))
    }

    @Test func `a design without a bill has no total, and steps of fleets are found between points`() {
        #expect(Transcript("capacity plan chat-r1 --format json").output.contains("\"total_usd_per_month\": null"))
        #expect(Transcript("capacity sweep chat.r1.dau=1..2:2").output.contains("no bill"))
        let steps = Transcript("capacity sweep chat.r2.sockets.peak=9800000..10200000:3")
        #expect(steps.output.contains("chat.r2.gateways.per_az"))
    }

    @Test func `solve gives the least value where more of the input means less use`() {
        let shards = Transcript("capacity solve chat.r2.cache.shard_use --vary chat.r2.cache.shards").output
        #expect(shards.contains("at least 5 shards"), "\(shards)")
        // Nothing is proposed that the input can't be.
        let factor = Transcript("capacity solve chat.r2.dynamodb.table_wcu_use --vary chat.r2.peak_factor --format csv").output
        #expect(!factor.contains(",0.4") && factor.contains("chat.r2.dynamodb.table_wcu_use"))
    }

    @Test func `a quoted figure names the computed one`() {
        let quoted = Transcript("capacity sensitivity chat.r2.cost.total_per_month").output
        #expect(quoted.contains("quoted from the design's text; what can be computed adds up to chat.r2.bill.total"))
        let computed = Transcript("capacity sensitivity chat.r2.bill.total").output
        #expect(computed.contains("chat.r2.msgs.per_day") && !computed.contains("quoted"))
    }
}
