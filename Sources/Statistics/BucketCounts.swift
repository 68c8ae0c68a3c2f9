/// How often each bucket of a ``LogHistogram`` was met; percentiles and the maximum are read from it.
public struct BucketCounts: Sendable, Equatable {
    private var counts: [Int32: Int64] = [:]
    /// How many values were counted.
    public private(set) var total: Int64 = 0

    public init() {}

    public mutating func add(bucket: Int32, count: Int64) {
        counts[bucket, default: 0] += count
        total += count
    }

    public mutating func add(value: Int64) {
        add(bucket: LogHistogram.bucket(of: value), count: 1)
    }

    public mutating func add(_ others: BucketCounts) {
        for (bucket, count) in others.counts { add(bucket: bucket, count: count) }
    }

    /// The nearest-rank percentile, `percent` in 1 … 100: the least value that at least `percent` % of the values do
    /// not exceed (rank ⌈percent · n / 100⌉), within 1 %. Nil without values.
    public func percentile(_ percent: Int64) -> Double? {
        guard total > 0 else { return nil }
        let rank = (percent * total + 99) / 100
        var seen: Int64 = 0
        for (bucket, count) in counts.sorted(by: { $0.key < $1.key }) {
            seen += count
            if seen >= max(rank, 1) { return LogHistogram.representative(of: bucket) }
        }
        return nil
    }

    /// The share of values in smaller buckets than that of `value`: "above 99 % of them". Nil without values.
    public func share(below value: Int64) -> Double? {
        guard total > 0 else { return nil }
        let bucket = LogHistogram.bucket(of: value)
        return Double(counts.reduce(0) { $0 + ($1.key < bucket ? $1.value : 0) }) / Double(total)
    }

    /// How many values are in greater buckets than that of `value`.
    public func count(above value: Int64) -> Int64 {
        let bucket = LogHistogram.bucket(of: value)
        return counts.reduce(0) { $0 + ($1.key > bucket ? $1.value : 0) }
    }

    /// The greatest value, within 1 %. Nil without values.
    public var maximum: Double? {
        counts.filter { $0.value > 0 }.keys.max().map(LogHistogram.representative)
    }
}
