/// The bucketing `m3-32/1`: which of 100,000 buckets an install falls into, for a flag. Flags are independent of one
/// another, since the flag's name is hashed, too; and a percentage is a threshold, so that raising it moves nobody out.
public enum Bucketing {
    /// The name that documents carry in `hash`.
    public static let name = "m3-32/1"
    /// A bucket is a thousandth of a percent.
    public static let bucketCount: Int32 = 100_000
    /// What telemetry's session sampling hashes in place of a flag's name.
    public static let sessionSampleKey = "telemetry.session_sample"

    /// The state after `utf8(flag + ":")`.
    public static func prefix(_ flag: String) -> Murmur3 {
        var state = Murmur3()
        let name = flag.utf8
        let colon: [UInt8] = [UInt8(ascii: ":")]
        state.update(name.span)
        state.update(colon.span)
        return state
    }

    /// 0 … 99,999: `(hash × 100000) >> 32`, in integers.
    @inline(__always)
    public static func bucket(_ prefix: Murmur3, _ installID: Span<UInt8>) -> Int32 {
        var state = prefix
        state.update(installID)
        return bucket(ofHash: state.value)
    }

    @inline(__always)
    public static func bucket(ofHash hash: UInt32) -> Int32 {
        Int32(truncatingIfNeeded: (UInt64(hash) &* UInt64(bucketCount)) &>> 32)
    }

    public static func bucket(flag: String, installID: String) -> Int32 {
        let bytes = Array(installID.utf8)
        return bucket(prefix(flag), bytes.span)
    }
}
