import Database
import FlagPublishing
import Flags
import FleetCore
import Statistics

/// The flags as the store knows them at a moment: the documents of the version that was current, and who changed what.
struct FlagFacts {
    let at: Instant
    /// Where they are published; nil: this store was never told.
    let place: FlagTarget?
    /// By platform; empty: nothing was published from this store.
    let documents: [String: FlagDocument]
    /// Up to the moment, the newest first.
    let changes: [PublishedChange]

    init(_ store: IncidentStore) throws {
        at = store.at
        let flags = FlagStore(database: store.database, catalog: store.catalog)
        place = try flags.authority().flatMap { try? FlagTarget.parse($0.target) }
        changes = try flags.changes().map(\.change).filter { $0.at <= store.at }
        var documents: [String: FlagDocument] = [:]
        if let version = changes.map(\.version).max() {
            // A damaged document says nothing; flags history --verify tells.
            for file in (try? flags.documents(version: version)) ?? [] {
                documents[file.platform] = FlagDocument.decode(file.bytes, file: "\(file.platform).json").document
            }
        }
        self.documents = documents
    }

    /// A change's effect on one flag: "android: poll_posts: killed; was 20 % of android".
    private static func flags(_ change: PublishedChange, platform: String) -> [String] {
        change.effect.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 2).map { $0.drop { $0 == " " } }
            return parts.count == 3 && parts[0] == platform ? String(parts[1]) : nil
        }
    }

    /// Flags that were changed on a platform in the days before an instant, not killed now, the newest change first.
    func changedBefore(_ instant: Instant, platform: String, days: Int64 = 14) -> [String] {
        var names: [String] = []
        let earliest = instant.advanced(bySeconds: -days * 86_400)
        for change in changes where change.at <= instant && change.at >= earliest {
            for name in FlagFacts.flags(change, platform: platform) where !names.contains(name) { names.append(name) }
        }
        return names.filter { documents[platform]?.flag($0) != nil && documents[platform]?.isKilled($0) == false }
    }

    /// The kills of a platform's flags since an instant, the newest first.
    func kills(since: Instant, platform: String) -> [(name: String, change: PublishedChange)] {
        changes.filter { $0.kind == .kill && $0.at >= since }.flatMap { change in
            FlagFacts.flags(change, platform: platform).map { ($0, change) }
        }
    }

    /// Turns off what was changed last on these platforms; where nothing was, shows what there is.
    func killCommands(reason: String, platforms: [String], before instant: Instant) -> [NextCommand] {
        var commands: [NextCommand] = []
        for platform in platforms {
            for name in changedBefore(instant, platform: platform).prefix(2) {
                commands.append(FlagFacts.kill(name, platform: platform, reason: reason))
            }
        }
        return commands.isEmpty
            ? [NextCommand("chatfleet flags history", "which flags there are, and who changed them")] : commands
    }

    static func kill(_ name: String, platform: String, reason: String) -> NextCommand {
        NextCommand(
            "chatfleet flags kill \(shellWord(name)) --platform \(shellWord(platform)) --reason \(shellQuoted(reason))",
            "turns it off for everybody", changes: true)
    }

    // MARK: Which flag is it

    struct Suspect {
        let name: String
        /// How many times as often installs that have it crash; nil: only they do.
        let ratio: Double?
        let inside: Int64
        let crashed: Int64
        let percent: String
    }

    /// Percent rollouts are randomised trials: among the crashed installs of a version, those inside a flag's percentage must
    /// be about that percentage. Flags where they are far more, the worst first; nil: the document can't be read, or nothing
    /// was published.
    func suspects(crashed installs: [String], version: AppVersion, platform: String) -> [Suspect]? {
        guard let document = documents[platform], document.knowsHash else { return nil }
        let trials = trials(of: document, version: version)
        return trials.compactMap { flag, percent -> Suspect? in
            let prefix = Bucketing.prefix(flag)
            let inside = Int64(
                installs.count { install in
                    let bytes = Array(install.utf8)
                    return Bucketing.bucket(prefix, bytes.span) < percent.thousandths
                })
            let whole = Int64(Bucketing.bucketCount)
            let part = Int64(percent.thousandths)
            let scale = max(1, Int64(installs.count))
            let counts = [
                Excess.Count(inside, of: part * scale), Excess.Count(Int64(installs.count) - inside, of: (whole - part) * scale),
            ]
            guard let excess = Excess.among(counts, comparisons: max(2, trials.count))[0] else { return nil }
            return Suspect(
                name: flag, ratio: excess.ratio, inside: inside, crashed: Int64(installs.count), percent: percent.text)
        }
        .sorted { ($0.ratio ?? .infinity) > ($1.ratio ?? .infinity) }
    }

    /// How many flags of the version some installs have and others don't.
    func trialCount(version: AppVersion, platform: String) -> Int {
        documents[platform].map { trials(of: $0, version: version).count } ?? 0
    }

    private func trials(of document: FlagDocument, version: AppVersion) -> [(flag: String, percent: RolloutPercent)] {
        document.flags.compactMap { flag in
            guard let percent = flag.rollout, percent > .nobody, percent < .everybody else { return nil }
            if let least = flag.minApp, version.precedes(least) != false { return nil }
            return (flag.name, percent)
        }
    }
}
