import FleetCore
import Rollout
import RolloutSimulation
import Statistics
import TestSupport
import Testing

/// Measures that appear one after another: their parts of α, and so the bound of a false halt, stay the same.
@Suite struct GateAlphaTests {
    private let start = SimulatedRollout.start
    private let mid = Stratum(group: "mid", tenure: 30)

    /// A day's cells of a measure that is as frequent in both arms, from a day on.
    private func cells(_ days: Int, from first: Int, rate: Double, _ random: inout SeededGenerator) -> [ArmCell] {
        guard first < days else { return [] }
        return (first..<days).flatMap { day in
            let hour = Hour(number: start.number + Int32(day) * 24)
            return [(true, Int64(2000)), (false, 8000)].map { isNew, installs in
                ArmCell(
                    hour, mid, isNew: isNew, Exposure(atRisk: installs, events: random.binomial(installs, rate)))
            }
        }
    }

    private func hour(_ day: Int) -> Hour { Hour(number: start.number + Int32(day) * 24) }

    @Test func `whenever measures appear, their greatest parts of alpha add up to alpha at most`() {
        let seed = newSeed("GateAlphaTests, parts,")
        var random = SeededGenerator(seed: seed)
        let measures = GuardedMeasure.builtIn + [GuardedMeasure("boot loops", weight: GuardedMeasure.ownWeight(place: 1))]
        for _ in 0..<50 {
            let days = 6
            // Some never; some are known from before not to be reported, and come all the same.
            var facts = GateFacts(
                from: start,
                evidence: measures.map { measure in
                    MeasureEvidence(measure, cells(days, from: Int(random.next() % 8), rate: 0.01, &random))
                })
            facts.unreported = Set([GuardedMeasure.failed, .aged].filter { _ in random.next() % 2 == 0 })
            let gate = Gate(facts, GateSettings(alpha: 0.05))
            var greatest: [GuardedMeasure: Double] = [:]
            for day in 0...days {
                for measure in gate.assessment(before: hour(day)).measures {
                    greatest[measure.measure, default: 0] = max(greatest[measure.measure, default: 0], measure.alpha)
                }
            }
            #expect(greatest.values.reduce(0, +) <= 0.05 + 1e-12, "seed \(seed)")
            for measure in facts.unreported { #expect(greatest[measure] == 0, "seed \(seed)") }
            #expect(greatest[.crash] ?? 0 >= 0.05 * 4 / 11 - 1e-12, "seed \(seed)")
        }
    }
}
