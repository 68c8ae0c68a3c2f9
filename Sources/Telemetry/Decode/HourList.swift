import FleetCore
import StrictJSON

/// The hours of `active_hours` or `crashed_hours` as they are read. The day they must lie in may stand after them in
/// the report, so they are first gathered around the first of them: a valid list spans less than 50 hours.
struct HourList {
    /// Bit `i` is the hour `base + i`.
    private var bits: UInt128 = 0
    private var base: Int64 = 0
    /// Given, perhaps without any hour: the client sends hours.
    private(set) var isPresent = false
    private(set) var offset = 0

    mutating func begin(at offset: Int) {
        isPresent = true
        self.offset = offset
    }

    /// False for an hour that can't be of one day with those before it.
    mutating func insert(_ hour: Int64) -> Bool {
        if bits == 0 {
            guard hour >= 0, hour <= Int64(Int32.max) else { return false }
            base = hour - 64
        }
        guard hour >= base, hour < base + 128 else { return false }
        bits |= 1 << UInt128(hour - base)
        return true
    }

    /// The set, or nil where an hour is outside the local day.
    func hours(of day: Day) -> HourSet? {
        guard bits != 0 else { return HourSet() }
        let shift = base - Int64(LocalDayHours.first(of: day))
        guard shift.magnitude < 128 else { return nil }
        let moved = shift < 0 ? bits >> UInt128(-shift) : bits << UInt128(shift)
        guard moved.nonzeroBitCount == bits.nonzeroBitCount, moved >> UInt128(LocalDayHours.count) == 0 else { return nil }
        return HourSet(bits: Int64(moved))
    }
}
