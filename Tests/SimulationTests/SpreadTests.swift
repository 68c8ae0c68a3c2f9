import Testing

@testable import Simulation

@Suite struct SpreadTests {
    private func dealt(_ count: Int, _ pieces: [DelayPiece], bin: Int = 100, key: UInt64 = 1) -> [Int: Int] {
        var random = SplitMix64(key: key)
        var bins: [Int: Int] = [:]
        Spread.deal(count, over: pieces, binMilliseconds: bin, random: &random) { bin, _, clients in
            bins[bin, default: 0] += clients
        }
        return bins
    }

    @Test(arguments: [1, 7, 64, 65, 1000, 3_333_333]) func `a cohort is dealt out whole, each bin its share`(count: Int) {
        let bins = dealt(count, [DelayPiece(from: 1000, to: 2000, next: 0)])
        #expect(bins.values.reduce(0, +) == count)
        #expect(bins.keys.allSatisfy { (10..<20).contains($0) })
        if count > Spread.drawnOneByOne {
            #expect(bins.values.allSatisfy { abs(Double($0) - Double(count) / 10) < 1.0001 })
        }
    }

    @Test func `pieces get clients by their weight, and ends that cut a bin get less of it`() {
        let bins = dealt(
            30_000, [DelayPiece(from: 50, to: 250, next: 0), DelayPiece(at: 900, weight: 100, next: 1)])
        #expect(bins[0].map { abs($0 - 5_000) <= 1 } == true)
        #expect(bins[1].map { abs($0 - 10_000) <= 1 } == true)
        #expect(bins[2].map { abs($0 - 5_000) <= 1 } == true)
        #expect(bins[9].map { abs($0 - 10_000) <= 1 } == true)
    }

    @Test func `over more bins than clients each comes where the running total reaches it, and none after the end`() {
        let bins = dealt(100, [DelayPiece(from: 0, to: 1_000_000, next: 0)], bin: 1)
        #expect(bins.values.reduce(0, +) == 100)
        let apart = bins.keys.sorted()
        for (first, second) in zip(apart, apart.dropFirst()) { #expect(abs(second - first - 10_000) <= 1) }
        for count in [50, 1_000, 1_000_000] {
            var random = SplitMix64(key: 1)
            var sum = 0
            Spread.deal(
                count, over: [DelayPiece(from: 0, to: 864_000_000_000, next: 0)], binMilliseconds: 1, before: 1_000,
                random: &random
            ) { bin, _, clients in
                #expect(bin < 1_000)
                sum += clients
            }
            #expect(sum <= 1)
        }
    }

    @Test func `few clients are drawn one by one, over many keys evenly`() {
        var first = 0
        for key in 0..<4_000 { first += dealt(3, [DelayPiece(from: 0, to: 1000, next: 0)], key: UInt64(key))[0] ?? 0 }
        // 12,000 draws, a tenth each: within four standard deviations.
        #expect(abs(first - 1_200) < 132)
    }

    @Test func `what is taken is taken in proportion, never more than there is`() {
        let counts = [0, 5, 1_000_000, 0, 1, 500_000]
        for taken in [0, 1, 2, 700_000, 1_500_005, 1_500_006] {
            var random = SplitMix64(key: UInt64(taken))
            var left = counts
            Spread.take(taken, outOf: 1_500_006, counts[...], random: &random) { left[$0] -= $1 }
            #expect(left.allSatisfy { $0 >= 0 })
            #expect(left.reduce(0, +) == 1_500_006 - taken)
            #expect(abs(Double(1_000_000 - left[2]) - Double(taken) * 1_000_000 / 1_500_006) < 1.001)
        }
    }

    @Test func `waits after a decorrelated wait reach from the first to three times it, and rise to the cap`() {
        let states = ReconnectPolicy.decorrelated(first: 1000, cap: 60_000).states
        #expect(states[0].first?.from == 1000)
        #expect(states[0].last?.to == 3000)
        #expect(states[0].reduce(0) { $0 + $1.weight } == 2000)
        let last = states.count - 1
        #expect(states[last].last == DelayPiece(at: 60_000, weight: 120_000, next: last))
        for pieces in states { #expect(pieces.allSatisfy { $0.next <= last && $0.to <= 60_000 }) }
    }
}
