import Testing

@testable import Simulation

/// Numbers of the chat design's second round: a zone of three with ten million sockets, 220 gateways of 300 a second.
private func zoneLost(
    _ policy: ReconnectPolicy, clients: Int = 3_333_333, queueLimit: Int? = nil, timeout: Int = 10_000, bin: Int = 50,
    arrivals: Int = 0, horizon: Int = 1200, seed: UInt64 = 1
) throws -> AdmissionStorm {
    try AdmissionStorm(
        classes: [StormClass("phones", clients: clients, policy: policy)], admittedPerSecond: 66_000, queueLimit: queueLimit,
        timeoutMilliseconds: timeout, arrivalsPerSecond: arrivals, binMilliseconds: bin, horizonSeconds: horizon, seed: seed)
}

@Suite struct ReconnectStormTests {
    @Test(arguments: [50, 100, 1000])
    func `nobody is quicker than N over the rate of admission, and patient clients are that quick`(
        bin: Int
    ) throws {
        let storm = try zoneLost(.immediate, timeout: 600_000, bin: bin)
        let outcome = storm.run()
        // 3,333,333 / 66,000 = 50.505 s
        let all = try #require(outcome.total.all)
        #expect(all >= 50.505)
        #expect(all <= 50.506 + Double(bin) / 1000)
        #expect(outcome.attempts == 3_333_333)
        #expect(outcome.wasted == 0)
        #expect(outcome.verdict == .recovers)
    }

    @Test func `nobody gives up where the window is at least N over the rate less the time-out, some do where it is less`() throws
    {
        // 50.505 − 10 = 40.505 s
        let storm = try zoneLost(.window(40_600))
        #expect(storm.leastWindowSeconds.map { abs($0 - 40.505) < 0.001 } == true)
        #expect(storm.run().timedOut == 0)
        #expect(try zoneLost(.window(40_300)).run().timedOut > 0)
    }

    @Test func `nobody gives up in a queue of at most rate times time-out, and almost all do behind a longer one`() throws {
        let storm = try zoneLost(.immediate, queueLimit: 660_000)
        #expect(storm.longestUsefulQueue == 660_000)
        let good = storm.run()
        #expect(good.timedOut == 0)
        #expect(good.wasted == 0)
        #expect(good.verdict == .recovers)
        // Turned away, they come again five times a second and keep the servers busy to the last.
        #expect(good.refused > 10_000_000)
        let all = try #require(good.total.all)
        #expect(all < 51)
        let bad = try zoneLost(.immediate, queueLimit: 700_000).run()
        #expect(bad.timedOut > 0)
        let worse = try zoneLost(.immediate, queueLimit: 2_000_000).run()
        #expect(worse.verdict == .metastable)
        #expect(worse.wastedShare > 0.9)
        #expect(worse.total.half == nil)
    }

    @Test func `places that the server gives out waste nothing and lose next to no time`() throws {
        let outcome = try zoneLost(.serverSent(first: 1000, cap: 60_000), queueLimit: 660_000).run()
        #expect(outcome.wasted == 0)
        let all = try #require(outcome.total.all)
        #expect(all < 52)
        // Once turned away each, less those who found a place at once.
        #expect(outcome.attempts < 2 * 3_333_333)
    }

    @Test func `clients that come anyway take their part of the admissions`() throws {
        let outcome = try zoneLost(.immediate, timeout: 600_000, arrivals: 16_000).run()
        // In order of arrival: the storm is first in line, so it is as quick; what came meanwhile waits behind it.
        let all = try #require(outcome.total.all)
        #expect(abs(all - 50.505) < 0.06)
        let spread = try zoneLost(.window(60_000), timeout: 600_000, arrivals: 16_000).run()
        let last = try #require(spread.total.all)
        // 55,556 + 16,000 a second for 60 s, at 66,000: 65.05 s, the last of them clients of both.
        #expect(abs(last - 65.05) < 0.1)
    }

    @Test func `where clients that come anyway take every admission, the least time is still N over the rate`() throws {
        let storm = try zoneLost(.chat, queueLimit: 660_000, arrivals: 66_000)
        #expect(abs(storm.leastSeconds - 50.505) < 0.001)
        #expect(storm.leastWindowSeconds == nil)
        let outcome = storm.run()
        #expect(outcome.total.half.map { $0 < 100 } == true)
        #expect(outcome.verdict != .recovers)
        // Each of 66,000 a second tries at least once.
        #expect(outcome.attemptsOfArrivals >= 66_000 * 1190)
        #expect(outcome.attempts - outcome.attemptsOfArrivals >= 3_333_333)
    }

    @Test func `more clients than 32 bits count are counted`() throws {
        let outcome = try AdmissionStorm(
            classes: [StormClass("phones", clients: 2_000_000_000, policy: .immediate)], admittedPerSecond: 1, queueLimit: 10,
            arrivalsPerSecond: 1_000_000_000, binMilliseconds: 1000, horizonSeconds: 20
        ).run()
        #expect(outcome.steps.last.map { $0.offered > 20_000_000_000 } == true)
        #expect(outcome.verdict == .slow)
    }

    @Test func `clients that failed six times the WhatsApp way come back in step`() throws {
        let states = ReconnectPolicy.whatsApp.states
        #expect(states.count == 7)
        #expect(states[0] == [DelayPiece(from: 1000, to: 1500, next: 1)])
        #expect(states[5] == [DelayPiece(from: 32_000, to: 48_000, next: 6)])
        #expect(states[6] == [DelayPiece(at: 60_000, next: 6)])
        // Servers that turn away all but a trickle: each wave of the sixth retry on is as wide as the one before it.
        let outcome = try AdmissionStorm(
            classes: [StormClass("phones", clients: 1_000_000, policy: .whatsApp)], admittedPerSecond: 100, queueLimit: 0,
            horizonSeconds: 600
        ).run()
        let late = outcome.steps[300..<360].map(\.offered)
        let later = outcome.steps[361..<421].map(\.offered)
        // The same attempts a minute and a round trip or two on, but for the few that were admitted.
        #expect(abs((late.max() ?? 0) - (later.max() ?? 0)) * 20 < late.max() ?? 0)
        // Two thirds of the minute are empty, while full jitter leaves no second without its share.
        #expect(3 * late.count { $0 == 0 } >= late.count)
        let spread = try AdmissionStorm(
            classes: [StormClass("phones", clients: 1_000_000, policy: .chat)], admittedPerSecond: 100, queueLimit: 0,
            horizonSeconds: 600
        ).run().steps[300..<360].map(\.offered)
        #expect((spread.max() ?? 0) * 10 < (spread.min() ?? 0) * 12)
    }

    @Test(arguments: [
        ReconnectPolicy.immediate, .window(30_000), .exponential(first: 1000, cap: 60_000), .chat,
        .decorrelated(first: 1000, cap: 60_000), .serverSent(first: 1000, cap: 60_000), .whatsApp, .oneToOne,
    ]) func `halving the bin changes nothing by more than a hundredth`(policy: ReconnectPolicy) throws {
        for queue in [300_000, 660_000, 900_000] {
            let coarse = try zoneLost(policy, queueLimit: queue, bin: 50).run()
            let fine = try zoneLost(policy, queueLimit: queue, bin: 25).run()
            #expect(coarse.verdict == fine.verdict)
            for milestone in [\AdmissionOutcome.Progress.half, \.ninety, \.ninetyNine, \.all] {
                let (first, second) = (coarse.total[keyPath: milestone], fine.total[keyPath: milestone])
                guard let first, let second else {
                    #expect(first == second)
                    continue
                }
                #expect(abs(first - second) <= 0.01 * second + 0.05, "\(policy) \(queue): \(first) against \(second)")
            }
            #expect(
                abs(Double(coarse.attempts) / Double(fine.attempts) - 1) < 0.01,
                "\(policy) \(queue): \(coarse.attempts) against \(fine.attempts)")
        }
    }

    @Test func `the same seed gives the same run, another a run much like it`() throws {
        let first = try zoneLost(.chat, queueLimit: 300_000).run()
        #expect(try zoneLost(.chat, queueLimit: 300_000).run() == first)
        let other = try zoneLost(.chat, queueLimit: 300_000, seed: 2).run()
        #expect(other != first)
        #expect(abs(Double(other.attempts) / Double(first.attempts) - 1) < 0.01)
    }

    @Test func `every client is somewhere at the end, whatever its policy`() throws {
        let classes = [
            StormClass("chat", clients: 500_001, policy: .chat), StormClass("whatsapp", clients: 7, policy: .whatsApp),
            StormClass("one-to-one", clients: 99_992, policy: .oneToOne),
        ]
        let outcome = try AdmissionStorm(classes: classes, admittedPerSecond: 7_777, queueLimit: 50_000).run()
        #expect(outcome.total.connected == 600_000)
        #expect(outcome.classes.map(\.connected) == [500_001, 7, 99_992])
        #expect(outcome.attempts == 600_000 + outcome.refused + outcome.timedOut)
        #expect(outcome.admissions == 600_000 + outcome.wasted)
    }

    @Test func `what can't be run is refused`() {
        #expect(throws: (any Error).self) { try zoneLost(.immediate, clients: 0) }
        #expect(throws: (any Error).self) { try zoneLost(.immediate, bin: 30) }
        #expect(throws: (any Error).self) { try zoneLost(.immediate, timeout: 10) }
        #expect(throws: (any Error).self) { try zoneLost(.chat, bin: 1, horizon: 864_000) }
        #expect(throws: (any Error).self) { try zoneLost(.window(60_000), bin: 1, horizon: 3600) }
        #expect(throws: (any Error).self) { try zoneLost(.immediate, arrivals: 1_000_000_000, horizon: 3600) }
    }
}
