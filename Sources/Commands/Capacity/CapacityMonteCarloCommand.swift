import Capacity
import CommandLine
import FleetCore
import Reporting

/// `chatfleet capacity montecarlo DESIGN`.
enum CapacityMonteCarloCommand {
    static let samples = Option("samples", .integer("N", 1...16_777_216), help: "worlds; a multiple of 4,096").defaulting(
        to: 65_536, shown: "65536")
    static let seed = Option("seed", .integer("N", 0...Int64.max), help: "of the 16 shifts").defaulting(to: 1, shown: "1")
    static let node = Option("node", .text("ID"), help: "another figure; may be repeated").repeatable()

    static let command = Command(
        CommandSpec(
            "capacity montecarlo", group: .planning, purpose: "bill, limits and fleets under uncertain inputs",
            discussion: """
                Inputs with percentiles in the scenario vary, and with --spread all assumptions. A world is one point of a \
                Sobol sequence; an input has one value in it, wherever it is used. ± is the standard error that 16 shifts of \
                the sequence show.
                """,
            arguments: [CapacityOptions.design],
            options: [
                samples, seed, CapacityOptions.spread, node, CapacityOptions.scenario, CapacityOptions.set, CapacityOptions.users,
            ],
            examples: [
                Example("chatfleet capacity montecarlo chat-r1 --spread 10%", "if each assumption may be a tenth off"),
                Example("chatfleet capacity montecarlo --scenario 45-million.json", "with the percentiles of a scenario"),
            ], exitCodes: [.badInput])
    ) { invocation, context in
        let plan = try CapacityOptions.plan(invocation[CapacityOptions.design], invocation, context)
        let spread = invocation[CapacityOptions.spread].flatMap { Rational(nearestDecimal: $0.share) }
        let uncertainty = Uncertainty(plan, spread: spread)
        guard !uncertainty.inputs.isEmpty else {
            throw ToolError(
                .badInput, "nothing is uncertain in \(plan.design.id)",
                next: "give inputs p5 and p95 in a scenario, or all of them a --spread 10%")
        }
        let further = try invocation[node].map { try CapacityOptions.node($0, of: plan) }
        let run = MonteCarlo(plan, uncertainty, samples: Int(invocation[samples]), seed: UInt64(invocation[seed]))
        try context.emit(try MonteCarloReport(run, further: further).report)
        return .success
    }
}
