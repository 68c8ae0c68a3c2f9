import FleetCore
import Health
import Reporting

/// What one install's reports say about it, in words.
struct InstallFinding {
    enum Topic: String {
        case outbox, sending, mutations, syncs, decryption, crashes, upgrades, reports, silence, clock

        var words: String { rawValue }
    }

    let topic: Topic
    let mark: Mark
}

/// A support case read off an install's days: what is wrong against its version's norm, what is as usual, and what its
/// reports can't tell. The outbox comes first: "my messages don't go out".
struct InstallFindings {
    private let answer: InstallReport
    private let newestDay: Day?

    init(_ answer: InstallReport, newestDay: Day?) {
        self.answer = answer
        self.newestDay = newestDay
    }

    var all: [InstallFinding] {
        let found: [(InstallFinding.Topic, Mark?)] = [
            (.outbox, outbox), (.sending, sending), (.mutations, mutations), (.syncs, syncs), (.decryption, decryption),
            (.crashes, crashes), (.upgrades, upgrades), (.reports, reports), (.silence, silence), (.clock, clock),
        ]
        return found.compactMap { topic, mark in mark.map { InstallFinding(topic: topic, mark: $0) } }
    }

    // MARK: Does it send?

    private var outbox: Mark? {
        if answer.days.isEmpty { return nil }
        let ages = answer.days.filter { $0.queueAgeMaxS != nil }
        // Of equal days the newest: the first of the reversed ones.
        guard let worst = ages.reversed().max(by: { ($0.queueAgeMaxS ?? 0) < ($1.queueAgeMaxS ?? 0) }),
            let age = worst.queueAgeMaxS
        else { return .unknown("its client sends no queue age") }
        var text = "oldest message \(durationText(seconds: Double(age))) on \(worst.day)"
        let norm = norm(.queueAge, of: worst)
        if let norm, let share = norm.shareBelow, share > 0 {
            text += ": above \(shareText(share, .down)) of install-days of \(place(worst))"
        }
        if let depth = answer.days.compactMap(\.queueDepthMax).max(), depth > 0 {
            text += "; at most \(counted(depth, "message")) waiting"
        }
        if let newest = ages.last, newest.day > worst.day, let now = newest.queueAgeMaxS {
            text += "; \(durationText(seconds: Double(now))) on \(newest.day), its newest day"
        }
        let isBad = age > 86_400 || age > 3600 && (norm?.isAbove ?? false)
        return isBad ? .bad(text) : .ok(text)
    }

    private var sending: Mark? {
        if answer.days.isEmpty { return nil }
        let said = counts(\.sendFailed, .failed, none: "no message failed for good") { total, days in
            "\(counted(total, "message")) failed for good, on \(days)"
        }
        return said ?? .unknown("its client does not say whether messages failed for good")
    }

    private var mutations: Mark? {
        counts(\.quarantined, .quarantined, none: "no mutation was set aside") { total, days in
            "\(counted(total, "mutation")) set aside, on \(days)"
        }
    }

    private var syncs: Mark? {
        let failed = answer.days.reduce(0) { $0 + ($1.syncsFailed ?? 0) }
        let all = failed + answer.days.reduce(0) { $0 + ($1.syncsOK ?? 0) }
        guard all > 0, let newest = answer.days.last else { return nil }
        let share = Double(failed) / Double(all)
        var text = "\(groupedDigits(failed)) of \(counted(all, "sync")) failed, \(shareText(share, .nearest))"
        let usual = norm(.syncsFailed, of: newest)?.norm
        if let usual { text += "; \(shareText(usual, .nearest)) on \(place(newest))" }
        // Twice as usual, and so often that it is felt.
        return share > 0.2 && share > 2 * (usual ?? 0) ? .bad(text) : .ok(text)
    }

    // MARK: Does it receive, and stay up?

    private var decryption: Mark? {
        struct Pair: Hashable {
            let device: String
            let peer: String
        }
        let pairs = Dictionary(grouping: answer.failures) { Pair(device: $0.device, peer: $0.peer) }
        if pairs.isEmpty { return withoutPairs }
        let open = pairs.values.filter { !$0.allSatisfy(\.isRecovered) }.count
        let text = counted(Int64(pairs.count), "device pair") + " failed, "
        return open > 0 ? .bad(text + "\(open) of them not recovered") : .ok(text + "all recovered")
    }

    /// None that is known of, which is good only where one would be.
    private var withoutPairs: Mark {
        guard let first = answer.days.first else { return .unknown("no report of it was taken in") }
        if answer.days.allSatisfy({ $0.day < answer.failuresFrom }) {
            return .unknown("failing device pairs are kept from \(answer.failuresFrom) on, its reports are older")
        }
        if !answer.sendsFailures {
            return .unknown("no device pair, nor from any install of its version: such clients may not send them")
        }
        if first.day < answer.failuresFrom {
            return .unknown("no device pair failed from \(answer.failuresFrom) on; older ones are not kept")
        }
        return .ok("no device pair failed")
    }

    private var crashes: Mark? {
        counts(\.crashes, .crashedDays, none: "no crash") { total, days in
            "\(total) \(total == 1 ? "crash" : "crashes"), on \(days)"
        }
    }

    private var upgrades: Mark? {
        func sum(_ member: (InstallDay) -> Int64?) -> Int64 { answer.days.reduce(0) { $0 + (member($1) ?? 0) } }
        let found = [
            (sum(\.outboxRowsLost), "outbox row", "lost"), (sum(\.migrationsFailed), "database upgrade", "failed"),
            (sum(\.crashLoopGuard), "trip", "of the crash-loop guard"),
        ].filter { $0.0 > 0 }
        return found.isEmpty ? nil : .bad(found.map { "\(counted($0, $1)) \($2)" }.joined(separator: ", "))
    }

    // MARK: Can its reports be trusted?

    private var reports: Mark? {
        if answer.quarantined.isEmpty { return nil }
        let reasons = Set(answer.quarantined.map(\.reason)).sorted().joined(separator: ", ")
        let count = counted(Int64(answer.quarantined.count), "report")
        return .unknown("\(count) set aside (\(reasons)) and in none of these numbers")
    }

    private var silence: Mark? {
        guard let newestDay, let last = answer.days.last?.day, newestDay - last >= 2, answer.window.to > newestDay else {
            return nil
        }
        return .unknown(
            "nothing after \(last), \(newestDay - last) days before the newest in the store: what waits since is not known")
    }

    private var clock: Mark? {
        let corrected = answer.days.filter(\.isClockCorrected)
        guard let newest = corrected.last else { return nil }
        return .unknown("its clock was over 55 min off, last on \(newest.day); instants are corrected by the difference")
    }

    // MARK: Words

    private func counts(
        _ member: (InstallDay) -> Int64?, _ measure: InstallNorm.Measure, none: String,
        _ words: (_ total: Int64, _ days: String) -> String
    ) -> Mark? {
        let known = answer.days.filter { member($0) != nil }
        if known.isEmpty { return nil }
        let hit = known.filter { (member($0) ?? 0) > 0 }
        guard let newest = hit.last else { return .ok(none) }
        let total = hit.reduce(0) { $0 + (member($1) ?? 0) }
        var text = words(total, "\(hit.count) of \(counted(Int64(answer.days.count), "install-day"))")
        if let usual = norm(measure, of: newest)?.norm {
            text += "; \(shareText(usual, .nearest)) of install-days of \(place(newest)) have that"
        }
        return .bad(text)
    }

    private func norm(_ measure: InstallNorm.Measure, of day: InstallDay) -> InstallNorm? {
        answer.norms.first { $0.measure == measure && $0.version == day.version && $0.platform == day.platform }
    }

    private func place(_ day: InstallDay) -> String { "\(day.version.text) on \(day.platform)" }
}

extension InstallNorm.Measure {
    var words: String {
        switch self {
        case .crashedDays: "days with a crash"
        case .queueAge: "oldest message"
        case .over1h: "days over 1 h"
        case .failed: "days with a failed message"
        case .quarantined: "days with a mutation set aside"
        case .syncsFailed: "failed syncs"
        case .queueDepth: "messages waiting"
        }
    }

    /// A 99th percentile is far out already; a share over a few days of one install is not.
    var isPercentile: Bool { self == .queueAge || self == .queueDepth }

    func text(_ value: Double?) -> String? {
        value.map { value in
            switch self {
            case .queueAge: durationText(seconds: value)
            case .queueDepth: rateText(value, decimals: 0)
            case .crashedDays, .over1h, .failed, .quarantined, .syncsFailed: shareText(value, .nearest)
            }
        }
    }
}

extension InstallNorm {
    var isFarAbove: Bool {
        guard isAbove, let install, let norm else { return false }
        return measure.isPercentile || install >= 0.2 && install > 2 * norm
    }
}
