import FleetCore
import Statistics

/// Keeps what is bad bad until it is surely back, and of whom it is told: a share of few chances an hour is over its level in
/// one window and not in the next, while nothing has changed. Pure.
///
/// A slice's level begins where its window is over it beyond chance, as ever. It ends once all that came after the last such
/// window is under it beyond chance, so where nearly nothing comes it stays. Looked at end by end, over the signal's history.
struct SignalHold {
    let signal: Signal
    let table: SignalTable
    let end: Int64

    /// What holds at the end.
    struct Held {
        let parts: SignalTable.Parts
        let level: SignalLevel
        let limit: Double
        /// The end of the last window in which the slice was over the level by itself.
        let crossedEnd: Int64
        /// The step at which it went over the lower of its levels first.
        let since: Int64
        /// It was bad already where what is looked at begins.
        let isSinceBefore: Bool
    }

    /// One slice's steps, summed up from the first on.
    private struct Slice {
        let key: [String]
        /// Of the steps before each place.
        var events: [Double] = [0]
        var chances: [Double] = [0]
        /// By level: the place of the end of the last window that crossed it; nil: it is at none.
        var crossed: [SignalLevel: Int] = [:]

        mutating func add(_ sum: SignalSum?) {
            events.append((events.last ?? 0) + (sum?.amount ?? 0))
            chances.append((chances.last ?? 0) + (sum?.base ?? 0))
        }

        func counts(_ places: Range<Int>) -> (events: Int64, chances: Int64) {
            (
                Int64((events[places.upperBound] - events[places.lowerBound]).rounded()),
                Int64((chances[places.upperBound] - chances[places.lowerBound]).rounded())
            )
        }

        var level: SignalLevel { crossed.keys.max() ?? .ok }
    }

    /// Nil: nothing is bad.
    func held() -> Held? {
        let step = signal.stepSeconds
        let start = end - signal.historySeconds
        let indices = signal.judged.compactMap { signal.dimensions.firstIndex(of: $0) }
        let steps = Int(signal.historySeconds / step)
        let size = Int(signal.windowSeconds / step)
        var slices = table.slices(indices, start..<end).sorted {
            utf8Less($0.key.joined(separator: "\0"), $1.key.joined(separator: "\0"))
        }
        .map { key, sums in
            var slice = Slice(key: key)
            for place in 0..<steps { slice.add(sums[start + Int64(place) * step]) }
            return slice
        }
        let limits = [(SignalLevel.page, signal.page), (.watch, signal.watch)].compactMap { level, limit in
            limit.flatMap { limit in limit.value.map { (level: level, limit: limit, number: $0) } }
        }
        var named: Int?
        var began = 0
        for place in size...steps {
            let window = place - size..<place
            let comparisons = slices.count { $0.counts(window).chances > 0 }
            for index in slices.indices {
                for (level, limit, number) in limits {
                    let (events, chances) = slices[index].counts(window)
                    if SignalJudgement.isSurely(limit, number, events, of: chances, comparisons) {
                        slices[index].crossed[level] = place
                    } else if let last = slices[index].crossed[level] {
                        let (events, chances) = slices[index].counts(last..<place)
                        if SignalJudgement.isSurelyBack(limit, number, events, of: chances, comparisons) {
                            slices[index].crossed[level] = nil
                        }
                    }
                }
            }
            guard let worst = slices.map(\.level).max(), worst.isBad else {
                named = nil
                continue
            }
            if named == nil { began = place }
            // Of whom it was told it is told on.
            if let told = named, slices[told].level == worst { continue }
            named = slices.indices.filter { slices[$0].level == worst }.max {
                share(slices[$0], size) < share(slices[$1], size)
            }
        }
        guard let named, let (level, _, number) = limits.first(where: { $0.level == slices[named].level }),
            let crossed = slices[named].crossed[level]
        else { return nil }
        let lower = limits.last?.number ?? number
        let direction = limits.last?.limit.direction ?? .above
        let first = (began - size..<crossed).first { place in
            let (events, chances) = slices[named].counts(place..<place + 1)
            guard chances > 0 else { return false }
            let value = Double(events) / Double(chances)
            return direction == .above ? value > lower : value < lower
        }
        return Held(
            parts: zip(indices, slices[named].key).map { (index: $0, value: $1) }, level: level, limit: number,
            crossedEnd: start + Int64(crossed) * step, since: start + Int64(first ?? began - size) * step,
            isSinceBefore: began == size)
    }

    /// Of the window in which it crossed its level last.
    private func share(_ slice: Slice, _ size: Int) -> Double {
        guard let place = slice.crossed[slice.level] else { return 0 }
        let (events, chances) = slice.counts(place - size..<place)
        return Double(events) / Double(max(1, chances))
    }
}
