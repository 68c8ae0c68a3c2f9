import Flags
import FleetCore
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
        #expect((problem.since == nil) == (scenario == .healthy))
        #expect(problem.sentence.contains(problem.appVersion ?? (scenario == .healthy ? "Nothing" : "Since")))
    }

    // MARK: What the runbooks tell apart

    /// Pairs an active install-day before the incident and on its first whole day, of some rows.
    private func pairs(_ rows: [Merged], _ chosen: (Merged) -> Bool) -> (before: Double, during: Double) {
        func rate(_ days: ClosedRange<String>) -> Double {
            let active = rows.filter { days.contains($0.day) && $0.counts["sessions", default: 0] > 0 && chosen($0) }
            return Double(active.map(\.failures.count).reduce(0, +)) / Double(max(1, active.count))
        }
        return (rate("2026-09-01"..."2026-09-12"), rate("2026-09-14"..."2026-09-14"))
    }

    @Test func `a version that can't decrypt does so on both platforms, with ordinary messages`() throws {
        let rows = Merged.rows(try Fleet(installs: 1_500, scenario: .versionDecrypt))
        for platform in ["android", "ios"] {
            let new = pairs(rows) { $0.version == "8.14.0" && $0.platform == platform }
            #expect(new.during > new.before * 4, "\(platform) \(new)")
        }
        let old = pairs(rows) { $0.version == "8.13.2" }
        #expect(old.during < old.before * 2.5)
        let failures = rows.filter { $0.version == "8.14.0" && $0.day == "2026-09-14" }.flatMap(\.failures)
        #expect(failures.count { $0.hasPrefix("normal") } * 10 > failures.count * 8)
    }

    @Test func `a fault of the key directory hits first messages of every version`() throws {
        let rows = Merged.rows(try Fleet(installs: 1_500, scenario: .prekeyFault))
        for version in ["8.14.0", "8.13.2"] {
            let found = pairs(rows) { $0.version == version }
            #expect(found.during > found.before * 2.5, "\(version) \(found)")
        }
        func ordinary(_ days: ClosedRange<String>) -> Int {
            rows.filter { days.contains($0.day) }.flatMap(\.failures).count { $0.hasPrefix("normal") }
        }
        #expect(ordinary("2026-09-14"..."2026-09-14") < ordinary("2026-09-12"..."2026-09-12") * 2)
    }

    @Test func `changed keys are those of four users`() throws {
        let rows = Merged.rows(try Fleet(installs: 1_500, scenario: .keyChanges))
        let peers = rows.filter { $0.day == "2026-09-14" }.flatMap(\.failures).map { $0.drop { $0 != "d" } }
        let counts = Dictionary(grouping: peers, by: { $0 }).values.map(\.count).sorted(by: >)
        #expect(counts.prefix(4).reduce(0, +) * 10 > peers.count * 6, "\(counts.prefix(8))")
        #expect(counts[3] > 5 * (counts.dropFirst(4).first ?? 0))
    }

    @Test func `a crash behind a flag is where the flag is on, one without is everywhere, and both say what crashed`() throws {
        for (scenario, signature) in [
            (Scenario.flaggedCrash, "IllegalStateException@PollCard.bind"),
            (.unflaggedCrash, "UnsatisfiedLinkError@MediaCodec.<clinit>"),
        ] {
            let fleet = try Fleet(installs: 800, scenario: scenario)
            let rows = Merged.rows(fleet)
            #expect((0.02...0.1).contains(rows.of("8.14.0", "android").share(crashed)))
            #expect(rows.of("8.14.0", "ios").share(crashed) < 0.02)
            var flagged = 0
            var groups = 0
            for object in fleet.objects where object["app_version"] as? String == "8.14.0" {
                for group in object["crash_groups"] as? [[String: Any]] ?? [] where group["signature"] as? String == signature {
                    groups += 1
                    let flags = group["flags_on"] as? [String] ?? []
                    if flags.contains("poll_posts") { flagged += 1 }
                    #expect(object["platform"] as? String == "android")
                    #expect((group["count"] as? Int ?? 0) > 0 && (group["screen"] as? String)?.isEmpty == false)
                    let install = object["install_id"] as? String ?? ""
                    #expect(
                        flags.contains("poll_posts") == (Bucketing.bucket(flag: "poll_posts", installID: install) < 20_000))
                }
            }
            #expect(groups > 15)
            #expect(scenario == .flaggedCrash ? flagged == groups : flagged < groups, "\(flagged) of \(groups)")
        }
        let healthy = try Fleet(installs: 200)
        #expect(!String(decoding: healthy.bytes, as: UTF8.self).contains("crash_groups"))
    }

    @Test(arguments: ServerScenario.allCases)
    func `servers and fleet of one name are wrong from the same second on`(scenario: ServerScenario) throws {
        guard let fleet = scenario.fleet else { return }
        let problem = FleetSimulation(try FleetOptions(installs: 10, days: 14, seed: 1, scenario: fleet)).expectedProblem
        let options = ServerMetricsOptions(scenario)
        // What is wrong with a release is so since its first day, before the servers' window.
        if problem.since.map({ $0 >= options.start }) ?? false { #expect(options.faultAt == problem.since) }
        #expect(options.end == FleetOptions.defaultStart.advanced(by: 14).start.advanced(bySeconds: 43_200))
    }
}
