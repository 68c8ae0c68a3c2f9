import CommandLine
import Flags
import FleetCore
import Reporting
import Terminal

/// `chatfleet flags diff`.
enum FlagsDiffCommand {
    static let old = Argument(.file("OLD"), help: "a document, or a folder with latest.json")
    static let new = Argument(.file("NEW"), help: "what replaces it")
    static let platform = Option(
        "platform", .platform, help: "this platform only; names it in the words", defaultText: "by the path, or all")

    static let command = Command(
        CommandSpec(
            "flags diff", group: .flags, purpose: "what changes for clients between two flag documents",
            discussion: """
                In words, kills first: poll_posts: killed; was 20 % of android ≥ 5.14.0. What is written differently and means \
                the same is no change. Of two folders every platform's document is compared.
                """,
            arguments: [old, new], options: [platform],
            examples: [
                Example("chatfleet flags diff v43/android.json v44/android.json", "what version 44 changes on Android"),
                Example("chatfleet flags diff published next --format json", "every platform, for a program"),
            ], exitCodes: [.badInput])
    ) { invocation, context in
        let before = try context.flagDocuments(invocation[old])
        let after = try context.flagDocuments(invocation[new])
        var report = Report(
            "flags-diff", title: "What changes for clients",
            columns: [
                Column("platform", "platform", .text).absent(""), .text("subject", "what"),
                Column("kind", "kind", .text, for: .programs), Column("effect", "becomes", .text, for: .people),
                Column("before", "before", .text, for: .programs), Column("after", "after", .text, for: .programs),
                Column("words", "words", .text, for: .programs),
            ])
        report.emptyText = "nothing changes for anybody"
        for name in try platforms(before, after, invocation[platform]) {
            let found = try after.document(after.platforms == nil ? nil : name)
            let newFlags = try context.decodedFlags(found)
            let platform = name ?? found.platform
            var oldFlags: FlagDocument?
            if before.platforms.map({ $0.contains(platform ?? "") }) ?? true {
                oldFlags = try context.decodedFlags(before.document(before.platforms == nil ? nil : platform))
            }
            for change in FlagDiff.between(oldFlags, newFlags, platform: platform) {
                report.add(
                    .text(platform), .text(change.subject), .text(change.kind.rawValue), .text(change.effect),
                    .text(change.before), .text(change.after), .text(change.words))
            }
        }
        if context.format == .table { try context.emit(text: lines(report)) } else { try context.emit(report) }
        return .success
    }

    /// Those of the new documents, and those that are gone. Nil: one document that names none.
    private static func platforms(
        _ before: any FlagDocumentSource, _ after: any FlagDocumentSource, _ asked: String?
    ) throws -> [String?] {
        if let asked { return [asked] }
        guard let platforms = after.platforms else { return [nil] }
        for gone in (before.platforms ?? []) where !platforms.contains(gone) {
            throw ToolError(
                .badInput, "the new documents have none for \(gone)",
                next: "a platform's document never goes away; name one platform with --platform")
        }
        return platforms
    }

    /// A sentence a change: what goes into a message to others.
    private static func lines(_ report: Report) -> String {
        if report.rows.isEmpty { return report.emptyText + "\n" }
        let platforms = Set(report.rows.map { Report.humanText($0.cells[0], report.columns[0]) })
        return report.rows.map { row in
            let words = Report.humanText(row.cells[6], report.columns[6])
            let platform = Report.humanText(row.cells[0], report.columns[0])
            return escapingControls(platforms.count > 1 ? "\(platform): \(words)" : words)
        }.joined(separator: "\n") + "\n"
    }
}
