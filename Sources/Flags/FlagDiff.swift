import FleetCore

/// What changes for clients from one document to the next. Kills come first, then flags in the new document's order, then
/// flags that are gone, then the rest. Empty: nothing changes for anybody.
public enum FlagDiff {
    /// - Parameters:
    ///   - old: nil: there was none.
    ///   - platform: named in the words; nil: "installs".
    public static func between(_ old: FlagDocument?, _ new: FlagDocument, platform: String? = nil) -> [FlagChange] {
        let diff = Difference(old: old, new: new, platform: platform)
        return diff.kills() + diff.flags() + diff.rest()
    }
}

private struct Difference {
    let old: FlagDocument?
    let new: FlagDocument
    let platform: String?

    // MARK: Kills

    func kills() -> [FlagChange] {
        let killed = new.kills.filter { $0.isOn && old?.isKilled($0.name) != true }.map { kill in
            let before = words(old?.flag(kill.name), old)
            let after = new.flag(kill.name) == nil ? "killed, though no flag has this name" : "killed"
            return FlagChange(
                kind: .killed, subject: kill.name, before: before, after: "killed",
                effect: after + (before.map { "; was \($0)" } ?? ""))
        }
        let lifted = (old?.kills ?? []).filter { $0.isOn && !new.isKilled($0.name) }.map { kill in
            let after = words(new.flag(kill.name), new)
            return FlagChange(
                kind: .killLifted, subject: kill.name, before: "killed", after: after,
                effect: "kill lifted; " + (after.map { "now \($0)" } ?? "no flag has this name"))
        }
        return killed + lifted
    }

    // MARK: Flags

    func flags() -> [FlagChange] {
        let present = new.flags.compactMap { flag in
            old?.flag(flag.name).map { change(from: $0, to: flag) } ?? added(flag)
        }
        let removed = (old?.flags ?? []).filter { new.flag($0.name) == nil }.map { flag in
            let before = words(flag, old) ?? "off"
            return FlagChange(
                kind: .removed, subject: flag.name, before: before, after: nil,
                effect: "removed: clients fall back to their own default; was \(before)")
        }
        return present + removed
    }

    private func added(_ flag: FlagDocument.Definition) -> FlagChange? {
        let after = words(flag, new) ?? "off"
        return FlagChange(
            kind: .added, subject: flag.name, before: nil, after: after,
            effect: "new; \(after)" + (new.isKilled(flag.name) ? ", but killed" : ""))
    }

    private func change(from old: FlagDocument.Definition, to new: FlagDocument.Definition) -> FlagChange? {
        let isSame =
            old.isOnByDefault == new.isOnByDefault && old.rollout == new.rollout && old.minApp?.gateKey == new.minApp?.gateKey
        if isSame { return nil }
        var before = words(old, self.old) ?? "off"
        var after = words(new, self.new) ?? "off"
        if before == after {
            // Only what a client answers that can't evaluate the rollout.
            before += ", \(old.isOnByDefault ? "on" : "off") for clients that can't evaluate it"
            after += ", \(new.isOnByDefault ? "on" : "off") for clients that can't evaluate it"
        }
        let isKilled = self.new.isKilled(new.name)
        return FlagChange(
            kind: kind(from: old, to: new), subject: new.name, before: before, after: after,
            effect: (isKilled ? "killed; without the kill \(after)" : after) + "; was \(before)")
    }

    private func kind(from old: FlagDocument.Definition, to new: FlagDocument.Definition) -> FlagChange.Kind {
        guard let before = old.rollout, let after = new.rollout, before != after else { return .changed }
        return before < after ? .rolloutRaised : .rolloutLowered
    }

    // MARK: What is no flag's

    func rest() -> [FlagChange] {
        func change(_ kind: FlagChange.Kind, _ subject: String, _ before: String?, _ after: String?) -> FlagChange? {
            if before == after { return nil }
            return FlagChange(
                kind: kind, subject: subject, before: before, after: after, effect: "\(after ?? "none"); was \(before ?? "none")")
        }
        let (before, after) = (old?.policy, new.policy)
        return [
            change(.clientPolicy, "min_supported", before?.minSupported?.text, after?.minSupported?.text),
            change(.clientPolicy, "recommended", before?.recommended?.text, after?.recommended?.text),
            change(
                .clientPolicy, "flush_only_until", before?.flushOnlyUntil?.description, after?.flushOnlyUntil?.description),
            change(.telemetry, "session_sample_percent", old?.sessionSample?.text, new.sessionSample?.text),
            change(.hash, "hash", old.map { $0.hash ?? Bucketing.name }, new.hash ?? Bucketing.name),
        ].compactMap { $0 }.filter { !($0.kind == .hash && old == nil) }
    }

    // MARK: Words

    /// `20 % of android ≥ 5.14.0`, `on for all of android`, `off`.
    private func words(_ flag: FlagDocument.Definition?, _ document: FlagDocument?) -> String? {
        guard let flag else { return nil }
        let whom = (platform ?? "installs") + (flag.minApp.map { " ≥ \($0.text)" } ?? "")
        guard let rollout = flag.rollout, document?.knowsHash == true else {
            if !flag.isOnByDefault { return "off" }
            return platform == nil ? "on for all \(whom)" : "on for all of \(whom)"
        }
        return "\(rollout.text) of \(whom)"
    }
}
