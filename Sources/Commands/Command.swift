public import CommandLine
public import FleetCore

/// A command: what it is called and takes, and what it does. One file each; ``allCommands`` lists them.
///
/// ```swift
/// enum VersionsCommand {
///     static let platform = Option("platform", .platform, help: "this platform only")
///
///     static let command = Command(
///         CommandSpec(
///             "versions", group: .answers, purpose: "who runs which version", options: [platform],
///             examples: [Example("chatfleet versions --platform ios", "the adoption of each version on iOS")])
///     ) { invocation, context in
///         let report = try context.withStore { try … (invocation[platform]) }
///         try context.emit(report)
///         return .success
///     }
/// }
/// ```
public struct Command: Sendable {
    public let spec: CommandSpec
    /// Answers on the context's output; throws what goes wrong, which ``Program`` words.
    let run: @Sendable (Invocation, CommandContext) throws -> ExitCode

    public init(_ spec: CommandSpec, run: @escaping @Sendable (Invocation, CommandContext) throws -> ExitCode) {
        self.spec = spec
        self.run = run
    }
}
