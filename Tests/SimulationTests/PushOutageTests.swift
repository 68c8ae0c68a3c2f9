import Glibc
import Testing

@testable import Simulation

@Suite struct PushOutageTests {
    /// FCM at the peak of the chat design's second round: 437,500 pushes a minute of 600,000.
    private func outage(
        hours: Int = 1, timeToLive: Int = 86_400, conversations: Double? = nil, bin: Int = 10, quota: Double = 600_000,
        load: PushOutage.Load = .constant, invalid: Double = 0, horizon: Int = 3 * 86_400
    ) throws -> PushOutage {
        try PushOutage(
            pushesPerSecond: 437_500.0 / 60, quotaPerMinute: quota, outageSeconds: hours * 3600, timeToLiveSeconds: timeToLive,
            conversations: conversations, invalidShare: invalid, load: load, binSeconds: bin, horizonSeconds: horizon)
    }

    @Test(arguments: [(1, 86_400), (3, 86_400), (3, 3_600)])
    func `at constant load the backlog is gone when the closed form says, within a bin`(hours: Int, timeToLive: Int) throws {
        for bin in [5, 10, 60] {
            let storm = try outage(hours: hours, timeToLive: timeToLive, bin: bin)
            let outcome = storm.run()
            // 437,500 · 60 min / 162,500 = 161.5 min an hour of backlog
            let expected = 437_500.0 * Double(min(hours * 3600, timeToLive)) / 162_500
            #expect(storm.drainSeconds.map { abs($0 - expected) < 1e-6 } == true)
            let drained = try #require(outcome.drainSeconds)
            // A push of the last bin must itself have gone out, and the time to live ends within a bin.
            #expect(abs(drained - expected) <= 437_500 / 162_500.0 * Double(bin) + Double(bin), "bin \(bin)")
            #expect(outcome.arrived == outcome.sent + outcome.expired + (outcome.steps.last?.backlog ?? 0))
        }
    }

    @Test func `pushes past their time to live never go out`() throws {
        let outcome = try outage(hours: 3, timeToLive: 3600).run()
        #expect(abs(Double(outcome.expired) - 437_500 * 120) < 437_500)
        #expect(outcome.longestWaitSeconds <= 3600)
        #expect(try outage(hours: 3).run().expired == 0)
    }

    @Test func `a quota below what comes never catches up`() throws {
        let storm = try outage(quota: 400_000, horizon: 86_400)
        #expect(storm.drainSeconds == nil)
        let outcome = storm.run()
        #expect(outcome.drainSeconds == nil)
        #expect(outcome.verdict == .behind)
    }

    @Test func `with one push a conversation the backlog grows towards their number`() throws {
        let conversations = 20_000_000.0
        let outcome = try outage(hours: 2, conversations: conversations).run()
        // dB/dt = λ (1 − B/K), so B = K (1 − e^(−λ D / K))
        let expected = conversations * (1 - exp(-437_500.0 * 120 / conversations))
        #expect(abs(Double(outcome.greatestBacklog) / expected - 1) < 0.002)
        #expect(Double(outcome.greatestBacklog) < conversations)
        #expect(outcome.arrived == outcome.sent + outcome.replaced + (outcome.steps.last?.backlog ?? 0))
        let free = try #require(try outage(hours: 2).run().drainSeconds)
        #expect(try #require(outcome.drainSeconds) < free)
    }

    @Test func `halving the bin changes nothing by more than a hundredth`() throws {
        for (hours, conversations) in [(1, nil), (2, 20_000_000.0), (6, 90_000_000.0)] {
            for load in [PushOutage.Load.constant, .diurnal(peakFactor: 3.5, startHour: 18)] {
                let coarse = try outage(hours: hours, conversations: conversations, bin: 10, load: load).run()
                let fine = try outage(hours: hours, conversations: conversations, bin: 5, load: load).run()
                #expect(abs(Double(coarse.greatestBacklog) / Double(fine.greatestBacklog) - 1) < 0.01)
                let first = try #require(coarse.drainSeconds)
                let second = try #require(fine.drainSeconds)
                #expect(abs(first / second - 1) < 0.01)
                #expect(coarse.verdict == fine.verdict)
            }
        }
    }

    @Test func `a day's load has its peak and its mean where they are said to be`() throws {
        let rates = DailyShape.rates(peak: 7000, peakFactor: 3.5)
        #expect(rates.max().map { abs($0 - 7000) < 1e-6 } == true)
        #expect(abs(rates.reduce(0, +) / 24 - 2000) < 1e-6)
        #expect(rates.allSatisfy { $0 > 0 })
        let day = try outage(load: .diurnal(peakFactor: 3.5, startHour: 0))
        #expect(abs(day.arrivals(before: 86_400) - 437_500.0 / 60 / 3.5 * 86_400) < 1)
        #expect(abs(day.arrivals(before: 2 * 86_400) - 2 * day.arrivals(before: 86_400)) < 1)
        // At night there is room: the same hour of outage is over sooner.
        let night = try #require(try outage(load: .diurnal(peakFactor: 3.5, startHour: 3)).run().drainSeconds)
        #expect(night < 600)
    }

    @Test func `invalid tokens use the quota and reach nobody`() throws {
        let outcome = try outage(invalid: 0.04).run()
        #expect(abs(Double(outcome.sentInvalid) / Double(outcome.sent) - 0.04) < 1e-6)
        #expect(outcome.drainSeconds == (try outage().run().drainSeconds))
    }

    @Test func `an outage is whole bins, and what is refused says which limit`() throws {
        func refusal(
            _ pushes: Double = 1, _ quota: Double = 600, down: Int = 3600, bin: Int = 10, horizon: Int = 86_400
        ) -> String {
            do {
                _ = try PushOutage(
                    pushesPerSecond: pushes, quotaPerMinute: quota, outageSeconds: down, binSeconds: bin, horizonSeconds: horizon)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(refusal(down: 1, bin: 60).contains("an outage of 1 s is not a multiple of the bin of 60 s"))
        #expect(refusal(down: 1, bin: 1) == "")
        #expect(refusal(1e9).contains("pushes are below 1,000,000,000 a second"))
        #expect(refusal(1, 1e12).contains("a quota is below"))
        #expect(refusal(0).contains("above 0"))
        #expect(refusal(horizon: 86_400_000).contains("more than the 300000 it can hold"))
        #expect(PushOutage.widestBin(outage: 1, timeToLive: 86_400) == 1)
        #expect(PushOutage.widestBin(outage: 45, timeToLive: 86_400) == 5)
        // Ten seconds of the greatest rate are more than 32 bits count.
        let greatest = try PushOutage(pushesPerSecond: 9e8, quotaPerMinute: 9e10, outageSeconds: 60).run()
        #expect(greatest.greatestBacklog >= 54_000_000_000)
    }

    @Test func `the same seed gives the same run`() throws {
        #expect(try outage(conversations: 9_999_999).run() == (try outage(conversations: 9_999_999).run()))
    }
}
