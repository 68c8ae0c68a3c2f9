import CommandLine
import Database
import FleetCore
import Health
import Operations
import Reporting

/// `chatfleet annotate TEXT`.
enum AnnotateCommand {
    static let text = Argument(.text("TEXT"), help: "what happened, in a line")
    static let kind = Option("kind", .cases("KIND") as ValueType<Annotation.Kind>, help: "what it is")
        .defaulting(to: .note, shown: Annotation.Kind.note.rawValue)
    static let version = Option("version", .text("VERSION"), help: "the version it is about", defaultText: "all")
    static let platform = Option("platform", .platform, help: "the platform it is about", defaultText: "all")

    static let command = Command(
        CommandSpec(
            "annotate", group: .onCall, purpose: "write down what happened, for the timeline",
            discussion: """
                A deploy, a changed setting, a restore, a call: what the numbers can't say about themselves. It appears in \
                chatfleet timeline, beside changes of the flags and steps of rollouts. Rows are added, never changed; the same \
                words of the same --at again change nothing.
                """,
            arguments: [text],
            options: [
                kind, RecordOptions.at, version, platform, RecordOptions.newPlatform.needing(platform), RecordOptions.person,
            ],
            examples: [
                Example("chatfleet annotate 'sync-gateway 2211 to all zones' --kind deploy", "a deploy, just now"),
                Example(
                    "chatfleet annotate 'paged: crash-free' --kind incident --at 2026-09-14T21:04:00Z --by ana",
                    "something of last night"),
            ],
            exitCodes: RecordOptions.exitCodes),
        run: { invocation, context in
            let now = context.now
            let note = Annotation(
                at: try RecordOptions.instant(invocation, now: now), kind: invocation[kind],
                text: try RecordOptions.words(invocation[text], "the note"),
                version: try invocation[version].map { try RecordOptions.version($0) },
                platform: invocation[platform],
                by: try RecordOptions.person(invocation, context.environment))
            return try context.withStore(.change) { database, catalog in
                let reports = HealthReports(database: database, catalog: catalog)
                try RecordOptions.checkKnown(note.platform, invocation, reports)
                try RecordOptions.warnOfUnknown(note.version, reports, context)
                let recorded = try OperationsLog(database: database, catalog: catalog).record(note, now: now)
                context.hasDone("the note is recorded", shownBy: "chatfleet timeline")
                if recorded == .known { context.note("nothing to do: the store has this note already") }
                var report = Report("annotate", title: recorded == .new ? "Noted" : "Noted already")
                report.summarise(.instant("at", "at"), .instant(note.at))
                report.summarise(.text("kind", "kind"), .text(note.kind.rawValue))
                report.summarise(.text("text", "what"), .text(note.text))
                if let version = note.version { report.summarise(.text("app_version", "version"), .text(version)) }
                if let platform = note.platform { report.summarise(.text("platform", "platform"), .text(platform)) }
                report.summarise(.text("by", "by"), .text(note.by))
                report.summarise(Column("new", "", .flag, for: .programs), .flag(recorded == .new))
                try context.emit(report)
                return .success
            }
        })
}
