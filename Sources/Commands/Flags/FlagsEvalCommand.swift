import CommandLine
import Flags
import FleetCore
import Reporting

/// `chatfleet flags eval`.
enum FlagsEvalCommand {
    static let document = Argument(
        .file("DOC"), help: "a document, a folder with latest.json or its https:// address; - is standard input")
    static let installID = Option("install-id", anyText("ID"), help: "the install", defaultText: "none")
    static let appVersion = Option(
        "app-version", anyText("VERSION"), help: "its version", defaultText: "none, as one that can't be read")
    static let platform = Option("platform", .platform, help: "which of a folder's documents")
    static let flag = Option("flag", .text("NAME"), help: "this flag; may be given several times", defaultText: "all")
        .repeatable()
    static let fallback = Option(
        "default", .cases("VALUE") as ValueType<Fallback>, help: "what the caller has for a flag that the document hasn't"
    ).defaulting(to: .false, shown: "false").needing(flag)
    static let time = Option("at", .instant, help: "when, for flush_only_until", defaultText: "now")
    static let contexts = Option(
        "contexts", .file(), help: "evaluate every line {\"install_id\":…,\"app_version\":…,\"platform\":…}; - is standard input"
    ).excluding(installID, appVersion, platform)

    enum Fallback: String, Sendable, CaseIterable { case `true`, `false` }

    static let command = Command(
        CommandSpec(
            "flags eval", group: .flags, purpose: "what flags are for an install, and which rule decided",
            discussion: """
                Evaluates as clients do. With --contexts and --format json every line gives one line, in order: \
                {"install_id":…,"flags":[{"flag":…,"value":…,"reason":…,"bucket":…,"kill":…}],"client_policy":…}, or \
                {"error":…} where it is no context. In other formats they are counted.
                Buckets are of 100,000: an install is inside a rollout of 20 % if its bucket is under 20,000.
                """,
            arguments: [document], options: [installID, appVersion, platform, flag, fallback, contexts, time],
            examples: [
                Example(
                    "chatfleet flags eval v44/android.json --install-id i_1 --app-version 5.14.0",
                    "every flag for this install, and why"),
                Example(
                    "chatfleet flags eval published --contexts installs.ndjson --format json --flag poll_posts",
                    "one flag for many installs, each by the document of its platform"),
            ], exitCodes: [.badInput, .partial])
    ) { invocation, context in
        let source = try context.flagDocuments(invocation[document])
        let asked = FlagQuestion(
            names: invocation[flag], fallback: invocation[fallback] == .true, now: invocation[time] ?? context.now)
        if let path = invocation[contexts] {
            guard path != "-" || invocation[document] != "-" else {
                throw ToolError(.usage, "the document and the contexts can't both be standard input", next: "name a file")
            }
            return try FlagContexts(source: source, asked: asked, context: context).run(path)
        }
        let found = try source.document(invocation[platform])
        let flags = try context.decodedFlags(found)
        let client = FlagContext(
            installID: invocation[installID], appVersion: invocation[appVersion], platform: found.platform)
        try context.emit(report(flags, client, asked))
        return .success
    }

    /// A text that may be empty: so may what a client sends.
    private static func anyText(_ placeholder: String) -> ValueType<String> {
        ValueType(placeholder, expects: "a text") { $0 }
    }

    private static func report(_ flags: FlagDocument, _ client: FlagContext, _ asked: FlagQuestion) -> Report {
        var report = Report(
            "flags-eval", title: "Flags of \(flags.file)",
            columns: [
                .text("flag", "flag"), Column("value", "value", .flag, for: .programs),
                Column("shown", "value", .text, for: .people), .text("reason", "reason"),
                Column("bucket", "bucket", .integer).absent(""), Column("kill", "killed", .flag, for: .programs),
            ])
        let id = client.installID.isEmpty ? nil : String(decoding: client.installID, as: UTF8.self)
        report.summarise(.count("version", "version"), .integer(flags.version))
        report.summarise(Column("install_id", "install", .text).absent("none"), .text(id))
        report.summarise(Column("app_version", "app version", .text).absent("none"), .text(client.appVersion?.text))
        report.summarise(Column("platform", "platform", .text).absent("not said"), .text(client.platform))
        report.summarise(.text("client_policy", "client policy"), .text(flags.clientStatus(client, now: asked.now).rawValue))
        report.summarise(
            Column("session_sampled", "session sampled", .flag).absent("not said"),
            .flag(flags.samplesSession(client)?.value))
        for (name, found) in asked.answers(flags, client) {
            report.add(
                .text(name), .flag(found.value), .text(found.value ? "on" : "off"), .text(found.reason.rawValue),
                found.bucket.map { .integer(Int64($0)) } ?? .noData, .flag(found.isKilled))
        }
        report.emptyText = "the document has no flags"
        return report
    }
}

/// Which flags, with which default of the caller's, when.
struct FlagQuestion: Sendable {
    /// Empty: all that the document has.
    let names: [String]
    let fallback: Bool
    let now: Instant

    func answers(_ flags: FlagDocument, _ client: FlagContext) -> [(String, FlagEvaluation)] {
        if names.isEmpty { return flags.names.indices.map { (flags.names[$0], flags.evaluate(at: $0, client)) } }
        return names.map { ($0, flags.evaluate($0, client, default: fallback)) }
    }
}
