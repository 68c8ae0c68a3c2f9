package import FleetCore

/// UTC hours within an install's local day, as bits in the layout of ``LocalDayHours``.
package struct HourSet: Sendable, Hashable {
    /// What the store keeps.
    package private(set) var bits: Int64

    package init(bits: Int64 = 0) { self.bits = bits }

    /// False, and nothing changed, for an hour outside the local day.
    package mutating func insert(hour: Int64, of day: Day) -> Bool {
        let (offset, overflow) = hour.subtractingReportingOverflow(Int64(LocalDayHours.first(of: day)))
        guard !overflow, offset >= 0, offset < Int64(LocalDayHours.count) else { return false }
        bits |= 1 << offset
        return true
    }

    package func union(_ other: HourSet) -> HourSet { HourSet(bits: bits | other.bits) }
    package func subtracting(_ other: HourSet) -> HourSet { HourSet(bits: bits & ~other.bits) }

    /// The hour numbers, ascending.
    package func hours(of day: Day) -> [Int32] {
        var hours: [Int32] = []
        forEachHour(of: day) { hours.append($0) }
        return hours
    }

    /// Calls `body` with each hour number, ascending.
    package func forEachHour(of day: Day, _ body: (Int32) -> Void) {
        var rest = bits
        let first = LocalDayHours.first(of: day)
        while rest != 0 {
            body(first + Int32(rest.trailingZeroBitCount))
            rest &= rest - 1
        }
    }
}
