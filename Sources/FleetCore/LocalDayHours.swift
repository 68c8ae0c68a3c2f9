/// The UTC hours that a local day can reach into: from 14 hours before 00:00 UTC of its date (UTC+14) to 36 hours after it
/// (UTC−12). Bit i of an hour set is the hour `day * 24 - 14 + i`, 0 ≤ i < 50.
public enum LocalDayHours {
    public static let count = 50

    /// Hour number of bit 0.
    public static func first(of day: Day) -> Int32 { day.number * 24 - 14 }

    /// The bits of a day's hour set that lie in `hours`.
    public static func mask(of day: Day, in hours: Range<Int32>) -> Int64 {
        var mask: Int64 = 0
        for bit in 0..<count where hours.contains(first(of: day) + Int32(bit)) { mask |= 1 << Int64(bit) }
        return mask
    }
}
