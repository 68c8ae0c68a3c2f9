import CommandLine
import FlagPublishing
import Flags
import FleetCore
import Health
import Reporting
import StrictJSON
import Terminal

/// `chatfleet flags lint`.
enum FlagsLintCommand {
    static let documents = ArgumentList(
        .file("DOC"), help: "documents, folders of documents or with latest.json, https:// addresses; - is standard input",
        atLeastOne: false)
    static let fleet = Flag("fleet", help: "compare with the fleet in the store, too")
    static let previous = Option(
        "previous", .file("DOC"), help: "what is replaced: kills must not get lost, and min_supported rises by the rules")
    static let platform = Option(
        "platform", .platform,
        help: "of a folder or an address this platform's document only; of one document whose fleet it is compared with",
        defaultText: "all; the document's, by its path")
    static let security = Flag(
        "security", help: "min_supported is raised for security: whom it locks out is not held against it"
    ).needing(fleet)
    static let rules = Flag("rules", help: "list the rules with their severities, and check nothing")
        .excluding(fleet, previous).excluding(documents)

    static let command = Command(
        CommandSpec(
            "flags lint", group: .flags, purpose: "check flag documents before anyone publishes them",
            discussion: """
                Every mistake is told at once, with its line, column and path, and what was probably meant. \
                Errors are never published and make the status 3; warnings do not.
                A document is one object of JSON, read strictly, with these members; only version and flags must be there:
                \(FlagDocument.memberLines)
                """,
            arguments: [documents], options: [fleet, previous, platform, security, rules],
            examples: [
                Example("chatfleet flags lint android.json", "shows what is wrong with a document"),
                Example("chatfleet flags lint www/flags --platform ios", "of what is published, the document of one platform"),
                Example(
                    "chatfleet flags lint android.json --previous published/v43/android.json --fleet",
                    "also what the step from the published one would do to the fleet"),
            ], exitCodes: [.badInput, .unavailable])
    ) { invocation, context in
        if invocation[rules] {
            try context.emit(ruleReport())
            return .success
        }
        guard !invocation[documents].isEmpty else {
            throw ToolError(.usage, "flags lint needs a document", next: "chatfleet flags lint --help")
        }
        let before = try invocation[previous].map { try context.flagDocuments($0) }
        var read: [FoundDocument] = []
        var problems: [DocumentProblem] = []
        for name in invocation[documents] {
            let source = try context.flagDocuments(name)
            for platform in try platforms(of: source, name, invocation) {
                let found = try source.document(platform)
                problems += try check(found, before, invocation, context)
                read.append(FoundDocument(file: found.file, isNamed: source.platforms == nil))
            }
        }
        try emit(problems, read, context)
        return problems.contains { $0.severity == .error } ? .badInput : .success
    }

    private struct FoundDocument {
        let file: String
        /// The command line names it: it need not be said that it was read.
        let isNamed: Bool
    }

    /// Those of a source that are checked; nil: the only one there is.
    private static func platforms(
        of source: any FlagDocumentSource, _ name: String, _ invocation: Invocation
    ) throws(ToolError) -> [String?] {
        if let known = source.platforms { return invocation[platform].map { [$0] } ?? known }
        guard invocation[platform] == nil || invocation[fleet] else {
            throw ToolError(
                .usage, "--platform does nothing: this is one document", at: name,
                next: "leave it out, or name a folder of documents, or say with --fleet to compare it with that platform's fleet")
        }
        return [nil]
    }

    private static func check(
        _ found: FlagDocumentBytes, _ before: (any FlagDocumentSource)?, _ invocation: Invocation, _ context: CommandContext
    ) throws -> [DocumentProblem] {
        let previous = try before.map { try context.decodedFlags($0.document($0.platforms == nil ? nil : found.platform)) }
        let platform = invocation[platform] ?? found.platform
        var facts: FleetFacts?
        if invocation[fleet] {
            // A document that can't be decoded is compared with the fleet once it can be.
            let document = FlagDocument.decode(found.bytes, file: found.file).document
            facts = try context.withStore { database, catalog in
                try AnswerOptions.checkHeard(
                    of: invocation[self.platform], HealthReports(database: database, catalog: catalog))
                return try FleetFacts(document, platform: platform, database, catalog)
            }
            if facts?.newestDay == nil { context.warn("the store holds no reports: nothing is compared with the fleet") }
        }
        // A document that nobody published yet is of the platform whose name it has.
        let name = found.platform ?? named(found.file)
        let slip = name.flatMap { FlagLint.check(platform: $0, file: found.file, published: before?.platforms ?? []) }
        return [slip].compactMap { $0 }
            + FlagLint.read(
                found.bytes, file: found.file, against: previous, fleet: facts, now: context.now,
                allowing: FlagLint.Allowances(securityReason: invocation[security])
            ).problems
    }

    /// `andriod` of `drafts/andriod.json`; nil for a file with another name.
    private static func named(_ file: String) -> String? {
        guard file.hasSuffix(".json"), let name = file.split(separator: "/").last?.dropLast(5) else { return nil }
        return isPlatformName(String(name)) ? String(name) : nil
    }

    // MARK: What is shown

    private static func emit(_ problems: [DocumentProblem], _ read: [FoundDocument], _ context: CommandContext) throws {
        let documents = Int64(read.count)
        let found = read.filter { !$0.isNamed }.map(\.file)
        let errors = problems.filter { $0.severity == .error }
        let warnings = problems.filter { $0.severity == .warning }
        guard context.format == .table else {
            var report = Report.problems("flags-lint", title: "Problems of flag documents", problems)
            report.summarise(.count("documents", "documents"), .integer(documents))
            report.summarise(.count("errors", "errors"), .integer(Int64(errors.count)))
            report.summarise(.count("warnings", "warnings"), .integer(Int64(warnings.count)))
            report.summarise(.text("read", "read"), .text(read.map(\.file).joined(separator: ", ")))
            return try context.emit(report)
        }
        var lines: [String] = []
        for (found, word, style) in [(errors, "error", TextStyle.bad), (warnings, "warning", .doubtful)] where !found.isEmpty {
            if !lines.isEmpty { lines.append("") }
            let heading = "\(style == .bad ? "✗" : "?") \(counted(Int64(found.count), word))"
            lines.append(style.applied(to: heading, if: context.outputTraits.usesColour))
            lines += found.map { escapingControls($0.text) }
        }
        let names = found.isEmpty ? "" : ": " + escapingControls(found.joined(separator: ", "))
        if problems.isEmpty {
            lines.append("✓ \(counted(documents, "document")) without a problem\(names)")
        } else if !found.isEmpty {
            lines += ["", "\(counted(documents, "document")) read\(names)"]
        }
        try context.emit(text: lines.joined(separator: "\n") + "\n")
    }

    private static func ruleReport() -> Report {
        var report = Report(
            "flags-lint-rules", title: "Rules of flag documents",
            columns: [.text("rule", "rule"), .text("severity", "severity"), .text("meaning", "what is wrong")])
        for reason in JSONError.Reason.allCases {
            report.add(.text(reason.rule), .text(DocumentProblem.Severity.error.rawValue), .text(reason.meaning))
        }
        for rule in DocumentRule.allCases {
            report.add(.text(rule.rawValue), .text(DocumentProblem.Severity.error.rawValue), .text(rule.meaning))
        }
        for rule in FlagRule.allCases { report.add(.text(rule.rawValue), .text(rule.severity.rawValue), .text(rule.meaning)) }
        return report
    }
}
