import CommandLine
import FleetCore

/// A registry with one of everything.
enum Sample {
    static let store = Option("store", .text("STORE"), help: "where the data is", environmentVariable: "CHATFLEET_STORE")
    static let format = Option("format", .choice("FORMAT", ["table", "json"]), help: "what to print")
        .defaulting(to: "table", shown: "table")
    static let quiet = Flag("quiet", short: "q", help: "only results and errors")

    static let from = Option("from", .day, help: "first day of the window", defaultText: "seven days before --to")
    static let by = Option("by", .choices("GROUPING", ["version", "platform", "day"]), help: "a row for each")
    static let target = Option("target", .percentage, help: "exit 1 where a row misses it")
    static let since = Option("since", .duration, help: "the last hours")
    static let asOf = Option("as-of", .instant, help: "what was known then")
    static let top = Option("top", .integer("N", 1...100), help: "how many rows").defaulting(to: 10, shown: "10")
    static let version = Option("version", .text("VERSION"), help: "this version only").repeatable()
    static let paths = ArgumentList(.file("PATH"), help: "files of reports, or - for standard input")
    static let shell = Argument(.cases("SHELL") as ValueType<Shell>, help: "the shell")
    static let pattern = OptionalArgument(.text("PATTERN"), help: "names that contain it")

    static let crashFree = CommandSpec(
        "crash-free", group: .answers, purpose: "the share of active installs without a crash",
        discussion: "An install counts once in the window, however often it crashed.",
        options: [from, by, target, since, asOf, top, version],
        examples: [
            Example(
                "chatfleet crash-free --by version --target 99.5%", "marks each version under 99.5 %, and exits 1 if there is one"
            )
        ], exitCodes: [.badAnswer, .unknown])
    static let ingest = CommandSpec(
        "ingest reports", group: .data, purpose: "read client reports into the store", arguments: [paths],
        examples: [Example("chatfleet ingest reports day.ndjson.gz", "reads a compressed file")], exitCodes: [.partial])
    static let completion = CommandSpec(
        "completion", group: .tools, purpose: "a completion script for a shell", arguments: [shell],
        examples: [Example("chatfleet completion bash", "prints the script for bash")])
    static let list = CommandSpec(
        "queries list", group: .tools, purpose: "the queries and what they answer", arguments: [pattern],
        examples: [Example("chatfleet queries list", "lists them all")])

    static let registry = Registry(
        program: "chatfleet", purpose: "golden signals of a fleet", commands: [crashFree, ingest, completion, list],
        globalOptions: [store, format, quiet])

    static func run(_ line: String) throws -> Invocation {
        guard case .run(let invocation) = try registry.parse(words(line)) else {
            throw ToolError(.failure, "no invocation: \(line)")
        }
        return invocation
    }

    static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
