import FleetCore
import Statistics

/// What a signal's rows come to: value, level, burn rates. Pure.
struct SignalJudgement {
    let signal: Signal
    let table: SignalTable
    /// The end of the window, seconds since the epoch.
    let end: Int64

    /// One slice, or the whole, over the window.
    struct Candidate {
        let parts: SignalTable.Parts
        /// All of its steps, those before the window, too.
        let sums: [Int64: SignalSum]
        let value: Double?
        var level = SignalLevel.unknown
        /// What the value was held against.
        var limit: Double?
        var usual: Usual?
        var unknownBecause: String?
        var burns: [BurnRate] = []

        /// What is more than usual, where that is told in installs.
        var excess: Double? {
            guard let value, let usual, usual.ofBase != nil else { return nil }
            return value - usual.value
        }
    }

    /// What there was before the window, for as much as the window holds.
    struct Usual {
        let value: Double
        /// Where it is told in installs: what it is for each unit of the base, and the witnesses that it rests on.
        var ofBase: (rate: Double, before: Excess.Count)?
    }

    /// As few earlier steps as tell what is usual: of days, which hold what a whole fleet does, three.
    static func leastUsualSteps(_ signal: Signal) -> Int { signal.stepSeconds >= 86_400 ? 3 : 8 }

    var window: Range<Int64> { end - signal.windowSeconds..<end }

    /// The slices that are judged, or the whole.
    var candidates: [Candidate] {
        let whole = table.sums()
        guard !signal.judged.isEmpty else { return [judge([], whole, comparisons: 1)] }
        let judged = signal.judged.compactMap { signal.dimensions.firstIndex(of: $0) }
        let finest = slices(judged)
        guard signal.hasWitnesses else { return finest.map { judge($0.parts, $0.sums, comparisons: finest.count) } }
        // A fault of all may be too small in each slice, and that of one too small in the whole. What lies between is made of
        // the finest ones, and hardly another chance to be wrong.
        let comparisons = finest.count + 1
        let between = judged.count > 1 ? judged.flatMap { slices([$0]) } : []
        return [judge([], whole, comparisons: comparisons)]
            + (between + finest).map { judge($0.parts, $0.sums, whole: whole, comparisons: comparisons) }
    }

    /// What has something in the window, with what it had before.
    private func slices(_ indices: [Int]) -> [(parts: SignalTable.Parts, sums: [Int64: SignalSum])] {
        let keys = table.slices(indices, window).keys.sorted { utf8Less($0.joined(separator: "\0"), $1.joined(separator: "\0")) }
        let history = table.slices(indices, end - signal.historySeconds..<end)
        return keys.map { key in (zip(indices, key).map { (index: $0, value: $1) }, history[key] ?? [:]) }
    }

    /// A slice with so much of what is more than usual is where it is.
    private static let nearlyAll = 0.8

    /// The one that decides: of the worst level the value that is furthest out.
    func worst(of candidates: [Candidate]) -> Candidate? {
        guard let worst = furthest(of: candidates) else { return nil }
        guard worst.level.isBad, let excess = worst.excess else { return worst }
        // Of one version or platform, or both, where that is nearly all of it.
        let narrower = candidates.filter { candidate in
            candidate.level == worst.level && candidate.parts.count > worst.parts.count
                && worst.parts.allSatisfy { part in candidate.parts.contains { $0 == part } }
                && candidate.excess ?? 0 >= SignalJudgement.nearlyAll * excess
        }
        return narrower.max { ($0.parts.count, $0.excess ?? 0) < ($1.parts.count, $1.excess ?? 0) } ?? worst
    }

    private func furthest(of candidates: [Candidate]) -> Candidate? {
        let isBelow = (signal.page ?? signal.watch)?.direction == .below
        return candidates.max { a, b in
            // A slice with too little to tell says nothing about those that can be told.
            let (levelA, levelB) = (rank(a.level), rank(b.level))
            if levelA != levelB { return levelA < levelB }
            guard let valueA = a.value, let valueB = b.value else { return a.value == nil && b.value != nil }
            return isBelow ? valueA > valueB : valueA < valueB
        }
    }

    private func rank(_ level: SignalLevel) -> Int {
        switch level {
        case .unknown: 0
        case .ok: 1
        case .watch: 2
        case .page: 3
        }
    }

    private func judge(
        _ parts: SignalTable.Parts, _ sums: [Int64: SignalSum], whole: [Int64: SignalSum]? = nil, comparisons: Int
    ) -> Candidate {
        let inWindow = sums.filter { window.contains($0.key) }
        var candidate = Candidate(parts: parts, sums: sums, value: signal.value(inWindow))
        candidate.usual = signal.hasWitnesses ? usualOfBase(sums, whole: whole) : usual(sums).map { Usual(value: $0) }
        guard candidate.value != nil else {
            candidate.unknownBecause = "no data"
            return candidate
        }
        candidate.level = .ok
        for (level, limit) in [(SignalLevel.page, signal.page), (.watch, signal.watch)] {
            guard let limit, !candidate.level.isBad else { continue }
            let crossing = crossing(limit, candidate, inWindow, comparisons)
            if case .burn(_, let long, let short) = limit.bound {
                for seconds in [long, short] { candidate.burns += burn(sums, seconds).map { [$0] } ?? [] }
            }
            switch crossing {
            case .crossed(let number): (candidate.level, candidate.limit) = (level, number)
            case .notCrossed(let number): candidate.limit = number
            case .unknown(let reason):
                candidate.unknownBecause = reason
                candidate.level = .unknown
            }
        }
        return candidate
    }

    private enum Crossing {
        case crossed(Double)
        case notCrossed(Double)
        case unknown(String)
    }

    private func crossing(
        _ limit: SignalLimit, _ candidate: Candidate, _ inWindow: [Int64: SignalSum], _ comparisons: Int
    ) -> Crossing {
        guard let value = candidate.value else { return .unknown("no data") }
        switch limit.bound {
        case .value(let number):
            let isCrossed =
                switch signal.measure {
                case .share: isSurely(limit, number, inWindow, comparisons)
                case .percentile(let percent): isSurely(limit, number, percent, inWindow, comparisons)
                default: limit.isCrossed(value, number)
                }
            return isCrossed ? .crossed(number) : .notCrossed(number)
        case .timesUsual(let factor, let least):
            guard let usual = candidate.usual else { return .unknown("too few earlier values to tell what is usual") }
            var number = max(factor * usual.value, limit.direction == .above ? least : 0)
            var isSure = true
            if let before = usual.ofBase?.before {
                // So many installs times a rate are no whole number, but for rounding, and what is counted is.
                number = (number + 1e-6).rounded(.down)
                isSure = isSurelyMore(inWindow, than: before, comparisons)
            }
            return limit.isCrossed(value, number) && isSure ? .crossed(number) : .notCrossed(number)
        case .burn(let factor, let long, let short):
            guard let slow = burn(candidate.sums, long), let fast = burn(candidate.sums, short) else {
                return .unknown("no data over \(long) s and \(short) s")
            }
            let budget = 1 - (signal.target ?? 0)
            let isSure = isSurely(limit, factor * budget, steps(candidate.sums, long), comparisons)
            return isSure && slow.rate > factor && fast.rate > factor ? .crossed(factor * budget) : .notCrossed(factor * budget)
        }
    }

    /// Does the interval cross, and not only the point? A pattern needs events, too: one crash in one session is none.
    private func isSurely(_ limit: SignalLimit, _ number: Double, _ sums: [Int64: SignalSum], _ comparisons: Int) -> Bool {
        SignalJudgement.isSurely(
            limit, number, Int64(sums.reduce(0) { $0 + ($1.value.amount ?? 0) }.rounded()),
            of: Int64(sums.reduce(0) { $0 + ($1.value.base ?? 0) }.rounded()), comparisons)
    }

    static func isSurely(
        _ limit: SignalLimit, _ number: Double, _ events: Int64, of chances: Int64, _ comparisons: Int
    ) -> Bool {
        guard chances > 0 else { return false }
        if limit.direction == .above, events < Excess.leastEvents { return false }
        // Where the point does not cross, no interval does.
        guard limit.isCrossed(Double(events) / Double(chances), number) else { return false }
        guard
            let interval = ClopperPearson.interval(
                events, of: chances, alpha: Excess.level / Double(max(1, comparisons)))
        else {
            // More events than chances, such as failures of retries: no share, and as bad as it looks.
            return limit.isCrossed(Double(events) / Double(chances), number)
        }
        return limit.direction == .above ? interval.low > number : interval.high < number
    }

    /// Is a share on the good side of a level again, beyond chance?
    static func isSurelyBack(
        _ limit: SignalLimit, _ number: Double, _ events: Int64, of chances: Int64, _ comparisons: Int
    ) -> Bool {
        guard
            let interval = ClopperPearson.interval(
                events, of: chances, alpha: Excess.level / Double(max(1, comparisons)))
        else { return false }
        return limit.direction == .above ? interval.high < number : interval.low > number
    }

    /// A percentile is over a number where more values are than it leaves above it, and not by chance: of a few values the
    /// middle one is anywhere.
    private func isSurely(
        _ limit: SignalLimit, _ number: Double, _ percent: Int64, _ sums: [Int64: SignalSum], _ comparisons: Int
    ) -> Bool {
        var all = BucketCounts()
        for sum in sums.values { all.add(sum.buckets) }
        let above = all.count(above: Int64(number.rounded(.down)))
        guard
            let interval = ClopperPearson.interval(above, of: all.total, alpha: Excess.level / Double(max(1, comparisons)))
        else { return false }
        let usual = 1 - Double(percent) / 100
        return limit.direction == .above ? interval.low > usual : interval.high < usual
    }

    private func steps(_ sums: [Int64: SignalSum], _ seconds: Int64) -> [Int64: SignalSum] {
        sums.filter { (end - seconds..<end).contains($0.key) }
    }

    private func burn(_ sums: [Int64: SignalSum], _ seconds: Int64) -> BurnRate? {
        guard let target = signal.target, let share = signal.value(steps(sums, seconds)) else { return nil }
        return BurnRate(windowSeconds: seconds, rate: share / (1 - target))
    }

    /// Do more of the installs see it than did before, beyond chance?
    func isSurelyMore(_ sums: [Int64: SignalSum], than before: Excess.Count, _ comparisons: Int = 1) -> Bool {
        let now = Excess.Count(sums.reduce(0) { $0 + $1.value.witnesses }, of: Int64(base(sums).rounded()))
        return Excess.of(now, over: before, comparisons: comparisons) != nil
    }

    private func base(_ sums: [Int64: SignalSum]) -> Double { sums.reduce(0) { $0 + ($1.value.base ?? 0) } }

    /// The middle one of the steps' rates, so that a bad day among them does not become usual. A slice has hardly any events
    /// a step: no less is usual in it than in the whole.
    private func usualOfBase(_ sums: [Int64: SignalSum], whole: [Int64: SignalSum]?) -> Usual? {
        let rates = [sums, whole ?? [:]].compactMap(rates)
        guard let rate = rates.map(\.events).max() else { return nil }
        let before = rates.max { $0.witnesses < $1.witnesses }.map {
            Excess.Count(Int64(($0.witnesses * $0.base).rounded()), of: Int64($0.base.rounded()))
        }
        let value = rate * base(sums.filter { window.contains($0.key) })
        return Usual(value: value, ofBase: before.map { (rate, $0) })
    }

    /// For each unit of the base, before the window; nil: of too few steps.
    private func rates(_ sums: [Int64: SignalSum]) -> (events: Double, witnesses: Double, base: Double)? {
        let known = sums.filter { $0.key < window.lowerBound && $0.key >= end - signal.historySeconds && $0.value.base ?? 0 > 0 }
        let steps = known.map { (events: $0.value.events ?? 0, witnesses: Double($0.value.witnesses), base: $0.value.base ?? 1) }
        guard steps.count >= SignalJudgement.leastUsualSteps(signal),
            let events = lowerMedian(steps.map { $0.events / $0.base }),
            let witnesses = lowerMedian(steps.map { $0.witnesses / $0.base })
        else { return nil }
        return (events, witnesses, steps.reduce(0) { $0 + $1.base })
    }

    /// The middle value of the steps before the window; of a sum as much as the window is long.
    private func usual(_ sums: [Int64: SignalSum]) -> Double? {
        let values = sums.filter { $0.key < window.lowerBound && $0.key >= end - signal.historySeconds }
            .compactMap { signal.value([$0.key: $0.value]) }
        guard values.count >= SignalJudgement.leastUsualSteps(signal), let middle = lowerMedian(values) else { return nil }
        return signal.measure == .sum ? middle * Double(signal.windowSeconds) / Double(signal.stepSeconds) : middle
    }
}
