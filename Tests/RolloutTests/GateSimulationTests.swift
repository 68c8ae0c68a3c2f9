import FleetCore
import Rollout
import RolloutSimulation
import Statistics
import TestSupport
import Testing

/// Rollouts by the hundred: how often a good release is called bad, and how soon a bad one is found. chatfleet-bench runs
/// more of them.
@Suite struct GateSimulationTests {
    /// With α of 5 %, so that few runs show whether it is kept.
    private static let alpha = 0.05
    private static let good: [(String, SimulatedRollout)] = [
        ("1:99", SimulatedRollout(shares: Array(repeating: 0.01, count: 7))),
        ("1:1", SimulatedRollout(shares: SimulatedRollout.even)),
        ("ramp", SimulatedRollout(shares: SimulatedRollout.ramp)),
        ("1:99, 1 % crash every second day", SimulatedRollout(shares: Array(repeating: 0.01, count: 7), proneShare: 0.01)),
        ("ramp, 1 % crash every second day", SimulatedRollout(shares: SimulatedRollout.ramp, proneShare: 0.01)),
        (
            "ramp, failing pairs ten an install",
            SimulatedRollout(shares: SimulatedRollout.ramp, eventsPerInstall: 10, measure: .decrypt)
        ),
        // Just at 99.5 % of install-days, and just as its baseline: while it happens to be under, the margin is 1.
        ("exactly the target, at 1:1", SimulatedRollout(shares: SimulatedRollout.even, baseline: 0.005)),
        (
            "exactly the target, all of it by 1 % that crash every second day",
            SimulatedRollout(shares: SimulatedRollout.even, baseline: 0, proneShare: 0.01)
        ),
    ]

    @Test(arguments: good.indices)
    func `a good release is halted in no more runs than alpha, at 168 looks`(kind: Int) {
        let (name, rollout) = GateSimulationTests.good[kind]
        let seed = newSeed("GateSimulationTests, \(name),")
        var random = SeededGenerator(seed: seed)
        let runs = 60
        let halts = (0..<runs).count { _ in rollout.isHalted(&random, alpha: GateSimulationTests.alpha) }
        #expect(halts <= most(of: runs, at: GateSimulationTests.alpha), "\(name), seed \(seed)")
    }

    @Test func `a release that is twice as bad is called safe in no more runs than alpha`() {
        let seed = newSeed("GateSimulationTests, twice as bad,")
        var random = SeededGenerator(seed: seed)
        let rollout = SimulatedRollout(shares: SimulatedRollout.ramp, ratio: 2)
        let runs = 60
        let proofs = (0..<runs).count { _ in
            let gate = Gate(rollout.facts(&random), GateSettings(alpha: GateSimulationTests.alpha))
            return gate.assessment(before: rollout.horizon).measures.contains { $0.measure == .crash && $0.safeSince != nil }
        }
        #expect(proofs <= most(of: runs, at: GateSimulationTests.alpha), "seed \(seed)")
    }

    /// At fixed seeds: how soon is a matter of chance. With the defaults: α of 1 %, of which crashes have four parts in ten.
    private func medianDay(_ rollout: SimulatedRollout, _ verdict: Verdict, seed: UInt64, runs: Int = 301) -> Int {
        var random = SeededGenerator(seed: seed)
        return (0..<runs).map { _ in rollout.day(of: verdict, &random) ?? Int.max }.sorted()[runs / 2]
    }

    @Test func `a threefold regression is found in a median of three days at a flat one percent`() {
        #expect(medianDay(SimulatedRollout(shares: SimulatedRollout.flat, looksPerDay: 1, ratio: 3), .halt, seed: 1) <= 3)
    }

    @Test func `a threefold regression is found in a median of two days on the ramp`() {
        #expect(medianDay(SimulatedRollout(shares: SimulatedRollout.ramp, looksPerDay: 1, ratio: 3), .halt, seed: 2) <= 2)
    }

    @Test func `a good release passes the ramp by day four`() {
        #expect(medianDay(SimulatedRollout(shares: SimulatedRollout.ramp, looksPerDay: 1), .pass, seed: 3) <= 4)
    }

    /// The version misses the target, and so does its baseline, by more.
    @Test func `a fix that is under the target but better than its baseline is not halted`() {
        let seed = newSeed("GateSimulationTests, fix,")
        var random = SeededGenerator(seed: seed)
        let rollout = SimulatedRollout(shares: SimulatedRollout.even, baseline: 0.02, ratio: 0.6)
        let runs = 30
        #expect((0..<runs).count { _ in rollout.isHalted(&random, alpha: 0.01) } == 0, "seed \(seed)")
    }

    @Test func `a healthy install never speaks against its version, and a crashed one never for it`() {
        let seed = newSeed("GateSimulationTests, one install more,")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let installs = (new: 20 + Int64(random.next() % 5000), baseline: 20 + Int64(random.next() % 50_000))
            // At most a tenth crashed.
            let events = (
                new: Int64(random.next() % UInt64(installs.new / 10)),
                baseline: Int64(random.next() % UInt64(installs.baseline / 10))
            )
            func look(_ new: Exposure) -> EvidenceTrace.Look? {
                let stratum = Stratum(group: "mid", tenure: 30)
                let cells = [
                    ArmCell(SimulatedRollout.start, stratum, isNew: true, new),
                    ArmCell(
                        SimulatedRollout.start, stratum, isNew: false,
                        Exposure(atRisk: installs.baseline, events: events.baseline)),
                ]
                return EvidenceTrace(MeasureEvidence(.crash, cells), GateSettings()).looks.first
            }
            guard let before = look(Exposure(atRisk: installs.new, events: events.new)),
                let healthy = look(Exposure(atRisk: installs.new + 1, events: events.new)),
                let crashed = look(Exposure(atRisk: installs.new + 1, events: events.new + 1))
            else {
                Issue.record("no look")
                continue
            }
            let slack = 1e-9
            for harm in [\EvidenceTrace.Look.harm, \.strictHarm] {
                #expect(healthy[keyPath: harm] <= before[keyPath: harm] + slack, "seed \(seed)")
                #expect(crashed[keyPath: harm] >= before[keyPath: harm] - slack, "seed \(seed)")
            }
            #expect(healthy.safety >= before.safety - slack, "seed \(seed)")
            #expect(crashed.safety <= before.safety + slack, "seed \(seed)")
        }
    }
}
