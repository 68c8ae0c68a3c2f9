import Statistics
import Testing

@Suite struct IntervalsTests {
    @Test(arguments: [
        (0, 1, 0, 0.793451), (0, 10, 0, 0.277533), (1, 10, 0.017876, 0.404150), (5, 1000, 0.002138, 0.011651),
        (50, 10000, 0.003795, 0.006585),
    ])
    func `Wilson's interval has the reference values`(k: Int64, n: Int64, low: Double, high: Double) throws {
        let interval = try #require(Wilson.interval(k, of: n))
        #expect(abs(interval.low - low) < 5e-7)
        #expect(abs(interval.high - high) < 5e-7)
    }

    @Test(arguments: [
        (0, 1, 0, 0.975000), (0, 10, 0, 0.308497), (1, 10, 0.002529, 0.445016), (5, 1000, 0.001625, 0.011629),
        (50, 10000, 0.003713, 0.006587),
    ])
    func `Clopper and Pearson's interval has the reference values`(k: Int64, n: Int64, low: Double, high: Double) throws {
        let interval = try #require(ClopperPearson.interval(k, of: n))
        #expect(abs(interval.low - low) < 5e-7)
        #expect(abs(interval.high - high) < 5e-7)
    }

    /// A well-known library once printed 0.99999986 here.
    @Test func `a tiny alpha keeps its digits`() throws {
        let interval = try #require(ClopperPearson.interval(0, of: 1000, alpha: 1e-7))
        #expect(interval.low == 0)
        #expect(abs(interval.high - 0.0166707224) < 5e-11)
    }

    @Test(arguments: [1, 38, 10_000, 1_000_000_000] as [Int64])
    func `nothing and everything give ends of exactly 0 and 1`(n: Int64) throws {
        for interval in [Wilson.interval(0, of: n), ClopperPearson.interval(0, of: n)] {
            let none = try #require(interval)
            #expect(none.low == 0)
            #expect(none.high > 0 && none.high < 1)
        }
        for interval in [Wilson.interval(n, of: n), ClopperPearson.interval(n, of: n)] {
            let all = try #require(interval)
            #expect(all.high == 1)
            #expect(all.low > 0 && all.low < 1)
        }
    }

    @Test func `an interval holds the share it is about and stays in 0…1`() throws {
        for n in [1, 2, 3, 7, 100, 12_345] as [Int64] {
            for k in Set([0, 1, n / 3, n / 2, n - 1, n]) {
                let share = Double(k) / Double(n)
                for interval in [Wilson.interval(k, of: n), ClopperPearson.interval(k, of: n)] {
                    let interval = try #require(interval)
                    #expect(interval.low >= 0 && interval.low <= share && share <= interval.high && interval.high <= 1)
                }
            }
        }
    }

    @Test func `the exact interval is right for a large fleet, too`() throws {
        // SciPy: beta.ppf(0.025, 5000, 995001), beta.ppf(0.975, 5001, 995000).
        let interval = try #require(ClopperPearson.interval(5000, of: 1_000_000))
        #expect(abs(interval.low - 0.004862691820452957) < 1e-14)
        #expect(abs(interval.high - 0.005140187265579256) < 1e-14)
    }

    @Test func `without trials there is no interval`() {
        #expect(Wilson.interval(0, of: 0) == nil)
        #expect(ClopperPearson.interval(0, of: 0) == nil)
    }

    /// A store may hold anything; what reads it must not fall over.
    @Test(arguments: [(2, 1), (-1, 5), (0, -3), (-2, -1), (Int64.max, 1)] as [(Int64, Int64)])
    func `counts that disagree have no interval, and don't stop the program`(successes: Int64, trials: Int64) {
        #expect(Wilson.interval(successes, of: trials) == nil)
        #expect(ClopperPearson.interval(successes, of: trials) == nil)
        _ = Excess.among([.init(successes, of: trials), .init(5, of: 10), .init(-9, of: 3)])
        #expect(LogHistogram.bucket(of: min(successes, -1)) == 0)
        #expect(LogHistogram.representative(of: -1) == 0)
        #expect(LogHistogram.representative(of: .max) == LogHistogram.representative(of: LogHistogram.bucketCount - 1))
    }
}
