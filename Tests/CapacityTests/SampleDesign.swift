@testable import Capacity

extension Design {
    /// A small design with everything in it that a design can have: tiers, rounding, a choice, limits, a line that is off.
    static let sample = Design("test-r1", "A small one", dailyUsers: "test.users") { d in
        d.section("1")
        let users = d.assume("test.users", 1_000_000, .user)
        let perUser = d.assume("test.per_user", 20, .message / .user / .day)
        let peak = d.assume("test.peak", 3.5, .ratio)
        let share = d.share("test.android", 0.6)
        let zones = d.assume("test.zones", 3, .zone, range: .atLeast(2))
        let size = d.assume("test.bytes", 1.1, .kB / .message)

        d.section("2")
        let perDay = d.derive("test.per_day", .message / .day, users * perUser)
        let perSecond = d.derive("test.per_s", .message / .second, perDay / .day * peak)
        let planning = d.derive("test.per_day_planning", .message / .day, perDay.rounded(significantDigits: 1))
        let perMinute = d.derive(
            "test.push_per_min", .message / .minute, perSecond * share * .minute, "Android's")
        let perZone = d.derive(
            "test.tasks_per_zone", .task / .zone,
            ceil(1.1 * perSecond / 200.of(.message / .second / .task) / (zones - 1.of(.zone))))
        let tasks = d.derive("test.tasks", .task, perZone * zones)
        let needed = d.derive(
            "test.nodes", .node,
            largest(["load": ceil(tasks / 2.of(.task / .node)), "least": 3.of(.node), "data": users / 500_000.of(.user / .node)]))
        let gigabytes = d.derive(
            "test.egress", .billedGB / .month, planning * size * .daysPerMonth / .billedGigabyte)

        d.section("3")
        let quota = d.quota("test.push_quota", book: "fcm.project.messages_per_min")
        d.limit("test.push_use", "pushes a minute", used: perMinute, of: quota)
        let egress = d.cost("test.cost.egress", "egress", .tiered("ec2.data_out", gigabytes))
        d.cost("test.cost.nodes", "cache nodes", needed * .price("elasticache.valkey.r7g_xlarge.hour") * .hoursPerMonth)
        d.cost("test.cost.tasks", "tasks", tasks * .calibrated("cal.chat.gateway.usd_per_task_month"))
        d.cost(
            "test.cost.cross_zone", "between zones", gigabytes * .price("vpc.cross_az_gb"), onlyIfAsked: true)
        d.lever("test.lever.half", "half the egress", saves: egress / 2)
    }
}

extension Plan {
    static func sample(_ set: [String: Rational] = [:]) throws -> Plan {
        try Plan(.sample, set.mapValues { Setting(.number($0), .commandLine) })
    }

    func node(_ id: String) throws -> Node {
        guard let node = graph.node(id) else { throw MissingNode(id: id) }
        return node
    }
}

struct MissingNode: Error {
    let id: String
}
