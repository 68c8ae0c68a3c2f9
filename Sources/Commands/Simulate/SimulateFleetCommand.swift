import CommandLine
import FleetCore
import Simulation
import Terminal

/// `chatfleet simulate fleet`.
enum SimulateFleetCommand {
    static let installs = Option("installs", .integer("N", 1...Int64(FleetOptions.installLimit)), help: "installs that ever live")
        .defaulting(to: 2_000, shown: "2000")
    static let days = Option("days", .integer("N", 1...Int64(FleetOptions.dayLimit)), help: "local days of the window")
        .defaulting(to: 14, shown: "14")
    static let seed = Option("seed", .integer("N", 0...Int64.max), help: "which fleet; the same seed gives the same bytes")
        .defaulting(to: 1, shown: "1")
    static let scenario = Option("scenario", .cases("SCENARIO") as ValueType<Scenario>, help: "what is wrong with it")
        .defaulting(to: .healthy, shown: Scenario.healthy.rawValue)
    static let start = Option("start", .day, help: "the window's first day")
        .defaulting(to: FleetOptions.defaultStart, shown: FleetOptions.defaultStart.description)

    static let command = Command(
        CommandSpec(
            "simulate fleet", group: .trial, purpose: "write what a fleet of clients would report",
            discussion: """
                Installs live, update, crash, lose their network and report; versions roll out in stages. Writes NDJSON in order \
                of receipt, late, repeated and a few broken reports among them, up to noon UTC after the last day. \
                No clock is looked at: the same options give the same bytes on every machine.
                bad-release: the newest version crashes on Android. decrypt-spike: from one hour on, one version on iOS can't \
                decrypt what restored peers send. stuck-outbox: the newest version on Android keeps what it should send.
                version-decrypt: the newest version can't decrypt ordinary messages. prekey-fault: nobody can decrypt first \
                messages. key-changes: nobody can decrypt what four users send. flagged-crash, unflagged-crash: the newest \
                version crashes on Android, behind the flag poll_posts or without one, and clients tell what crashed. \
                simulate metrics makes what the servers say meanwhile.
                """,
            options: [installs, days, seed, scenario, start],
            examples: [
                Example(
                    "chatfleet simulate fleet --scenario bad-release > fleet.ndjson",
                    "2,000 installs over 14 days, about 44,000 reports"),
                Example(
                    "chatfleet simulate fleet --installs 100000 --days 28 --seed 7 | zstd > fleet.ndjson.zst",
                    "a larger one, kept"),
            ])
    ) { invocation, context in
        let fleet = FleetSimulation(
            try FleetOptions(
                installs: Int(invocation[installs]), days: Int(invocation[days]), seed: UInt64(invocation[seed]),
                scenario: invocation[scenario], start: invocation[start]))
        let progress = context.progress("simulate fleet", unit: "reports")
        defer { progress.finish() }
        let summary = try fleet.run(stop: context.stop) { summary in
            progress.update(done: Int64(summary.lines), share: Double(summary.stepsDone) / Double(summary.steps))
        } sink: { chunk in
            try context.output.write(bytes: chunk)
        }
        if context.stop.isSet { return .interrupted }
        progress.finish()
        context.note("\(summary.lines) reports of \(fleet.options.installs) installs. \(fleet.expectedProblem.sentence)")
        return .success
    }
}
