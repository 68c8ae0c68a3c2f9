import FlagPublishing
import Flags
import FleetCore
import Operations
import Reporting
import Statistics

/// Feed R3.9: pause it; find the feature; kill it; without a flag; fix forward; record it.
struct RolloutHaltRunbook {
    private let at: Instant
    private let facts: CrashFacts
    private let flags: FlagFacts
    private let rollouts: [RolloutState]
    private let timeline: [TimelineEntry]
    private let suspects: [FlagFacts.Suspect]?
    private let crashedCount: Int
    private let around: (kill: Instant, before: CrashFacts.Hours, after: CrashFacts.Hours)?

    enum Branch: String {
        case halt, kill, killed
        case noFlag = "no-flag"
    }

    init(_ store: IncidentStore) throws {
        at = store.at
        facts = try CrashFacts(store)
        flags = try FlagFacts(store)
        let log = OperationsLog(database: store.database, catalog: store.catalog)
        rollouts = try log.rollouts(before: store.at, recordedBy: store.recordedBy)
        timeline = try log.timeline(
            from: store.before(14 * 86_400), to: store.at.advanced(bySeconds: 1), recordedBy: store.recordedBy)
        guard let bad = facts.bad.first?.slice else {
            (suspects, crashedCount, around) = (nil, 0, nil)
            return
        }
        let crashed = try CrashFacts.crashedInstalls(bad, store)
        crashedCount = crashed.count
        suspects = crashed.count >= 5 ? flags.suspects(crashed: crashed, version: bad.version, platform: bad.platform) : nil
        let kills = flags.kills(since: bad.firstDay?.start ?? store.at, platform: bad.platform)
        around = try kills.first.map { kill in
            let hours = try CrashFacts.aroundHours(bad, kill.change.at, store)
            return (kill.change.at, hours.before, hours.after)
        }
    }

    // MARK: What it is

    private var bad: CrashFacts.Bad? { facts.isFresh ? facts.bad.first : nil }
    private var name: String { bad.map { "\($0.slice.version.text) on \($0.slice.platform)" } ?? "" }
    private var version: String { bad?.slice.version.text ?? "" }
    private var platform: String { bad?.slice.platform ?? "" }
    /// For a command line.
    private var slice: String { "--version \(shellWord(version)) --platform \(shellWord(platform))" }
    private var rollout: RolloutState? { rollouts.first { $0.version == version && $0.platform == platform } }
    private var isHalted: Bool { rollout?.phase == .halted }

    /// When the version was first seen, or its rollout was recorded to begin.
    private var since: Instant? {
        guard let bad else { return nil }
        let seen = bad.slice.firstDay?.start
        guard let recorded = rollout?.startedAt else { return seen }
        return seen.map { max($0, min(recorded, at)) } ?? recorded
    }

    private var kills: [(name: String, at: Instant, by: String)] {
        guard let bad, let first = bad.slice.firstDay else { return [] }
        return flags.kills(since: first.start, platform: platform).map { ($0.name, $0.change.at, $0.change.by) }
    }

    /// Enriched flags that are not off yet.
    private var live: [FlagFacts.Suspect] {
        (suspects ?? []).filter { flags.documents[platform]?.isKilled($0.name) == false }
    }

    private var branches: [Branch] {
        guard bad != nil else { return [] }
        var found: [Branch] = isHalted ? [] : [.halt]
        if !live.isEmpty { found.append(.kill) }
        if !kills.isEmpty { found.append(.killed) }
        if let suspects, suspects.isEmpty, kills.isEmpty { found.append(.noFlag) }
        return found
    }

    private func finding(_ isSo: Bool) -> Finding { facts.finding(isSo) }

    private var verdict: String {
        guard facts.isFresh else {
            return facts.newestDay.map { "unknown: the newest day with reports is \($0)" }
                ?? "unknown: the store holds no reports"
        }
        if bad == nil, facts.isTooIncomplete {
            let part = facts.completeness.map { shareText($0, .down) } ?? "too little"
            return "unknown: only \(part) of what the last days will hold is in"
        }
        guard let bad else { return "no version crashes more than it promises and than the others do" }
        return "\(name) crashes: \(Incidents.crashFree(bad.slice.crashFree)) of install-days without a crash"
            + (bad.ratio.map { ", \(rateText($0, decimals: $0 < 9.95 ? 1 : 0)) times as many crashes as others" } ?? "")
            + (since.map { ", since \($0.day)" } ?? "")
    }

    var answer: RunbookAnswer {
        RunbookAnswer(
            runbook: .rolloutHalt, at: at, isCalledFor: finding(bad != nil), verdict: verdict, branches: branches.map(\.rawValue),
            since: since, steps: [pause, findFeature, kill, withoutFlag, fixForward, record])
    }

    // MARK: Steps

    private var pause: RunbookStep {
        var step = RunbookStep("Pause the rollout")
        if bad == nil { step.claims.append(Claim(finding(false), "a version is bad: \(verdict)")) }
        for bad in facts.isFresh ? facts.bad.prefix(4) : [] {
            let interval = bad.interval.map { " (95 % \(share($0.low)) – \(share($0.high)))" } ?? ""
            step.claims.append(
                Claim(
                    .confirmed,
                    "\(bad.slice.version.text) on \(bad.slice.platform) is under 99.5 % of install-days: "
                        + "\(Incidents.crashFree(bad.slice.crashFree))\(interval), \(number(Double(bad.slice.crashedDays))) of "
                        + "\(number(Double(bad.slice.activeDays))); \(number(Double(bad.slice.newest))) installs used it on the newest day"
                ))
        }
        guard let bad else { return step }
        if let rollout {
            step.claims.append(Claim(isHalted ? .confirmed : .refuted, "its rollout is halted: \(rollout.words)"))
        } else {
            step.claims.append(Claim(.unknown, "its rollout is halted: nobody recorded one"))
        }
        step.commands = [
            NextCommand(PlaybookCommands.crashFree(day: facts.newestDay ?? at.day), "the design's playbook, feed 1"),
            NextCommand(
                "chatfleet crash-free \(slice) --by hour", "the hour in which it began"),
        ]
        guard !isHalted else { return step }
        step.advice = [
            platform == "ios"
                ? "Pause the phased release in App Store Connect. Phones that have \(version) keep it: a halt is no rollback."
                : "Halt the staged rollout in the Play Console. Phones that have \(bad.slice.version.text) keep it: a halt is no rollback."
        ]
        step.commands.append(
            NextCommand(
                "chatfleet rollout record halt \(shellWord(version)) --platform \(shellWord(platform)) "
                    + "--reason 'crash-free under 99.5 %'",
                "once it is halted in the store", changes: true))
        return step
    }

    private var findFeature: RunbookStep {
        var step = RunbookStep("Find the feature")
        guard bad != nil else {
            step.claims = [Claim(finding(false), "a feature is behind it: nothing crashes more")]
            return step
        }
        step.claims.append(
            crashedCount == 0
                ? Claim(.unknown, "who crashed: the store knows no single installs")
                : Claim(.confirmed, "\(number(Double(crashedCount))) installs of \(name) have crashed"))
        let trials = flags.trialCount(version: AppVersion(version), platform: platform)
        if let suspects {
            for suspect in suspects.prefix(3) { step.claims.append(Claim(.confirmed, words(suspect))) }
            if suspects.isEmpty {
                step.claims.append(
                    Claim(
                        trials == 0 ? .unknown : .refuted,
                        trials == 0
                            ? "a flag is behind it: no flag is on for some installs only, so none can be told apart"
                            : "a flag is behind it: none of \(trials) percent rollouts has more crashes inside than outside"))
            }
        } else {
            step.claims.append(
                Claim(
                    .unknown,
                    flags.documents[platform] == nil
                        ? "a flag is behind it: no flags were published from this store"
                        : "a flag is behind it: too few crashed installs to tell"))
        }
        for change in WhatChanged.before(since ?? at, version: version, platform: platform, timeline).prefix(3) {
            step.claims.append(Claim(.unknown, "it came with \(change.entry.what) \(change.words)"))
        }
        step.commands = [
            NextCommand("chatfleet crashes top \(slice)", "which crash, and the flags that were on with it"),
            NextCommand("chatfleet crash-free \(slice) --by device-class", "by device"),
            NextCommand("chatfleet flags history", "which flags were changed before"),
        ]
        return step
    }

    private func words(_ suspect: FlagFacts.Suspect) -> String {
        "the flag \(suspect.name): \(number(Double(suspect.inside))) of \(number(Double(suspect.crashed))) crashed installs have it, "
            + "which \(suspect.percent) of all have"
            + (suspect.ratio.map { "; they crash \(rateText($0, decimals: $0 < 9.95 ? 1 : 0)) times as often" }
                ?? "; nobody else crashes")
    }

    private var kill: RunbookStep {
        var step = RunbookStep("Kill it, and watch it arrive")
        guard let bad else {
            step.claims = [Claim(finding(false), "there is something to kill")]
            return step
        }
        step.claims.append(
            kills.isEmpty
                ? Claim(
                    flags.documents.isEmpty ? .unknown : .refuted,
                    "a flag of \(platform) was killed since \(bad.slice.firstDay.map { "\($0)" } ?? "")")
                : Claim(
                    .confirmed, kills.prefix(3).map { "\($0.name) was killed at \($0.at) by \($0.by)" }.joined(separator: "; ")))
        if let around, let before = around.before.share {
            if let after = around.after.share, around.after.active >= 50 {
                step.claims.append(
                    Claim(
                        after < before / 2 ? .confirmed : .refuted,
                        "crashes fall since the kill: \(share(after)) of installs an hour, \(share(before)) in the day before it")
                )
            } else {
                step.claims.append(Claim(.unknown, "crashes fall since the kill: too few hours are in"))
            }
        }
        for suspect in live.prefix(2) {
            step.commands.append(FlagFacts.kill(suspect.name, platform: platform, reason: "\(name) crashes"))
        }
        if live.isEmpty, kills.isEmpty, suspects == nil {
            step.commands += flags.killCommands(reason: "\(name) crashes", platforms: [platform], before: since ?? at)
        }
        if !live.isEmpty || !kills.isEmpty {
            step.commands.append(NextCommand(PlaybookCommands.publishedFlags, "what is published (feed 3), not what phones have"))
            step.commands.append(
                NextCommand(
                    "chatfleet flags propagation --platform \(shellWord(platform))",
                    "who has it: crash-free users recover with that"))
        }
        return step
    }

    private var withoutFlag: RunbookStep {
        var step = RunbookStep("No flag for it: min_supported, as a last resort")
        guard bad != nil else {
            step.claims = [Claim(finding(false), "there is no flag for it")]
            return step
        }
        let isUnflagged = branches.contains(.noFlag)
        step.claims.append(
            Claim(
                isUnflagged ? .confirmed : (live.isEmpty && kills.isEmpty ? .unknown : .refuted),
                isUnflagged
                    ? "there is no flag for it"
                    : live.isEmpty && kills.isEmpty
                        ? "there is no flag for it: not known yet" : "there is no flag for it: there is"))
        step.advice = [
            "Raising min_supported locks users of \(version) out of reading until they update: only as a last resort, only once a fix is "
                + "in the stores, and only with flush_only_until set, so that their outboxes still drain."
        ]
        if isUnflagged {
            step.commands = [
                NextCommand("chatfleet versions \(slice)", "how many it would lock out"),
                NextCommand("chatfleet queue-ages \(slice)", "how long their outboxes need"),
            ]
        }
        return step
    }

    private var fixForward: RunbookStep {
        var step = RunbookStep("Fix forward, from 1 %")
        guard let bad else {
            step.claims = [Claim(finding(false), "a fix is needed")]
            return step
        }
        let later = Set(
            facts.slices.filter { $0.platform == platform && bad.slice.version < $0.version }.map(\.version.text)
                + rollouts.filter { $0.platform == platform && bad.slice.version < AppVersion($0.version) }.map(\.version))
        step.claims.append(
            Claim(
                later.isEmpty ? .refuted : .confirmed,
                "a higher version is out on \(platform)" + (later.isEmpty ? "" : ": \(later.sorted().joined(separator: ", "))")))
        step.advice = ["A fix has a higher build number, and its rollout begins at 1 % again."]
        return step
    }

    private var record: RunbookStep {
        var step = RunbookStep("Record who, what, when")
        guard bad != nil else {
            step.claims = [Claim(finding(false), "there is something to record")]
            return step
        }
        let noted = timeline.filter { $0.source == .annotation && $0.kind == "incident" && $0.at >= (since ?? at) }
        step.claims = [
            Claim(isHalted ? .confirmed : .refuted, "the halt is recorded" + (rollout.map { ": \($0.words)" } ?? "")),
            Claim(
                noted.isEmpty ? .refuted : .confirmed,
                "the incident is noted" + (noted.first.map { ": \($0.words), \($0.at)" } ?? "")),
        ]
        if noted.isEmpty {
            step.commands.append(
                NextCommand(
                    "chatfleet annotate \(shellQuoted("\(name) crashes")) --kind incident \(slice)",
                    "for the timeline", changes: true))
        }
        step.advice = ["Add a flag for anything that was shipped without one."]
        let from = (since ?? at).advanced(bySeconds: -86_400)
        step.commands.append(NextCommand("chatfleet timeline --from \(from) --to \(at) --format markdown", "for the review"))
        return step
    }
}

/// Rounded down: what flatters when rounded up.
func crashFree(_ value: Double?) -> String { value.map { shareText($0, .down) } ?? "no data" }
