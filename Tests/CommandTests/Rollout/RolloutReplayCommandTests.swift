import Database
import FleetCore
import Foundation
import TestSupport
import Testing

@Suite struct RolloutReplayCommandTests {
    private func rows(_ transcript: Transcript) throws -> [[String: Any]] {
        let json = try #require(try JSONSerialization.jsonObject(with: Data(transcript.output.utf8)) as? [String: Any])
        return try #require(json["rows"] as? [[String: Any]])
    }

    @Test(arguments: bothEngines)
    func `a replay says when it would have been halted, and the gate said so then`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        SimulatedFleet.ingest(SimulatedFleet.badRelease, into: store)
        let android = try #require(
            try rows(Transcript("rollout replay 8.14.0 --format json", store: store)).first {
                $0["platform"] as? String == "android"
            })
        let halted = try #require(android["halted_at"] as? String)
        #expect(android["confirmed"] as? Bool == true)
        #expect(android["last_verdict"] as? String == "HALT")
        let (installs, spared) = (try #require(android["installs"] as? Int), try #require(android["spared_installs"] as? Int))
        #expect(spared > 0 && spared < installs)
        // Now, and in the hour before.
        let then = Transcript("rollout gate 8.14.0 --platform android --as-of \(halted)", store: store)
        #expect(then.output.hasPrefix("HALT"))
        let hour = try #require(ISO8601DateFormatter().date(from: halted)).addingTimeInterval(-3600)
        let before = Transcript(
            "rollout gate 8.14.0 --platform android --as-of \(ISO8601DateFormatter().string(from: hour))", store: store)
        #expect(!before.output.hasPrefix("HALT"))
        let all = try rows(Transcript("rollout replay --all --format json", store: store))
        #expect(all.map { "\($0["app_version"] ?? "") \($0["platform"] ?? "")" }.contains("8.14.0 android"))
        #expect(all.allSatisfy { $0["app_version"] as? String != "8.13.2" })
    }

    /// It is noon of 2026-09-22 when the start is recorded, which moves the beginning for the gate from then on.
    @Test func `a start that was recorded later changes no hour before`() throws {
        let store = try TestStore.ofFleet(.sqlite)
        SimulatedFleet.ingest(SimulatedFleet.badRelease, into: store)
        func android() throws -> [String: Any] {
            let answer = Transcript("rollout replay 8.14.0 --platform android --no-panel --format json", store: store)
            return try #require(try rows(answer).first, "\(answer.errors)")
        }
        let before = try android()
        let halted = try #require(before["halted_at"] as? String)
        let hour = try #require(ISO8601DateFormatter().date(from: halted))
        let start = ISO8601DateFormatter().string(from: hour.addingTimeInterval(-3600))
        let record = Transcript(
            "rollout record start 8.14.0 --platform android --percent 100 --reason late --by ana --at \(start)", store: store)
        try #require(record.code == .success, "\(record.errors)")
        let after = try android()
        #expect(after["since"] as? String == start)
        #expect(after["halted_at"] as? String == halted)
        #expect(after["spared_installs"] as? Int == before["spared_installs"] as? Int)
        #expect(after["confirmed"] as? Bool == before["confirmed"] as? Bool)
        let gate = Transcript("rollout gate 8.14.0 --platform android --no-panel --as-of \(halted)", store: store)
        #expect(gate.output.hasPrefix("HALT"), "\(gate.output)")
    }

    @Test func `a replay takes a version or all of them`() throws {
        let store = try TestStore(.sqlite)
        #expect(Transcript("rollout replay", store: store).code == .usage)
        #expect(Transcript("rollout replay 8.14.0 --all", store: store).code == .usage)
    }

    @Test func `a plan for a store that has none of something says why nothing passes`() throws {
        let days = (15..<22).flatMap { day in
            active(100, "2026-09-\(day)", "8.13.2", "android")
        }
        let plan = Transcript("rollout plan 8.14.0 --no-panel", store: try TestStore(.sqlite, FleetTables(days)))
        #expect(
            plan.output.contains("\nandroid  does not pass within the 37 days of the plan\n"), "\(plan.output) \(plan.errors)")
        #expect(
            plan.output.contains("android: no pass can be planned: the baseline has none of crashes (0 of "), "\(plan.output)")
    }

    @Test func `a plan rests on the store's own rates, exposure on who has it`() throws {
        let store = try TestStore(.sqlite)
        SimulatedFleet.ingest(SimulatedFleet.badRelease, into: store)
        let plan = Transcript("rollout plan 8.15.0 --installs-per-day 50000", store: store)
        #expect(plan.code == .success, "\(plan.errors)")
        for words in ["android  passes on day ", "×3: ", "active installs a day", "By expected growth"] {
            #expect(plan.output.contains(words), "\(words)")
        }
        #expect(Transcript("rollout plan 8.15.0 --ramp 5,1", store: store).code == .usage)
        let exposure = Transcript("rollout exposure 8.14.0 --platform android", store: store)
        #expect(exposure.code == .success, "\(exposure.errors)")
        #expect(exposure.output.hasPrefix("Installs that have 8.14.0, by day of receipt"))
        #expect(exposure.output.contains("A halt in a store is not a rollback"))
        #expect(Transcript("rollout exposure 9.9.9", store: store).code == .unknown)
    }
}
