import CommandLine
import FlagPublishing
import Flags
import FleetCore
import Reporting
import StrictJSON

/// `chatfleet flags preview`.
enum FlagsPreviewCommand {
    static let new = Argument(.file("NEW"), help: "a document, or a folder of documents")
    static let against = Option(
        "against", .file("OLD"), help: "what it replaces", defaultText: "what was last published from this store")
    static let platform = Option(
        "platform", .platform, help: "this platform only", defaultText: "by the path, or all that the store knows")
    static let all = Flag("all", help: "also the versions for which nothing changes")

    static let command = Command(
        CommandSpec(
            "flags preview", group: .flags, purpose: "who would change sides if this were published, counted on the fleet",
            discussion: """
                Every install that was active in the week up to the store's newest day is evaluated against both documents, \
                with its own id: the counts are exact, not expected. A flag that a document does not have counts as off. \
                Support is about min_supported: messages that wait in the outbox of an install that loses it, and may not be \
                sent any more, are counted, too.
                """,
            arguments: [new], options: [against, platform, all],
            examples: [
                Example("chatfleet flags preview v44/android.json", "against what is published now"),
                Example("chatfleet flags preview next --against published", "of two folders"),
            ], exitCodes: [.badInput, .unknown, .unavailable])
    ) { invocation, context in
        let wanted = invocation[platform]
        let after = try documents(context.flagDocuments(invocation[new]), wanted, context)
        let given = try invocation[against].map { try documents(context.flagDocuments($0), wanted, context) }
        return try context.withStore { database, catalog in
            let store = FlagStore(database: database, catalog: catalog)
            let published = try given == nil ? store.mark() : 0
            let before = try given ?? publishedDocuments(store, published)
            guard let preview = try store.preview(new: after, old: before, now: context.now) else {
                throw ToolError(
                    .unknown, "the store holds no reports, so there is nobody to count",
                    next: "load some with chatfleet ingest reports FILE, or name another store with --store")
            }
            let old = invocation[against] ?? (published > 0 ? "version \(published), the last published from this store" : nil)
            var report = Report(preview, against: old, isWhole: invocation[all] || !context.format.isForPeople)
            if after[""] != nil {
                report.notes.append("The document was taken for one of every platform; name its own with --platform.")
            }
            try context.emit(report)
            return preview.activeInstalls > 0 ? .success : .unknown
        }
    }

    /// By platform; `""`: one document for all.
    private static func documents(
        _ source: any FlagDocumentSource, _ platform: String?, _ context: CommandContext
    ) throws -> [String: FlagDocument] {
        guard let platforms = source.platforms else {
            let found = try source.document(nil)
            return [platform ?? found.platform ?? "": try context.decodedFlags(found)]
        }
        var documents: [String: FlagDocument] = [:]
        for name in platform.map({ [$0] }) ?? platforms {
            documents[name] = try context.decodedFlags(source.document(name))
        }
        return documents
    }

    private static func publishedDocuments(_ store: FlagStore, _ version: Int64) throws -> [String: FlagDocument] {
        var documents: [String: FlagDocument] = [:]
        for file in try store.documents(version: version) {
            documents[file.platform] = try FlagDocument.published(file, version: version)
        }
        return documents
    }
}

extension FlagDocument {
    /// Throws where it can't be decoded: a preview would take every flag of it for off.
    static func published(_ file: FlagDocumentFile, version: Int64) throws(ToolError) -> FlagDocument {
        let (document, problems) = decode(file.bytes, file: "\(file.platform).json")
        if let document { return document }
        throw ToolError(
            .badInput, "the document of version \(version) can't be decoded, so it is not known what changes",
            at: problems.first { $0.severity == .error }?.text, next: "name what it replaces with --against")
    }
}

extension ReportFormat {
    /// People get what matters, programs all of it.
    fileprivate var isForPeople: Bool { self == .table || self == .markdown }
}

extension Report {
    fileprivate init(_ preview: FlagPreview, against old: String?, isWhole: Bool) {
        self.init(
            "flags-preview", title: "Active installs that change sides, by flag, platform and version",
            columns: [.text("flag", "flag"), .text("platform", "platform"), .text("version", "version")]
                + Report.sides("on", "off"))
        window = .days(preview.window)
        summarise(.text("against", "against").absent("nothing: every flag was off"), .text(old))
        summarise(.count("active_installs", "active installs"), .integer(preview.activeInstalls))
        summarise(.count("unreadable_installs", "of unreadable version"), .integer(preview.unreadableInstalls))
        for (platform, installs) in preview.withoutDocument.sorted(by: { utf8Less($0.key, $1.key) }) {
            notes.append("No document for \(platform): nothing changes for its \(counted(installs, "active install")).")
        }
        let shown = preview.flags.filter { isWhole || $0.counts.isChange }
        for row in shown {
            add(
                row: [.text(row.flag), .text(row.platform), .text(row.version.text)] + Report.sides(row.counts),
                mark: row.version.isReadable ? nil : .unknown("unreadable"))
        }
        markAudience = .people
        emptyText = preview.activeInstalls > 0 ? "no active install changes sides" : "no data: no install was active"
        if shown.count < preview.flags.count {
            notes.append(
                "Left out: \(counted(Int64(preview.flags.count - shown.count), "row")) without a change; see them with --all.")
        }
        addSupport(preview, isWhole: isWhole)
    }

    private mutating func addSupport(_ preview: FlagPreview, isWhole: Bool) {
        if preview.support.isEmpty { return }
        var support = Report(
            "support", title: "Who loses support, or gets it back, by platform and version",
            columns: [.text("platform", "platform"), .text("version", "version")] + Report.sides("supported", "not supported")
                + [.count("with_outbox", "losing, messages wait"), .count("blocked_with_outbox", "and can't be sent")])
        for row in preview.support where isWhole || row.counts.isChange {
            support.add(
                row: [.text(row.platform), .text(row.version.text)] + Report.sides(row.counts) + [
                    .integer(row.withOutbox), .integer(row.blockedWithOutbox),
                ])
        }
        support.emptyText = "nobody loses support"
        details.append(support)
    }

    private static func sides(_ on: String, _ off: String) -> [Column] {
        [
            .count("turned_on", "\(off) → \(on)"), .count("turned_off", "\(on) → \(off)"), .count("stays_on", "stays \(on)"),
            .count("stays_off", "stays \(off)"),
        ]
    }

    private static func sides(_ counts: FlagPreview.Counts) -> [Cell] {
        [.integer(counts.turnedOn), .integer(counts.turnedOff), .integer(counts.staysOn), .integer(counts.staysOff)]
    }
}
