import FlagPublishing
import Flags
import FleetCore
import Health
import Operations
import Reporting
import Statistics

/// Feed R3.9: pause it; find the feature; kill it; without a flag; fix forward; record it.
///
/// What it is about is the version that crashes more than it promises and than others do, or else the one that a signal names
/// that sends here: messages that fail, outboxes that don't drain, migrations.
struct RolloutHaltRunbook {
    let at: Instant
    let facts: CrashFacts
    let signals: RunbookSignals
    let flags: FlagFacts
    /// Whether what was published last is what the sync fleet serves.
    let served: SignalState?
    let rollouts: [RolloutState]
    let timeline: [TimelineEntry]
    let suspects: [FlagFacts.Suspect]?
    let crashedCount: Int
    let crashes: CrashGroupReport?
    /// How far its rollout has come; nil: there is no version to halt.
    private(set) var reach: RolloutReach?
    let around: (kill: Instant, before: CrashFacts.Hours, after: CrashFacts.Hours)?

    /// Signals whose measure is among the claims of a step.
    static let said: Set = ["crash_free_days", "crash_free_hours"]

    enum Branch: String {
        case halt, kill, killed
        case noFlag = "no-flag"
    }

    init(_ store: IncidentStore) throws {
        at = store.at
        facts = try CrashFacts(store)
        signals = try RunbookSignals(.rolloutHalt, store)
        flags = try FlagFacts(store)
        served = try store.signal("flags_served")
        let log = OperationsLog(database: store.database, catalog: store.catalog)
        rollouts = try log.rollouts(before: store.at, recordedBy: store.recordedBy)
        timeline = try log.timeline(
            from: store.before(14 * 86_400), to: store.at.advanced(bySeconds: 1), recordedBy: store.recordedBy)
        guard let bad = facts.bad.first?.slice else {
            (suspects, crashedCount, crashes, around) = (nil, 0, nil, nil)
            reach = try hasVersion ? RolloutReach(version, platform: platform, rollouts, store) : nil
            return
        }
        let crashed = try CrashFacts.crashedInstalls(bad, store)
        crashedCount = crashed.count
        suspects = crashed.count >= 5 ? flags.suspects(crashed: crashed, version: bad.version, platform: bad.platform) : nil
        crashes = try store.health.crashGroups(
            CrashGroupRequest(
                filter: ReportFilter(version: bad.version.text, platform: bad.platform, asOf: store.asOf), groupsMax: 3))
        let kills = flags.kills(since: bad.firstDay?.start ?? store.at, platform: bad.platform)
        around = try kills.first.map { kill in
            let hours = try CrashFacts.aroundHours(bad, kill.change.at, store)
            return (kill.change.at, hours.before, hours.after)
        }
        reach = try hasVersion ? RolloutReach(version, platform: platform, rollouts, store) : nil
    }

    // MARK: What it is

    var bad: CrashFacts.Bad? { facts.isFresh ? facts.bad.first : nil }

    /// The signal that it is about where nothing crashes, and the version and platform that it is bad on.
    var called: (state: SignalState, version: String, platform: String)? {
        guard bad == nil else { return nil }
        for state in signals.bad {
            guard let version = state.slice?["app_version"] else { continue }
            let here = facts.slices.filter { $0.version.text == version }.max { $0.activeDays < $1.activeDays }
            if let platform = state.slice?["platform"] ?? here?.platform { return (state, version, platform) }
        }
        return nil
    }

    /// Is there a version to halt?
    var hasVersion: Bool { bad != nil || called != nil }
    var version: String { bad?.slice.version.text ?? called?.version ?? "" }
    var platform: String { bad?.slice.platform ?? called?.platform ?? "" }
    var name: String { hasVersion ? "\(version) on \(platform)" : "" }
    /// For a command line.
    var slice: String { "--version \(shellWord(version)) --platform \(shellWord(platform))" }
    var rollout: RolloutState? { rollouts.first { $0.version == version && $0.platform == platform } }
    var isHalted: Bool { rollout?.phase == .halted }
    /// Is there somebody whom a halt keeps from getting it?
    var isToHalt: Bool { !isHalted && reach?.isOver != true }
    /// In a few words, for a reason or a note.
    var fault: String { called.map { "\($0.state.signal.name) over its level" } ?? "crash-free under 99.5 %" }

    /// The first day of the last 14 with an active install.
    var firstDay: Day? {
        facts.slices.first { $0.version.text == version && $0.platform == platform }?.firstDay
    }

    /// The signal that says of this version what the procedure is about; nil: none does.
    var signal: SignalState? {
        guard bad != nil else { return called?.state ?? signals.bad.first }
        let here = signals.bad.filter { state in
            state.slice?["app_version"] == version && state.slice?["platform"] ?? platform == platform
        }
        // Of days, as the evidence is.
        return here.first { $0.signal.name == "crash_free_days" }
            ?? here.first { RolloutHaltRunbook.said.contains($0.signal.name) }
    }

    /// When it went over its level; nil: no signal says it.
    var since: Instant? { signal?.since }

    /// When the version was first seen, or its rollout was recorded to begin.
    var outSince: Instant? {
        guard bad != nil else { return nil }
        let seen = firstDay?.start
        guard let recorded = rollout?.startedAt else { return seen }
        return seen.map { max($0, min(recorded, at)) } ?? recorded
    }

    var kills: [(name: String, at: Instant, by: String)] {
        guard let firstDay else { return [] }
        return flags.kills(since: firstDay.start, platform: platform).map { ($0.name, $0.change.at, $0.change.by) }
    }

    /// Enriched flags that are not off yet.
    var live: [FlagFacts.Suspect] {
        (suspects ?? []).filter { flags.documents[platform]?.isKilled($0.name) == false }
    }

    var branches: [Branch] {
        guard hasVersion else { return [] }
        var found: [Branch] = isToHalt ? [.halt] : []
        if !live.isEmpty { found.append(.kill) }
        if !kills.isEmpty { found.append(.killed) }
        if let suspects, suspects.isEmpty, kills.isEmpty { found.append(.noFlag) }
        return found
    }

    func finding(_ isSo: Bool) -> Finding { facts.finding(isSo) }

    /// Of crashes.
    var verdict: String {
        guard facts.isFresh else {
            return facts.newestDay.map { "unknown: the newest day with reports is \($0)" }
                ?? "unknown: the store holds no reports"
        }
        if bad == nil, facts.isTooIncomplete {
            let part = facts.completeness.map { shareText($0, .down) } ?? "too little"
            return "unknown: only \(part) of what the last days will hold is in"
        }
        guard let bad else { return "no version crashes more than it promises and than the others do" }
        let days = "\(number(Double(bad.slice.activeDays))) install-days in \(facts.window)"
        return "\(name) crashes: \(Incidents.crashFree(bad.slice.crashFree)) of \(days) without a crash"
            + (bad.ratio.map { ", \(rateText($0, decimals: $0 < 9.95 ? 1 : 0)) times as many crashes as others" } ?? "")
            + (signal.flatMap { SignalText.since($0, at: at) }.map { ", \($0)" } ?? "")
            + (outSince.map { ", out since \($0.day)" } ?? "")
    }

    var answer: RunbookAnswer {
        let own = finding(bad != nil)
        return RunbookAnswer(
            runbook: .rolloutHalt, at: at, isCalledFor: signals.finding(own), verdict: signals.verdict(verdict, own),
            branches: branches.map(\.rawValue), since: since, outSince: outSince,
            version: hasVersion ? version : nil, platform: hasVersion ? platform : nil,
            steps: [pause, findFeature, kill, withoutFlag, fixForward, record])
    }
}

/// Rounded down: what flatters when rounded up.
func crashFree(_ value: Double?) -> String { value.map { shareText($0, .down) } ?? "no data" }
