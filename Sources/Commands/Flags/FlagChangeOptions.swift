import CommandLine
import FlagPublishing
import FleetCore

/// What every command takes that changes published flags.
enum FlagChangeOptions {
    static let target = Option(
        "to", .text("TARGET"), help: "where they are published: a directory, s3://BUCKET/PREFIX or appconfig:APP/ENV/PROFILE",
        defaultText: "where this store's flags are published")
    static let reason = Option("reason", .text("TEXT"), help: "why; kept in the history")
    static let platform = Option("platform", .platform, help: "this platform only", defaultText: "all")
    static let yes = Flag("yes", short: "y", help: "don't ask; needed without a terminal")
    static let forceUnknown = Flag("force-unknown", help: "also where the document kills a name that no flag has")
    static let newPlatform = Flag(
        "new-platform", help: "also a new platform whose name is a letter or two from another one's")
    static let security = Flag(
        "security", help: "min_supported is raised for security: whom it locks out is not held against it")

    static let all: [any DeclaresOption] = [reason, target, RecordOptions.person, yes]
    static let exitCodes: [ExitCode] = [.badAnswer, .badInput, .unavailable]

    static func reason(_ invocation: Invocation) throws(ToolError) -> String {
        guard let text = invocation[reason], text.contains(where: { !$0.isWhitespace }) else {
            throw ToolError(
                .usage, "a change of the flags needs a reason", at: "chatfleet \(invocation.command.name)",
                next: "say why with --reason TEXT")
        }
        return try RecordOptions.words(text, "the reason")
    }
}
