import CommandLine
import FlagPublishing
import Flags
import FleetCore
import HTTPClient
import Reporting
import StrictJSON

/// One change of published flags from the command line to the history: what is current, what would be, lint and difference,
/// the question, the publish, the row.
struct FlagChangeRun {
    let context: CommandContext
    let invocation: Invocation
    let reason: String
    let person: String
    /// A kill goes on without the store, also over what others publish at the same moment, and through caches that fail.
    let isUrgent: Bool
    /// As on the command line; nil: that of the store.
    private let wantedTarget: String?
    var publicURL: WebAddress?
    let forceUnknown: Bool
    let isForSecurity: Bool
    let mayAddAnyPlatform: Bool

    /// - Parameter target: the option that names it; nil for a command that has none.
    init(
        _ context: CommandContext, _ invocation: Invocation, target: Option<String>? = FlagChangeOptions.target,
        isUrgent: Bool = false, forceUnknown: Bool = false
    ) throws {
        wantedTarget = target.flatMap { invocation[$0] }
        self.context = context
        self.invocation = invocation
        self.isUrgent = isUrgent
        self.forceUnknown = forceUnknown
        reason = try FlagChangeOptions.reason(invocation)
        person = try RecordOptions.person(invocation, context.environment)
        func isSet(_ flag: Flag) -> Bool { FlagChangeRun.declares(flag, invocation) && invocation[flag] }
        isForSecurity = isSet(FlagChangeOptions.security)
        mayAddAnyPlatform = isSet(FlagChangeOptions.newPlatform)
    }

    private static func declares(_ flag: Flag, _ invocation: Invocation) -> Bool {
        invocation.command.options.contains { $0.name == flag.spec.name }
    }

    /// How long a kill waits for the store before it publishes, and for the row after it.
    private static let urgentSeconds = 3.0
    /// How often a kill is made anew on top of what somebody else published meanwhile.
    private static let urgentTries = 10

    private var store: FlagStoreAccess {
        FlagStoreAccess(
            context: context, secondsMax: isUrgent ? FlagChangeRun.urgentSeconds : nil, mayMakeStore: wantedTarget != nil)
    }

    // MARK: Where

    /// The one place of this store's flags, and what the store says about it.
    struct Place {
        let target: FlagTarget
        var knowledge: FlagStoreAccess.Knowledge
        /// Nobody published from this store yet.
        var isNew: Bool { knowledge.authority == nil }
    }

    func place() throws -> Place {
        let wanted = try wantedTarget.map(FlagTarget.parse)
        let knowledge = try store.knowledge()
        guard let target = try wanted ?? knowledge.authority.map({ try FlagTarget.parse($0.target) }) else {
            let words = "it is not known where the flags are published"
            throw ToolError(
                .usage, knowledge.outage.map { "\(words), and the store can't be asked: \($0)" } ?? words,
                at: "chatfleet \(invocation.command.name)", next: "name the place once with --to TARGET")
        }
        if let authority = knowledge.authority, authority.target != target.description {
            throw FlagAuthority.refusal(authority.target, not: target.description)
        }
        return Place(target: target, knowledge: knowledge)
    }

    // MARK: What

    func run(_ plan: (PublishedState) throws -> ChangePlan) throws -> ExitCode { try run(at: place(), plan) }

    func run(at place: Place, _ plan: (PublishedState) throws -> ChangePlan) throws -> ExitCode {
        let client = HTTPClient(environment: context.environment, stop: context.stop)
        let now = context.surroundings.now
        let target = try place.target.open(environment: context.environment, client: client, stop: context.stop, now: now)
        let address = publicURL ?? place.knowledge.authority?.publicURL.flatMap { WebAddress($0) }
        let publisher = Publisher(
            target: target,
            publicReader: address.map { base in
                PublicReader(base: base, client: isUrgent ? urgentClient : client, stop: context.stop, isStrict: !isUrgent)
            })
        let journal = ChangeJournal(path: ChangeJournal.path(of: place.target, environment: context.environment))
        if let outage = place.knowledge.outage { context.warn("the store can't be asked (\(outage)); its row follows later") }

        for attempt in 1... {
            let state = try publisher.current()
            if attempt == 1, state.version < place.knowledge.mark {
                let there = state.version == 0 ? "nothing is published there" : "version \(state.version) is published there"
                context.warn(
                    "\(there), and the store knows version \(place.knowledge.mark): the place was made anew; numbers go on from the "
                        + "store's, since clients that have a greater one would never take a smaller")
            }
            let made: ChangePlan
            do {
                let planned = try plan(state)
                made = state.version < place.knowledge.mark ? try planned.keeping(place.knowledge.kills) : planned
            } catch let nothing as NothingToChange {
                context.note("nothing to do: \(nothing.what)")
                return .success
            } catch let stale as StaleBase {
                throw try FlagConflict(context, publisher).explain(base: stale.base, current: state)
            }
            guard !made.changedPlatforms.isEmpty else {
                context.note("nothing to do: the documents are those of version \(state.version)")
                return .success
            }
            let review = try FlagReview(
                made, now: context.now, forceUnknown: forceUnknown, isForSecurity: isForSecurity,
                mayAddAnyPlatform: mayAddAnyPlatform, facts: fleetFacts)
            if attempt == 1 {
                show(made, review, target.name, place.knowledge)
                guard try mayGoOn(review, state) else { return .badAnswer }
                if place.isNew { try settle(target) }
            }
            do {
                let done = try publish(made, review, publisher, journal, mark: place.knowledge.mark)
                return try finish(done, place, publisher, journal)
            } catch let lost as LostRace {
                guard isUrgent, attempt < FlagChangeRun.urgentTries else {
                    throw try FlagConflict(context, publisher).explain(lost)
                }
            }
        }
        return .failure
    }

    /// What clients read through is looked at after a kill, and waited for hardly at all.
    private var urgentClient: HTTPClient {
        var limits = HTTPLimits()
        limits.connectSeconds = 2
        limits.totalSeconds = 3
        limits.retrySeconds = 0
        return HTTPClient(limits: limits, environment: context.environment, stop: context.stop)
    }

    /// A kill gates no versions.
    private func fleetFacts(_ document: FlagDocument, _ platform: String) throws -> FleetFacts? {
        if isUrgent { return nil }
        return try context.withStore { try FleetFacts(document, platform: platform, $0, $1) }
    }

    private func mayGoOn(_ review: FlagReview, _ state: PublishedState) throws -> Bool {
        guard review.errors.isEmpty else {
            throw ToolError(
                .badInput, "nothing was published: lint refuses it (\(review.errors.count) above)", at: review.errors.first?.text,
                next: review.wayOut(forcing: FlagChangeRun.declares(FlagChangeOptions.forceUnknown, invocation)))
        }
        if context.stop.isSet { throw ToolError(.interrupted, "interrupted; nothing was published") }
        if invocation[FlagChangeOptions.yes] { return true }
        guard try context.confirm("Publish this over version \(state.version)?") else {
            context.note("nothing was published")
            return false
        }
        return true
    }

    /// The first publish from a store: the target must keep its promises. The store is told of it once something is published
    /// there: a place that can't be published to binds nobody.
    private func settle(_ target: any PublishTarget) throws { try target.probe() }

    private struct Done {
        let change: PublishedChange
        let documents: [FlagDocumentFile]
        /// Does the change wait in the journal, should the store be away?
        let isJournalled: Bool
        let review: FlagReview
        let notes: [String]
    }

    private func publish(
        _ plan: ChangePlan, _ review: FlagReview, _ publisher: Publisher, _ journal: ChangeJournal, mark: Int64
    ) throws -> Done {
        let number = try publisher.nextNumber(after: plan.base, mark: mark)
        let documents = try plan.numbered(number)
        // Before anything is made: a change that can't be kept uses up no number.
        if !isUrgent { try journal.checkWritable() }
        var change: PublishedChange?
        var isJournalled = false
        let notes: [String]
        do {
            notes = try publisher.publish(documents, number: number, over: plan.base) { latest in
                let made = PublishedChange(
                    version: number, baseVersion: plan.base.version, kind: plan.kind, target: publisher.target.name,
                    at: context.now, by: person, reason: reason, effect: review.effect,
                    latestSHA256: latest.sha256)
                change = made
                // Before anybody sees the version: also a process that ends right after the swap leaves its row.
                do {
                    try journal.add(ChangeJournal.Item(made, latest))
                    isJournalled = true
                } catch  where isUrgent {
                    context.warn("the change can't be journalled: \(ErrorRenderer.toolError(error).what)")
                }
            }.notes
        } catch let lost as LostRace where isJournalled && lost.isCertain {
            // It never was current, and never will be: nothing of it waits for the store.
            try? journal.remove(versions: [number])
            throw lost
        }
        guard let change else { throw ToolError(.failure, "the change was published without a record") }
        return Done(
            change: change, documents: documents, isJournalled: isJournalled, review: review, notes: plan.notes + notes)
    }

    private func finish(_ done: Done, _ place: Place, _ publisher: Publisher, _ journal: ChangeJournal) throws -> ExitCode {
        context.hasDone("flags version \(done.change.version) is published", shownBy: "chatfleet flags history")
        var outage: String?
        var stuck: String?
        do {
            let authority = FlagAuthority(target: publisher.target.name, publicURL: publicURL?.text)
            let (person, now) = (person, context.now)
            let target = place.target
            let environment = context.environment
            let surroundings = context.surroundings
            let (change, documents) = (done.change, done.documents)
            stuck = try store.use { store in
                try store.setAuthority(authority, by: person, at: now)
                // Opened anew: where this runs beside the command, nothing is shared with it.
                let client = HTTPClient(environment: environment, stop: surroundings.stop)
                let target = try target.open(
                    environment: environment, client: client, stop: surroundings.stop, now: surroundings.now)
                // What waited comes first. Whatever becomes of that: this change was published, and gets its row.
                let replay = Result {
                    try ChangeJournal(path: journal.path).replay(into: store, from: Publisher(target: target))
                }
                try store.record(change, documents)
                if case .failure(let error) = replay { return ErrorRenderer.toolError(error).what }
                return nil
            }
        } catch {
            outage = ErrorRenderer.toolError(error).what
        }
        let url = publicURL?.text ?? place.knowledge.authority?.publicURL
        store.remember(
            FlagAuthority(target: publisher.target.name, publicURL: url), mark: max(done.change.version, place.knowledge.mark))
        var report = done.review.report(done.change)
        report.summarise(.flag("recorded", "in the history"), .flag(outage == nil))
        report.notes += done.notes
        if let stuck { report.notes.append("Changes that may wait in \(journal.path) were not taken in (\(stuck)).") }
        if let outage {
            report.notes.append(
                "The store could not be written (\(outage)). The change is published, "
                    + (done.isJournalled
                        ? "and waits in \(journal.path), where nobody else sees who made it, and why. Once the store is back: "
                            + context.next("chatfleet flags history") + " delivers it."
                        : "and could not be journalled either: keep this output, the history will not have the change."))
        }
        try context.emit(report)
        return .success
    }

    // MARK: What is shown before

    private func show(_ plan: ChangePlan, _ review: FlagReview, _ target: String, _ knowledge: FlagStoreAccess.Knowledge) {
        let from = plan.base.version == 0 ? "nothing published yet" : "version \(plan.base.version)"
        context.note("\(invocation.command.name): over \(from) at \(target)")
        let changes = review.changes.map { "\($0.platform): \($0.change.words)" }
        for line in changes + review.rewritten.map({ "\($0): other bytes, nothing new for clients" }) {
            context.note("  \(line)")
        }
        // What is refused has no effect to foretell, and a kill asks a store that is away once only.
        if review.errors.isEmpty, !(isUrgent && knowledge.outage != nil) {
            for line in preview(plan) { context.note("  \(line)") }
        }
        for note in plan.notes { context.note("  note: \(note)") }
        for problem in review.warnings { context.note("  warning: \(problem.text)") }
        for problem in review.errors { context.note("  error: \(problem.text)") }
    }
}

extension FlagChangeRun {
    /// Whom it turns what on and off for, counted on the store's active installs; why not, where it can't be told: nobody is
    /// held up by that.
    private func preview(_ plan: ChangePlan) -> [String] {
        if context.isQuiet { return [] }
        func decoded(_ documents: [FlagDocumentFile]) throws -> [String: FlagDocument] {
            var result: [String: FlagDocument] = [:]
            for file in documents { result[file.platform] = try FlagDocument.published(file, version: plan.base.version) }
            return result
        }
        do {
            let (new, old, now) = (try decoded(plan.documents), try decoded(plan.base.documents), context.now)
            guard let preview = try store.use({ try $0.preview(new: new, old: old, now: now) }), preview.activeInstalls > 0
            else { return ["preview: the store holds no active installs to count"] }
            let refusal = preview.words(refusing: plan.base.version + 1).map { ["warning: \($0)"] } ?? []
            return refusal
                + (preview.words.isEmpty
                    ? ["preview: nothing changes for the \(counted(preview.activeInstalls, "active install")) of the last week"]
                    : preview.words.map { "preview: \($0)" })
        } catch {
            return ["preview: not known; \(ErrorRenderer.toolError(error).what)"]
        }
    }
}

extension FlagReview {
    /// What to do about the errors.
    /// - Parameter forcing: has the command `--force-unknown`?
    func wayOut(forcing: Bool) -> String {
        let isTypo = forcing && errors.contains { $0.rule == FlagRule.killOfUnknownFlag.rawValue }
        let isAlike = errors.contains { $0.rule == FlagRule.platformAlike.rawValue }
        return "mend the document\(isAlike ? " or its name" : ""), then run it again"
            + (isTypo ? "; where the kill is meant, add --force-unknown" : "")
            + (isAlike ? "; where the platform is meant, add --\(FlagChangeOptions.newPlatform.spec.name)" : "")
    }

    /// What was published, once it is.
    func report(_ change: PublishedChange) -> Report {
        var report = Report(
            "flags-\(change.kind.rawValue)", title: "Flags version \(change.version) is published",
            columns: [
                .text("platform", "platform"), .text("subject", "what"), .text("effect", "changes to"),
                Column.text("before", "before").hidden, Column.text("after", "after").hidden,
            ])
        report.summarise(Column("version", "", .integer, for: .programs), .integer(change.version))
        report.summarise(
            Column.count("base_version", "over version").absent("nothing"),
            change.baseVersion == 0 ? .noData : .integer(change.baseVersion))
        report.summarise(.text("target", "at"), .text(change.target))
        report.summarise(.text("by", "by"), .text(change.by))
        report.summarise(.text("reason", "because"), .text(change.reason))
        report.summarise(.instant("published_at", "since"), .instant(change.at))
        report.summarise(Column.text("latest_sha256", "").hidden, .text(change.latestSHA256))
        for (platform, change) in changes.map({ ($0.platform, $0.change) }) {
            report.add(.text(platform), .text(change.subject), .text(change.effect), .text(change.before), .text(change.after))
        }
        report.emptyText = "nothing changes for clients"
        return report
    }
}
