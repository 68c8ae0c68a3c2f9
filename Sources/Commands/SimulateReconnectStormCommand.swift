import CommandLine
import FleetCore
import Reporting
import Simulation
import Terminal

/// `chatfleet simulate reconnect-storm`.
enum SimulateReconnectStormCommand {
    static let clients = Option("clients", .integer("N", 1...2_000_000_000), help: "clients that are cut off")
        .defaulting(to: StormDefaults.clients, shown: "3333333")
    static let admitted = Option(
        "admitted", .integer("N", 1...1_000_000_000), help: "clients a second that the servers take back"
    )
    .defaulting(to: StormDefaults.admittedPerSecond, shown: "66000")
    static let noticed = Option(
        "noticed-within", .duration, help: "clients notice at any time within this", defaultText: "all at once")
    static let arrivals = Option("arrivals", .integer("N", 0...1_000_000_000), help: "clients a second that come anyway")
        .defaulting(to: 0, shown: "0")
    static let readUnits = Option("read-units", .decimal("UNITS"), help: "what each connect reads from the table")
        .defaulting(to: StormDefaults.readUnitsPerConnect, shown: "0.8")
    static let bin = Option("bin", .integer("MS", 1...1000), help: "a step of the simulation, in milliseconds")
        .defaulting(to: 50, shown: "50")

    static let command = Command(
        CommandSpec(
            "simulate reconnect-storm", group: .planning,
            purpose: "clients that were cut off come back: when, and whether",
            discussion: """
                Servers take attempts first come, first served. A client that finds the queue full is turned away; one that \
                waits longer than the time-out gives up and tries again, while the servers still spend an admission on it.
                recovers: 99 % are back within half a minute, or twice the time until all could be admitted and all have tried \
                once. slow: it takes longer. \
                metastable: the servers are kept busy by clients that gave up, and the storm feeds itself.
                Policies: immediate; window (anywhere within --window, each time); exponential (1, 2, 4 s, … 60 s); full-jitter \
                (anywhere below that); decorrelated; server-sent (the server gives out places in a line). What clients do: chat \
                (full jitter), one-to-one (1, 2, 4 s, … 64 s) and whatsapp (1 s · 2ⁿ and up to half of it more, at most 60 s: \
                from the sixth attempt no chance is left).
                """,
            options: [
                clients, admitted, StormOptions.policy, StormOptions.window, StormOptions.timeout, StormOptions.queue, noticed,
                arrivals, readUnits, StormOptions.horizon, bin, StormOptions.seed,
            ],
            examples: [
                Example("chatfleet simulate reconnect-storm", "one zone of three is lost in the chat design's second round"),
                Example(
                    "chatfleet simulate reconnect-storm --policy immediate --queue 2000000",
                    "clients that don't wait, servers that queue too many"),
            ])
    ) { invocation, context in
        let asked = try StormOptions.classes(
            invocation[StormOptions.policy], of: Int(invocation[clients]), window: invocation[StormOptions.window])
        let timeout = Int(invocation[StormOptions.timeout].seconds) * 1000
        let storm = try AdmissionStorm(
            classes: asked, admittedPerSecond: Int(invocation[admitted]),
            queueLimit: invocation[StormOptions.queue].map(Int.init)
                ?? Int(invocation[admitted]) * (timeout / 1000),
            timeoutMilliseconds: timeout, noticedWithinMilliseconds: Int(invocation[noticed]?.seconds ?? 0) * 1000,
            arrivalsPerSecond: Int(invocation[arrivals]), binMilliseconds: Int(invocation[bin]),
            horizonSeconds: Int(invocation[StormOptions.horizon]?.seconds ?? 3600), seed: UInt64(invocation[StormOptions.seed]))
        let outcome = storm.run(stop: context.stop)
        if context.stop.isSet { return .interrupted }
        var report = Report(
            storm, outcome, named: "simulate reconnect-storm",
            title:
                "\(groupedDigits(Int64(storm.clients))) clients come back, \(groupedDigits(Int64(storm.admittedPerSecond))) a second",
            everyStep: context.wantsEveryStep)
        let units = Double(outcome.greatestAdmitted) * invocation[readUnits]
        report.summarise(
            Column("read_units_per_s", "table reads", .rate(decimals: 0), for: .programs), .real(units))
        report.summarise(
            .text("table reads", "table reads").forPeople,
            .text(
                "up to \(rateText(units, decimals: 0)) units/s more, with \(rateText(invocation[readUnits], decimals: 1)) a connect"
            ))
        try context.emit(report)
        return .success
    }
}

extension CommandContext {
    /// Programs get a simulation step by step, people as many as fit a glance.
    var wantsEveryStep: Bool { format == .json || format == .csv }
}
