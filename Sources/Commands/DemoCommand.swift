import CommandLine
import Database
import FleetCore
import Foundation
import Reporting
import Simulation
import Terminal

/// `chatfleet demo`.
enum DemoCommand {
    /// The three answers of a demonstration find what is wrong in these; the others are for the runbooks.
    static let scenarios: [Scenario] = [.healthy, .badRelease, .decryptSpike, .stuckOutbox]
    static let scenario = Option(
        "scenario", ValueType<String>.choice("SCENARIO", scenarios.map(\.rawValue)).map { Scenario(rawValue: $0) },
        help: "what is wrong with the fleet"
    ).defaulting(to: .badRelease, shown: Scenario.badRelease.rawValue)

    static let command = Command(
        CommandSpec(
            "demo", group: .trial, purpose: "the main job on a fleet that does not exist",
            discussion: """
                Simulates a fleet and its servers, takes their reports and metrics into a SQLite store, shows the status and the \
                three answers, says what is wrong in the \
                data it made, and what to type next. Each step is a command as you would type it. The store is demo.db beside \
                the default store; each demo begins with a new one.
                """,
            options: [scenario],
            examples: [
                Example("chatfleet demo", "a release that crashes on one platform"),
                Example("chatfleet demo --scenario decrypt-spike", "messages that can't be decrypted, from one hour on"),
            ])
    ) { invocation, context in
        guard invocation[GlobalOptions.store] == nil, invocation[GlobalOptions.format] == .table else {
            throw ToolError(
                .usage, "a demo has a store of its own and shows tables", at: "chatfleet demo",
                next: "leave out --store and --format")
        }
        return try Demonstration(
            context: context, queries: invocation[GlobalOptions.queriesDirectory], scenario: invocation[scenario]
        )
        .run()
    }
}

/// One run of the command.
private struct Demonstration {
    private let context: CommandContext
    private let queries: String?
    private let simulation: FleetSimulation
    private let directory: String

    private static let installs = 3_000
    private static let days = 14
    private static let answers = ["crash-free", "decrypt-failures", "queue-ages"]

    init(context: CommandContext, queries: String?, scenario: Scenario) throws {
        self.context = context
        self.queries = queries
        simulation = FleetSimulation(
            try FleetOptions(installs: Demonstration.installs, days: Demonstration.days, seed: 1, scenario: scenario))
        guard case .sqlite(let path) = StoreLocation.standard(environment: context.environment) else {
            preconditionFailure("the default store is a file")
        }
        directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    private var store: String { directory + "/demo.db" }
    private var reports: String { directory + "/demo.ndjson" }
    private var metrics: String { directory + "/servers.ndjson" }
    /// So long before the end the servers are watched: as long as signals look back for what is usual within a day.
    private static let metricHours = 6

    func run() throws -> ExitCode {
        try prepare()
        defer { for path in [reports, metrics] { try? FileManager.default.removeItem(atPath: path) } }
        let options = simulation.options
        try say(
            "$ chatfleet simulate fleet --installs \(options.installs) --days \(options.window.dayCount) --seed \(options.seed) "
                + "--scenario \(options.scenario.rawValue) > demo.ndjson\n")
        let summary = try simulate()
        if context.stop.isSet { return .interrupted }
        try say("\(summary.lines) reports of \(options.installs) installs, received until \(options.exportedAt)\n\n")
        try show(["ingest", "reports", reports], as: "ingest reports demo.ndjson")
        try simulateServers()
        if context.stop.isSet { return .interrupted }
        try show(["ingest", "metrics", metrics], as: "ingest metrics servers.ndjson")
        let end = ["status", "--at", options.exportedAt.description]
        try show(end, as: end.joined(separator: " "))
        for answer in Demonstration.answers { try show([answer], as: answer) }
        try say(closing())
        return .success
    }

    private func prepare() throws {
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            for path in [store, store + "-wal", store + "-shm"] where FileManager.default.fileExists(atPath: path) {
                try FileManager.default.removeItem(atPath: path)
            }
        } catch {
            throw ToolError(
                .failure, "the demo's store can't be made: \(error.localizedDescription)", at: store,
                next: "set XDG_DATA_HOME to a folder that may be written")
        }
    }

    private func simulateServers() throws {
        var options = ServerMetricsOptions(
            ServerScenario(rawValue: simulation.options.scenario.rawValue) ?? .healthy, hours: Demonstration.metricHours)
        options.end = simulation.options.exportedAt
        options.installs = simulation.options.installs
        try say(
            "$ chatfleet simulate metrics --installs \(Demonstration.installs) --hours \(options.hours) "
                + "--scenario \(options.scenario.rawValue) > servers.ndjson\n")
        var bytes: [UInt8] = []
        let lines = ServerMetricsSimulation(options).run(stop: context.stop) { bytes += $0 }
        guard FileManager.default.createFile(atPath: metrics, contents: Data(bytes)) else {
            throw ToolError(.failure, "the simulated metrics can't be written", at: metrics, next: "make room, some 20 MB")
        }
        try say("\(lines) records of \(options.hours) h\n\n")
    }

    private func simulate() throws -> FleetSummary {
        let progress = context.progress("simulate fleet", unit: "reports")
        defer { progress.finish() }
        guard FileManager.default.createFile(atPath: reports, contents: nil), let file = FileHandle(forWritingAtPath: reports)
        else { throw ToolError(.failure, "the simulated reports can't be written", at: reports) }
        return try simulation.run(stop: context.stop) { summary in
            progress.update(done: Int64(summary.lines), share: Double(summary.stepsDone) / Double(summary.steps))
        } sink: { chunk in
            do { try file.write(contentsOf: chunk) } catch {
                throw ToolError(
                    .failure, "the simulated reports can't be written: \(error.localizedDescription)", at: reports,
                    next: "make room: the demo needs some 200 MB")
            }
        }
    }

    /// Runs a command on the demo's store, under the line that a user would type.
    private func show(_ words: [String], as line: String) throws {
        try say("$ chatfleet \(line)\n")
        let all = words + ["--store", "sqlite:" + store] + (queries.map { ["--queries-dir", $0] } ?? [])
        guard case .run(let invocation) = try registry.parse(all),
            let command = allCommands.first(where: { $0.spec.path == invocation.command.path })
        else { preconditionFailure("\(line) is no command") }
        _ = try command.run(
            invocation,
            CommandContext(
                surroundings: context.surroundings, invocation: invocation, outputTraits: context.outputTraits,
                errorTraits: context.errorTraits))
        try say("\n")
    }

    private func closing() -> String {
        let problem = simulation.expectedProblem
        let commands = nextCommands(problem).map { "  chatfleet \($0)\n" }.joined()
        return """
            What is wrong in this data
              \(problem.sentence)

            What to type next
              export CHATFLEET_STORE=sqlite:\(store)
            \(commands)  chatfleet help
            With reports of your own: chatfleet ingest reports FILE --store sqlite:fleet.db

            """
    }

    /// The questions that an on-call engineer has after the first answer.
    private func nextCommands(_ problem: ExpectedProblem) -> [String] {
        let there = "--version \(problem.appVersion ?? "") --platform \(problem.platform ?? "")"
        return switch simulation.options.scenario {
        case .healthy: ["crash-free --by day", "versions"]
        case .badRelease: ["crash-free --by hour \(there)", "versions --platform \(problem.platform ?? "")"]
        case .decryptSpike: ["decrypt-failures --by day \(there)", "decrypt-failures --by message-type,restored \(there)"]
        case .stuckOutbox: ["queue-ages --by day \(there)", "queue-ages --metric queue_depth_max"]
        case .versionDecrypt, .prekeyFault, .keyChanges, .flaggedCrash, .unflaggedCrash: []
        }
    }

    private func say(_ text: String) throws { try context.emit(text: text) }
}
