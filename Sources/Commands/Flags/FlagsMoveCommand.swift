import CommandLine
import Database
import FlagPublishing
import FleetCore
import HTTPClient
import Reporting

/// `chatfleet flags move`.
enum FlagsMoveCommand {
    static let target = Argument(.text("TARGET"), help: "the new place: a directory or s3://BUCKET/PREFIX, with nothing in it")
    static let publicURL = Option("public-url", .text("URL"), help: "the address that clients ask for the new place")
    static let lost = Flag("lost", help: "the old place is gone: what the history has is what there is")

    static let command = Command(
        CommandSpec(
            "flags move", group: .flags, purpose: "make another place the one where this store's flags are published",
            discussion: """
                A store's flags have one place, so that two runbooks can't publish to two. This puts every version of the \
                history there, byte for byte and under its number, latest.json last, and then tells the store. It makes no \
                version; what phones have stays valid. Point them, or what is in front of the old place, at the new one: the \
                old one keeps what it has, and gets nothing new.
                """,
            arguments: [target], options: [publicURL, lost, RecordOptions.person, FlagChangeOptions.yes],
            examples: [
                Example("chatfleet flags move s3://flags-eu/prod --public-url https://flags.example --yes", "to a bucket")
            ],
            exitCodes: FlagChangeOptions.exitCodes)
    ) { invocation, context in
        let wanted = try FlagTarget.parse(invocation[target])
        let address = try invocation[publicURL].map { text throws(ToolError) -> String in
            guard let address = WebAddress(text) else {
                throw ToolError(.usage, "\"\(text)\" is no http:// or https:// address", at: "--public-url")
            }
            return address.text
        }
        return try context.withStore(.change) { database, catalog in
            let store = FlagStore(database: database, catalog: catalog)
            let authority = try store.authority()
            if authority?.target == wanted.description {
                context.note("nothing to do: the flags of this store are published there")
                return .success
            }
            let old = try invocation[lost] ? nil : context.publisher(of: store)
            if let old, let authority { try takeIn(authority, old, store, context) }
            let new = try context.publisher(at: wanted)
            let move = FlagMove(from: old, to: new, store: store)
            let plan = try move.plan()
            context.note(
                "flags move: version \(plan.version) and all before it, \(counted(Int64(plan.documents.count), "document")), from "
                    + "\(authority?.target ?? "the history") to \(wanted)")
            if !invocation[FlagChangeOptions.yes] {
                guard try context.confirm("Publish there from now on?") else {
                    context.note("nothing was moved")
                    return .badAnswer
                }
            }
            let moved = FlagAuthority(target: wanted.description, publicURL: address)
            let person = try RecordOptions.person(invocation, context.environment)
            let missed = try move.run(plan, moved, by: person, at: context.now)
            FlagStoreAccess(context: context, secondsMax: nil).remember(moved, mark: plan.version)
            context.hasDone("the flags are published at \(wanted)", shownBy: "chatfleet flags history")
            var report = Report("flags-move", title: "Flags are published at \(wanted)")
            report.summarise(.text("target", "at"), .text(wanted.description))
            report.summarise(.text("previous_target", "before"), .text(authority?.target))
            report.summarise(.count("version", "version"), .integer(plan.version))
            report.summarise(.count("documents", "documents"), .integer(Int64(plan.documents.count)))
            report.summarise(.text("by", "by"), .text(person))
            if let missed {
                report.notes.append(
                    "Version \(missed) was published at the old place meanwhile, and is not here: publish its documents again.")
            }
            report.notes.append("Phones ask where they asked before: point that address here.")
            try context.emit(report)
            return missed == nil ? .success : .badAnswer
        }
    }

    /// What waits for the store must be in the history before it is moved.
    private static func takeIn(
        _ authority: FlagAuthority, _ old: Publisher, _ store: FlagStore, _ context: CommandContext
    ) throws {
        let journal = ChangeJournal(
            path: ChangeJournal.path(of: try FlagTarget.parse(authority.target), environment: context.environment))
        try journal.replay(into: store, from: old)
    }
}
