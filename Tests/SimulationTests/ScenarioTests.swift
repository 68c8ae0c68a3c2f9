import Simulation
import Testing

/// What each scenario makes wrong is there to be found, and nowhere else.
@Suite struct ScenarioTests {
    private func crashed(_ row: Merged) -> Bool { row.counts["crashes", default: 0] > 0 }

    @Test func `a healthy fleet crashes on few install-days`() throws {
        let rows = Merged.rows(try Fleet(installs: 600))
        #expect((0.001...0.006).contains(rows.share(crashed)))
    }

    @Test func `a bad release crashes on one platform, from its first day`() throws {
        let rows = Merged.rows(try Fleet(installs: 800, scenario: .badRelease))
        let bad = rows.of("8.14.0", "android")
        #expect(bad.count > 100)
        #expect((0.03...0.09).contains(bad.share(crashed)))
        #expect(rows.of("8.14.0", "ios").share(crashed) < 0.02)
        #expect(rows.of("8.13.2", "android").share(crashed) < 0.01)
        #expect(bad.map(\.day).min() ?? "" >= "2026-09-08")
    }

    @Test func `a decrypt spike begins at its hour on one version and platform`() throws {
        let rows = Merged.rows(try Fleet(installs: 1_500, scenario: .decryptSpike)).of("8.13.2", "ios")
        func pairsAnInstallDay(_ days: ClosedRange<String>) -> Double {
            let chosen = rows.filter { days.contains($0.day) && $0.counts["sessions", default: 0] > 0 }
            return Double(chosen.map(\.failures.count).reduce(0, +)) / Double(chosen.count)
        }
        let before = pairsAnInstallDay("2026-09-01"..."2026-09-12")
        #expect(pairsAnInstallDay("2026-09-14"..."2026-09-14") > before * 4)
        let prekey = rows.filter { $0.day == "2026-09-14" }.flatMap(\.failures)
        #expect(prekey.count { $0.hasPrefix("prekey") } * 10 > prekey.count * 7)
    }

    @Test func `a stuck outbox shows ages over a day on one platform of the newest version`() throws {
        let rows = Merged.rows(try Fleet(installs: 800, scenario: .stuckOutbox))
        func overADay(_ row: Merged) -> Bool { row.counts["queue_age_max_s", default: 0] > 86_400 }
        #expect(rows.of("8.14.0", "android").share(overADay) > 0.06)
        #expect(rows.of("8.14.0", "ios").share(overADay) < 0.01)
        #expect(rows.of("8.13.2", "android").share(overADay) < 0.01)
    }

    @Test(arguments: Scenario.allCases)
    func `every scenario says what is wrong in a sentence`(scenario: Scenario) throws {
        let fleet = FleetSimulation(try FleetOptions(installs: 10, days: 14, seed: 1, scenario: scenario))
        let problem = fleet.expectedProblem
        #expect(problem.sentence.hasSuffix("."))
        #expect((problem.appVersion == nil) == (scenario == .healthy))
        #expect(problem.sentence.contains(problem.appVersion ?? "Nothing"))
    }
}
