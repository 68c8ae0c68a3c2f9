import CommandLine
import FlagPublishing
import FleetCore
import Foundation

/// What every command takes that changes published flags.
enum FlagChangeOptions {
    static let target = Option(
        "to", .text("TARGET"), help: "where they are published: a directory, s3://BUCKET/PREFIX or appconfig:APP/ENV/PROFILE",
        defaultText: "where this store's flags are published")
    static let reason = Option("reason", .text("TEXT"), help: "why; kept in the history")
    static let person = Option("by", .text("NAME"), help: "who; kept in the history", defaultText: "the user of this machine")
    static let platform = Option("platform", .text("PLATFORM"), help: "this platform only", defaultText: "all")
    static let yes = Flag("yes", short: "y", help: "don't ask; needed without a terminal")
    static let forceUnknown = Flag("force-unknown", help: "also where the document kills a name that no flag has")
    static let security = Flag(
        "security", help: "min_supported is raised for security: whom it locks out is not held against it")

    static let all: [any DeclaresOption] = [reason, target, person, yes]
    static let exitCodes: [ExitCode] = [.badAnswer, .badInput, .unavailable]

    static func reason(_ invocation: Invocation) throws(ToolError) -> String {
        let text = invocation[reason]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard !text.isEmpty, text.utf8.count <= 2000, !text.utf8.contains(0) else {
            let what = text.isEmpty ? "a change of the flags needs a reason" : "the reason is longer than 2,000 bytes, or no text"
            throw ToolError(.usage, what, at: "chatfleet \(invocation.command.name)", next: "say why with --reason TEXT")
        }
        return text
    }

    static func person(_ invocation: Invocation, _ environment: [String: String]) -> String {
        let names = [invocation[person], environment["USER"], environment["LOGNAME"]].compactMap { $0 }
        return names.first { !$0.isEmpty } ?? NSUserName()
    }

    static func platform(_ invocation: Invocation) throws(ToolError) -> String? {
        guard let name = invocation[platform] else { return nil }
        guard isPlatformName(name) else {
            throw ToolError(
                .usage, "--platform: \"\(name)\" is no platform's name: a-z, 0-9, _ and -", next: "write it as clients report it")
        }
        return name
    }
}
