import FleetCore

/// The words of each mistake on a command line.
enum UsageError {
    /// - Parameter path: the command as far as it was read; its help is what comes next.
    static func at(_ path: [String], _ what: String, suggestion: String? = nil, _ registry: Registry) -> ToolError {
        let called = ([registry.program] + path).joined(separator: " ")
        let help = "\(called) --help"
        return ToolError(.usage, what, at: called, next: suggestion.map { "did you mean \($0)? else: \(help)" } ?? help)
    }

    /// - Parameter next: the change that helps.
    static func at(_ path: [String], _ what: String, next: String, _ registry: Registry) -> ToolError {
        let called = ([registry.program] + path).joined(separator: " ")
        return ToolError(.usage, what, at: called, next: "\(next); \(called) --help")
    }

    static func unknownCommand(_ word: String, after path: [String], among words: [String], _ registry: Registry) -> ToolError {
        let noun = path.isEmpty ? "\"\(word)\" is no command" : "\(path.joined(separator: " ")) has no verb \"\(word)\""
        return at(path, noun, suggestion: closest(to: word, among: words), registry)
    }

    static func unknownOption(_ name: String, path: [String], command: CommandSpec?, _ registry: Registry) -> ToolError {
        let known = registry.options(of: command).map { "--\($0.name)" }
        // Before the command only the options of all commands are known; say so where it is one of a command.
        if command == nil, registry.commands.contains(where: { $0.options.contains { "--\($0.name)" == name } }) {
            return at(path, "\(name) comes after the command it belongs to", registry)
        }
        let alike = likeNames.first { $0.contains(name) }?.first(where: known.contains)
        return at(path, "there is no option \(name)", suggestion: alike ?? closest(to: name, among: known), registry)
    }

    /// Of commands that answer at a moment, of what was known then, and of a window.
    private static let likeNames = [["--at", "--as-of", "--to"]]

    /// - Parameter suggestion: the value in the form that was asked for.
    static func badValue(
        _ value: String, of name: String, expects: String, words: [String], suggestion: String?, path: [String],
        _ registry: Registry
    ) -> ToolError {
        let wrong = value.split(separator: ",").map(String.init).first { !words.contains($0) }
        return at(
            path, "\(name): \"\(value)\" is not \(expects)",
            suggestion: suggestion ?? wrong.flatMap { closest(to: $0, among: words) }, registry)
    }
}
