import FleetCore
import Rollout
import RolloutSimulation
import Statistics
import TestSupport
import Testing

@Suite struct RolloutPlanTests {
    private func plan(_ shares: [Double]) -> RolloutPlan {
        // Each of the gate's measures takes its part of α.
        let baselines = [(GuardedMeasure.crash, 0.005), (.decrypt, 0.01), (.failed, 0.01), (.aged, 0.1), (.silence, 0.1)]
        return RolloutPlan(
            baselines.map { RolloutPlan.Baseline($0.0, rate: $0.1, riskShare: 1) }, installsPerDay: SimulatedRollout.active,
            shares: shares)
    }

    /// What simulations of the gate need in the median: three days at a flat 1 %, two on the ramp, safe on the third.
    @Test func `expected growth says what simulations say, to a day`() throws {
        let flat = try #require(plan(SimulatedRollout.flat).outlooks.first)
        #expect(abs(try #require(flat.foundDays[2]) - 3) <= 1)
        let ramp = try #require(plan([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]).outlooks.first)
        #expect(abs(try #require(ramp.foundDays[2]) - 2) <= 1)
        #expect(abs(try #require(ramp.foundDays[1]) - 4) <= 1)
        #expect(abs(try #require(ramp.safeDay) - 3) <= 1)
        var random = SeededGenerator(seed: 5)
        let days = (0..<101).map { _ in
            SimulatedRollout(shares: SimulatedRollout.ramp, looksPerDay: 1, ratio: 2).day(of: .halt, &random) ?? Int.max
        }.sorted()
        #expect(abs(days[50] - (try #require(ramp.foundDays[1]))) <= 1)
    }

    @Test func `worse is found sooner, and rare events can't be shown to be safe`() throws {
        let days = plan(SimulatedRollout.ramp).outlooks.map { $0.foundDays.map { $0 ?? 99 } }
        for day in days { #expect(day[2] <= day[1] && day[1] <= day[0]) }
        let rare = RolloutPlan([RolloutPlan.Baseline(.crash, rate: 0.001, riskShare: 1)], installsPerDay: 1e6, shares: [1])
        #expect(rare.outlooks.map(\.isProvable) == [false])
        #expect(rare.passDay == nil)
    }
}
