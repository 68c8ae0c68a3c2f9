import CommandLine
import FleetCore
import Simulation
import Terminal

/// `chatfleet simulate metrics`.
enum SimulateMetricsCommand {
    static let scenario = Option(
        "scenario", .cases("SCENARIO") as ValueType<ServerScenario>, help: "what is wrong in the last 40 minutes"
    ).defaulting(to: .healthy, shown: ServerScenario.healthy.rawValue)
    static let hours = Option(
        "hours", .integer("N", 1...Int64(ServerMetricsOptions.hoursMax)), help: "length of the window"
    ).defaulting(to: 6, shown: "6")
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
                throttled. lag: a stream's readers fall behind. dead-letters: records are parked.
                """,
            options: [scenario, hours, end, seed],
            examples: [
                Example(
                    "chatfleet simulate metrics --scenario push-outage | chatfleet ingest metrics -",
                    "an outage of a push provider, beside the fleet that is in the store")
            ])
    ) { invocation, context in
        var options = ServerMetricsOptions()
        options.scenario = invocation[scenario]
        options.hours = Int(invocation[hours])
        let last = invocation[end].epochSeconds
        options.end = Instant(epochSeconds: last - last % 60)
        options.seed = UInt64(invocation[seed])
        let lines = try ServerMetricsSimulation(options).run(stop: context.stop) { try context.output.write(bytes: $0) }
        if context.stop.isSet { return .interrupted }
        context.note("\(lines) records of \(options.hours) h. \(options.expectation)")
        return .success
    }
}
