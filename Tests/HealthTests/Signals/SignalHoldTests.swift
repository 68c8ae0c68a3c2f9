import FleetCore
import TestSupport
import Testing

@testable import Health

/// A level that was reached stays until it is surely left, where a signal's header says so. Levels: over 2 % and over 10 %.
@Suite struct SignalHoldTests {
    private func signal(ends: String = "beyond chance") throws -> Signal {
        try sampleSignal(["dimensions": "provider", "judged": "provider", "ends": ends])
    }

    /// Ten minutes at 30 % an hour ago, and since then nothing bad among so many chances a minute.
    private func state(since chances: Double, ends: String = "beyond chance") throws -> SignalState {
        let rows =
            steady(["a"], minutes: 70..<120, amount: 0, base: 10) + steady(["a"], minutes: 60..<70, amount: 3, base: 10)
            + steady(["a"], minutes: 0..<60, amount: 0, base: chances)
        return try sampleState(signal(ends: ends), rows)
    }

    @Test func `few chances without an event end nothing, and many do`() throws {
        // Up to 26 %, 6 % and 0.6 % are what chance allows after no event in 12, 60 and 600 (Clopper–Pearson, 95 %).
        #expect(try state(since: 0.2).level == .page)
        #expect(try state(since: 1).level == .watch)
        #expect(try state(since: 10).level == .ok)
        // Without the header it ends with its window.
        #expect(try state(since: 0.2, ends: "").level == .ok)
    }

    @Test func `what is kept is told as it was in the last window over its level`() throws {
        let state = try state(since: 0.2)
        // The last window over 10 % beyond chance has two of the bad minutes: 6 of 22.
        let window = try #require(state.window)
        #expect(state.isHeld && window.to.epochSeconds < sampleEnd && state.newest?.epochSeconds == sampleEnd)
        #expect(try #require(state.value) > 0.1)
        #expect(state.judged == [SignalSlicePart("provider", "a")])
        #expect(state.since?.epochSeconds == sampleEnd - 70 * 60 && !state.isSinceBefore)
        // It is the same minute after minute.
        let goesOn = try sampleState(
            signal(),
            steady(["a"], minutes: 30..<80, amount: 0, base: 10) + steady(["a"], minutes: 20..<30, amount: 3, base: 10)
                + steady(["a"], minutes: 10..<20, amount: 0, base: 1) + steady(["a"], minutes: 0..<10, amount: 3, base: 10))
        #expect(goesOn.level == .page && !goesOn.isHeld && goesOn.since?.epochSeconds == sampleEnd - 30 * 60)
    }

    @Test func `the slice that is named stays named while it is at the level, whatever another one reaches`() throws {
        func named(_ a: Double) throws -> String? {
            let quiet = ["a", "b"].flatMap { steady([$0], minutes: 40..<120, amount: 0, base: 10) }
            let rows =
                steady(["a"], minutes: 20..<40, amount: 3, base: 10) + steady(["a"], minutes: 0..<20, amount: 0, base: a)
                + steady(["b"], minutes: 20..<40, amount: 0, base: 10) + steady(["b"], minutes: 0..<20, amount: 9, base: 10)
            return try sampleState(signal(), quiet + rows).judged.first?.value
        }
        #expect(try named(0.5) == "a")
        #expect(try named(100) == "b")
    }

    @Test func `what goes on from where is looked at is told so, and a slice that begins within it is not`() throws {
        let always = try sampleState(signal(), steady(["a"], minutes: 0..<120, amount: 3, base: 10))
        #expect(always.isSinceBefore && always.since?.epochSeconds == sampleEnd - 120 * 60)
        let new = try sampleState(
            sampleSignal(["dimensions": "provider", "judged": "provider"]),
            steady(["a"], minutes: 0..<120, amount: 0, base: 10) + steady(["b"], minutes: 0..<30, amount: 3, base: 10))
        #expect(!new.isSinceBefore && new.since?.epochSeconds == sampleEnd - 30 * 60)
    }

    @Test func `a rate well under its level is seldom over it, though every window of the history is looked at`() throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("SignalHoldTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let signal = try signal()
        var bad = 0
        for _ in 0..<100 {
            var rows: [SignalRow] = []
            for provider in ["a", "b", "c", "d"] {
                for minute in Int64(0)..<120 {
                    // One in 200, of 20.
                    let events = (0..<20).reduce(0.0) { count, _ in count + (random.next() % 200 == 0 ? 1 : 0) }
                    rows += steady([provider], minutes: minute..<minute + 1, amount: events, base: 20)
                }
            }
            if try sampleState(signal, rows).level.isBad { bad += 1 }
        }
        #expect(bad <= 3, "seed \(seed)")
    }
}
