import FlagPublishing
import Flags
import FleetCore
import Health
import Operations
import Reporting
import Statistics

/// The procedure's steps, each with what speaks for and against it.
extension RolloutHaltRunbook {
    /// The release or the fault, whichever was first.
    private var began: Instant { [outSince, since].compactMap { $0 }.min() ?? at }

    /// "8.14.0 on android crashes", for a reason or a note.
    private var trouble: String { bad == nil ? "\(name): \(fault)" : "\(name) crashes" }

    var pause: RunbookStep {
        var step = RunbookStep("Pause the rollout")
        if bad == nil { step.claims.append(Claim(finding(false), "a version crashes: \(verdict)")) }
        for bad in facts.isFresh ? facts.bad.prefix(4) : [] {
            let interval = bad.interval.map { " (95 % \(share($0.low)) – \(share($0.high)))" } ?? ""
            step.claims.append(
                Claim(
                    .confirmed,
                    "\(bad.slice.version.text) on \(bad.slice.platform) is under 99.5 % of install-days: "
                        + "\(Incidents.crashFree(bad.slice.crashFree))\(interval), \(number(Double(bad.slice.crashedDays))) of "
                        + "\(number(Double(bad.slice.activeDays))) in \(facts.window); \(number(Double(bad.slice.newest))) installs used it on the newest day"
                ))
        }
        step.claims += signals.claims(besides: bad == nil ? [] : RolloutHaltRunbook.said)
        guard hasVersion else { return step }
        if let reach { step.claims.append(reach.claim) }
        if let state = called?.state {
            step.commands = [NextCommand("chatfleet signals show \(state.signal.name)", "its levels, and how it went")]
        } else {
            step.commands = [
                NextCommand(PlaybookCommands.crashFree(day: facts.newestDay ?? at.day), "the design's playbook, feed 1"),
                NextCommand("chatfleet crash-free \(slice) --by hour", "the hours that stand out"),
            ]
        }
        if !isToHalt, !isHalted { step.advice = [HaltWords.doesNothing(version)] }
        guard isToHalt else { return step }
        step.advice = [HaltWords.pause(platform) + ". " + HaltWords.isNoRollback(version)]
        step.commands.append(
            NextCommand(
                HaltWords.record(version, platform: platform, reason: fault), "once it is halted in the store", changes: true))
        return step
    }

    var findFeature: RunbookStep {
        var step = RunbookStep("Find the feature")
        guard hasVersion else {
            step.claims = [Claim(finding(false), "a feature is behind it: nothing crashes more")]
            return step
        }
        guard bad != nil else {
            step.claims = [Claim(.unknown, "a feature is behind it: only crashes are told apart by feature")] + before
            step.commands = [
                NextCommand("chatfleet queue-ages \(slice)", "what waits, fails and is set aside, against other versions"),
                NextCommand("chatfleet flags history", "which flags were changed before"),
            ]
            return step
        }
        step.claims.append(
            crashedCount == 0
                ? Claim(.unknown, "who crashed: the store knows no single installs")
                : Claim(.confirmed, "\(number(Double(crashedCount))) installs of \(name) have crashed"))
        step.claims.append(crashGroup)
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
        step.claims += before
        step.commands = [
            NextCommand(HaltWords.topCrashes(version, platform: platform), "which crash, and the flags that were on with it"),
            NextCommand("chatfleet crash-free \(slice) --by device-class", "by device"),
            NextCommand("chatfleet flags history", "which flags were changed before"),
        ]
        return step
    }

    /// What was done before it began: it may be why.
    private var before: [Claim] {
        WhatChanged.before(
            since ?? began, precision: signal?.signal.stepSeconds ?? 86_400, version: version, platform: platform, timeline
        ).prefix(3).map { change in
            Claim(.unknown, "it came with \(change.entry.what) \(change.words)")
        }
    }

    /// Which crash it is, as `crashes top` has it, and what its installs have in common.
    private var crashGroup: Claim {
        guard let crashes, let top = crashes.rows.first else {
            return Claim(.unknown, "one crash is behind it: clients don't say which crash it was")
        }
        let others = crashes.rows.dropFirst().map(\.installs).max() ?? 0
        var words = "one crash is behind it: \(top.signature) on \(counted(top.installs, "install"))"
        words += crashes.rows.count > 1 ? ", the next of \(crashes.groups) on \(number(Double(others)))" : ", the only one"
        if !top.confinedTo.isEmpty { words += "; only on " + top.confinedTo.map(\.value).joined(separator: ", ") }
        if let flag = top.flags.first {
            words += "; \(flag.value) is on with \(share(flag.share)) of them, elsewhere with \(share(flag.usualShare))"
        }
        return Claim(top.installs >= 2 * others && top.installs >= 3 ? .confirmed : .refuted, words)
    }

    private func words(_ suspect: FlagFacts.Suspect) -> String {
        "the flag \(suspect.name): \(number(Double(suspect.inside))) of \(number(Double(suspect.crashed))) crashed installs have it, "
            + "which \(suspect.percent) of all have"
            + (suspect.ratio.map { "; they crash \(rateText($0, decimals: $0 < 9.95 ? 1 : 0)) times as often" }
                ?? "; nobody else crashes")
    }

    var kill: RunbookStep {
        var step = RunbookStep("Kill it, and watch it arrive")
        guard hasVersion else {
            step.claims = [Claim(finding(false), "there is something to kill")]
            return step
        }
        step.claims.append(
            kills.isEmpty
                ? Claim(
                    flags.documents.isEmpty ? .unknown : .refuted,
                    "a flag of \(platform) was killed since \(firstDay.map { "\($0)" } ?? "it began")")
                : Claim(
                    .confirmed, kills.prefix(3).map { "\($0.name) was killed at \($0.at) by \($0.by)" }.joined(separator: "; ")))
        if !kills.isEmpty, let served {
            let words = "the sync fleet serves the newest flags"
            step.claims.append(
                served.level == .unknown
                    ? Claim(.unknown, "\(words): \(served.unknownBecause ?? "no data")")
                    : Claim(
                        served.level.isBad ? .refuted : .confirmed,
                        words + (served.level.isBad ? ": \(SignalText.sentence(served, at: at))" : "")))
        }
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
            step.commands.append(FlagFacts.kill(suspect.name, platform: platform, reason: trouble))
        }
        if live.isEmpty, kills.isEmpty, suspects == nil {
            step.commands += flags.killCommands(reason: trouble, platforms: [platform], before: began)
        }
        if !live.isEmpty || !kills.isEmpty {
            step.commands.append(PlaybookCommands.publishedFlags(at: flags.place))
            step.commands.append(
                NextCommand(
                    "chatfleet flags propagation --platform \(shellWord(platform))",
                    "who has it: crash-free users recover with that"))
        }
        return step
    }

    var withoutFlag: RunbookStep {
        var step = RunbookStep("No flag for it: min_supported, as a last resort")
        guard hasVersion else {
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

    var fixForward: RunbookStep {
        var step = RunbookStep("Fix forward, from 1 %")
        guard hasVersion else {
            step.claims = [Claim(finding(false), "a fix is needed")]
            return step
        }
        let this = AppVersion(version)
        let later = Set(
            facts.slices.filter { $0.platform == platform && this < $0.version }.map(\.version.text)
                + rollouts.filter { $0.platform == platform && this < AppVersion($0.version) }.map(\.version))
        step.claims.append(
            Claim(
                later.isEmpty ? .refuted : .confirmed,
                "a higher version is out on \(platform)" + (later.isEmpty ? "" : ": \(later.sorted().joined(separator: ", "))")))
        step.advice = ["A fix has a higher build number, and its rollout begins at 1 % again."]
        step.commands = [
            NextCommand(HaltWords.startFix(of: version, platform: platform), "once the fix is in the store", changes: true)
        ]
        return step
    }

    var record: RunbookStep {
        var step = RunbookStep("Record who, what, when")
        guard hasVersion else {
            step.claims = [Claim(finding(false), "there is something to record")]
            return step
        }
        let noted = timeline.filter { $0.source == .annotation && $0.kind == "incident" && $0.at >= began }
        step.claims = [
            Claim(
                isHalted ? .confirmed : isToHalt ? .refuted : .unknown,
                "the halt is recorded" + (rollout.map { ": \($0.words)" } ?? (isToHalt ? "" : ": there is nothing to halt"))),
            Claim(
                noted.isEmpty ? .refuted : .confirmed,
                "the incident is noted" + (noted.first.map { ": \($0.words), \($0.at)" } ?? "")),
        ]
        if noted.isEmpty {
            step.commands.append(
                NextCommand(
                    "chatfleet annotate \(shellQuoted(trouble)) --kind incident \(slice)",
                    "for the timeline", changes: true))
        }
        step.advice = ["Add a flag for anything that was shipped without one."]
        let from = began.advanced(bySeconds: -86_400)
        step.commands.append(NextCommand("chatfleet timeline --from \(from) --format markdown", "for the review"))
        return step
    }
}
