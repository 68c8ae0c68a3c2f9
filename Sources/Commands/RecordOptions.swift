import CommandLine
import Database
import FlagPublishing
import Flags
import FleetCore
import Foundation
import Health
import QueryCatalog
import ServerMetrics
import Terminal

/// What the commands share that write down who did what, when and why: texts that come from outside, are kept for good, and
/// are read in terminals and in an incident's channel.
enum RecordOptions {
    static let at = Option("at", .instant, help: "when it happened", defaultText: "now")
    static let person = Option("by", .text("NAME"), help: "who; kept in the history", defaultText: "the user of this machine")
    static let newPlatform = Flag("new-platform", help: "the platform is meant, though nothing is known of it yet")
    static let exitCodes: [ExitCode] = [.badInput, .unavailable]

    /// Bytes of a reason or a note, of a name, and of a version, as ingest takes it.
    private static let wordsBytesMax = 2000
    private static let nameBytesMax = 100
    private static let versionBytesMax = 64

    /// When it happened: what is still to come has not.
    static func instant(_ invocation: Invocation, now: Instant) throws(ToolError) -> Instant {
        guard let told = invocation[at] else { return now }
        // A clock may be a little behind another one.
        guard told <= now.advanced(bySeconds: 60) else {
            throw ToolError(
                .usage, "--at \(told) is still to come: it is \(now)", at: "chatfleet \(invocation.command.name)",
                next: "record what happened, once it has")
        }
        guard told >= .firstTold else {
            throw ToolError(
                .usage, "--at \(told) is before \(Instant.firstTold.day): a clock that was never set",
                at: "chatfleet \(invocation.command.name)", next: "record when it happened")
        }
        return told
    }

    static func person(_ invocation: Invocation, _ environment: [String: String]) throws(ToolError) -> String {
        let names = [invocation[person], environment["USER"], environment["LOGNAME"]].compactMap { $0 }
        return try text(names.first { !$0.isEmpty } ?? NSUserName(), "the name of --by", bytesMax: nameBytesMax)
    }

    /// A reason or a note.
    static func words(_ text: String, _ what: String) throws(ToolError) -> String {
        try self.text(text, what, bytesMax: wordsBytesMax)
    }

    static func version(_ text: String) throws(ToolError) -> String {
        try self.text(text, "the version", bytesMax: versionBytesMax)
    }

    /// A name of something that the servers measure, as ingest takes it.
    static func metricName(_ text: String, _ what: String) throws(ToolError) -> String {
        try self.text(text, what, bytesMax: MetricSeries.nameBytesMax)
    }

    /// Rows are kept for good, so a platform that nothing is known of is taken for a slip, until it is said to be meant. One of
    /// the two that stages are made on is none: a rollout's start is recorded before the first report of it.
    static func checkKnown(_ platform: String?, _ invocation: Invocation, _ reports: HealthReports) throws {
        if invocation[newPlatform] { return }
        let known = Set(try reports.namedPlatforms().filter(isPlatformName)).union(FlagDocument.contractPlatforms)
        guard let unknown = UnknownPlatform(platform, among: Array(known)) else { return }
        throw ToolError(
            .usage, "--platform: nothing is known of \(unknown.platform): no report, rollout, flag or server metric",
            at: "chatfleet \(invocation.command.name)",
            next: "\(unknown.question)known are \(unknown.others); if it is meant, add --\(newPlatform.spec.name)")
    }

    /// Without spaces around it; refused where it is empty, longer than `bytesMax`, or holds what would move a terminal's
    /// cursor or hide a part of it.
    private static func text(_ text: String, _ what: String, bytesMax: Int) throws(ToolError) -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        func refuse(_ why: String, _ next: String) -> ToolError { ToolError(.usage, "\(what) \(why)", next: next) }
        guard !trimmed.isEmpty else { throw refuse("is empty", "say it in a few words") }
        guard trimmed.utf8.count <= bytesMax else {
            throw refuse("is longer than \(bytesMax) bytes", "shorten it to a line, and link to the rest")
        }
        guard escapingControls(trimmed) == trimmed else {
            throw refuse(
                "holds control characters: \(escapingControls(String(trimmed.prefix(60))))", "write it as one line of text")
        }
        return trimmed
    }

    /// Says so where the store has no report of a version: it may be new, or written wrong.
    static func warnOfUnknown(_ version: String?, _ reports: HealthReports, _ context: CommandContext) throws {
        guard let version, let unknown = try UnknownVersion(version, reports) else { return }
        context.warn("no report of \(version) is in the store yet" + (unknown.isNewer ? "" : "; \(unknown.hint)"))
    }
}
