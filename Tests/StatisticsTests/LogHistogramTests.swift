import Statistics
import Testing

@Suite struct LogHistogramTests {
    @Test func `a whole value below 100 has a bucket of its own`() {
        for value in 0..<Int64(100) {
            #expect(LogHistogram.bucket(of: value) == Int32(value))
            #expect(LogHistogram.representative(of: Int32(value)) == Double(value))
        }
        #expect(LogHistogram.bucket(of: 100) == 100)
        #expect(LogHistogram.bucket(of: 101) == 100)
    }

    /// From 100 · 1.02^k in exact fractions, rounded up. Stored databases rely on these.
    @Test(arguments: [
        (100, 100), (101, 102), (102, 105), (103, 107), (125, 165), (159, 322), (2072, 9_110_426_621_175_063_325),
    ])
    func `the bounds never change`(bucket: Int32, least: Int64) {
        #expect(LogHistogram.lowerBound(of: bucket) == least)
    }

    @Test func `each bucket begins where the one before ends, up to the greatest value there is`() {
        for bucket in 0..<LogHistogram.bucketCount {
            let low = LogHistogram.lowerBound(of: bucket)
            let high = LogHistogram.upperBound(of: bucket)
            #expect(low <= high)
            #expect(LogHistogram.bucket(of: low) == bucket)
            #expect(LogHistogram.bucket(of: high) == bucket)
            if high < Int64.max { #expect(LogHistogram.bucket(of: high + 1) == bucket + 1) }
        }
        #expect(LogHistogram.bucket(of: .max) == LogHistogram.bucketCount - 1)
        #expect(LogHistogram.bucketCount == 2073)
    }

    @Test func `what is shown is within 1 % of every value of the bucket`() {
        for bucket in 1..<LogHistogram.bucketCount {
            let shown = LogHistogram.representative(of: bucket)
            for value in [LogHistogram.lowerBound(of: bucket), LogHistogram.upperBound(of: bucket)] {
                #expect(abs(shown - Double(value)) <= 0.01 * Double(value), "bucket \(bucket), value \(value)")
            }
        }
    }

    @Test func `a greater value never has a smaller bucket`() {
        var last: Int32 = -1
        for value in 0..<Int64(100_000) {
            let bucket = LogHistogram.bucket(of: value)
            #expect(bucket == last || bucket == last + 1)
            last = bucket
        }
    }
}

@Suite struct BucketCountsTests {
    @Test func `a percentile is the value at the nearest rank`() {
        var counts = BucketCounts()
        for value in [15, 20, 35, 40, 50] as [Int64] { counts.add(value: value) }
        #expect(counts.percentile(5) == 15)
        #expect(counts.percentile(30) == 20)
        #expect(counts.percentile(40) == 20)
        #expect(counts.percentile(50) == 35)
        #expect(counts.percentile(100) == 50)
        #expect(counts.maximum == 50)
        #expect(counts.total == 5)
    }

    @Test func `nothing counted has no percentile and no maximum`() {
        #expect(BucketCounts().percentile(50) == nil)
        #expect(BucketCounts().maximum == nil)
    }
}
