/// How a cohort of clients is dealt out over bins of time: whole clients, none lost, none made.
///
/// Large cohorts are dealt by systematic sampling: the running total of what is expected, plus one random offset below 1,
/// cut to a whole number. Each bin then holds what is expected of it to within one client, so that a result depends on the
/// seed no more than a fleet of millions does. Few clients are drawn one by one.
enum Spread {
    /// Below this a cohort is drawn client by client.
    static let drawnOneByOne = 64

    /// Deals `count` clients that wait as `pieces` say, to bins of `binMilliseconds` counted from now.
    /// Who would come in the bin `end` or later is dropped.
    static func deal(
        _ count: Int, over pieces: [DelayPiece], binMilliseconds: Int, before end: Int = .max, random: inout SplitMix64,
        to add: (_ bin: Int, _ state: Int, _ clients: Int) -> Void
    ) {
        let total = pieces.reduce(0) { $0 + $1.weight }
        guard count > drawnOneByOne else {
            for _ in 0..<count {
                var left = random.below(total)
                guard
                    let piece = pieces.first(where: { piece in
                        if left < piece.weight { return true }
                        left -= piece.weight
                        return false
                    })
                else { continue }
                let delay = piece.isPoint ? piece.from : random.between(piece.from, piece.to - 1)
                if delay / binMilliseconds < end { add(delay / binMilliseconds, piece.next, 1) }
            }
            return
        }
        var before = random.unit()
        var dealt = 0
        func give(_ bin: Int, _ state: Int, upTo soFar: Int) {
            guard soFar > dealt else { return }
            if bin < end { add(bin, state, soFar - dealt) }
            dealt = soFar
        }
        for piece in pieces {
            let expected = Double(count) * (Double(piece.weight) / Double(total))
            let perMillisecond = piece.isPoint ? 0 : expected / Double(piece.to - piece.from)
            let last = piece.isPoint ? piece.from / binMilliseconds : (piece.to - 1) / binMilliseconds
            let first = piece.from / binMilliseconds
            // What is not negative is cut as it is converted.
            let all = min(count, Int(before + expected))
            if (last - first) / 4 > count {
                // Few clients and many bins: the bin in which the running total reaches each of them.
                while dealt < all {
                    let time = (Double(dealt + 1) - before) / perMillisecond
                    let bin = (piece.from + Int(max(0, time))) / binMilliseconds
                    give(min(last, bin), piece.next, upTo: dealt + 1)
                }
            } else if first < min(last, end) {
                for bin in first..<min(last, end) {
                    let time = Double((bin + 1) * binMilliseconds - piece.from)
                    give(bin, piece.next, upTo: min(count, Int(before + perMillisecond * time)))
                }
            }
            give(last, piece.next, upTo: all)
            before += expected
        }
        // The last running total is the whole but for the last bit of a double.
        if let last = pieces.last { give((last.isPoint ? last.from : last.to - 1) / binMilliseconds, last.next, upTo: count) }
    }

    /// Takes `taken` out of `counts`, from each in proportion to what it holds, and says how many from each.
    /// `taken` is at most their sum.
    static func take(
        _ taken: Int, outOf total: Int, _ counts: ArraySlice<Int>, random: inout SplitMix64,
        each: (_ index: Int, _ clients: Int) -> Void
    ) {
        if taken == total {
            for index in counts.indices where counts[index] > 0 { each(index, counts[index]) }
            return
        }
        let offset = random.unit()
        var before = 0
        var dealt = 0
        for index in counts.indices where counts[index] > 0 {
            before += counts[index]
            let soFar =
                before == total ? taken : Int((Double(taken) * (Double(before) / Double(total)) + offset).rounded(.down))
            if soFar > dealt {
                each(index, soFar - dealt)
                dealt = soFar
            }
        }
    }
}

extension SplitMix64 {
    /// Uniform in 0..<1, of 53 bits.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}

/// The key of a stream of a storm: who, in which attempt, in which bin, for what.
func stormKey(_ seed: UInt64, _ purpose: StormPurpose, lane: Int, bin: Int) -> UInt64 {
    let first = SplitMix64.mix(seed &+ purpose.rawValue &* 0x9E37_79B9_7F4A_7C15)
    let second = SplitMix64.mix(first ^ UInt64(lane))
    return SplitMix64.mix(second &+ UInt64(bin) &* 0xD1B5_4A32_D192_ED03)
}

/// Names the streams of a storm's seed.
enum StormPurpose: UInt64 {
    case noticing = 101
    case first
    case refused, timedOut, turnedAway, served, coalesced
}
