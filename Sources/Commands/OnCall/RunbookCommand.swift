import CommandLine
import FleetCore
import Incidents
import Operations
import Reporting

/// `chatfleet runbook [NAME]`.
enum RunbookCommand {
    static let name = OptionalArgument(.cases("NAME") as ValueType<Runbook>, help: "the procedure; all with what calls for them")
    static let at = Option("at", .instant, help: "what the store says of this time", defaultText: "now")
        .carried(as: Carried.moment)

    static let command = Command(
        CommandSpec(
            "runbook", group: .onCall, purpose: "what to do in an incident, step by step, with the evidence for each step",
            discussion: """
                push-outage, decrypt-spike and rollout-halt, as the design has them. Each step shows what the store says to it, \
                yes, no or not known, with the window and the counts, and the exact command to type next. Nothing is changed by \
                it: what would change something is marked so, and is for you to type. Without a name it says which are called for.
                Of a past --at it takes the reports that had come in within the whole hours before; the commands that it names \
                ask of the same time, where they can.
                Exits 1 where one is called for, 4 where that can't be told.
                """,
            arguments: [name], options: [at, SignalOptions.levels],
            examples: [
                Example("chatfleet runbook", "which procedures are called for now"),
                Example("chatfleet runbook push-outage", "is it the provider, and what next"),
                Example(
                    "chatfleet runbook rollout-halt --at 2026-09-15T12:00:00Z --format markdown", "for the incident's channel"),
            ],
            exitCodes: [.badAnswer, .badInput, .unknown, .unavailable]),
        run: { invocation, context in
            let moment = invocation[at] ?? context.now
            return try context.withStore { database, catalog in
                let store = IncidentStore(
                    database: database, catalog: catalog, at: moment, isNow: invocation[at] == nil,
                    settings: try SignalOptions.settings(invocation, context, catalog))
                let log = OperationsLog(database: database, catalog: catalog)
                func emit(_ report: Report, _ answers: [RunbookAnswer]) throws {
                    // What was recorded of a rollout counts where the answer is about one.
                    let about = answers.filter { $0.version != nil }
                    guard let first = about.first else { return try context.emit(report) }
                    let only = about.count == 1 ? first : nil
                    let records = try RecordNotes(
                        version: only?.version, platform: only?.platform, at: invocation[at], log, context.next)
                    try context.emit(report, records)
                }
                if let runbook = invocation[name] {
                    let answer = try store.answer(runbook)
                    try emit(report(answer, knownBefore: store.asOf, context.next), [answer])
                    return answer.exitCode
                }
                let answers = try Runbook.allCases.map { try store.answer($0) }
                try emit(list(answers, at: moment, knownBefore: store.asOf, context.next), answers)
                let findings = answers.map(\.isCalledFor)
                return findings.contains(.confirmed) ? .badAnswer : findings.contains(.unknown) ? .unknown : .success
            }
        })

    /// What was read of what clients report.
    private static func summariseKnown(_ asOf: Instant?, in report: inout Report) {
        guard let asOf else { return }
        report.summarise(.text("known", "known"), .text("reports as the store had them before \(asOf)"))
    }

    private static func list(
        _ answers: [RunbookAnswer], at: Instant, knownBefore asOf: Instant?, _ next: NextLine
    ) -> Report {
        var report = Report(
            "runbooks", title: "Procedures, and which are called for",
            columns: [
                .text("runbook", "runbook"), .text("called_for", "called for"),
                .instant("since", "since").absent("").dispensable(1), Column.instant("out_since", "").hidden,
                Column.text("branches", "").hidden, Column.text("verdict", "what the store says").flowing,
            ])
        report.summarise(.instant("at", "at"), .instant(at))
        summariseKnown(asOf, in: &report)
        for answer in answers {
            report.add(
                .text(answer.runbook.rawValue), .mark(answer.isCalledFor.mark(answer.isCalledFor.calledFor)),
                .instant(answer.since), .instant(answer.outSince), .text(answer.branches.joined(separator: ",")),
                .text(answer.verdict))
        }
        report.commands = answers.filter { $0.isCalledFor == .confirmed }.map {
            Report.CommandLine(next("chatfleet runbook \($0.runbook.rawValue)"), purpose: nil)
        }
        return report
    }

    private static func report(_ answer: RunbookAnswer, knownBefore asOf: Instant?, _ next: NextLine) -> Report {
        var report = Report("runbook", title: "\(answer.runbook.rawValue): \(answer.runbook.title)")
        report.summarise(.instant("at", "at"), .instant(answer.at))
        // What servers say is not known by when it came in.
        if answer.runbook != .pushOutage { summariseKnown(asOf, in: &report) }
        report.summarise(.text("called_for", "called for"), .mark(answer.isCalledFor.mark(answer.isCalledFor.calledFor)))
        report.summarise(.text("verdict", "it is"), .text(answer.verdict))
        if let since = answer.since { report.summarise(.instant("since", "since"), .instant(since)) }
        // The version may have been out for longer than the fault is old.
        if let out = answer.outSince { report.summarise(.instant("out_since", "out since"), .instant(out)) }
        report.summarise(Column("branches", "", .text, for: .programs), .text(answer.branches.joined(separator: ",")))
        report.details = zip(1..., answer.steps).map { number, step in
            var detail = Report(
                "step_\(number)", title: "\(number). \(step.title)",
                columns: step.claims.isEmpty ? [] : [.text("finding", "finding"), Column.text("evidence", "evidence").flowing])
            for claim in step.claims { detail.add(.mark(claim.finding.mark(claim.finding.rawValue)), .text(claim.words)) }
            detail.notes = step.advice
            detail.commands = step.commands.map { command in
                let purpose = [command.purpose, command.changes ? "changes something" : nil].compactMap { $0 }.joined(
                    separator: "; ")
                return Report.CommandLine(next(command.line), purpose: purpose.isEmpty ? nil : purpose)
            }
            return detail
        }
        return report
    }
}

extension Finding {
    fileprivate var calledFor: String {
        switch self {
        case .confirmed: "yes"
        case .refuted: "no"
        case .unknown: "unknown"
        }
    }

    /// By sign and word: what is so is what an incident's reader looks for, good or bad. People read a plain answer to the
    /// line beside it, programs `words`.
    fileprivate func mark(_ words: String) -> Mark {
        var mark: Mark =
            switch self {
            case .confirmed: .found(words)
            case .refuted: .absent(words)
            case .unknown: .unknown(words)
            }
        mark.shown = self == .unknown ? "not known" : calledFor
        return mark
    }
}
