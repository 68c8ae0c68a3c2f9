public import FleetCore

extension Registry {
    /// Reads the words after the program's name. Pure: looks at nothing but its argument.
    ///
    /// `--name VALUE`, `--name=VALUE`, `-n VALUE`; options and arguments in any order; after `--` everything is an
    /// argument; options of all commands may stand before the command. Long names are not abbreviated: a script must not
    /// break when an option is added.
    public func parse(_ words: [String]) throws(ToolError) -> Request {
        var parser = Parser(registry: self, words: words)
        return try parser.request()
    }
}

private struct Parser {
    let registry: Registry
    let words: [String]
    var at = 0
    /// The words of the command so far, and the command once they name one.
    var path: [String] = []
    var command: CommandSpec?
    /// Place of the word after the command's last.
    var commandEnd = -1
    var positional: [String] = []
    var flags: Set<String> = []
    var values: [String: [any Sendable]] = [:]

    init(registry: Registry, words: [String]) {
        self.registry = registry
        self.words = words
    }

    mutating func request() throws(ToolError) -> Request {
        if words.first == "help" { return try helpRequest(Array(words.dropFirst())) }
        while at < words.count {
            let word = words[at]
            at += 1
            if word == "--" {
                commandEnd = -1
                for rest in words[at...] { try take(rest) }
                at = words.count
            } else if word.hasPrefix("-"), word != "-" {
                if let request = try takeOption(word) { return request }
            } else {
                try take(word)
            }
        }
        guard let command else { throw missingWord() }
        let arguments = try arguments(of: command)
        try checkCombination(command, arguments)
        return .run(Invocation(command: command, flags: flags, values: values, arguments: arguments))
    }

    private func helpRequest(_ path: [String]) throws(ToolError) -> Request {
        guard path.isEmpty || registry.command(path) != nil || !registry.commands(under: path).isEmpty else {
            throw UsageError.unknownCommand(
                path.joined(separator: " "), after: [], among: registry.commands.map(\.name), registry)
        }
        return .help(path: path, isLong: true)
    }

    private mutating func take(_ word: String) throws(ToolError) {
        let next = path + [word]
        // `versions retire`: only right after `versions`, whose options would else be read as those of the other.
        let isVerb = at - 1 == commandEnd && !(registry.command(next) == nil && registry.commands(under: next).isEmpty)
        if command != nil, !isVerb { return positional.append(word) }
        if let found = registry.command(next) {
            command = found
            commandEnd = at
        } else if registry.commands(under: next).isEmpty {
            throw UsageError.unknownCommand(word, after: path, among: registry.words(after: path), registry)
        }
        path = next
    }

    /// A request where the option is one for help or the version.
    private mutating func takeOption(_ word: String) throws(ToolError) -> Request? {
        var name = word
        var attached: String?
        if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
            name = String(word[..<equals])
            attached = String(word[word.index(after: equals)...])
        }
        let options = registry.options(of: command)
        let found = options.first { name == "--\($0.name)" || ($0.short.map { name == "-\($0)" } ?? false) }
        guard let found else { throw UsageError.unknownOption(name, path: path, command: command, registry) }
        guard found.placeholder != nil else {
            if attached != nil { throw UsageError.at(path, "\(name) takes no value", registry) }
            if found.name == Registry.help.spec.name { return .help(path: path, isLong: name == "--help") }
            if found.name == Registry.version.spec.name { return .version }
            flags.insert(found.name)
            return nil
        }
        let value: String
        if let attached { value = attached } else { value = try nextWord(for: found, name) }
        guard let parsed = found.parse(value) else {
            throw UsageError.badValue(
                value, of: name, expects: found.expects, words: found.completion.words, suggestion: found.suggest(value),
                path: path, registry)
        }
        if values[found.name] != nil, !found.isRepeatable {
            throw UsageError.at(path, "\(name) is given twice", registry)
        }
        values[found.name, default: []].append(parsed)
        return nil
    }

    /// A word that looks like an option is not taken for a value: `--from --to 2026-09-21` lacks one. `--from=--x` works.
    private mutating func nextWord(for option: OptionSpec, _ name: String) throws(ToolError) -> String {
        guard at < words.count, !words[at].hasPrefix("--") else {
            throw UsageError.at(path, "\(name) needs a value, \(option.placeholder ?? "")", registry)
        }
        at += 1
        return words[at - 1]
    }

    private func missingWord() -> ToolError {
        if path.isEmpty { return UsageError.at([], "which command?", registry) }
        let verbs = registry.words(after: path).joined(separator: ", ")
        return UsageError.at(path, "\(path.joined(separator: " ")) needs a verb: \(verbs)", registry)
    }

    /// What does nothing without another, or not beside it, is refused: who typed it expects something of it.
    private func checkCombination(_ command: CommandSpec, _ arguments: [String: [any Sendable]]) throws(ToolError) {
        let given = Set(
            (flags.union(values.keys)).map { "--" + $0 } + arguments.filter { !$0.value.isEmpty }.map(\.key))
        for option in command.options where given.contains("--" + option.name) {
            let name = "--" + option.name
            if !option.needs.isEmpty, given.isDisjoint(with: option.needs) {
                let needed = option.needs.joined(separator: " or ")
                throw UsageError.at(
                    path, "\(name) does nothing without \(needed)", next: "add \(needed), or leave \(name) out", registry)
            }
            if let other = option.excludes.first(where: given.contains) {
                throw UsageError.at(path, "\(name) and \(other) exclude each other", next: "leave one of them out", registry)
            }
        }
    }

    private func arguments(of command: CommandSpec) throws(ToolError) -> [String: [any Sendable]] {
        var rest = positional[...]
        var result: [String: [any Sendable]] = [:]
        for argument in command.arguments {
            let taken = argument.takesMany ? rest : rest.prefix(1)
            rest = rest.dropFirst(taken.count)
            if taken.isEmpty && argument.isRequired {
                throw UsageError.at(path, "\(argument.placeholder) is missing: \(argument.help)", registry)
            }
            var parsed: [any Sendable] = []
            for word in taken {
                guard let value = argument.parse(word) else {
                    throw UsageError.badValue(
                        word, of: argument.placeholder, expects: argument.expects, words: argument.completion.words,
                        suggestion: argument.suggest(word), path: path, registry)
                }
                parsed.append(value)
            }
            result[argument.placeholder] = parsed
        }
        if let extra = rest.first { throw UsageError.at(path, "\"\(extra)\" is one argument too many", registry) }
        return result
    }
}
