import CommandLine
import Database
import Flags
import FleetCore
import Health
import Incidents
import Operations
import Reporting
import StrictJSON

/// `chatfleet rollout record KIND VERSION`.
enum RolloutRecordCommand {
    static let kind = Argument(.cases("EVENT") as ValueType<RolloutEvent.Kind>, help: "what was done")
    static let version = Argument(.text("VERSION"), help: "the version, as clients write it")
    static let platform = Option("platform", .platform, help: "where: ios, android; needed")
    static let percent = Option(
        "percent",
        ValueType<Double>("N", expects: "a percentage above 0 up to 100 with at most three places, such as 5 or 0.5") { text in
            let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
            guard digits.utf8.count <= 12, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2E }),
                let percent = RolloutPercent(JSONNumeral(text: digits)), percent > .nobody
            else { return nil }
            return Double(percent.digits)
        }, help: "the share of the fleet that is offered it from now on; needed for a stage")
    static let reason = Option("reason", .text("TEXT"), help: "why; needed")

    static let newVersion = Flag(
        "new-version", help: "the version is meant as it is written, though a known one is written alike")

    static let command = Command(
        CommandSpec(
            "rollout record", group: .onCall, purpose: "write down a step of a staged rollout",
            discussion: """
                start, stage, halt, resume or complete. What is recorded is what somebody did in App Store Connect or the Play \
                Console: nothing is staged or halted from here, and a halt is not a rollback, since phones that have the version \
                keep it. The gate, the timeline and the runbooks read it. Rows are added, never changed; a wrong one is \
                made void by rollout void. The same again, word for word (--percent, --reason and --by, too) and of the same \
                --at, changes nothing; in other words it is another record. What is odd about an event is said, and it is \
                recorded all the same.
                """,
            arguments: [kind, version],
            options: [
                platform, percent, reason, RecordOptions.at, RecordOptions.person, RecordOptions.newPlatform.needing(platform),
                newVersion,
            ],
            examples: [
                Example(
                    "chatfleet rollout record start 8.14.0 --platform android --percent 1 --reason 'go of the gate' --by ana",
                    "the first stage, just now"),
                Example(
                    "chatfleet rollout record halt 8.14.0 --platform android --reason INC-311", "halted in the Play Console"),
            ],
            exitCodes: RecordOptions.exitCodes),
        run: { invocation, context in
            let now = context.now
            let event = try event(invocation, context, now: now)
            return try context.withStore(.change) { database, catalog in
                let log = OperationsLog(database: database, catalog: catalog)
                let reports = HealthReports(database: database, catalog: catalog)
                try RecordOptions.checkKnown(event.platform, invocation, reports)
                if !invocation[newVersion] { try refuseSlip(event, invocation, reports, log, context.next) }
                let before = RolloutState(try log.rolloutEvents(version: event.version, platform: event.platform))
                let recorded = try log.record(event, now: now)
                context.hasDone(
                    "the \(event.kind.rawValue) of \(event.version) on \(event.platform) is recorded",
                    shownBy: "chatfleet rollout list")
                let journal = try log.rolloutJournal(version: event.version, platform: event.platform).counting(at: nil)
                let after = RolloutState(journal.map(\.event))
                if recorded == .known {
                    context.note("nothing to do: the store has this event already")
                } else {
                    try RecordOptions.warnOfUnknown(event.version, reports, context)
                    for oddity in before?.oddities(of: event) ?? [] {
                        context.warn("\(event.version) on \(event.platform): \(oddity)")
                    }
                    if before == nil, event.kind != .start { context.warn("nobody recorded that its rollout began") }
                }
                let records = try RecordNotes(
                    version: event.version, platform: event.platform, at: nil, log, context.next)
                for sentence in records.sentences { context.warn(sentence) }
                let number = journal.last { $0.event == event }?.number
                try context.emit(report(event, recorded, number, after, context.next))
                return .success
            }
        })

    private static func event(_ invocation: Invocation, _ context: CommandContext, now: Instant) throws -> RolloutEvent {
        func needs(_ what: String, _ option: String) -> ToolError {
            ToolError(
                .usage, "\(what) needs \(option)", at: "chatfleet rollout record", next: "see chatfleet rollout record --help")
        }
        let kind = invocation[kind]
        guard let place = invocation[platform] else { throw needs("an event of a rollout", "--platform") }
        guard let words = invocation[reason] else { throw needs("an event of a rollout", "--reason") }
        let share = invocation[percent]
        if kind == .stage, share == nil { throw needs("a stage", "--percent") }
        if kind == .complete, let share, share != 100 {
            throw ToolError(
                .usage, "a rollout that is complete is at 100 %, not at \(percentText(share)) %",
                next: "record a stage, or leave --percent out")
        }
        return RolloutEvent(
            at: try RecordOptions.instant(invocation, now: now), version: try RecordOptions.version(invocation[version]),
            platform: place, kind: kind, percent: share,
            by: try RecordOptions.person(invocation, context.environment), reason: try RecordOptions.words(words, "the reason"))
    }

    /// A record of a version that nobody has counts for nothing: a halt so written halts no rollout here. A start is how a
    /// version becomes known, and is refused only where the version is a known one in other words.
    private static func refuseSlip(
        _ event: RolloutEvent, _ invocation: Invocation, _ reports: HealthReports, _ log: OperationsLog, _ next: NextLine
    ) throws {
        let recorded = try log.rolloutEvents().map(\.version)
        guard let unknown = try UnknownVersion(event.version, reports, orRecorded: recorded),
            let meant = event.kind == .start ? unknown.sameInOtherWords : unknown.meant
        else { return }
        let words: [String?] = [
            "chatfleet rollout record \(event.kind.rawValue) \(shellWord(meant)) --platform \(shellWord(event.platform))",
            event.percent.map { "--percent \(percentText($0))" }, "--reason \(shellWord(event.reason))",
            invocation[RecordOptions.at].map { "--at \($0)" }, invocation[RecordOptions.person].map { "--by \(shellWord($0))" },
        ]
        throw ToolError(
            .usage, "nothing is known of version \(event.version): no report, and no rollout", at: "chatfleet rollout record",
            next: "did you mean \(meant)? \(next(words.compactMap { $0 }.joined(separator: " "))); "
                + "if \(event.version) is meant, add --\(newVersion.spec.name)")
    }

    private static func report(
        _ event: RolloutEvent, _ recorded: OperationsLog.Recorded, _ number: Int64?, _ after: RolloutState?, _ next: NextLine
    ) -> Report {
        var report = Report(
            "rollout-record",
            title:
                "Recorded\(recorded == .known ? " already" : ""): \(event.kind.rawValue) of \(event.version) on \(event.platform)"
        )
        report.summarise(.count("record", "record"), .integer(number))
        report.summarise(.instant("at", "at"), .instant(event.at))
        report.summarise(Column("kind", "", .text, for: .programs), .text(event.kind.rawValue))
        report.summarise(Column("app_version", "", .text, for: .programs), .text(event.version))
        report.summarise(Column("platform", "", .text, for: .programs), .text(event.platform))
        report.summarise(Column("percent", "", .rate(decimals: 3), for: .programs), .real(event.percent))
        report.summarise(.text("by", "by"), .text(event.by))
        report.summarise(.text("reason", "because"), .text(event.reason))
        if let after { report.summarise(.text("state", "now"), .text(after.words)) }
        report.summarise(Column("new", "", .flag, for: .programs), .flag(recorded == .new))
        if event.kind == .halt { report.notes = afterHalt(event, next) }
        return report
    }

    /// What a halt in a store does not do, and what is left to do: the design's feed round 3, playbook.
    private static func afterHalt(_ event: RolloutEvent, _ next: NextLine) -> [String] {
        [
            "This is a record, and halts nothing. \(HaltWords.pause(event.platform)), if that is not done yet.",
            HaltWords.isNoRollback(event.version) + " Kill the feature behind it ("
                + next("chatfleet flags kill NAME --platform \(shellWord(event.platform))") + "), and watch it arrive ("
                + next("chatfleet flags propagation") + ").",
            "Still to do: a flag for what had none, the fix with a higher build number, and its rollout again from 1 %.",
        ]
    }
}
