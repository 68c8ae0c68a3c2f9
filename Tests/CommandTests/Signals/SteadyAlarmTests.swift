import Database
import FleetCore
import TestSupport
import Testing

/// An alarm that was seen stays, of the same version, while nothing has been mended; and there is none where nothing is wrong.
@Suite struct SteadyAlarmTests {
    /// Level and slice of the crashes by hour, every three hours of the last two and a half days.
    private func course(_ scenario: String, seed: Int) throws -> [(level: String, of: String)] {
        let store = try TestStore(.sqlite)
        _ = try store.open(fleetSchema(.sqlite))
        let made = Transcript(
            "simulate fleet --start 2026-09-06 --days 9 --installs 600 --seed \(seed) --scenario \(scenario) -q")
        #expect(Transcript("ingest reports - -q", store: store, input: made.output).code == .partial)
        return (Int64(0)...20).map { step in
            let at = Instant(epochSeconds: 1_789_257_600 + step * 3 * 3600)
            let told = Transcript("signals show crash_free_hours --format json --at \(at)", store: store).output
            func member(_ name: String) -> String {
                let rest = told.split(separator: "\"\(name)\":", maxSplits: 1).dropFirst().first ?? ""
                return String(rest.prefix { $0 != "," }).filter { $0 != "\"" }
            }
            return (member("level"), member("value_of"))
        }
    }

    @Test func `a bad release's alarm never flaps, and names one version`() throws {
        var seen = 0
        for seed in 1...10 {
            let course = try course("bad-release", seed: seed)
            let alarmed = course.drop { $0.level != "watch" && $0.level != "page" }
            if !alarmed.isEmpty { seen += 1 }
            #expect(alarmed.allSatisfy { $0.level == "watch" || $0.level == "page" }, "seed \(seed): \(course)")
            #expect(alarmed.allSatisfy { $0.of == "8.14.0 on android" }, "seed \(seed): \(course)")
        }
        // So few installs don't show it within two days in each of them.
        #expect(seen >= 5)
    }

    @Test func `a healthy fleet has none, at any hour`() throws {
        for seed in 1...10 {
            let course = try course("healthy", seed: seed)
            #expect(course.allSatisfy { $0.level == "ok" }, "seed \(seed): \(course)")
        }
    }
}
