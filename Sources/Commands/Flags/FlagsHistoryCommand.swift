import CommandLine
import FlagPublishing
import FleetCore
import HTTPClient
import Reporting

/// `chatfleet flags history`.
enum FlagsHistoryCommand {
    static let verify = Flag("verify", help: "recompute every digest, here and where the flags are published")
    static let limit = Option("limit", .integer("N", 1...1_000_000), help: "the newest so many").defaulting(to: 20, shown: "20")

    static let command = Command(
        CommandSpec(
            "flags history", group: .flags, purpose: "who changed which flags, when and why",
            discussion: """
                Changes form a chain: each carries a digest of itself, its documents and the change before it. --verify \
                recomputes them all, reads each document where it is published, and holds the newest change against the \
                latest.json there; it exits with 1 where anything differs.
                """,
            options: [verify, limit],
            examples: [
                Example("chatfleet flags history", "the newest changes first"),
                Example("chatfleet flags history --verify", "exits 0 where nothing was changed afterwards"),
            ],
            exitCodes: FlagChangeOptions.exitCodes),
        run: { invocation, context in
            try context.withStore { database, catalog in
                let store = FlagStore(database: database, catalog: catalog)
                let publisher = try publisher(store, context)
                let waiting = try settle(store, publisher, context)
                var report = try report(store, limit: invocation[limit])
                if !waiting.isEmpty {
                    report.notes.append(
                        "\(counted(Int64(waiting.count), "change")) in the journal \(waiting.count == 1 ? "waits" : "wait"): whether "
                            + "\(waiting.count == 1 ? "it was" : "they were") published is known once another one is.")
                }
                guard invocation[verify] else {
                    try context.emit(report)
                    return .success
                }
                var result = try store.verify(published: publisher.map { publisher in { try publisher.target.read($0) } })
                if let publisher {
                    let latest = try publisher.target.latest()?.bytes
                    let newest = try store.verifyNewest(latest: latest, waiting: waiting)
                    if let newest { result.damage.append(newest) }
                }
                report.summarise(.count("verified_changes", "changes verified"), .integer(Int64(result.changes)))
                report.summarise(.count("verified_documents", "documents"), .integer(Int64(result.documents)))
                report.summarise(.count("differences", "differences"), .integer(Int64(result.damage.count)))
                var details = Report(
                    "damage", title: "What is not what its digest says",
                    columns: [.count("version", "version"), .text("platform", "platform"), .text("what", "what")])
                for damage in result.damage {
                    details.add(
                        .integer(damage.version), damage.platform.map { .text($0) } ?? .blank, .text(damage.what),
                        mark: .bad("differs"))
                }
                details.emptyText = "nothing"
                if !result.damage.isEmpty { report.details.append(details) }
                try context.emit(report)
                return result.damage.isEmpty ? .success : .badAnswer
            }
        })

    /// Where the flags are published; nil where they can't be read.
    private static func publisher(_ store: FlagStore, _ context: CommandContext) throws -> Publisher? {
        guard let authority = try store.authority() else { return nil }
        let target = try FlagTarget.parse(authority.target)
        if case .appConfig = target { return nil }
        let client = HTTPClient(environment: context.environment, stop: context.stop)
        do {
            return Publisher(
                target: try target.open(
                    environment: context.environment, client: client, stop: context.stop, now: context.surroundings.now))
        } catch {
            context.warn("\(authority.target) is not read: \(error.what)")
            return nil
        }
    }

    /// Records what was published while the store was away; the versions of the changes that still wait.
    private static func settle(_ store: FlagStore, _ publisher: Publisher?, _ context: CommandContext) throws -> Set<Int64> {
        guard let publisher, let target = try? FlagTarget.parse(publisher.target.name) else { return [] }
        let journal = ChangeJournal(path: ChangeJournal.path(of: target, environment: context.environment))
        do {
            guard try !journal.items().isEmpty else { return [] }
            for version in try journal.replay(into: store, from: publisher) {
                context.note("version \(version) was published while the store was away; it is recorded now")
            }
            return Set(try journal.items().map(\.change.version))
        } catch {
            context.warn("the journal could not be taken in: \(ErrorRenderer.toolError(error).what)")
            return []
        }
    }

    /// The first change in full, and how many more there are.
    private static func summary(_ effect: String) -> String {
        let lines = effect.split(separator: "\n")
        return (lines.first.map(String.init) ?? "nothing") + (lines.count > 1 ? "; \(lines.count - 1) more" : "")
    }

    private static func report(_ store: FlagStore, limit: Int64) throws -> Report {
        var report = Report(
            "flags-history", title: "Changes of the flags",
            columns: [
                .count("version", "version"), .instant("changed_at", "published"), .text("kind", "what"), .text("by", "by"),
                .count("base_version", "over"), .text("reason", "because"), Column.text("effects", "what changed").forPeople,
                Column.text("effect", "").hidden,
                Column.text("change_sha256", "").hidden,
            ])
        if let authority = try store.authority() {
            report.summarise(.text("target", "published at"), .text(authority.target))
            if let url = authority.publicURL { report.summarise(.text("public_url", "read at"), .text(url)) }
        }
        for entry in try store.changes(countMax: limit) {
            let change = entry.change
            report.add(
                .integer(change.version), .instant(change.at), .text(change.kind.rawValue), .text(change.by),
                .integer(change.baseVersion), .text(change.reason),
                .text(summary(change.effect)), .text(change.effect), .text(entry.sha256))
        }
        report.emptyText = "nothing was published yet"
        return report
    }
}
