public import FleetCore

/// Everything there is to know about a command but what it does: parser, help and completions are made from it.
public struct CommandSpec: Sendable {
    /// `["store", "migrate"]`: the words that call it.
    public let path: [String]
    public let group: CommandGroup
    /// One line, no final full stop.
    public let purpose: String
    /// Long help, a line a paragraph; lines that begin with two spaces are commands, and stay as they are. May be empty.
    public let discussion: String
    public let arguments: [ArgumentSpec]
    public let options: [OptionSpec]
    public let examples: [Example]
    /// What the command may exit with, beside 0, 2, 64 and 130, which all may.
    public let exitCodes: [ExitCode]

    /// - Parameter name: the words that call it, `"store migrate"`.
    public init(
        _ name: String, group: CommandGroup, purpose: String, discussion: String = "",
        arguments: [any DeclaresArgument] = [], options: [any DeclaresOption] = [], examples: [Example],
        exitCodes: [ExitCode] = []
    ) {
        path = name.split(separator: " ").map(String.init)
        self.group = group
        self.purpose = purpose
        self.discussion = discussion
        self.arguments = arguments.map(\.spec)
        self.options = options.map(\.spec)
        self.examples = examples
        self.exitCodes = exitCodes
    }

    /// `store migrate`.
    public var name: String { path.joined(separator: " ") }
}

/// A command line and what it shows.
public struct Example: Sendable {
    /// From `chatfleet` on.
    public let line: String
    public let explanation: String

    public init(_ line: String, _ explanation: String) {
        self.line = line
        self.explanation = explanation
    }
}

/// The order and headings of the top help.
public enum CommandGroup: String, Sendable, CaseIterable {
    case answers = "Answers"
    case rollouts = "Rollouts"
    case onCall = "On call"
    case flags = "Flags"
    case data = "Data in"
    case store = "Store"
    case planning = "Planning"
    case trial = "Try it"
    case tools = "Around it"
}
