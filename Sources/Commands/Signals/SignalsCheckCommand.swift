import CommandLine
import Database
import FleetCore
import HTTPClient
import Health
import Reporting

/// `chatfleet signals check`.
enum SignalsCheckCommand {
    static let webhook = Option(
        "webhook", .text("URL"), help: "post to this address; it is a secret: better in the environment",
        environmentVariable: "CHATFLEET_WEBHOOK")
    static let shape = Option("shape", .cases("SHAPE") as ValueType<SignalMessages.Shape>, help: "what the receiver reads")
        .defaulting(to: .json, shown: "json")
    static let again = Option("again", .duration, help: "tell again of what stays bad after so long")
        .defaulting(to: TimeLength(seconds: 4 * 3600), shown: "4h")
    static let unknown = Flag("unknown", help: "tell of signals that are unknown, too")

    /// A post takes no longer, tries and pauses together: cron starts the next run within minutes, and that one makes up for it.
    static let postSecondsMax = 10.0

    static let command = Command(
        CommandSpec(
            "signals check", group: .onCall, purpose: "tell a pager or a channel what has changed, for those with cron only",
            discussion: """
                Posts signals that went over a level, that got worse, that are well again, and every --again those that stay bad; \
                nothing where there is nothing to tell. What it told is kept in the store once the receiver has taken it, so a post \
                that failed, at the latest after \(Int(postSecondsMax)) s, is made up for by the next run. Silenced signals are not told of, acknowledged ones only when they are \
                well. To Alertmanager everything that is bad is posted each time, since it forgets what is not repeated.
                Ends as status does, or with 69 where the receiver can't be reached or refuses.
                """,
            options: [webhook, shape, again, unknown] + SignalOptions.shared,
            examples: [
                Example("CHATFLEET_WEBHOOK=… chatfleet signals check --shape slack", "every few minutes, from cron"),
                Example(
                    "chatfleet signals check --shape alertmanager --webhook http://127.0.0.1:9093/api/v2/alerts",
                    "to an Alertmanager on this machine"),
            ], exitCodes: [.badAnswer, .badInput, .unknown, .unavailable])
    ) { invocation, context in
        let address = try address(invocation, context)
        let at = invocation[SignalOptions.at] ?? context.now
        return try context.withStore(.change) { database, catalog in
            let signals = try SignalOptions.signals(
                database, catalog, invocation, context, now: invocation[SignalOptions.at] == nil ? at : nil)
            let answer = try signals.evaluate(at: at)
            let policy = SignalNoticePolicy(
                againSeconds: invocation[again].seconds, tellsUnknown: invocation[unknown],
                repeatsAll: invocation[shape] == .alertmanager)
            let told = SignalNotices(database: database, catalog: catalog)
            let notices = policy.due(answer, told: try told.told())
            if !notices.isEmpty {
                try told.checkCanRecord()
                let messages = SignalMessages(at: at, notices: notices, next: context.next)
                try post(messages.body(invocation[shape]), to: address, context)
                try told.record(notices, at: at)
            }
            context.note(
                notices.isEmpty ? "nothing to tell" : "told of " + notices.map(\.state.signal.name).joined(separator: ", "))
            return answer.exitCode
        }
    }

    private static func address(_ invocation: Invocation, _ context: CommandContext) throws(ToolError) -> WebAddress {
        let option = invocation[webhook]
        let origin = option == nil ? "CHATFLEET_WEBHOOK" : "--webhook"
        guard let text = option ?? context.environment["CHATFLEET_WEBHOOK"].flatMap({ $0.isEmpty ? nil : $0 }) else {
            throw ToolError(
                .usage, "there is no address to post to", at: "chatfleet signals check",
                next: "set CHATFLEET_WEBHOOK, or give --webhook URL")
        }
        // The address itself is in no message: whoever has it can post.
        guard let address = WebAddress(text) else {
            throw ToolError(
                .usage, "\(origin) holds no address to post to", at: "chatfleet signals check",
                next: "one begins with https:// and has no user, password or #")
        }
        guard address.scheme == .https || address.isLoopback else {
            throw ToolError(
                .usage, "the address in \(origin) is not https, and it is a secret", at: "chatfleet signals check",
                next: "use https; http is for this machine alone")
        }
        return address
    }

    private static func post(_ body: [UInt8], to address: WebAddress, _ context: CommandContext) throws {
        let place = "the webhook at \(address.host)"
        var limits = HTTPLimits()
        limits.allTriesSeconds = postSecondsMax
        let client = HTTPClient(limits: limits, environment: context.environment, stop: context.stop)
        var request = HTTPRequest(.post, address, headers: ["Content-Type": "application/json"], body: body)
        // Told twice is better than not at all.
        request.isRepeatable = true
        let response: HTTPResponse
        do {
            response = try client.send(request)
        } catch {
            if error.exitCode == .interrupted { throw ToolError(.interrupted, "interrupted", at: place) }
            throw ToolError(
                .unavailable, "the webhook did not take it within \(Int(postSecondsMax)) s, or could not be reached", at: place,
                next: "see that address and network are right; the next run tells of it again")
        }
        guard response.isSuccess else {
            throw ToolError(
                .unavailable, "the webhook answered with status \(response.status)", at: place,
                next: "see that it takes the shape that --shape names; the next run tells of it again")
        }
    }
}
