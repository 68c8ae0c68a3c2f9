import Testing

@testable import Simulation

@Suite struct RebuildStormTests {
    @Test func `80 million heads of 60 kB are 4.8 TB, and take as long as the gateways' limit says`() throws {
        let storm = RebuildStorm(phones: 80_000_000, headsPerSecond: 55_000, withinSeconds: 1, timeoutMilliseconds: 3_000_000)
        #expect(storm.leastBytes == 4_800_000_000_000)
        let outcome = try storm.storm().run()
        #expect(storm.egressBytes(outcome) == 4_800_000_000_000)
        // 80,000,000 / 55,000 = 1,454.5 s
        let all = try #require(outcome.total.all)
        #expect(abs(all - 1454.5) <= 1.5)
        #expect(storm.greatestEgressBytesPerSecond(outcome) == 55_000 * 60_000)
    }

    @Test func `the narrower of tasks and egress binds`() throws {
        // 10 Gbit/s carry 20,833 heads a second.
        let narrow = RebuildStorm(
            phones: 1_000_000, headsPerSecond: 55_000, egressBytesPerSecond: 1_250_000_000, withinSeconds: 1,
            timeoutMilliseconds: 600_000)
        #expect(narrow.egressBinds)
        #expect(narrow.answeredPerSecond == 20_833)
        let all = try #require(try narrow.storm().run().total.all)
        #expect(abs(all - 48.0) <= 1.1)
        let wide = RebuildStorm(
            phones: 1_000_000, headsPerSecond: 5_000, egressBytesPerSecond: 1_250_000_000, withinSeconds: 1)
        #expect(!wide.egressBinds)
    }

    @Test func `a line that carries not one head a second is refused`() {
        for egress in [0, 59_999] {
            #expect(throws: (any Error).self) {
                try RebuildStorm(phones: 10, headsPerSecond: 5, egressBytesPerSecond: egress, withinSeconds: 1).storm()
            }
        }
        #expect(throws: (any Error).self) {
            try RebuildStorm(phones: 10, headBytes: 1_000_000_000, headsPerSecond: 1_000_000_000, withinSeconds: 1).storm()
        }
    }

    @Test func `spread over the time in which phones sync anyway, nobody is turned away`() throws {
        let storm = RebuildStorm(phones: 80_000_000, headsPerSecond: 55_000, withinSeconds: 4320)
        let outcome = try storm.storm().run()
        #expect(outcome.attempts == 80_000_000)
        #expect(outcome.refused == 0)
        #expect(outcome.total.all.map { abs($0 - 4320) <= 3 } == true)
        #expect(outcome.verdict == .recovers)
    }
}
