import FleetCore
import Rollout
import RolloutSimulation
import Statistics
import TestSupport
import Testing

@Suite struct RolloutPlanTests {
    private func plan(_ shares: [Double], installs: Int64 = 10_000_000) -> RolloutPlan {
        // Each of the gate's measures takes its part of α.
        let baselines = [(GuardedMeasure.crash, 0.005), (.decrypt, 0.01), (.failed, 0.01), (.aged, 0.1), (.silence, 0.1)]
        return RolloutPlan(
            baselines.compactMap {
                RolloutPlan.Baseline($0.0, Exposure(atRisk: installs, events: Int64($0.1 * Double(installs))), riskShare: 1)
            }, installsPerDay: SimulatedRollout.active,
            shares: shares)
    }

    /// What simulations of the gate need in the median: three days at a flat 1 %, two on the ramp, safe on the third.
    @Test func `expected growth says what simulations say, to a day`() throws {
        let flat = try #require(plan(SimulatedRollout.flat).outlooks.first)
        #expect(abs(try #require(flat.found[2].day) - 3) <= 1)
        let ramp = try #require(plan([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]).outlooks.first)
        #expect(abs(try #require(ramp.found[2].day) - 2) <= 1)
        #expect(abs(try #require(ramp.found[1].day) - 4) <= 1)
        #expect(abs(try #require(ramp.safe.day) - 3) <= 1)
        var random = SeededGenerator(seed: 5)
        let days = (0..<101).map { _ in
            SimulatedRollout(shares: SimulatedRollout.ramp, looksPerDay: 1, ratio: 2).day(of: .halt, &random) ?? Int.max
        }.sorted()
        #expect(abs(days[50] - (try #require(ramp.found[1].day))) <= 1)
    }

    @Test func `worse is found sooner, and rare events can't be shown to be safe`() throws {
        let days = plan(SimulatedRollout.ramp).outlooks.map { $0.found.map { $0.day ?? 99 } }
        for day in days { #expect(day[2] <= day[1] && day[1] <= day[0]) }
        let baseline = try #require(RolloutPlan.Baseline(.crash, Exposure(atRisk: 100_000, events: 100), riskShare: 1))
        let rare = RolloutPlan([baseline], installsPerDay: 1e6, shares: [1])
        #expect(rare.outlooks.map(\.isProvable) == [false])
        #expect(rare.pass.day == nil && rare.pass.earliest == nil)
    }

    /// 0 of 1,276 may be 0.3 %, 0 of 1,277 are surely under it: Wilson's upper end is 3.8415 ÷ (n + 3.8415).
    @Test func `nothing of few installs is not known to be rare, and no pass can be planned`() throws {
        func baseline(_ measure: GuardedMeasure, of atRisk: Int64) -> RolloutPlan.Baseline? {
            RolloutPlan.Baseline(measure, Exposure(atRisk: atRisk, events: 0), riskShare: 1)
        }
        #expect(baseline(.failed, of: 0) == nil)
        #expect(baseline(.failed, of: 1277) == nil)
        // Nobody need tell of failing pairs before there is one.
        #expect(baseline(.decrypt, of: 100) == nil)
        let crashes = try #require(
            RolloutPlan.Baseline(.crash, Exposure(atRisk: 1_000_000, events: 5000), riskShare: 1))
        #expect(RolloutPlan([crashes], installsPerDay: 1e6, shares: [0.5]).pass.day == 1)
        let plan = RolloutPlan(
            [crashes, try #require(baseline(.failed, of: 1276))], installsPerDay: 1e6, shares: [0.5])
        let failed = try #require(plan.outlooks.last)
        #expect(failed.isProvable && failed.safe.day == nil && failed.safe.latest == nil)
        #expect(failed.found.allSatisfy { $0.day == nil })
        #expect(plan.pass.day == nil && plan.pass.latest == nil)
    }

    /// 5 of 1,000 may be 0.21 % to 1.2 %: five times as fast.
    @Test func `what the baseline leaves open is said`() throws {
        let sure = try #require(plan(SimulatedRollout.flat).outlooks.first)
        for forecast in sure.found + [sure.safe] {
            #expect(forecast.earliest == forecast.day && forecast.latest == forecast.day)
        }
        let few = try #require(plan(SimulatedRollout.flat, installs: 1000).outlooks.first)
        #expect(few.isProvable)
        let three = few.found[2]
        let (earliest, day, latest) = (try #require(three.earliest), try #require(three.day), try #require(three.latest))
        #expect(earliest < day && day < latest, "\(earliest) \(day) \(latest)")
        #expect(day == sure.found[2].day)
    }
}
