/// The one list of commands and of the options that all of them take.
public struct Registry: Sendable {
    /// The name of the program.
    public let program: String
    /// One line.
    public let purpose: String
    public let commands: [CommandSpec]
    public let globalOptions: [OptionSpec]

    public init(program: String, purpose: String, commands: [CommandSpec], globalOptions: [any DeclaresOption]) {
        self.program = program
        self.purpose = purpose
        self.commands = commands
        self.globalOptions = globalOptions.map(\.spec) + [Registry.help.spec, Registry.version.spec]
    }

    /// `-h` is the short help, `--help` the long one.
    static let help = Flag("help", short: "h", help: "this help; -h is shorter")
    static let version = Flag("version", help: "the version of the program")

    public func command(_ path: [String]) -> CommandSpec? { commands.first { $0.path == path } }

    /// The commands whose path begins with `prefix`: the verbs of a noun.
    public func commands(under prefix: [String]) -> [CommandSpec] {
        commands.filter { $0.path.count > prefix.count && $0.path.starts(with: prefix) }
    }

    /// The options that a command line must get so that what was asked goes on to it: `(option, value)` for each that its
    /// command declares under one of the names and that it does not hold yet.
    public func options(_ carried: [String: String], missingIn line: String) -> [(option: String, value: String)] {
        let words = line.split(separator: " ").map(String.init)
        guard words.first == program else { return [] }
        let paths = (1...3).reversed().map { Array(words.dropFirst().prefix($0)) }
        guard let command = paths.lazy.compactMap(command).first else { return [] }
        return command.options.compactMap { option in
            guard let value = option.carriedAs.flatMap({ carried[$0] }), !words.contains("--\(option.name)") else { return nil }
            return ("--\(option.name)", value)
        }
    }

    /// The options that a command takes, its own first; one of its own hides a global one of the same name, as
    /// `crash-free --version 8.14.0` does.
    func options(of command: CommandSpec?) -> [OptionSpec] {
        let own = command?.options ?? []
        return own + globalOptions.filter { global in !own.contains { $0.name == global.name } }
    }

    /// The words that may follow `prefix`, each once, in order.
    func words(after prefix: [String]) -> [String] {
        var words: [String] = []
        for command in commands(under: prefix) {
            let word = command.path[prefix.count]
            if !words.contains(word) { words.append(word) }
        }
        return words
    }

    /// What is wrong with the registry itself, for a test: two commands of one name, a command with arguments that is also a
    /// noun (its verbs would be arguments), two options of one name, one that speaks of another that
    /// is not there, an argument after a list, a missing example.
    public var faults: [String] {
        var faults: [String] = []
        for (i, command) in commands.enumerated() {
            let name = command.name
            if command.path.isEmpty { faults.append("a command without a name") }
            if commands[..<i].contains(where: { $0.path == command.path }) { faults.append("\(name): given twice") }
            if !command.arguments.isEmpty, !commands(under: command.path).isEmpty {
                faults.append("\(name): a command with arguments and a noun")
            }
            let names = command.options.map(\.name)
            if Set(names).count != names.count { faults.append("\(name): an option given twice") }
            if command.arguments.dropLast().contains(where: { $0.takesMany || $0.count == .optional }) {
                faults.append("\(name): an argument after one that may be missing")
            }
            let known = Set(options(of: command).map { "--" + $0.name } + command.arguments.map(\.placeholder))
            for option in command.options {
                for other in option.needs + option.excludes where !known.contains(other) {
                    faults.append("\(name): --\(option.name) speaks of \(other), which the command does not take")
                }
            }
            if command.examples.isEmpty { faults.append("\(name): no example") }
            for example in command.examples
            where !example.line.contains(program) || !example.line.contains(name) {
                faults.append("\(name): its example does not call it")
            }
            for text in [command.purpose] + command.options.map(\.help) where text.hasSuffix(".") || text.isEmpty {
                faults.append("\(name): \"\(text)\" ends in a full stop or is empty")
            }
        }
        return faults
    }
}
