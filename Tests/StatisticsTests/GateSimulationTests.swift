import Glibc
import Statistics
import TestSupport
import Testing

/// Rollouts by the thousand: how often a good release is called bad, and how soon a bad one is found.
@Suite struct GateSimulationTests {
    /// A rollout of a version among 50,000 active installs a day.
    private struct Rollout {
        /// Of the active installs, those on the new version, day by day.
        var shares: [Double]
        var looksPerDay = 24
        var baseline = 0.005
        var ratio = 1.0
        /// Of all installs, those that crash every second day whatever they run.
        var proneShare = 0.0

        static let active = 50_000.0

        /// At which look, from 1, a process shows its claim at `alpha`; nil: never.
        func look(showing claim: EProcess.Claim, alpha: Double, _ random: inout SeededGenerator) -> Int? {
            var process = EProcess(claim)
            var look = 0
            // Of installs that crash by nature, those without a crash yet: every one is seen about once a day.
            var proneLeft = (new: 0.0, baseline: Rollout.active * proneShare)
            var lastShare = 0.0
            for share in shares {
                let moved = proneLeft.baseline * max(0, share - lastShare)
                proneLeft = (proneLeft.new + moved, proneLeft.baseline - moved)
                lastShare = share
                for _ in 0..<looksPerDay {
                    look += 1
                    let part = 1 / Double(looksPerDay)
                    let installs = (
                        new: Int64(Rollout.active * share * part), baseline: Int64(Rollout.active * (1 - share) * part)
                    )
                    let prone = (
                        new: random.binomial(Int64(proneLeft.new), part / 2),
                        baseline: random.binomial(Int64(proneLeft.baseline), part / 2)
                    )
                    proneLeft = (proneLeft.new - Double(prone.new), proneLeft.baseline - Double(prone.baseline))
                    let events = (
                        new: min(installs.new, random.binomial(installs.new, baseline * ratio) + prone.new),
                        baseline: min(installs.baseline, random.binomial(installs.baseline, baseline) + prone.baseline)
                    )
                    process.add(
                        EProcess.Cell(new: (events.new, installs.new), baseline: (events.baseline, installs.baseline)))
                    if process.isShown(alpha: alpha) { return look }
                }
            }
            return nil
        }
    }

    private static let ramp = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.9]

    /// The most runs of `runs` that may err where each errs with a chance of `alpha`: four standard deviations above
    /// the mean, for a rate of just alpha is allowed, and half of all tests of it would see more than the mean.
    private static func most(of runs: Int, at alpha: Double) -> Int {
        let mean = alpha * Double(runs)
        return Int(mean + 4 * (mean * (1 - alpha)).squareRoot())
    }

    @Test(arguments: [
        Rollout(shares: Array(repeating: 0.01, count: 7)), Rollout(shares: Array(repeating: 0.5, count: 7)),
        Rollout(shares: ramp), Rollout(shares: Array(repeating: 0.01, count: 7), proneShare: 0.01),
        Rollout(shares: ramp, proneShare: 0.01),
    ])
    private func `a good release is called bad in no more runs than alpha, at 168 looks`(rollout: Rollout) {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("GateSimulationTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        // At a margin of 1, the hardest: the release is exactly as good as its baseline.
        let runs = 200
        let alarms = (0..<runs).count { _ in rollout.look(showing: .harm(margin: 1), alpha: 0.05, &random) != nil }
        #expect(alarms <= GateSimulationTests.most(of: runs, at: 0.05), "seed \(seed)")
    }

    @Test func `a release that is twice as bad is called safe in no more runs than alpha`() {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("GateSimulationTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let rollout = Rollout(shares: GateSimulationTests.ramp, ratio: 2)
        let runs = 200
        let proofs = (0..<runs).count { _ in rollout.look(showing: .safety(margin: 2), alpha: 0.05, &random) != nil }
        #expect(proofs <= GateSimulationTests.most(of: runs, at: 0.05), "seed \(seed)")
    }

    /// At a fixed seed: how soon is a matter of chance.
    @Test func `a threefold regression is found in a median of three days at one percent, and of two on a ramp`() throws {
        var random = SeededGenerator(seed: 20_261_130)
        // Alpha of 0.01, of which crashes have 4 parts in 10.
        func median(_ rollout: Rollout, _ claim: EProcess.Claim, alpha: Double) throws -> Int {
            // On day 3 it is found in 52 % of runs: many are needed to see that.
            let days = (0..<2001).map { _ in rollout.look(showing: claim, alpha: alpha, &random) ?? Int.max }.sorted()
            return days[1000]
        }
        let flat = Rollout(shares: Array(repeating: 0.01, count: 14), looksPerDay: 1, ratio: 3)
        #expect(try median(flat, .harm(margin: 1.2), alpha: 0.004) <= 3)
        let ramp = Rollout(shares: GateSimulationTests.ramp, looksPerDay: 1, ratio: 3)
        #expect(try median(ramp, .harm(margin: 1.2), alpha: 0.004) <= 2)
        let good = Rollout(shares: GateSimulationTests.ramp, looksPerDay: 1)
        #expect(try median(good, .safety(margin: 2), alpha: 0.01) <= 4)
    }

    @Test func `a healthy install never speaks against its version, and a crashed one never for it`() {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("GateSimulationTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let installs = (new: 20 + Int64(random.next() % 5000), baseline: 20 + Int64(random.next() % 50_000))
            // At most a tenth crashed.
            let events = (
                new: Int64(random.next() % UInt64(installs.new / 10)),
                baseline: Int64(random.next() % UInt64(installs.baseline / 10))
            )
            func log(_ claim: EProcess.Claim, _ new: (Int64, Int64)) -> Double {
                var process = EProcess(claim)
                process.add(EProcess.Cell(new: new, baseline: (events.baseline, installs.baseline)))
                return process.logValue
            }
            let slack = 1e-9
            for (claim, sign) in [(EProcess.Claim.harm(margin: 1.2), 1.0), (.safety(margin: 2), -1.0)] {
                let before = sign * log(claim, (events.new, installs.new))
                #expect(sign * log(claim, (events.new, installs.new + 1)) <= before + slack, "seed \(seed)")
                #expect(sign * log(claim, (events.new + 1, installs.new + 1)) >= before - slack, "seed \(seed)")
            }
        }
    }
}

extension SeededGenerator {
    private mutating func unit() -> Double { (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992 }

    /// Successes among `trials`, by the gaps between them.
    fileprivate mutating func binomial(_ trials: Int64, _ probability: Double) -> Int64 {
        guard trials > 0, probability > 0 else { return 0 }
        var successes: Int64 = 0
        var place = 0.0
        let scale = log1p(-probability)
        while true {
            place += (log(unit()) / scale).rounded(.down) + 1
            if place > Double(trials) { return successes }
            successes += 1
        }
    }
}
