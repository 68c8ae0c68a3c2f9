import Flags
import FleetCore
import Statistics
import TestSupport
import Testing

@testable import FlagPublishing

/// Rollouts of flags by the hundred: how soon a bad one is found, how often a good one is called bad.
@Suite struct TrialSimulationTests {
    private func trial(_ thousandths: Int64) -> FlagTrial {
        FlagTrial(
            flag: "polls", platform: "ios", minApp: nil,
            stretches: [
                FlagTrial.Stretch(
                    percent: RolloutPercent(checking: thousandths)!, version: 2, from: Instant(epochSeconds: 0), to: nil)
            ], ending: nil)
    }

    /// A fleet of `eligible` installs, `share` of them inside, day by day; those that crashed are no longer at risk.
    private struct Fleet {
        var eligible: Int64 = 200_000
        var share = 0.05
        var baseline = 0.005
        var ratio = 1.0

        func cells(days: Int, _ random: inout SeededGenerator) -> [TrialCell] {
            var inside = random.binomial(eligible, share)
            var outside = eligible - inside
            return (0..<days).map { day in
                let events = (random.binomial(inside, baseline * ratio), random.binomial(outside, baseline))
                defer {
                    inside -= events.0
                    outside -= events.1
                }
                return TrialCell(
                    .crash, knownHour: Hour(number: (20_000 + Int32(day)) * 24),
                    inside: Exposure(atRisk: inside, events: events.0),
                    outside: Exposure(atRisk: outside, events: events.1))
            }
        }
    }

    private func verdict(_ thousandths: Int64, _ cells: [TrialCell], alpha: Double) -> TrialEvidence {
        let first = cells.first
        return TrialEvidence(
            trial(thousandths),
            installs: [StretchInstalls(inside: first?.inside.atRisk ?? 0, outside: first?.outside.atRisk ?? 0)], cells: cells,
            alpha: alpha)
    }

    @Test func `a flag that triples crashes at 5 percent of 200,000 installs is found within two days`() {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("TrialSimulationTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let found = verdict(5000, Fleet(ratio: 3).cells(days: 2, &random), alpha: 0.01)
            #expect(found.isSplitBroken || found.verdict == .halt, "seed \(seed)")
            #expect(found.harmed.map(\.measure) == [.crash], "seed \(seed)")
        }
    }

    @Test(arguments: [Fleet(), Fleet(eligible: 20_000, share: 0.01), Fleet(eligible: 5000, share: 0.5)])
    private func `a good flag is called bad in no more runs than alpha, and its split doubted as often as p says`(fleet: Fleet) {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("TrialSimulationTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let runs = 400
        let alpha = 0.05
        var (halts, faults, passes) = (0, 0, 0)
        for _ in 0..<runs {
            // Any look on the way would have shown it: what was shown once stays shown.
            let found = verdict(Int64(fleet.share * 100_000), fleet.cells(days: 14, &random), alpha: alpha)
            if !found.harmed.isEmpty { halts += 1 }
            // At a level that has enough of them to count.
            if let p = found.sampleRatio, p < 0.05 { faults += 1 }
            if found.verdict == .pass { passes += 1 }
        }
        #expect(halts <= most(of: runs, at: alpha), "seed \(seed)")
        #expect(faults <= most(of: runs, at: 0.05), "seed \(seed)")
        if fleet.eligible == 200_000 { #expect(passes > runs / 2, "seed \(seed)") }
    }

    @Test func `a flag that doubles crashes passes in no more runs than alpha`() {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("TrialSimulationTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let runs = 200
        let passes = (0..<runs).count { _ in
            verdict(5000, Fleet(eligible: 20_000, ratio: 2).cells(days: 10, &random), alpha: 0.05).verdict == .pass
        }
        #expect(passes <= most(of: runs, at: 0.05), "seed \(seed)")
    }

    @Test func `a broken bucketing is called by its sample ratio, whatever the measures say`() {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("TrialSimulationTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        // 5.5 % inside where 5 should be, and crashes tripled there.
        for ratio in [1.0, 3] {
            let found = verdict(5000, Fleet(share: 0.055, ratio: ratio).cells(days: 2, &random), alpha: 0.01)
            #expect(found.verdict == .dataFault, "seed \(seed)")
            #expect(found.isSplitBroken)
        }
    }

    /// Install by install, by the real buckets: those that crash by nature crash every other day, on both sides.
    @Test func `the flag behind a crash is the one that is called, among others under rollout`() {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("TrialSimulationTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let flags = ["polls", "stories", "avif"]
        var counting = TrialCounting(
            flags.map { flag in
                FlagTrial(
                    flag: flag, platform: "ios", minApp: nil,
                    stretches: [
                        FlagTrial.Stretch(
                            percent: RolloutPercent(checking: 20_000)!, version: 2, from: Instant(epochSeconds: 0), to: nil)
                    ], ending: nil)
            })
        let version = AppVersion("8.14.0")
        let deviceClass = counting.place(ofClass: "unknown")
        for number in 0..<20_000 {
            let id = "install-\(random.next())"
            let isInside = Bucketing.bucket(flag: "stories", installID: id) < 20_000
            let rate = number % 100 == 0 ? 0.5 : isInside ? 0.015 : 0.005
            let days = (0..<3).map { day -> TrialDay in
                let first: Int32 = 480_000 + Int32(day) * 24
                let crashed = Double.random(in: 0..<1, using: &random) < rate
                return TrialDay(
                    version: version, platform: "ios", deviceClass: deviceClass, hours: first...(first + 20),
                    activeKnown: first + 24, tells: SIMD4(1, 1, 0, 0),
                    eventKnown: SIMD4(crashed ? first + 24 : TrialDay.none, TrialDay.none, TrialDay.none, TrialDay.none))
            }
            counting.add(install: id, days)
        }
        let verdicts = flags.indices.map { place in
            TrialEvidence(
                counting.trials[place], installs: counting.counts[place].installs, cells: counting.cells(of: place), alpha: 0.001)
        }
        #expect(verdicts[1].harmed.map(\.measure) == [.crash], "seed \(seed)")
        #expect(verdicts[0].harmed.isEmpty && verdicts[2].harmed.isEmpty, "seed \(seed)")
    }
}
