import CommandLine
import FleetCore
import Reporting
import Simulation
import Terminal

/// `chatfleet simulate rebuild-storm`.
enum SimulateRebuildStormCommand {
    static let phones = Option(
        "phones", .integer("N", 1...2_000_000_000), help: "phones whose cursor is lost", defaultText: "the design's daily users")
    static let headBytes = Option(
        "head-bytes", .integer("BYTES", 1...1_000_000_000), help: "what a head weighs on the wire", defaultText: "the design's")
    static let heads = Option(
        "heads", .integer("N", 1...1_000_000_000), help: "heads a second that all gateways build",
        defaultText: "as many as syncs, of the design's tasks")
    static let egress = Option(
        "egress", .decimal("GBIT"), help: "gigabits a second that leave the gateways", defaultText: "no limit")
    static let within = Option(
        "within", .duration, help: "within this each phone syncs, and learns of it", defaultText: "a day over its syncs")
    static let bin = Option("bin", .integer("MS", 1...1000), help: "a step of the simulation, in milliseconds")
        .defaulting(to: 1000, shown: "1000")

    static let command = Command(
        CommandSpec(
            "simulate rebuild-storm", group: .planning,
            purpose: "every phone asks for a whole head: requests, egress, time",
            discussion: """
                Every phone's cursor is answered 410 when it syncs next, and it asks for the head instead. The gateways answer as \
                many a second as they build or as their egress carries, whichever is less; the rest waits, is turned away and \
                comes again as --policy says.
                """,
            options: [
                StormDesign.feed, phones, headBytes, heads, egress, within, StormOptions.policy, StormOptions.window,
                StormOptions.timeout,
                StormOptions.queue, StormOptions.horizon, bin, StormOptions.seed, CapacityOptions.scenario, CapacityOptions.set,
                CapacityOptions.users,
            ],
            examples: [
                Example("chatfleet simulate rebuild-storm", "the feed design's third round: 80 million heads, 4.8 TB"),
                Example("chatfleet simulate rebuild-storm --within 60s --egress 10", "all at once, on a narrow line"),
            ])
    ) { invocation, context in
        let policies = invocation[StormOptions.policy]
        guard policies.count <= 1 else { throw ToolError(.usage, "a rebuild storm has one --policy, that of the app") }
        let line = invocation[egress]
        guard line.map({ $0 > 0 && $0 <= 1e6 }) != false else {
            throw ToolError(.usage, "an egress is above 0 and at most 1,000,000 Gbit/s")
        }
        let design = try StormDesign(StormDesign.feed, "feed-r3", invocation, context)
        let storm = try RebuildStorm(
            phones: invocation[phones].map(Int.init) ?? design.count("dau", upTo: 2_000_000_000),
            headBytes: invocation[headBytes].map(Int.init) ?? design.count("head_bytes", upTo: 1_000_000_000),
            headsPerSecond: invocation[heads].map(Int.init) ?? design.count("rebuild.heads_per_s", upTo: 1_000_000_000),
            egressBytesPerSecond: line.map { Int($0 * 1.25e8) },
            withinSeconds: invocation[within].map { Int($0.seconds) }
                ?? secondsBetweenSyncs(design),
            timeoutMilliseconds: Int(invocation[StormOptions.timeout].seconds) * 1000,
            queueLimit: invocation[StormOptions.queue].map(Int.init),
            policy: (policies.first?.policy ?? .chat).law(window: StormOptions.windowSeconds(invocation) * 1000),
            binMilliseconds: Int(invocation[bin]), horizonSeconds: Int(invocation[StormOptions.horizon]?.seconds ?? 6 * 3600),
            seed: UInt64(invocation[StormOptions.seed]))
        let admissions = try storm.storm()
        let outcome = admissions.run(stop: context.stop)
        if context.stop.isSet { return .interrupted }
        var report = Report(
            admissions, outcome, named: "simulate rebuild-storm",
            title:
                "\(counted(Int64(storm.phones), "phone")) \(storm.phones == 1 ? "asks" : "ask") for a head, "
                + "\(groupedDigits(Int64(storm.answeredPerSecond))) a second",
            everyStep: context.wantsEveryStep)
        report.summariseEgress(storm, outcome)
        try context.emit(report)
        return outcome.exitCode
    }
}

extension SimulateRebuildStormCommand {
    private static func secondsBetweenSyncs(_ design: StormDesign) throws(ToolError) -> Int {
        let syncs = try design.figure("syncs_per_user_day")
        guard syncs >= 0.001 else {
            throw ToolError(.usage, "phones that sync \(syncs) times a day learn of nothing", next: "give --within")
        }
        return Int((86_400 / syncs).rounded())
    }
}

extension Report {
    fileprivate mutating func summariseEgress(_ storm: RebuildStorm, _ outcome: AdmissionOutcome) {
        let bytes = storm.egressBytes(outcome)
        let peak = Double(storm.greatestEgressBytesPerSecond(outcome)) * 8
        summarise(.count("requests", "requests").hidden, .integer(Int64(outcome.attempts)))
        summarise(.count("egress_bytes", "egress").hidden, .integer(Int64(bytes)))
        summarise(Column("greatest_egress_bit_per_s", "egress", .rate(decimals: 0), for: .programs), .real(peak))
        summarise(
            .text("egress", "egress").forPeople,
            .text(
                "\(rateText(Double(bytes) / 1e12, decimals: 2)) TB, at most \(rateText(peak / 1e9, decimals: 1)) Gbit/s; "
                    + "each head once is \(rateText(Double(storm.leastBytes) / 1e12, decimals: 2)) TB"))
        summarise(
            .text("limit", "limit").forPeople,
            .text(storm.egressBinds ? "the egress binds before the tasks do" : "the tasks bind before the egress does"))
    }
}
