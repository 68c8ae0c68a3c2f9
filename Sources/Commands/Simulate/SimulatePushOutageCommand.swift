import CommandLine
import FleetCore
import Reporting
import Simulation
import Terminal

/// `chatfleet simulate push-outage`.
enum SimulatePushOutageCommand {
    static let pushes = Option(
        "pushes", .decimal("N"), help: "pushes a second at the peak, invalid tokens with them", defaultText: "the design's to FCM"
    )
    static let quota = Option(
        "quota", .decimal("N"), help: "messages a minute that the provider takes", defaultText: "FCM's default")
    static let outage = Option("outage", .duration, help: "how long the provider is down")
        .defaulting(to: TimeLength(seconds: 3600), shown: "1h")
    static let timeToLive = Option("ttl", .duration, help: "how long a push may wait")
        .defaulting(to: TimeLength(seconds: 86_400), shown: "24h")
    static let conversations = Option(
        "conversations", .decimal("N"), help: "users times conversations: no more can wait, a later push replaces an earlier one",
        defaultText: "no bound")
    static let invalid = Option("invalid", .share, help: "share of pushes whose token the provider does not know")
        .defaulting(to: 0, shown: "0%")
    static let startHour = Option(
        "start-hour", .integer("HOUR", 0...23), help: "load follows the day, and the outage begins in this hour",
        defaultText: "the peak's load, all the time")
    static let peakFactor = Option(
        "peak-factor", .decimal("N"), help: "the busiest hour against the mean of the day, 1 to 4", defaultText: "the design's"
    ).needing(startHour)
    static let bin = Option(
        "bin", .integer("SECONDS", 1...60), help: "a step of the simulation, in seconds",
        defaultText: "10, or less where the outage is no multiple")

    static let command = Command(
        CommandSpec(
            "simulate push-outage", group: .planning,
            purpose: "a push provider is down: what waits, and for how long",
            discussion: """
                While the provider is down pushes wait, at most one a user and conversation and none longer than --ttl; when it is \
                back they go out as fast as its quota a minute lets them, behind them what still comes.
                recovers: nothing waits any more after no longer than the outage took. slow: it takes longer. falls-behind: the \
                run ends with a backlog. Without --conversations and --start-hour the answer is the closed form's, \
                λ · min(outage, ttl) / (quota − λ).
                """,
            options: [
                StormDesign.chat, pushes, quota, outage, timeToLive, conversations, invalid, startHour, peakFactor,
                StormOptions.horizon, bin,
                StormOptions.seed, CapacityOptions.scenario, CapacityOptions.set, CapacityOptions.users,
            ],
            examples: [
                Example("chatfleet simulate push-outage", "an hour without FCM at the peak of the chat design's second round"),
                Example(
                    "chatfleet simulate push-outage --outage 4h --start-hour 18 --conversations 90000000",
                    "an evening, three conversations a user"),
            ])
    ) { invocation, context in
        let design = try StormDesign(StormDesign.chat, "chat-r2", invocation, context)
        let factor = try invocation[peakFactor] ?? design.figure("peak_factor")
        guard (1...4).contains(factor) else { throw ToolError(.usage, "a peak factor of \(factor) is not from 1 to 4") }
        let (down, live) = (Int(invocation[outage].seconds), Int(invocation[timeToLive].seconds))
        let storm = try PushOutage(
            pushesPerSecond: invocation[pushes] ?? design.figure("push.fcm_peak_per_min") / 60,
            quotaPerMinute: invocation[quota] ?? design.shared("quota.fcm.project.messages_per_min"),
            outageSeconds: down, timeToLiveSeconds: live,
            conversations: invocation[conversations], invalidShare: invocation[invalid],
            load: invocation[startHour].map { .diurnal(peakFactor: factor, startHour: Int($0)) } ?? .constant,
            binSeconds: invocation[bin].map(Int.init) ?? PushOutage.widestBin(outage: down, timeToLive: live),
            horizonSeconds: Int(invocation[StormOptions.horizon]?.seconds ?? 3 * 86_400),
            seed: UInt64(invocation[StormOptions.seed]))
        let outcome = storm.run(stop: context.stop)
        if context.stop.isSet { return .interrupted }
        try context.emit(Report(storm, outcome, everyStep: context.wantsEveryStep))
        return outcome.verdict == .behind ? .badAnswer : .success
    }
}

extension Report {
    fileprivate init(_ storm: PushOutage, _ outcome: PushOutcome, everyStep: Bool) {
        self.init(
            "simulate push-outage",
            title: "A push provider is down for \(durationText(seconds: Double(storm.outageSeconds)))",
            columns: [
                Column("seconds", "after", .duration), .count("arrived_per_min", "pushes/min"),
                .count("sent_per_min", "sent/min"),
                .count("expired_per_min", "expired/min"), .count("backlog", "waiting"),
            ])
        summariseDrain(storm, outcome)
        let end = durationText(seconds: Double(outcome.steps.count * outcome.binSeconds))
        charts = [
            ColumnChart(
                "pushes that wait", outcome.steps.map { Double($0.backlog) }, from: "0 s", to: end,
                text: { rateText($0, decimals: 0) })
        ]
        let joined = everyStep ? 1 : max(1, (outcome.steps.count + 19) / 20)
        var start = 0
        while start < outcome.steps.count {
            let some = outcome.steps[start..<min(start + joined, outcome.steps.count)]
            let seconds = some.count * outcome.binSeconds
            func rate(_ value: (PushOutcome.Step) -> Int) -> Cell {
                .integer(Int64((some.reduce(0) { $0 + value($1) } * 60 + seconds / 2) / seconds))
            }
            add(
                .integer(Int64((start + some.count) * outcome.binSeconds)), rate(\.arrived), rate(\.sent), rate(\.expired),
                .integer(Int64(some.last?.backlog ?? 0)))
            start += joined
        }
    }

    private mutating func summariseDrain(_ storm: PushOutage, _ outcome: PushOutcome) {
        summarise(.text("verdict", "verdict").hidden, .text(outcome.verdict.rawValue))
        summarise(.text("verdict", "verdict").forPeople, .mark(outcome.verdict.mark))
        summarise(Column("drain_s", "drain", .rate(decimals: 0), for: .programs), .real(outcome.drainSeconds))
        summarise(Column("drain_closed_form_s", "closed", .rate(decimals: 0), for: .programs), .real(storm.drainSeconds))
        let closed = storm.drainSeconds.map { durationText(seconds: $0) } ?? "never: the quota is no more than what comes"
        summarise(
            .text("drained", "drained").forPeople,
            .text(
                (outcome.drainSeconds.map { durationText(seconds: $0) + " after its return" } ?? "not by the end of the run")
                    + "; at constant load, nothing replaced: \(closed)"))
        for (name, value) in [
            ("greatest_backlog", outcome.greatestBacklog), ("arrived", outcome.arrived), ("sent", outcome.sent),
            ("sent_invalid", outcome.sentInvalid), ("replaced", outcome.replaced), ("expired", outcome.expired),
            ("longest_wait_s", outcome.longestWaitSeconds),
        ] {
            summarise(.count(name, name).hidden, .integer(Int64(value)))
        }
        summarise(
            .text("waiting", "waiting").forPeople,
            .text(
                "up to \(groupedDigits(Int64(outcome.greatestBacklog))) pushes, the oldest sent "
                    + "\(durationText(seconds: Double(outcome.longestWaitSeconds))) late"))
        summarise(
            .text("pushes", "pushes").forPeople,
            .text(
                "\(groupedDigits(Int64(outcome.sent))) sent, \(groupedDigits(Int64(outcome.sentInvalid))) of them to invalid tokens; "
                    + "\(groupedDigits(Int64(outcome.replaced))) replaced by a later one, "
                    + "\(groupedDigits(Int64(outcome.expired))) expired"))
    }
}

extension PushOutcome.Verdict {
    fileprivate var mark: Mark {
        switch self {
        case .recovers: .ok("recovers: the backlog is gone in no longer than the outage took")
        case .slow: .unknown("slow: the backlog outlasts the outage")
        case .behind: .bad("falls behind: the run ends with a backlog")
        }
    }
}
