import CommandLine
import FlagPublishing
import FleetCore
import HTTPClient
import Reporting

/// `chatfleet flags repair`.
enum FlagsRepairCommand {
    static let all = Flag("all", help: "also documents of versions that are no longer current")

    static let command = Command(
        CommandSpec(
            "flags repair", group: .flags,
            purpose: "put published documents back that were changed or removed",
            discussion: """
                Nothing under v*/ may ever change, and nobody can publish over a document that is not the one that \
                latest.json names. This puts the published bytes back from the store's history, where their SHA-256 is the \
                one that latest.json names, and latest.json itself where nothing can have been published after the newest \
                change. It makes no version and lifts no kill; phones that check digests never took what was damaged.
                """,
            options: [all, FlagChangeOptions.yes],
            examples: [
                Example("chatfleet flags repair", "shows what is damaged, and asks"),
                Example("chatfleet flags repair --all --yes", "every version of the history"),
            ], exitCodes: FlagChangeOptions.exitCodes)
    ) { invocation, context in
        try context.withStore { database, catalog in
            let store = FlagStore(database: database, catalog: catalog)
            let publisher = try context.publisher(of: store)
            let repair = FlagRepair(publisher, store: store)
            let items = try repair.items(isWhole: invocation[all])
            for item in items { context.note("  \(item.path): \(item.isMissing ? "missing" : "other bytes")") }
            guard !items.isEmpty else {
                context.note("nothing to do: what is published at \(publisher.target.name) is what the history has")
                return .success
            }
            if !invocation[FlagChangeOptions.yes] {
                guard try context.confirm("Put \(counted(Int64(items.count), "file")) back at \(publisher.target.name)?") else {
                    context.note("nothing was put back")
                    return .badAnswer
                }
            }
            try repair.put(items)
            context.hasDone(
                "\(counted(Int64(items.count), "file")) put back at \(publisher.target.name)",
                shownBy: "chatfleet flags history --verify")
            var report = Report(
                "flags-repair", title: "Put back as published",
                columns: [.text("path", "file"), .text("was", "was"), .count("bytes", "bytes")])
            report.summarise(.text("target", "at"), .text(publisher.target.name))
            for item in items {
                report.add(
                    .text(item.path), .text(item.isMissing ? "missing" : "other bytes"), .integer(Int64(item.bytes.count)))
            }
            report.notes.append(
                "See that caches in front of it hold nothing else; chatfleet flags history --verify reads it all.")
            try context.emit(report)
            return .success
        }
    }
}

extension CommandContext {
    /// Where this store's flags are published.
    func publisher(of store: FlagStore) throws -> Publisher {
        guard let authority = try store.authority() else {
            throw ToolError(
                .badInput, "nothing was published from this store", next: "publish with chatfleet flags publish DIR --to TARGET")
        }
        return try publisher(at: FlagTarget.parse(authority.target))
    }

    func publisher(at target: FlagTarget) throws -> Publisher {
        let client = HTTPClient(environment: environment, stop: stop)
        return Publisher(
            target: try target.open(environment: environment, client: client, stop: stop, now: surroundings.now))
    }
}
