public import FleetCore
import Operations
import Statistics

/// Why no verdict may rest on the data: they contradict themselves, or what is known from elsewhere.
public enum DataFault: Sendable, Hashable {
    /// Nothing at all reached the store in the last 24 complete hours; `newest`: the newest hour that holds a report.
    case stale(newest: Hour)
    /// The version reported, and then hardly any more, while the baseline went on.
    case stoppedReporting(seen: Int64, expected: Double)
    /// `rollout record` says that it is out; telemetry has not seen it, or hardly.
    case unseenByTelemetry(percent: Double?, hours: Int64, seen: Int64, expected: Double)
    /// The servers answer it, and telemetry has a tenth of that share at most.
    case servedNotReported(servedShare: Double, reportedShare: Double)
    /// More installs than the recorded stage allows.
    case moreThanStage(installs: Int64, of: Int64, percent: Double)
    /// A stratum's part of the new version is under a quarter, or over four times, of what it is of the baseline.
    case stratumMix(group: String, installs: Int64, of: Int64, baselineShare: Double)
    /// So much of the new version has no baseline to be compared with.
    case unmatched(share: Double)
    /// Too little of the window is in.
    case incomplete(share: Double)
    /// Ids in use on several platforms at once.
    case clonedInstalls(Int64, of: Int64)

    /// For programs.
    public var code: String {
        switch self {
        case .stale: "stale"
        case .stoppedReporting: "stopped_reporting"
        case .unseenByTelemetry: "unseen_by_telemetry"
        case .servedNotReported: "served_not_reported"
        case .moreThanStage: "more_than_stage"
        case .stratumMix: "stratum_mix"
        case .unmatched: "unmatched_strata"
        case .incomplete: "incomplete"
        case .clonedInstalls: "cloned_installs"
        }
    }
}

/// The checks, each on what was known before an hour.
struct DataFaultChecks {
    let facts: GateFacts
    let horizon: Hour
    /// The measure that every client reports, as a rule: crashes.
    let widest: EvidenceTrace?

    static let mostUnmatched = 0.2
    /// Fewer installs say nothing about shares.
    static let fewInstalls: Int64 = 20
    /// Mixes within this factor are those of updates: new devices update sooner.
    static let mixFactor = 4.0
    /// With as many expected, none at all is no accident: one in 20,000.
    static let leastExpected = 10.0
    /// Hours from the start of a stage until its installs must have been heard of.
    static let stageHours: Int64 = 24

    private var now: Int32 { horizon.number }
    private var lastDay: (new: ReceiptCounts, baseline: ReceiptCounts, all: ReceiptCounts) {
        facts.received(now - 24, before: horizon)
    }

    /// All that hold.
    func faults() -> [DataFault] {
        [stale, stopped, unseen, served, stage].compactMap { $0 } + mixes + [unmatched, incomplete, clones].compactMap { $0 }
    }

    private var stale: DataFault? {
        guard lastDay.all.reporting <= 0,
            let newest = facts.receipts.last(where: { $0.hour < horizon && $0.all.reporting > 0 })?.hour
        else { return nil }
        return .stale(newest: newest)
    }

    private var stopped: DataFault? {
        // Less than a day is no measure of what a day brings.
        guard facts.from.number <= now - 48 else { return nil }
        let before = facts.received(now - 96, before: Hour(number: now - 24))
        guard before.baseline.reporting > 0, before.new.reporting >= DataFaultChecks.fewInstalls else { return nil }
        let expected = Double(before.new.reporting) * Double(lastDay.baseline.reporting) / Double(before.baseline.reporting)
        guard expected >= Double(DataFaultChecks.fewInstalls), Double(lastDay.new.reporting) < expected / 10 else { return nil }
        return .stoppedReporting(seen: lastDay.new.reporting, expected: expected)
    }

    /// What counted at the time of the look.
    private var known: [RolloutEvent] {
        let end = facts.recordedBy(horizon)
        return facts.records.counting(at: end).map(\.event).filter { $0.at <= end }
    }

    /// Not one in fifty of those that were offered the version a day ago or earlier: updates are slow, but not that slow.
    private var unseen: DataFault? {
        let out = known.filter {
            $0.kind != .halt && horizon.start.epochSeconds - $0.at.epochSeconds >= DataFaultChecks.stageHours * 3600
        }
        guard let first = out.first else { return nil }
        let hours = (horizon.start.epochSeconds - first.at.epochSeconds) / 3600
        let percent = out.compactMap(\.percent).max()
        let expected = (percent ?? 0) / 100 * Double(lastDay.all.reporting)
        let seen = facts.received(facts.from.number, before: horizon).new.reporting
        if seen == 0 {
            // Without a percentage nothing says how few there may be.
            guard percent == nil || expected >= DataFaultChecks.leastExpected else { return nil }
            return .unseenByTelemetry(percent: percent, hours: hours, seen: 0, expected: expected)
        }
        guard expected >= 50, Double(seen) < expected / 50 else { return nil }
        return .unseenByTelemetry(percent: percent, hours: hours, seen: seen, expected: expected)
    }

    private var served: DataFault? {
        let hours = facts.served.filter { $0.hour.number >= now - 48 && $0.hour < horizon }
        let (new, all) = (hours.reduce(0) { $0 + $1.new }, hours.reduce(0) { $0 + $1.all })
        guard new > 0, all > 0 else { return nil }
        let reported = facts.received(now - 48, before: horizon)
        let servedShare = Double(new) / Double(all)
        let reportedShare = reported.all.reporting > 0 ? Double(reported.new.reporting) / Double(reported.all.reporting) : 0
        // So that the share alone would have shown some.
        let expected = servedShare * Double(reported.all.reporting)
        guard reportedShare < servedShare / 10, expected >= 10 || reported.new.reporting == 0 else { return nil }
        return .servedNotReported(servedShare: servedShare, reportedShare: reportedShare)
    }

    /// Once a day: of the newest complete day of receipt.
    private var stage: DataFault? {
        let today = horizon.start.day.start.hour
        let day = facts.received(today.number - 24, before: today)
        let offered = known.filter { $0.at < today.start }.compactMap { $0.kind == .complete ? 100 : $0.percent }.max()
        guard let percent = offered, percent > 0, percent < 100, day.all.active >= DataFaultChecks.fewInstalls else { return nil }
        let installs = min(day.new.active, day.all.active)
        guard Binomial.atLeast(installs, of: day.all.active, share: percent / 100) < GateSettings.faultChance else { return nil }
        return .moreThanStage(installs: installs, of: day.all.active, percent: percent)
    }

    /// Once a day: of the complete days of receipt, the groups with a part that updates don't explain.
    private var mixes: [DataFault] {
        guard let widest else { return [] }
        var groups: [String: (new: Int64, baseline: Int64)] = [:]
        for cell in widest.cells(before: horizon.start.day.start.hour) {
            groups[cell.stratum.group, default: (0, 0)].new += cell.new.atRisk
            groups[cell.stratum.group, default: (0, 0)].baseline += cell.baseline.atRisk
        }
        let all = groups.values.reduce(into: (new: Int64(0), baseline: Int64(0))) {
            $0 = ($0.new + $1.new, $0.baseline + $1.baseline)
        }
        guard all.new >= DataFaultChecks.fewInstalls, all.baseline >= DataFaultChecks.fewInstalls, groups.count > 1 else {
            return []
        }
        let chance = GateSettings.faultChance / Double(2 * groups.count)
        return groups.sorted { utf8Less($0.key, $1.key) }.compactMap { group, counts in
            let share = Double(counts.baseline) / Double(all.baseline)
            let few = Binomial.atMost(counts.new, of: all.new, share: share / DataFaultChecks.mixFactor)
            // A group that the baseline hardly has is one that is not compared.
            let isBaseline = counts.baseline >= DataFaultChecks.fewInstalls
            let many = Binomial.atLeast(counts.new, of: all.new, share: min(1, share * DataFaultChecks.mixFactor))
            guard few < chance || (isBaseline && many < chance) else { return nil }
            return .stratumMix(group: group, installs: counts.new, of: all.new, baselineShare: share)
        }
    }

    private var unmatched: DataFault? {
        guard let share = widest?.unmatchedShare(before: horizon) else { return nil }
        let new = widest?.look(before: horizon)?.new.atRisk ?? 0
        return new >= DataFaultChecks.fewInstalls && share > DataFaultChecks.mostUnmatched ? .unmatched(share: share) : nil
    }

    private var incomplete: DataFault? {
        guard let share = facts.completeness(horizon), DayWindow.isTooIncomplete(share) else { return nil }
        return .incomplete(share: share)
    }

    /// One in a hundred may be a test device or a restored backup.
    private var clones: DataFault? {
        guard let (clones, installs) = facts.clonedInstalls else { return nil }
        return clones >= 3 && Double(clones) > 0.01 * Double(installs) ? .clonedInstalls(clones, of: installs) : nil
    }
}
