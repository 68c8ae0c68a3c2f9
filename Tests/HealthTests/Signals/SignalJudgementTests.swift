import Database
import FleetCore
import QueryCatalog
import Statistics
import TestSupport
import Testing

@testable import Health

@Suite struct SignalJudgementTests {
    @Test func `one crash in one session crosses nothing, and neither do two`() throws {
        let signal = try sampleSignal(["watch": "> 0.005 (design)", "page": "> 0.01 (ours)", "judged": "provider"])
        for events in [1.0, 2.0] {
            let rows = [SignalRow(["a", nil], step: sampleEnd - 60, amount: events, base: events)]
            #expect(try sampleState(signal, rows).level == .ok)
        }
    }

    @Test func `a share crosses where its interval does, not its point`() throws {
        let signal = try sampleSignal()
        // 3 of 100: the point is over 2 %, the interval begins at 0.6 %.
        #expect(try sampleState(signal, steady(["a", nil], minutes: 0..<1, amount: 3, base: 100)).level == .ok)
        #expect(try sampleState(signal, steady(["a", nil], minutes: 0..<10, amount: 30, base: 1000)).level == .watch)
        #expect(try sampleState(signal, steady(["a", nil], minutes: 0..<10, amount: 150, base: 1000)).level == .page)
        let below = try sampleSignal(["watch": "< 0.65 (ours)", "page": "< 0.5 (ours)"])
        #expect(try sampleState(below, steady(["a", nil], minutes: 0..<1, amount: 6, base: 10)).level == .ok)
        #expect(try sampleState(below, steady(["a", nil], minutes: 0..<10, amount: 600, base: 1000)).level == .watch)
    }

    @Test func `a value over a level that it is not at says why`() throws {
        let signal = try sampleSignal()
        func uncertain(_ amount: Double, _ base: Double) throws -> SignalState.Uncertain? {
            try sampleState(signal, steady(["a", nil], minutes: 0..<1, amount: amount, base: base)).uncertain
        }
        let few = try #require(try uncertain(2, 2))
        #expect(few.level == .page && few.events == 2)
        let chance = try #require(try uncertain(3, 100))
        #expect(chance.level == .watch && chance.events == nil)
        #expect(try uncertain(1, 100) == nil)
        // Surely over a watch, and over a page by chance only.
        #expect(try uncertain(110, 1000)?.level == .page)
        #expect(try uncertain(150, 1000) == nil)
    }

    @Test func `what crosses has its point over the level and three events, and more events cross no less`() throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("SignalJudgementTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let signal = try sampleSignal()
        for _ in 0..<60 {
            let chances = Double(1 + random.next() % 3000)
            var worst = SignalLevel.ok
            for share in [0.0, 0.01, 0.02, 0.03, 0.08, 0.12, 0.5, 1] {
                let events = (chances * share).rounded(.down)
                let state = try sampleState(signal, steady(["a", nil], minutes: 0..<1, amount: events, base: chances))
                #expect(state.level >= worst, "seed \(seed)")
                worst = state.level
                if state.level.isBad { #expect(events >= 3 && events / chances > 0.02, "seed \(seed)") }
            }
        }
    }

    /// A day that follows seven in which `a` had 2 pairs a day on 2 of 100 installs, and a larger `b` 20 on 20 of 1000.
    private func newestDay(
        _ slices: [(name: String, pairs: Double, installs: Int64, active: Double)], badDays: Range<Int64> = 0..<0
    ) throws -> SignalJudgement.Candidate {
        let signal = try sampleSignal(
            [
                "measure": "sum", "unit": "pairs", "dimensions": "provider", "judged": "provider", "window": "1d",
                "history": "8d", "step": "1d", "fresh": "2d", "watch": "> 2 times usual, at least 10 (ours)",
                "page": "> 3 times usual, at least 100 (ours)",
            ],
            columns: "provider text or null; day day; amount number or null; base number or null; "
                + "failing_installs count or null")
        func rows(_ name: String, day ago: Int64, _ pairs: Double, _ installs: Int64, _ active: Double) -> [SignalRow] {
            let step = sampleEnd - (ago + 1) * 86_400
            return [
                SignalRow([name], step: step, amount: pairs, base: nil),
                SignalRow([name], step: step, amount: nil, base: active, witnesses: installs),
            ]
        }
        var all = slices.flatMap { rows($0.name, day: 0, $0.pairs, $0.installs, $0.active) }
        for day in Int64(1)..<8 {
            let isBad = badDays.contains(day)
            all += rows("a", day: day, isBad ? 30 : 2, isBad ? 15 : 2, 100) + rows("b", day: day, 20, 20, 1000)
        }
        let judgement = SignalJudgement(signal: signal, table: SignalTable(signal, all), end: sampleEnd)
        return try #require(judgement.worst(of: judgement.candidates))
    }

    @Test func `a fault of one slice is seen where the whole has hardly more than usual`() throws {
        // 20 + 15 pairs of 1100 installs, usually 22: no twice the usual in the whole. In `a` 15 where 2 are usual.
        let one = try newestDay([("a", 15, 11, 100), ("b", 20, 20, 1000)])
        #expect(one.level == .watch && one.parts.map(\.value) == ["a"])
        // At least ten, since twice 2 % of 100 is less.
        #expect(one.value == 15 && one.limit == 10)
        let usual = try newestDay([("a", 3, 3, 100), ("b", 22, 22, 1000)])
        #expect(usual.level == .ok && usual.parts.isEmpty && usual.value == 25 && usual.limit == 44)
    }

    @Test func `pairs of few installs are no spike, however many`() throws {
        // Four installs with five peers each where two fail usually: ten times the pairs, and chance explains the installs.
        #expect(try newestDay([("a", 20, 4, 100), ("b", 20, 20, 1000)]).level == .ok)
        #expect(try newestDay([("a", 20, 12, 100), ("b", 20, 20, 1000)]).level == .watch)
    }

    @Test func `a slice that grows, and a day that is half in, are held against what is usual for so many`() throws {
        #expect(try newestDay([("a", 20, 20, 1000), ("b", 2, 2, 100)]).level == .ok)
        // Half of the installs, and as many pairs as on a whole day.
        let half = try newestDay([("a", 16, 12, 50), ("b", 10, 10, 500)])
        #expect(half.level == .watch && half.parts.map(\.value) == ["a"])
        let quiet = try newestDay([("a", 1, 1, 50), ("b", 10, 10, 500)])
        #expect(quiet.level == .ok && quiet.value == 11 && quiet.limit == 22)
    }

    @Test func `a slice without a past is held against the whole's`() throws {
        #expect(try newestDay([("new", 12, 3, 100), ("b", 20, 20, 1000)]).level == .ok)
        #expect(try newestDay([("new", 16, 12, 100), ("b", 20, 20, 1000)]).parts.map(\.value) == ["new"])
    }

    @Test func `bad days do not become usual while they are the fewer`() throws {
        for bad in [Int64(1)..<2, 1..<4] {
            #expect(try newestDay([("a", 30, 15, 100), ("b", 20, 20, 1000)], badDays: bad).level == .watch, "\(bad)")
        }
        #expect(try newestDay([("a", 30, 15, 100), ("b", 20, 20, 1000)], badDays: 1..<5).level == .ok)
    }

    @Test func `the whole is what is said where no slice has nearly all of it`() throws {
        let both = try newestDay([("a", 70, 50, 100), ("b", 90, 60, 1000)])
        #expect(both.level == .page && both.parts.isEmpty && both.value == 160 && both.limit == 100)
        // 110 of 114 more than usual.
        let one = try newestDay([("a", 112, 60, 100), ("b", 24, 24, 1000)])
        #expect(one.level == .page && one.parts.map(\.value) == ["a"] && one.value == 112)
    }

    @Test func `a source that is missing or stale is unknown`() throws {
        let signal = try sampleSignal()
        let missing = try sampleState(signal, [])
        #expect(missing.level == .unknown)
        #expect(missing.unknownBecause == "no data")
        let rows = steady(["a", nil], minutes: 0..<60, amount: 0, base: 100)
        #expect(try sampleState(signal, rows, at: sampleEnd + 900).level == .ok)
        let stale = try sampleState(signal, rows, at: sampleEnd + 901)
        #expect(stale.level == .unknown)
        #expect(stale.unknownBecause == "stale: 15 min old")
        #expect(stale.newest == Instant(epochSeconds: sampleEnd))
        // Since when does not move with the clock.
        for later: Int64 in [901, 1800, 86_400] {
            #expect(try sampleState(signal, rows, at: sampleEnd + later).since == Instant(epochSeconds: sampleEnd + 900))
        }
        // Failures, and nothing that they are of.
        #expect(try sampleState(signal, steady(["a", nil], minutes: 0..<5, amount: 9, base: nil)).level == .unknown)
    }

    @Test func `silence beside what speaks is zero, and a step without either is a gap`() throws {
        let signal = try sampleSignal(["measure": "sum", "unit": "records", "watch": "> 0 (design)", "page": "> 25 (ours)"])
        let companion =
            steady([nil, nil], minutes: 0..<5, amount: nil, base: 40)
            + steady([nil, nil], minutes: 7..<20, amount: nil, base: 40)
        let quiet = try sampleState(signal, companion)
        #expect(quiet.level == .ok)
        #expect(quiet.value == 0)
        #expect(quiet.points.suffix(8).map(\.value) == [0, nil, nil, 0, 0, 0, 0, 0])
        let one = try sampleState(signal, companion + steady([nil, nil], minutes: 3..<4, amount: 1, base: nil))
        #expect(one.level == .watch)
        #expect(one.since == Instant(epochSeconds: sampleEnd - 240))
    }

    @Test func `nothing beside a base that speaks is zero only where the header says so`() throws {
        let bytes = ["measure": "ratio", "unit": "bytes", "watch": "> 4096 (design)", "page": "> 8192 (ours)"]
        let silent = steady([nil, nil], minutes: 0..<60, amount: nil, base: 100)
        let unknown = try sampleState(try sampleSignal(bytes), silent)
        #expect(unknown.level == .unknown)
        #expect(unknown.value == nil)
        #expect(unknown.unknownBecause == "no data")
        let zero = try sampleState(
            try sampleSignal(bytes.merging(["absent": "zero while Chat/Sync Requests is fresh"]) { $1 }), silent)
        #expect(zero.level == .ok)
        #expect(zero.value == 0)
        // A share as a ratio, and what was there before the window is not in it.
        let before = steady([nil, nil], minutes: 10..<60, amount: 1, base: 100)
        let share = try sampleState(try sampleSignal(), before + steady([nil, nil], minutes: 0..<10, amount: nil, base: 100))
        #expect(share.level == .unknown)
    }

    @Test func `the same events under several sets of dimensions are counted once`() throws {
        let signal = try sampleSignal()
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var rows: [SignalRow] = []
            var (events, chances) = (0.0, 0.0)
            for minute in Int64(0)..<10 {
                for provider in ["FCM", "APNs"] {
                    var (failed, sent) = (0.0, 0.0)
                    for worker in ["w1", "w2", "w3"] {
                        let (one, all) = (Double(random.next() % 40), Double(100 + random.next() % 900))
                        rows += steady(
                            [provider, worker], minutes: minute..<minute + 1, amount: one, base: all, cut: "Provider,Worker")
                        // Also by the five minutes that hold it, and with a dimension that no signal knows.
                        rows += steady(
                            [provider, worker], minutes: minute..<minute + 1, amount: one, base: all,
                            cut: "Provider,Region,Worker")
                        failed += one
                        sent += all
                    }
                    rows += steady([provider, nil], minutes: minute..<minute + 1, amount: failed, base: sent, cut: "Provider")
                    rows += steady(
                        [provider, nil], minutes: minute..<minute + 1, amount: failed, base: sent, cut: "Provider", period: 300)
                    events += failed
                    chances += sent
                }
            }
            let state = try sampleState(signal, rows.shuffled(using: &random))
            #expect(state.exposure == chances, "seed \(seed)")
            #expect(state.value.map { abs($0 - events / chances) < 1e-12 } == true, "seed \(seed)")
        }
    }

    @Test func `a budget burns in the long window and still in the short one`() throws {
        let signal = try sampleSignal([
            "target": "0.999", "window": "1h", "history": "6h", "step": "5m", "watch": "burn > 6 over 6h and 30m (book)",
            "page": "burn > 14.4 over 1h and 5m (book)",
        ])
        func rows(_ minutes: Range<Int64>, _ failed: Double) -> [SignalRow] {
            stride(from: minutes.lowerBound, to: minutes.upperBound, by: 5).map {
                SignalRow([nil, nil], step: sampleEnd - ($0 + 5) * 60, amount: failed, base: 10_000)
            }
        }
        // 2 % fail: twenty times what is allowed.
        let going = try sampleState(signal, rows(60..<360, 0) + rows(0..<60, 200))
        #expect(going.level == .page)
        #expect(going.burns.map { ($0.rate * 100).rounded() / 100 } == [20, 20])
        #expect(going.since == Instant(epochSeconds: sampleEnd - 3600))
        let over = try sampleState(signal, rows(60..<360, 0) + rows(5..<60, 200) + rows(0..<5, 0))
        #expect(over.level == .ok)
        let slow = try sampleState(signal, rows(0..<360, 80))
        #expect(slow.level == .watch)
        #expect(slow.isSinceBefore)
    }

    @Test func `times usual is of the middle before, and needs enough of it`() throws {
        let signal = try sampleSignal([
            "measure": "rate per min", "unit": "fetches/min", "watch": "> 3 times usual, at least 50 (ours)",
            "page": "> 10 times usual, at least 50 (ours)",
        ])
        let before = steady([nil, nil], minutes: 10..<100, amount: 20, base: nil)
        #expect(try sampleState(signal, before + steady([nil, nil], minutes: 0..<10, amount: 59, base: nil)).level == .ok)
        let three = try sampleState(signal, before + steady([nil, nil], minutes: 0..<10, amount: 61, base: nil))
        #expect(three.level == .watch)
        #expect(three.limit == 60)
        #expect(three.since == Instant(epochSeconds: sampleEnd - 600))
        #expect(try sampleState(signal, before + steady([nil, nil], minutes: 0..<10, amount: 201, base: nil)).level == .page)
        // Three times hardly anything.
        let little = steady([nil, nil], minutes: 10..<100, amount: 2, base: nil)
        #expect(try sampleState(signal, little + steady([nil, nil], minutes: 0..<10, amount: 49, base: nil)).level == .ok)
        let new = try sampleState(signal, steady([nil, nil], minutes: 0..<10, amount: 900, base: nil))
        #expect(new.level == .unknown)
        #expect(new.unknownBecause == "too few earlier values to tell what is usual")
    }

    @Test func `of slices that are judged one by one the worst decides, and is named`() throws {
        let signal = try sampleSignal([
            "judged": "provider", "measure": "rate per s", "watch": "> 32 (design)", "page": "> 38 (ours)",
        ])
        let rows =
            steady(["a", nil], minutes: 0..<60, amount: 1000, base: nil)
            + steady(["b", nil], minutes: 0..<60, amount: 2100, base: nil)
        let state = try sampleState(signal, rows)
        #expect(state.level == .watch)
        #expect(state.value == 35)
        #expect(
            state.slice
                == SignalSlice(parts: [SignalSlicePart("provider", "b")], standsOut: false, ratio: nil, shareOfEvents: nil))
    }

    @Test func `a store that cannot say what it knows is no store that knows everything`() throws {
        try withStore(.sqlite) { db throws in
            let at = Instant(epochSeconds: sampleEnd)
            let reports = ReportCompleteness(database: db, catalog: QueryCatalog(directory: "/nonexistent"), at: at)
            #expect(throws: (any Error).self) { try reports.asOf() }
        }
    }

    @Test func `exit: a level that is crossed beats what is unknown, and what is silenced counts for nothing`() throws {
        let signal = try sampleSignal()
        var bad = try sampleState(signal, steady(["a", nil], minutes: 0..<10, amount: 500, base: 1000))
        let unknown = try sampleState(signal, [])
        let well = try sampleState(signal, steady(["a", nil], minutes: 0..<10, amount: 0, base: 1000))
        let at = Instant(epochSeconds: sampleEnd)
        func code(_ states: SignalState...) -> ExitCode { SignalsAnswer(at: at, states: states).exitCode }
        #expect(code(well, well) == .success)
        #expect(code(well, unknown) == .unknown)
        #expect(code(unknown, bad) == .badAnswer)
        bad.acknowledgement = SignalMute(signal: "sample", kind: .ack, from: at, until: at, reason: "r", by: "b")
        #expect(code(unknown, bad) == .badAnswer)
        bad.silence = SignalMute(signal: "sample", kind: .silence, from: at, until: at, reason: "r", by: "b")
        #expect(code(unknown, bad) == .unknown)
        #expect(code(well, bad) == .success)
    }

    @Test func `a percentile crosses where so many values are over the level that chance does not explain it`() throws {
        let columns = "day day; bucket integer; amount number or null; base number or null"
        let signal = try sampleSignal(
            [
                "measure": "percentile 50", "unit": "ms", "dimensions": "none", "window": "2d", "history": "2d", "step": "1d",
                "fresh": "3d", "watch": "> 100 (ours)", "page": "> 1000 (ours)",
            ], columns: columns)
        let end = sampleEnd - sampleEnd % 86_400
        func level(over: Double, under: Double) -> SignalLevel {
            let rows = [(LogHistogram.bucket(of: 300), over), (LogHistogram.bucket(of: 80), under)].map { bucket, count in
                SignalRow([], step: end - 86_400, bucket: bucket, amount: count, base: nil)
            }
            let judgement = SignalJudgement(signal: signal, table: SignalTable(signal, rows), end: end)
            return judgement.worst(of: judgement.candidates)?.level ?? .unknown
        }
        // The middle one is 300 ms in each of them.
        #expect(level(over: 6, under: 5) == .ok)
        #expect(level(over: 520, under: 480) == .ok)
        #expect(level(over: 560, under: 440) == .watch)
        #expect(level(over: 20, under: 0) == .watch)
    }

    @Test func `what is usual of days is known from three`() throws {
        let signal = try sampleSignal(
            [
                "measure": "sum", "unit": "pairs", "dimensions": "none", "window": "1d", "history": "8d", "step": "1d",
                "fresh": "3d", "watch": "> 2 times usual, at least 20 (ours)", "page": "> 3 times usual, at least 100 (ours)",
            ], columns: "day day; amount number or null; base number or null")
        let end = sampleEnd - sampleEnd % 86_400
        func level(_ days: [Double]) -> SignalLevel {
            let rows = zip(0..., days).map { ago, pairs in
                SignalRow([], step: end - Int64(ago + 1) * 86_400, amount: pairs, base: 100)
            }
            let judgement = SignalJudgement(signal: signal, table: SignalTable(signal, rows), end: end)
            return judgement.worst(of: judgement.candidates)?.level ?? .unknown
        }
        #expect(level([50, 10, 10]) == .unknown)
        #expect(level([50, 10, 10, 10]) == .watch)
        #expect(level([20, 5, 5, 5]) == .ok)
        #expect(level([121, 40, 40, 40, 40]) == .page)
    }
}
