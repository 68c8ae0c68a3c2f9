import Flags
import TestSupport
import Testing

/// Over a million ids: what a rollout promises to whoever reads its percentage.
@Suite struct BucketingTests {
    private static let count = 1_000_000
    private static let percents: [Int32] = [
        1, 10, 100, 500, 1_000, 5_000, 12_500, 20_000, 33_333, 50_000, 80_000, 99_000, 99_999,
    ]

    /// Ids as clients make them: random, in the form of UUIDs.
    private static func buckets(_ flags: [String], seed: UInt64) -> [[Int32]] {
        var random = SeededGenerator(seed: seed)
        let prefixes = flags.map(Bucketing.prefix)
        var result = flags.map { _ in [Int32]() }
        for index in flags.indices { result[index].reserveCapacity(count) }
        let digits = Array("0123456789abcdef".utf8)
        var id = Array("00000000-0000-4000-8000-000000000000".utf8)
        for _ in 0..<count {
            var (high, low) = (random.next(), random.next())
            for place in id.indices where id[place] != UInt8(ascii: "-") && place != 14 {
                id[place] = digits[Int(high & 15)]
                high = high >> 4 | (low & 15) << 60
                low >>= 4
            }
            for index in prefixes.indices { result[index].append(Bucketing.bucket(prefixes[index], id.span)) }
        }
        return result
    }

    @Test func `no percentage is biased, and two flags are independent`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        let buckets = BucketingTests.buckets(["poll_posts", "avif_images"], seed: seed)
        let count = Double(BucketingTests.count)
        func within(_ inside: Int, _ share: Double, _ what: String) {
            let error = (count * share * (1 - share)).squareRoot()
            #expect(abs(Double(inside) - count * share) <= 4 * error, "\(what): \(inside) of \(count); seed \(seed)")
        }
        for thousandths in BucketingTests.percents {
            let share = Double(thousandths) / 100_000
            for (flag, all) in buckets.enumerated() {
                within(all.reduce(0) { $0 + ($1 < thousandths ? 1 : 0) }, share, "flag \(flag) at \(thousandths)")
            }
            let both = zip(buckets[0], buckets[1]).reduce(0) { $0 + ($1.0 < thousandths && $1.1 < thousandths ? 1 : 0) }
            within(both, share * share, "both at \(thousandths)")
        }
        // Each hundredth of the buckets has its share.
        var hundredths = [Int](repeating: 0, count: 100)
        for bucket in buckets[0] { hundredths[Int(bucket / 1000)] += 1 }
        let chiSquare = hundredths.reduce(0.0) { $0 + (Double($1) - count / 100) * (Double($1) - count / 100) / (count / 100) }
        // 99 degrees of freedom: mean 99, standard deviation 14.1; five of them above is one in some millions.
        #expect(chiSquare < 99 + 5 * 14.1, "\(chiSquare); seed \(seed)")
    }

    @Test func `raising a percentage moves nobody out`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let ids = (0..<2_000).map { _ in "install-\(random.next())" }
        var inside: Set<String> = []
        var sizes: [Int] = []
        for thousandths in [0, 1, 50, 500, 1_000, 1_005, 20_000, 50_000, 99_999, 100_000] as [Int64] {
            let percent = try #require(RolloutPercent(checking: thousandths)).digits
            let document = try flags("{\"poll_posts\":{\"rollout_percent\":\(percent)}}")
            let now = Set(ids.filter { document.evaluate("poll_posts", FlagContext(installID: $0, appVersion: nil)).value })
            #expect(inside.isSubset(of: now), "at \(percent) %; seed \(seed)")
            inside = now
            sizes.append(now.count)
        }
        #expect(sizes.first == 0 && sizes.last == ids.count)
    }
}
