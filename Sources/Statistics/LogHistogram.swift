/// Buckets for whole values that span many orders of magnitude, such as seconds or bytes: values 0 … 99 have a bucket
/// each, from 100 on a bucket reaches ×1.02 above the one before. Whatever is shown for a bucket is within 1 % of every
/// value in it, and counts by bucket add up across days and versions.
///
/// The bounds are stored in every database that holds histograms: they must never change. They are built with whole
/// numbers only, so that every machine has the same.
public enum LogHistogram {
    /// Buckets are 0 ..< `bucketCount`; the last one reaches to `Int64.max`.
    public static let bucketCount = Int32(table.lowerBounds.count)

    /// The bucket that holds `value`; a greater value never has a smaller bucket. Values are counts, so 0 or more; a
    /// negative one, which only a damaged store holds, counts as 0.
    public static func bucket(of value: Int64) -> Int32 {
        if value < Int64(firstWide) { return Int32(truncatingIfNeeded: max(0, value)) }
        return table.bucket(ofWide: value)
    }

    /// The least value of a bucket; of one that does not exist, of the nearest that does.
    public static func lowerBound(of bucket: Int32) -> Int64 {
        table.lowerBounds[Int(min(max(0, bucket), bucketCount - 1))]
    }

    /// The greatest value of a bucket.
    public static func upperBound(of bucket: Int32) -> Int64 {
        bucket < bucketCount - 1 ? table.lowerBounds[Int(max(0, bucket)) + 1] - 1 : Int64.max
    }

    /// What to show for a bucket: the geometric middle of its least and greatest value, which for a value below 100 is
    /// the value. Not rounded: no whole number is within 1 % of both 161 and 164.
    public static func representative(of bucket: Int32) -> Double {
        if bucket < firstWide { return Double(max(0, bucket)) }
        return (Double(lowerBound(of: bucket)) * Double(upperBound(of: bucket))).squareRoot()
    }

    /// The first bucket that holds more than one value; also its least value.
    static let firstWide: Int32 = 100
    private static let table = BoundTable()
}

/// The least value of every bucket, and for every short run of values the bucket in which it begins, so that a look-up
/// is one step and one comparison.
private struct BoundTable {
    let lowerBounds: [Int64]
    /// By bit length (from 7) and the six bits after the leading one. Such a run is at most 1/64 wide and so crosses
    /// at most one bound.
    private let firstBucket: [Int16]

    init() {
        var bounds = (0..<Int64(LogHistogram.firstWide)).map { $0 }
        // 64 bits of fraction, cut off: the bounds are 100 · 1.02^k rounded up, some beyond 10^18 one less.
        var bound = UInt128(UInt64(LogHistogram.firstWide)) << 64
        while true {
            let whole = (bound + (UInt128(1) << 64) - 1) >> 64
            guard whole <= UInt128(UInt64(Int64.max)) else { break }
            bounds.append(Int64(whole))
            bound += bound / 50
        }
        lowerBounds = bounds
        var first: [Int16] = []
        for bits in 7...63 {
            for step in 0..<64 {
                let start = Int64(64 + step) << (bits - 7)
                first.append(BoundTable.search(bounds, start))
            }
        }
        firstBucket = first
    }

    /// The bucket of a value of 100 or more.
    func bucket(ofWide value: Int64) -> Int32 {
        let bits = 64 - value.leadingZeroBitCount
        let step = Int(truncatingIfNeeded: value >> Int64(bits - 7)) - 64
        let first = Int(firstBucket[(bits - 7) * 64 + step])
        let next = first + 1
        return Int32(next < lowerBounds.count && value >= lowerBounds[next] ? next : first)
    }

    /// The last bucket whose least value is not above `value`.
    private static func search(_ bounds: [Int64], _ value: Int64) -> Int16 {
        var low = 0
        var high = bounds.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if bounds[middle] <= value { low = middle } else { high = middle }
        }
        return Int16(low)
    }
}
