import FlagPublishing
import Flags
import FleetCore
import StrictJSON

/// What whoever publishes reads before it is published: what lint says, and what changes for clients.
struct FlagReview {
    struct Change {
        let platform: String
        let change: FlagChange
    }

    let changes: [Change]
    /// Platforms whose documents differ in bytes, and for clients in nothing.
    let rewritten: [String]
    let warnings: [DocumentProblem]
    /// What keeps it from being published.
    let errors: [DocumentProblem]

    /// - Parameter facts: what the store knows of a platform's fleet; asked where a gate on versions changes.
    init(
        _ plan: ChangePlan, now: Instant, forceUnknown: Bool, isForSecurity: Bool, mayAddAnyPlatform: Bool = false,
        facts: (FlagDocument, _ platform: String) throws -> FleetFacts? = { _, _ in nil }
    ) rethrows {
        var changes: [Change] = []
        var rewritten: [String] = []
        var warnings: [DocumentProblem] = []
        var errors: [DocumentProblem] = []
        let allowances = FlagLint.Allowances(securityReason: isForSecurity, liftedKills: plan.liftedKills)
        // A name is known where any platform has such a flag.
        var flagNames: Set<String> = []
        for document in plan.documents {
            flagNames.formUnion((try? DocumentEdit(document.bytes, file: document.platform))?.flags ?? [])
        }
        for document in plan.documents where plan.changedPlatforms.contains(document.platform) {
            let file = "\(document.platform).json"
            if plan.kind == .publish, !mayAddAnyPlatform,
                let slip = FlagLint.check(
                    platform: document.platform, file: file, published: plan.base.documents.map(\.platform))
            {
                errors.append(slip)
            }
            let old = plan.base.document(document.platform).flatMap { FlagDocument.decode($0.bytes, file: file).document }
            let decoded = FlagDocument.decode(document.bytes, file: file).document
            let fleet = try decoded.flatMap {
                FlagReview.hasOtherGates($0, old) ? try facts($0, document.platform) : nil
            }
            let (new, problems) = FlagLint.read(
                document.bytes, file: file, against: old, fleet: fleet, now: now, allowing: allowances)
            let before =
                plan.base.document(document.platform).map { FlagLint.read($0.bytes, file: file, now: now).problems } ?? []
            for problem in problems {
                let isUnknownKill = problem.rule == FlagRule.killOfUnknownFlag.rawValue
                let isTypo = isUnknownKill && !flagNames.contains(String(problem.path.dropFirst("kill.".count)))
                // An edit of one value is not held up by what is current already.
                let isOld = plan.kind != .publish && before.contains { $0.rule == problem.rule && $0.path == problem.path }
                let isError = problem.severity == .error || (isTypo && !forceUnknown)
                if isError && !isOld { errors.append(problem) } else { warnings.append(problem) }
            }
            guard let new else { continue }
            let found = FlagDiff.between(old, new, platform: document.platform)
            if found.isEmpty, old != nil { rewritten.append(document.platform) }
            changes += found.map { Change(platform: document.platform, change: $0) }
        }
        self.changes = changes
        self.rewritten = rewritten
        self.warnings = warnings
        self.errors = errors
    }

    /// Does it compare installs' versions with something that the one before did not?
    private static func hasOtherGates(_ new: FlagDocument, _ old: FlagDocument?) -> Bool {
        new.policy?.minSupported?.text != old?.policy?.minSupported?.text
            || new.policy?.flushOnlyUntil != old?.policy?.flushOnlyUntil
            || new.flags.contains { flag in flag.minApp != nil && flag.minApp?.text != old?.flag(flag.name)?.minApp?.text }
    }

    /// A line each: `android: poll_posts: killed; was 20 % of android ≥ 5.14.0`. What the history keeps as the predicted
    /// effect.
    var effect: String {
        let lines = changes.map { "\($0.platform): \($0.change.words)" } + rewritten.map { "\($0): nothing for clients" }
        return lines.joined(separator: "\n")
    }
}
