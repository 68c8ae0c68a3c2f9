import CommandLine
import FleetCore
import Reporting
import Simulation
import Terminal

/// `chatfleet simulate reconnect-storm`.
enum SimulateReconnectStormCommand {
    static let clients = Option(
        "clients", .integer("N", 1...2_000_000_000), help: "clients that are cut off", defaultText: "a zone's, of the design")
    static let admitted = Option(
        "admitted", .integer("N", 1...1_000_000_000), help: "clients a second that the servers take back",
        defaultText: "the design's, a zone lost")
    static let noticed = Option(
        "noticed-within", .duration, help: "clients notice at any time within this", defaultText: "all at once")
    static let arrivals = Option("arrivals", .integer("N", 0...1_000_000_000), help: "clients a second that come anyway")
        .defaulting(to: 0, shown: "0")
    static let readUnits = Option(
        "read-units", .decimal("UNITS"), help: "what each connect reads from the table", defaultText: "the design's")
    static let bin = Option("bin", .integer("MS", 1...1000), help: "a step of the simulation, in milliseconds")
        .defaulting(to: 50, shown: "50")

    static let command = Command(
        CommandSpec(
            "simulate reconnect-storm", group: .planning,
            purpose: "clients that were cut off come back: when, and whether",
            discussion: """
                Servers take attempts first come, first served. A client that finds the queue full is turned away; one that \
                waits longer than the time-out gives up and tries again, while the servers still spend an admission on it.
                recovers: 99 % are back within the longest of half a minute, twice the time in which all could be admitted, and twice \
                the time until all have tried once. slow: it takes longer. \
                metastable: the servers are kept busy by clients that gave up, and the storm feeds itself.
                Policies: immediate; window (anywhere within --window, each time); exponential (1, 2, 4 s, … 60 s); full-jitter \
                (anywhere below that); decorrelated; server-sent (the server gives out places in a line). What clients do: chat \
                (full jitter), one-to-one (1, 2, 4 s, … 64 s) and whatsapp (1 s · 2ⁿ and up to half of it more, at most 60 s: \
                from the sixth attempt no chance is left).
                """,
            options: [
                StormDesign.chat, clients, admitted, StormOptions.policy, StormOptions.window, StormOptions.timeout,
                StormOptions.queue, noticed,
                arrivals, readUnits, StormOptions.horizon, bin, StormOptions.seed, CapacityOptions.scenario, CapacityOptions.set,
                CapacityOptions.users,
            ],
            examples: [
                Example("chatfleet simulate reconnect-storm", "one zone of three is lost in the chat design's second round"),
                Example(
                    "chatfleet simulate reconnect-storm --policy immediate --queue 2000000",
                    "clients that don't wait, servers that queue too many"),
            ])
    ) { invocation, context in
        let design = try StormDesign(StormDesign.chat, "chat-r2", invocation, context)
        let count = try invocation[clients].map(Int.init) ?? design.count("azloss.phones", upTo: 2_000_000_000)
        let rate = try invocation[admitted].map(Int.init) ?? design.count("azloss.admit_per_s", upTo: 1_000_000_000)
        let timeout = Int(invocation[StormOptions.timeout].seconds) * 1000
        let storm = try AdmissionStorm(
            classes: StormOptions.classes(
                invocation[StormOptions.policy], of: count, windowSeconds: StormOptions.windowSeconds(invocation)),
            admittedPerSecond: rate,
            queueLimit: invocation[StormOptions.queue].map(Int.init) ?? rate * (timeout / 1000),
            timeoutMilliseconds: timeout, noticedWithinMilliseconds: Int(invocation[noticed]?.seconds ?? 0) * 1000,
            arrivalsPerSecond: Int(invocation[arrivals]), binMilliseconds: Int(invocation[bin]),
            horizonSeconds: Int(invocation[StormOptions.horizon]?.seconds ?? 3600), seed: UInt64(invocation[StormOptions.seed]))
        let outcome = storm.run(stop: context.stop)
        if context.stop.isSet { return .interrupted }
        var report = Report(
            storm, outcome, named: "simulate reconnect-storm",
            title: "\(counted(Int64(count), "client")) \(count == 1 ? "comes" : "come") back, "
                + "\(groupedDigits(Int64(rate))) a second",
            everyStep: context.wantsEveryStep)
        let units = try invocation[readUnits] ?? design.shared("chat.r2.azloss.read_units_per_reconnect")
        try report.summariseReads(outcome, units: units, design)
        try context.emit(report)
        return outcome.exitCode
    }
}

extension Report {
    /// The reads of clients that come back on top of the design's at the peak, against the limits of a table and of the
    /// account.
    fileprivate mutating func summariseReads(
        _ outcome: AdmissionOutcome, units: Double, _ design: StormDesign
    ) throws(ToolError) {
        let more = Double(outcome.greatestAdmitted) * units
        let all = try design.figure("reads.peak_per_s") + more
        let table = try all / design.shared("quota.dynamodb.table.rcu")
        let account = try all / design.shared("quota.dynamodb.account.rcu")
        summarise(Column("read_units_per_s", "reads", .rate(decimals: 0), for: .programs), .real(more))
        summarise(Column("all_read_units_per_s", "reads", .rate(decimals: 0), for: .programs), .real(all))
        summarise(.share("table_rcu_use", "table").hidden, .real(table))
        summarise(.share("account_rcu_use", "account").hidden, .real(account))
        summarise(
            .text("reads", "table reads").forPeople,
            .text(
                "up to \(rateText(more, decimals: 0)) units/s more, \(rateText(all, decimals: 0)) with the evening's: "
                    + "\(shareText(table, .nearest)) of a table's default limit, \(shareText(account, .nearest)) of the account's"
            ))
    }
}

extension CommandContext {
    /// Programs get a simulation step by step, people as many as fit a glance.
    var wantsEveryStep: Bool { format == .json || format == .csv }
}
