import CommandLine
public import FleetCore
import Terminal

/// The program: words in, exit status out. Two stages: the words are read without looking at anything else, then the
/// command runs.
public enum Program {
    /// Of the program, not of its data: see the schema and `schema_version` for those.
    public static let version = "0.1.0"

    /// Runs with this process's words, streams and signals.
    public static func main() -> Int32 {
        run(Array(Swift.CommandLine.arguments.dropFirst()), in: .ofProcess()).rawValue
    }

    /// Runs the command that `words` say, and flushes the streams. Errors are worded here and nowhere else.
    public static func run(_ words: [String], in surroundings: Surroundings) -> ExitCode {
        // Looked up before the words are read, since it holds for the errors in them, too.
        let refusesColour = words.prefix { $0 != "--" }.contains("--no-color")
        let errors = ErrorRenderer(
            stream: surroundings.errors, traits: surroundings.traits(of: surroundings.errors, refusesColour: refusesColour),
            workDone: surroundings.workDone)
        var code: ExitCode
        var isFailure = false
        do {
            if words.isEmpty {
                // A script with an empty variable must not pass for one that worked.
                try surroundings.errors.write(registry.help([], isLong: false, width: errors.traits.width))
                return .usage
            }
            code = try perform(registry.parse(words), surroundings, refusesColour: refusesColour)
        } catch {
            code = errors.show(error)
            isFailure = true
        }
        // What the command answered stands, whether its reader stayed to the end or not.
        do { try surroundings.output.flush() } catch is BrokenPipe {} catch {
            let failure = errors.show(error)
            if !isFailure { code = failure }
        }
        try? surroundings.errors.flush()
        return code
    }

    private static func perform(_ request: Request, _ surroundings: Surroundings, refusesColour: Bool) throws -> ExitCode {
        let traits = surroundings.traits(of: surroundings.output, refusesColour: refusesColour)
        switch request {
        case .version:
            try surroundings.output.write("\(registry.program) \(version)\n")
        case .help(let path, let isLong):
            try surroundings.output.write(registry.help(path, isLong: isLong, width: traits.width))
        case .run(let invocation):
            let command = allCommands.first { $0.spec.path == invocation.command.path }
            guard let command else { preconditionFailure("\(invocation.command.name) is in the registry and not in the list") }
            let context = CommandContext(
                surroundings: surroundings, invocation: invocation, outputTraits: traits,
                errorTraits: surroundings.traits(of: surroundings.errors, refusesColour: refusesColour))
            try AskedTimes.check(invocation, now: context.now)
            guard command.spec.path.first == "flags" else { return try command.run(invocation, context) }
            return try WaitingChanges.warning(context) { try command.run(invocation, context) }
        }
        return .success
    }
}

extension Surroundings {
    func traits(of stream: OutputStream, refusesColour: Bool) -> TerminalTraits {
        TerminalTraits(
            isTerminal: stream.isTerminal, windowWidth: windowWidth, environment: environment, refusesColour: refusesColour)
    }
}
