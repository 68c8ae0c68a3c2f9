import FleetCore
import TestSupport
import Testing

@testable import Health

@Suite struct SignalCourseTests {
    /// Shares in percent, a minute each, the last one now; nil is a gap.
    private func since(_ percent: [Double?]) throws -> (minutesAgo: Int64, isBefore: Bool)? {
        let signal = try sampleSignal()
        let rows = percent.reversed().enumerated().flatMap { ago, value -> [SignalRow] in
            guard let value else { return [] }
            return steady(["a", nil], minutes: Int64(ago)..<Int64(ago) + 1, amount: value * 100, base: 10_000)
        }
        let state = try sampleState(signal, rows)
        return state.since.map { ((sampleEnd - $0.epochSeconds) / 60, state.isSinceBefore) }
    }

    @Test func `it began with the last run over the level, however many steps forgiven within it`() throws {
        let quiet = [Double?](repeating: 0.1, count: 60)
        #expect(try since(quiet) == nil)
        let found = try since(quiet + [30, 30, 30, 30, 30])
        #expect(found?.minutesAgo == 5)
        #expect(found?.isBefore == false)
        #expect(try since(quiet + [30, 1, nil, 30, 30, 30])?.minutesAgo == 6)
        #expect(try since(quiet + [30, 1, 1, 1, 30, 30, 30])?.minutesAgo == 3)
        // The window still holds it, the newest steps are well again.
        #expect(try since(quiet + [30, 30, 30, 1, 1])?.minutesAgo == 5)
        let always = try since([Double?](repeating: 30, count: 60))
        #expect(always?.minutesAgo == 60)
        #expect(always?.isBefore == true)
    }

    @Test func `gaps are gaps in the picture`() throws {
        let signal = try sampleSignal()
        let rows =
            steady(["a", nil], minutes: 0..<40, amount: 1, base: 10) + steady(["a", nil], minutes: 80..<120, amount: 1, base: 10)
        let state = try sampleState(signal, rows)
        #expect(state.points.count == 120)
        #expect(state.trend.count == 24)
        #expect(state.trend.map { $0 == nil } == (0..<24).map { (8..<16).contains($0) })
    }

    // MARK: Who it is about

    private func slice(_ bad: [(String, String)], code: Bool = false) throws -> SignalSlice? {
        let signal = try sampleSignal()
        var rows: [SignalRow] = []
        for provider in ["FCM", "APNs"] {
            for worker in ["w1", "w2", "w3"] {
                let isBad = bad.contains { $0.0 == provider && $0.1 == worker }
                rows += steady([provider, worker], minutes: 10..<120, amount: 1, base: 1000)
                rows += steady([provider, worker], minutes: 0..<10, amount: isBad ? 700 : 1, base: 1000)
            }
        }
        return try sampleState(signal, rows).slice
    }

    @Test func `the narrowest slice that carries the excess is named`() throws {
        let one = try #require(try slice([("FCM", "w1"), ("FCM", "w2"), ("FCM", "w3")]))
        #expect(one.parts == [SignalSlicePart("provider", "FCM")])
        #expect(one["provider"] == "FCM")
        #expect(one.ratio.map { $0.rounded() } == 700)
        #expect(try slice([("FCM", "w3"), ("APNs", "w3")])?.parts == [SignalSlicePart("worker", "w3")])
        #expect(try slice([("FCM", "w3")])?.parts == [SignalSlicePart("provider", "FCM"), SignalSlicePart("worker", "w3")])
    }

    @Test func `where everything is equally bad nothing is named`() throws {
        let all = ["FCM", "APNs"].flatMap { provider in ["w1", "w2", "w3"].map { (provider, $0) } }
        #expect(try slice(all) == nil)
    }

    @Test func `chance alone seldom names a slice`() throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("SignalCourseTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let signal = try sampleSignal()
        var named = 0
        for _ in 0..<200 {
            var rows: [SignalRow] = []
            for provider in ["FCM", "APNs"] {
                for worker in ["w1", "w2", "w3", "w4"] {
                    for minute in Int64(0)..<10 {
                        // Binomial, 30 chances at one in five.
                        let failed = (0..<30).reduce(0.0) { count, _ in count + (random.next() % 5 == 0 ? 1 : 0) }
                        rows += steady([provider, worker], minutes: minute..<minute + 1, amount: failed, base: 30)
                    }
                }
            }
            if try sampleState(signal, rows).slice != nil { named += 1 }
        }
        // Three families of slices at 5 % each, and a margin of 1.2 on top.
        #expect(named <= 12, "seed \(seed)")
    }

    @Test func `a code that was never seen is named by what there was before it began`() throws {
        let signal = try sampleSignal()
        // Attempts don't know the second dimension.
        let attempts = steady(["FCM", nil], minutes: 0..<120, amount: nil, base: 1000, cut: "Provider")
        let usual = steady(["FCM", "w1"], minutes: 0..<120, amount: 2, base: nil, cut: "Provider,Worker")
        // It has gone on for longer than the window.
        let new = steady(["FCM", "w2"], minutes: 0..<30, amount: 600, base: nil, cut: "Provider,Worker")
        let slice = try #require(try sampleState(signal, attempts + usual + new).slice)
        #expect(slice["worker"] == "w2")
    }
}
