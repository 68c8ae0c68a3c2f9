import FleetCore
import Simulation
import Telemetry
import Testing

/// A simulated fleet keeps the client contract: what is refused is what was broken on purpose.
@Suite struct ContractTests {
    @Test(arguments: Scenario.allCases)
    func `ingest's own decoder refuses the broken lines and no other`(scenario: Scenario) throws {
        let fleet = try Fleet(installs: 400, scenario: scenario)
        var decoder = ReportDecoder(
            DecodeContext(now: Instant(epochSeconds: 1_800_000_000), hashDevice: { _ in DeviceHash(high: 0, low: 0) }))
        var refused = 0
        var quarantined = 0
        for line in fleet.lines {
            switch decoder.decode(Array(line.utf8).span) {
            case .accepted: continue
            case .quarantined: quarantined += 1
            case .refused: refused += 1
            }
        }
        #expect(refused == fleet.summary.broken)
        // A few clocks are a month or years off.
        #expect(quarantined < fleet.lines.count / 100)
        let counts = decoder.takeCounts()
        #expect(counts.unknownMembers.keys.sorted() == ["thermal_state"])
        // Of a clock two days behind, corrected, the instants may leave the day.
        #expect(counts.leftOut.values.reduce(0, +) <= 5, "\(counts.leftOut)")
        #expect(counts.unreadableVersions == 0)
    }
}
