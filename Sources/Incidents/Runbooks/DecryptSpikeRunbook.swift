import FleetCore
import Health
import Operations
import Reporting

/// Chat R3.9: slice it; one version; only first messages; particular users; afterwards.
struct DecryptSpikeRunbook {
    private let at: Instant
    private let facts: DecryptFacts
    private let keys: KeyFacts
    private let signals: RunbookSignals
    /// What `status` says of the same, and so what is said here; nil: it can't tell.
    private let reported: SignalState?
    private let rollouts: [RolloutState]
    private let flagsNow: FlagFacts
    /// The greatest version that is no pre-release.
    private let newest: String?
    private let isSpike: Bool
    private let since: Instant?
    /// How far the rollout of the version that it is has come, on each of its platforms.
    private var reaches: [RolloutReach] = []

    private static let ownSignal = "decrypt_pairs_reported"
    /// Signals whose measure is among the claims of a step.
    private static let said: Set = [
        "device_list_changes", "device_mismatch", "key_bundle_fetches", "prekey_stock_low",
    ]

    enum Branch: String {
        case version
        case keyDirectory = "key-directory"
        case keyChanges = "key-changes"
    }

    init(_ store: IncidentStore) throws {
        at = store.at
        facts = try DecryptFacts(store)
        signals = try RunbookSignals(.decryptSpike, store)
        reported = signals.known(DecryptSpikeRunbook.ownSignal)
        isSpike = facts.isKnown && (reported?.level.isBad ?? facts.isMore)
        // The signal tells the day, and is what status and timeline say; the hour is one of that day.
        let day = reported.flatMap { $0.level.isBad && !$0.isSinceBefore ? $0.since?.day : nil }
        since = isSpike ? facts.since(on: day) : nil
        keys = try KeyFacts(store, since: since)
        rollouts = try OperationsLog(database: store.database, catalog: store.catalog)
            .rollouts(before: store.at, recordedBy: store.recordedBy)
        flagsNow = try FlagFacts(store)
        newest = try store.health.knownVersions().last { $0.isReadable && !$0.text.contains("-") }?.text
        guard branch == .version, let culprit else { return }
        for platform in culprit.platform.map({ [$0] }) ?? ["android", "ios"] {
            reaches.append(try RolloutReach(culprit.version, platform: platform, rollouts, store))
        }
    }

    // MARK: What it is

    private var version: DecryptFacts.Share? { facts.greatest { $0.version } }
    private var platform: DecryptFacts.Share? { facts.greatest { $0.platform } }
    private var messageType: DecryptFacts.Share? { facts.greatest { $0.messageType } }
    private var restored: DecryptFacts.Share? { facts.greatest { $0.restored ? "restored" : "not restored" } }

    private var isPrekey: Bool { messageType.map { $0.name == "prekey" && $0.carriesAll } ?? false }

    private var branch: Branch? {
        guard isSpike else { return nil }
        if facts.isClustered { return .keyChanges }
        if culprit != nil { return .version }
        return isPrekey ? .keyDirectory : nil
    }

    private var spike: Finding {
        guard facts.isKnown else { return .unknown }
        return isSpike ? .confirmed : undecided == nil ? .refuted : .unknown
    }

    /// Why reports that show no spike don't say that there is none: they are not in, or something else shows it already.
    private var undecided: String? {
        if isSpike { return nil }
        if let because = signals.unknownBecause(DecryptSpikeRunbook.ownSignal) { return because }
        return signals.bad.isEmpty ? nil : "reports don't show it yet"
    }

    private func finding(_ isSo: Bool) -> Finding {
        guard facts.isKnown else { return .unknown }
        return isSo ? .confirmed : undecided == nil ? .refuted : .unknown
    }

    /// The version that the signal judged to be it, and its platform. What only stands out in the whole may be one of several.
    private var reportedPlace: (version: String, platform: String?)? {
        guard let reported, reported.judged.contains(where: { $0.dimension == "app_version" }) else { return nil }
        return reported.slice?["app_version"].map { ($0, reported.slice?["platform"]) }
    }

    /// The version that it is, and where it is on one platform only that.
    private var culprit: (version: String, platform: String?)? {
        // The signal counts in active installs, and so sees a version through the usual failures of a larger one.
        if let reportedPlace { return reportedPlace }
        guard let version, version.carriesAll else { return nil }
        return (version.name, platform.flatMap { $0.carriesAll ? $0.name : nil })
    }

    private var place: String {
        culprit.flatMap { SignalText.place(version: $0.version, platform: $0.platform) } ?? ""
    }

    private var verdict: String {
        guard facts.isFresh else {
            return facts.end.map { "unknown: the newest day with reports ends at \($0)" } ?? "unknown: the store holds no reports"
        }
        if facts.rows.isEmpty { return "unknown: nobody reports decrypt failures" }
        if !facts.isKnown { return "unknown: the store holds too few days to tell what is usual" }
        let began = since.map { ", since \($0)" } ?? ""
        switch branch {
        case .version: return "\(place) fails to decrypt\(began)"
        case .keyDirectory: return "first messages (prekey) can't be decrypted, in every version\(began): the key directory"
        case .keyChanges: return "nobody can decrypt what a few devices send\(began): their keys were changed"
        case nil where isSpike: return "failing pairs rise\(began), and no slice explains it"
        case nil where spike == .unknown: return "unknown: \(undecided ?? "")"
        case nil: return "no more pairs fail than \(isByChance ? "chance explains" : "usual")"
        }
    }

    var answer: RunbookAnswer {
        RunbookAnswer(
            runbook: .decryptSpike, at: at, isCalledFor: signals.finding(spike), verdict: signals.verdict(verdict, spike),
            branches: branch.map { [$0.rawValue] } ?? [], since: since ?? signals.bad.first?.since,
            version: reaches.first?.version, platform: reaches.count == 1 ? reaches.first?.platform : nil,
            steps: [slice, oneVersion, keyDirectory, keyChanges, afterwards])
    }

    // MARK: Steps

    private var window: (from: Day, to: Day) {
        let end = facts.end ?? at
        let to = end.advanced(bySeconds: -1).day.advanced(by: 1)
        return (since?.day ?? to.advanced(by: -1), to)
    }

    private var slice: RunbookStep {
        var step = RunbookStep("Slice it")
        let total = facts.total
        let usual = "usually \(number(total.usual)) (the middle of \(facts.usualDays) such days)"
        step.claims.append(
            Claim(
                isByChance ? .unknown : spike,
                facts.isKnown
                    ? "more pairs fail: \(number(total.now)) new pairs \(facts.window), \(usual)\(threshold)" : verdict))
        for (what, share) in [
            ("one version", version), ("one platform", platform), ("one message type", messageType),
        ] {
            guard let share, facts.isKnown else { continue }
            guard isSpike else {
                step.claims.append(Claim(finding(false), "\(what): \(undecided ?? "no excess to slice")"))
                continue
            }
            let told = (what == "one version" ? reportedPlace?.version : what == "one platform" ? reportedPlace?.platform : nil)
            if let told, !(share.carriesAll && share.name == told) {
                step.claims.append(Claim(.confirmed, "\(what): \(told), of pairs for each active install"))
                continue
            }
            step.claims.append(Claim(share.finding, "\(what): \(share.name) has \(words(share))"))
        }
        if isSpike, let restored {
            let more = restored.name == "restored" ? restored.now - restored.usually : restored.restNow - restored.restUsually
            step.claims.append(
                Claim(
                    finding(restored.name == "restored" && restored.carriesAll),
                    "recently restored or reinstalled: \(excess(more))"))
        }
        step.claims += signals.claims(besides: spike == .confirmed ? DecryptSpikeRunbook.said : [])
        step.commands = [
            NextCommand(
                "chatfleet decrypt-failures --by version,platform,message-type,restored --from \(window.from) --to \(window.to)",
                "the slices, with intervals")
        ]
        let toldElsewhere = signals.bad.lazy.compactMap { $0.slice?["app_version"] }.first
        guard let name = culprit?.version ?? toldElsewhere ?? version?.name ?? newest else { return step }
        step.commands.append(
            NextCommand(
                PlaybookCommands.metric(
                    "Chat/Client", "DecryptFailurePairs", [("AppVersion", name)], period: 300,
                    from: (since ?? at.advanced(bySeconds: -86_400)).advanced(bySeconds: -3600), to: at),
                "the design's playbook, chat 2"))
        return step
    }

    private var oneVersion: RunbookStep {
        let isOver = !reaches.isEmpty && reaches.allSatisfy(\.isOver)
        var step = RunbookStep(
            isOver
                ? "One version: turn the feature off, or fix it; its rollout is over"
                : "One version: halt its rollout, or turn the feature off")
        let none = isSpike ? "none has nearly all of it" : undecided ?? "there is no spike"
        step.claims.append(
            Claim(finding(branch == .version), branch == .version ? "it is \(place)" : "it is one version: \(none)"))
        guard branch == .version, let culprit else { return step }
        let version = culprit.version
        step.claims += reaches.map(\.claim)
        let repairs =
            "Sessions repair themselves as the senders' devices answer decryption errors: expect it to fade, not to stop."
        let kills = flagsNow.killCommands(
            reason: "decrypt-failure spike of \(version)", platforms: reaches.map(\.platform), before: since ?? at)
        guard !isOver else {
            step.advice = [HaltWords.doesNothing(version), repairs]
            step.commands =
                kills
                + reaches.map {
                    NextCommand(
                        HaltWords.startFix(of: version, platform: $0.platform),
                        "once a fix is in the store, with a higher version",
                        changes: true)
                }
            return step
        }
        let going = reaches.filter { !$0.isOver && $0.recorded?.phase != .halted }
        if !going.isEmpty {
            step.advice = [
                going.map { HaltWords.pause($0.platform) }.joined(separator: "; ") + ". " + HaltWords.isNoRollback(version)
            ]
        }
        step.advice.append(repairs)
        step.commands =
            going.map {
                NextCommand(
                    HaltWords.record(version, platform: $0.platform, reason: "decrypt-failure spike"),
                    "once it is halted in the store", changes: true)
            } + kills
        return step
    }

    private var keyDirectory: RunbookStep {
        var step = RunbookStep("Only first messages (prekey): check the key directory")
        let only = messageType.map { "\($0.name) has \(words($0))" } ?? undecided ?? "no more than usual"
        let isOnlyPrekey =
            isSpike && messageType?.name == "prekey" ? messageType?.finding ?? .unknown : finding(false)
        step.claims.append(Claim(isOnlyPrekey, "only first messages fail: \(only)"))
        if isSpike, isPrekey, branch == .version {
            step.claims.append(
                Claim(.refuted, "the directory is at fault: other versions fetch the same keys, and decrypt"))
        }
        step.claims += [
            claim("device lists are stale: device mismatches (409)", keys.mismatches),
            claim("one-time prekeys run out: devices low on stock", keys.lowStock),
            claim("clients fetch again and again: key bundles", keys.bundles),
        ]
        guard branch == .keyDirectory else { return step }
        step.advice = [
            "Check for a bad signature, a one-time key that was served twice (the conditional delete must prevent it), and a "
                + "device list from a stale cache (versions show it). Invalidate the device-list cache."
        ]
        step.commands = [
            NextCommand(
                PlaybookCommands.metric(
                    "Chat/Keys", "DeviceMismatch", [], from: (since ?? at).advanced(bySeconds: -3600), to: at),
                "mismatches, minute by minute"),
            NextCommand(
                "chatfleet timeline --from \((since ?? at).advanced(bySeconds: -86_400)) --to \(at)",
                "what was deployed before it began"),
        ]
        return step
    }

    private var keyChanges: RunbookStep {
        var step = RunbookStep("Particular users' key changes: a possible attack")
        let clustered = facts.clustered
        let words =
            clustered.peers == 0
            ? "no device is failed on by five others"
            : "\(clustered.peers) \(clustered.peers == 1 ? "device" : "devices") are the peer of \(clustered.pairs) of "
                + "\(clustered.of) failing pairs in 24 h"
        step.claims = [
            Claim(finding(isSpike && facts.isClustered), "failures cluster on a few devices: \(words)"),
            claim("device lists change more: changes", keys.listChanges),
        ]
        guard branch == .keyChanges else { return step }
        step.advice = [
            "Involve security now. Check the rates and the signatures of these users' device-list changes; the store knows their "
                + "devices by keyed hashes only."
        ]
        step.commands = [
            NextCommand(
                PlaybookCommands.metric(
                    "Chat/Keys", "DeviceListChanges", [], from: (since ?? at).advanced(bySeconds: -3600), to: at),
                "changes of device lists, minute by minute"),
            NextCommand(
                "chatfleet annotate \(shellQuoted("decrypt failures cluster on \(clustered.peers) devices: security is told")) --kind incident",
                "for the timeline", changes: true),
        ]
        return step
    }

    private var afterwards: RunbookStep {
        var step = RunbookStep("Afterwards")
        step.advice = ["Review it, and add the failing sequence of messages to the protocol's tests."]
        let from = (since ?? at.advanced(bySeconds: -86_400)).advanced(bySeconds: -86_400)
        step.commands = [NextCommand("chatfleet timeline --from \(from) --format markdown", "for the review")]
        return step
    }

    private func claim(_ what: String, _ change: KeyFacts.Change?) -> Claim {
        guard let change else { return Claim(.unknown, "\(what): no data") }
        let (now, usual) = (number(change.now), number(change.usual))
        let times = rateText(KeyFacts.Change.times, decimals: 1)
        let finding = change.hasRisen
        let words =
            switch finding {
            case .confirmed: "over \(times) times usual"
            case .refuted: "not over \(times) times usual"
            case .unknown: "so few that chance allows over \(times) times usual, and less"
            }
        let begin = since.map { "since \($0)" } ?? "in 24 h"
        return Claim(finding, "\(what): \(now) in the middle hour \(begin), usually \(usual): \(words)")
    }

    /// "96.83 % of what is more than usual (65 of 74 new pairs in 24 h, usually 4)"
    private func words(_ share: DecryptFacts.Share) -> String {
        let counts = "\(number(share.now)) of \(number(share.now + share.restNow)) new pairs in 24 h"
        let told = share.finding == .unknown ? "; too few to tell whether it is nearly all" : ""
        return "\(excess(share.now - share.usually)) (\(counts), usually \(number(share.usually)))\(told)"
    }

    /// A part of what is more than usual, which is no share where others have less than usual, or it has less itself:
    /// "96.83 % of what is more than usual", "23 more than usual, all together 20".
    private func excess(_ more: Double) -> String {
        let all = facts.total.now - facts.total.usual
        if all > 0, (0...all).contains(more) { return "\(Incidents.share(more / all)) of what is more than usual" }
        return "\(number(abs(more))) \(more < 0 ? "fewer" : "more") than usual, all together \(number(all)) more"
    }

    /// More than the signal's limit, by no more than chance explains.
    private var isByChance: Bool { !isSpike && reported?.uncertain != nil }

    /// What it is held against, where it is no spike.
    private var threshold: String {
        guard !isSpike else { return "" }
        if let reported, let uncertain = SignalText.uncertain(reported) { return "; \(uncertain)" }
        if let watch = reported?.signal.watch, let signal = reported?.signal {
            return "; a spike is \(SignalText.limit(watch, signal)), beyond chance"
        }
        return "; a spike is twice as many, and at least \(number(DecryptFacts.leastPairs))"
    }
}
