public import FleetCore
public import Rollout
public import Statistics

/// A rollout of a version among 50,000 active installs a day, as the gate sees it: what tests and the bench hold the gate to.
public struct SimulatedRollout: Sendable {
    /// Of the active installs, those on the new version, day by day.
    public var shares: [Double]
    /// The greatest that matters to how often a good release is called bad: hourly.
    public var looksPerDay: Int
    public var baseline: Double
    public var ratio: Double
    /// Of all installs, those that crash every second day whatever they run.
    public var proneShare: Double
    /// Events of one install that has any: failing pairs cluster, and installs are counted.
    public var eventsPerInstall: Int
    public var measure: GuardedMeasure

    public init(
        shares: [Double], looksPerDay: Int = 24, baseline: Double = 0.005, ratio: Double = 1, proneShare: Double = 0,
        eventsPerInstall: Int = 1, measure: GuardedMeasure = .crash
    ) {
        self.shares = shares
        self.looksPerDay = looksPerDay
        self.baseline = baseline
        self.ratio = ratio
        self.proneShare = proneShare
        self.eventsPerInstall = eventsPerInstall
        self.measure = measure
    }

    public static let active = 50_000.0
    /// Apple's phased release: 1, 2, 5, 10, 20, 50 and 100 %, of which nine in ten have updated on the last day.
    public static let ramp = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.9]
    public static let flat = Array(repeating: 0.01, count: 14)
    public static let even = Array(repeating: 0.5, count: 7)
    /// 2026-09-01 00:00 UTC.
    public static let start = Hour(number: 20_697 * 24)

    public var horizon: Hour { Hour(number: SimulatedRollout.start.number + Int32(shares.count) * 24) }

    /// What such a rollout may look like.
    public func facts(_ random: inout some RandomNumberGenerator) -> GateFacts {
        var cells: [ArmCell] = []
        var receipts: [ReceiptHour] = []
        // Of installs that crash by nature, those without a crash yet: each is seen about once a day.
        var proneLeft = (new: 0.0, baseline: SimulatedRollout.active * proneShare)
        var lastShare = 0.0
        let stratum = Stratum(group: "mid", tenure: 30)
        let part = 1 / Double(looksPerDay)
        for (day, share) in shares.enumerated() {
            let moved = proneLeft.baseline * max(0, share - lastShare)
            proneLeft = (proneLeft.new + moved, proneLeft.baseline - moved)
            lastShare = share
            for look in 0..<looksPerDay {
                let hour = Hour(number: SimulatedRollout.start.number + Int32(day * 24 + (look + 1) * 24 / looksPerDay - 1))
                let new = Int64(SimulatedRollout.active * share * part)
                let old = Int64(SimulatedRollout.active * (1 - share) * part)
                // A prone install of an arm is active with the others, and its first crash is one event.
                let prone = (
                    new: random.binomial(Int64(proneLeft.new), part / 2),
                    old: random.binomial(Int64(proneLeft.baseline), part / 2)
                )
                proneLeft = (proneLeft.new - Double(prone.new), proneLeft.baseline - Double(prone.old))
                let sound = (
                    new: affected(new, baseline * ratio, &random), old: affected(old, baseline, &random)
                )
                let events = (new: min(new, sound.new + prone.new), old: min(old, sound.old + prone.old))
                cells.append(ArmCell(hour, stratum, isNew: true, Exposure(atRisk: new, events: events.new)))
                cells.append(ArmCell(hour, stratum, isNew: false, Exposure(atRisk: old, events: events.old)))
                // Every crash counts for the target, not the first alone.
                let crashed = (
                    new: min(new, sound.new + random.binomial(Int64(Double(new) * proneShare), 0.5)),
                    old: min(old, sound.old + random.binomial(Int64(Double(old) * proneShare), 0.5))
                )
                receipts.append(
                    ReceiptHour(
                        hour, new: ReceiptCounts(reporting: new, active: new, crashed: crashed.new),
                        baseline: ReceiptCounts(reporting: old, active: old, crashed: crashed.old),
                        all: ReceiptCounts(reporting: new + old, active: new + old, crashed: crashed.new + crashed.old)))
            }
        }
        return GateFacts(from: SimulatedRollout.start, evidence: [MeasureEvidence(measure, cells)] + others, receipts: receipts)
    }

    /// The other measures are there and say nothing, so that this one has its own part of α: one event of so many on the
    /// baseline is reported, and surely too rare to be shown to be safe.
    private var others: [MeasureEvidence] {
        GuardedMeasure.builtIn.filter { $0 != measure }.map { other in
            let stratum = Stratum(group: "mid", tenure: 30)
            return MeasureEvidence(
                other,
                other == .silence
                    ? []
                    : [true, false].map {
                        ArmCell(SimulatedRollout.start, stratum, isNew: $0, Exposure(atRisk: 10_000, events: $0 ? 0 : 1))
                    })
        }
    }

    /// Installs among `installs` with an event: of their events, several an install, the distinct installs.
    private func affected(_ installs: Int64, _ rate: Double, _ random: inout some RandomNumberGenerator) -> Int64 {
        let hit = random.binomial(installs, rate)
        guard eventsPerInstall > 1 else { return hit }
        let events = (0..<hit).flatMap { install in Array(repeating: install, count: eventsPerInstall) }
        return Int64(Set(events).count)
    }

    /// The first day, from 1, on which the verdict is this; nil: on none.
    public func day(of verdict: Verdict, _ random: inout some RandomNumberGenerator) -> Int? {
        let gate = Gate(facts(&random))
        return (1...shares.count).first {
            gate.verdict(before: Hour(number: SimulatedRollout.start.number + Int32($0) * 24)) == verdict
        }
    }

    /// Is it ever halted, at any look?
    public func isHalted(_ random: inout some RandomNumberGenerator, alpha: Double) -> Bool {
        Gate(facts(&random), GateSettings(alpha: alpha)).verdict(before: horizon) == .halt
    }
}
