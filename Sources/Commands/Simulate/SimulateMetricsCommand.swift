import CommandLine
import FleetCore
import Simulation
import Terminal

/// `chatfleet simulate metrics`.
enum SimulateMetricsCommand {
    static let scenario = Option(
        "scenario", .cases("SCENARIO") as ValueType<ServerScenario>,
        help: "what is wrong, and with it what simulate fleet calls so"
    ).defaulting(to: .healthy, shown: ServerScenario.healthy.rawValue)
    static let hours = Option(
        "hours", .integer("N", 1...Int64(ServerMetricsOptions.hoursMax)), help: "length of the window",
        defaultText: "6; 72 for the scenarios of a fleet")
    static let installs = Option(
        "installs", .integer("N", 1...Int64(FleetOptions.installLimit)), help: "counts are those of a fleet of so many installs",
        defaultText: "8000000")
    static let end = Option("end", .instant, help: "where the window ends")
        .defaulting(to: ServerMetricsOptions.defaultEnd, shown: ServerMetricsOptions.defaultEnd.description)
    static let seed = Option("seed", .integer("N", 0...Int64.max), help: "the same seed gives the same bytes")
        .defaulting(to: 1, shown: "1")

    static let command = Command(
        CommandSpec(
            "simulate metrics", group: .trial, purpose: "write what the servers would say of themselves",
            discussion: """
                Server metrics under their default names, minute by minute, as a CloudWatch metric stream sends them; they end \
                when simulate fleet's reports do. No clock is looked at: the same options give the same bytes.
                push-outage: FCM fails for every worker. one-worker: everything fails for one. throttle: writes of a table are \
                throttled. lag: a stream's readers fall behind. dead-letters: records are parked. push-credentials: FCM refuses \
                ours. push-uncoalesced: a push waits for every message. push-recovery: the outage is over, the queue drains. \
                These begin 40 minutes before the end, and go with a healthy fleet.
                The others are what servers see of the fleets of these names; they begin when the fleet's do, 46 hours before \
                the end. --installs makes the counts those of the simulated fleet.
                """,
            options: [scenario, hours, installs, end, seed],
            examples: [
                Example(
                    "chatfleet simulate metrics --scenario push-outage | chatfleet ingest metrics -",
                    "an outage of a push provider, beside the fleet that is in the store"),
                Example(
                    "chatfleet simulate metrics --scenario prekey-fault --installs 2000 > metrics.ndjson",
                    "what the servers say of simulate fleet --scenario prekey-fault"),
            ])
    ) { invocation, context in
        var options = ServerMetricsOptions(invocation[scenario], hours: invocation[hours].map { Int($0) })
        options.installs = invocation[installs].map { Int($0) }
        let last = invocation[end].epochSeconds
        options.end = Instant(epochSeconds: last - last % 60)
        options.seed = UInt64(invocation[seed])
        let lines = try ServerMetricsSimulation(options).run(stop: context.stop) { try context.output.write(bytes: $0) }
        if context.stop.isSet { return .interrupted }
        context.note("\(lines) records of \(options.hours) h. \(options.expectation)")
        return .success
    }
}
