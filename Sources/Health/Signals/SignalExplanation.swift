import FleetCore
import Statistics

/// Which slice of a bad signal carries what is wrong: the narrowest that has nearly all of the excess over its usual share.
/// Pure.
struct SignalExplanation {
    let signal: Signal
    let table: SignalTable
    let window: Range<Int64>
    /// What the usual shares are from: the time before it began.
    let before: Range<Int64>

    /// A slice that carries so much of what the best one does is as good, and says more where it is narrower.
    private static let nearlyAll = 0.8
    private static let dimensionsMax = 3

    private struct Found {
        let parts: [SignalSlicePart]
        let excess: Double
        let shareOfExposure: Double
        let ratio: Double?
        let shareOfEvents: Double
    }

    func slice() -> SignalSlice? {
        switch signal.measure {
        case .share, .ratio, .sum: additive()
        // What is judged against a quota of its own has no share in anything.
        case .rate: signal.judged.isEmpty ? additive() : nil
        case .greatest, .least, .middle, .newest, .percentile: furthest()
        }
    }

    // MARK: Events that add up

    private func additive() -> SignalSlice? {
        let found = subsets.flatMap(excesses)
        guard let most = found.map(\.excess).max() else { return nil }
        let good = found.filter { $0.excess >= SignalExplanation.nearlyAll * most }
        guard let best = good.min(by: isBetter) else { return nil }
        return SignalSlice(parts: best.parts, standsOut: true, ratio: best.ratio, shareOfEvents: best.shareOfEvents)
    }

    /// The narrower; of those as narrow the one that says more, such as a provider beside its own code.
    private func isBetter(_ a: Found, _ b: Found) -> Bool {
        let (shareA, shareB) = ((a.shareOfExposure * 100).rounded(), (b.shareOfExposure * 100).rounded())
        return shareA != shareB ? shareA < shareB : a.parts.count > b.parts.count
    }

    /// The slices by these dimensions that stand out. Their exposure is the signal's own base where it is told apart so, else
    /// what they usually had; a slice that was never seen counts as seen once.
    private func excesses(_ indices: [Int]) -> [Found] {
        let now = table.slices(indices, window)
        let hasBase = table.hasBase(indices)
        let before = hasBase ? [:] : table.slices(indices, before)
        let keys = Set(now.keys).union(before.keys).sorted { utf8Less($0.joined(separator: "\0"), $1.joined(separator: "\0")) }
        if keys.count == 1, !hasBase, before.isEmpty { return onlyOne(indices, keys[0], now) }
        guard keys.count > 1 else { return [] }
        let events = keys.map { key in (now[key] ?? [:]).reduce(0) { $0 + ($1.value.amount ?? 0) } }
        let exposures = keys.map { key in
            hasBase
                ? (now[key] ?? [:]).reduce(0) { $0 + ($1.value.base ?? 0) }
                : (before[key] ?? [:]).reduce(1) { $0 + ($1.value.amount ?? 0) }
        }
        let allEvents = events.reduce(0, +)
        let allExposure = exposures.reduce(0, +)
        let counts = zip(events, exposures).map { Excess.Count(Int64($0.rounded()), of: Int64($1.rounded())) }
        return zip(keys.indices, Excess.among(counts)).compactMap { place, excess in
            guard let excess, allEvents > 0, allExposure > exposures[place] else { return nil }
            let usual = (allEvents - events[place]) / (allExposure - exposures[place]) * exposures[place]
            let parts = zip(indices, keys[place]).map { SignalSlicePart(signal.dimensions[$0], $1) }
            return Found(
                parts: parts, excess: events[place] - usual, shareOfExposure: exposures[place] / allExposure,
                ratio: excess.ratio, shareOfEvents: events[place] / allEvents)
        }
    }

    /// Where nothing ever happened, and now something does in one slice alone.
    private func onlyOne(_ indices: [Int], _ key: [String], _ now: [[String]: [Int64: SignalSum]]) -> [Found] {
        let events = (now[key] ?? [:]).reduce(0) { $0 + ($1.value.amount ?? 0) }
        guard Int64(events) >= Excess.leastEvents else { return [] }
        let parts = zip(indices, key).map { SignalSlicePart(signal.dimensions[$0], $1) }
        return [Found(parts: parts, excess: events, shareOfExposure: 1, ratio: nil, shareOfEvents: 1)]
    }

    /// Of one dimension, of two, of three.
    private var subsets: [[Int]] {
        var subsets: [[Int]] = [[]]
        for index in signal.dimensions.indices {
            subsets += subsets.filter { $0.count < SignalExplanation.dimensionsMax }.map { $0 + [index] }
        }
        return subsets.filter { !$0.isEmpty }
    }

    // MARK: Values that don't

    /// The slice that is over the limit where others are not.
    private func furthest() -> SignalSlice? {
        guard let limit = signal.watch ?? signal.page, let number = limit.value else { return nil }
        for index in signal.dimensions.indices {
            let values = table.slices([index], window).compactMap { key, sums in
                signal.value(sums).map { (name: key.joined(), value: $0) }
            }
            let over = values.filter { limit.isCrossed($0.value, number) }
            guard over.count == 1, values.count > 1, let one = over.first else { continue }
            let others = lowerMedian(values.filter { $0.name != one.name }.map(\.value))
            let ratio = others.flatMap { $0 > 0 ? one.value / $0 : nil }
            return SignalSlice(
                parts: [SignalSlicePart(signal.dimensions[index], one.name)], standsOut: true,
                ratio: limit.direction == .above ? ratio : nil, shareOfEvents: nil)
        }
        return nil
    }
}
