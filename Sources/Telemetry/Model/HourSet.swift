package import FleetCore

/// UTC hours within an install's local day, as 50 bits: local days reach from 14 hours before 00:00 UTC of their date
/// (UTC+14) to 36 hours after it (UTC−12).
package struct HourSet: Sendable, Hashable {
    /// Bit `i` is the hour `day * 24 - 14 + i`, `i` in 0 … 49; what the store keeps.
    package private(set) var bits: Int64

    package init(bits: Int64 = 0) { self.bits = bits }

    /// Hour number of bit 0.
    package static func firstHour(of day: Day) -> Int { Int(day.number) * 24 - 14 }
    package static let span = 50

    /// False, and nothing changed, for an hour outside the local day.
    package mutating func insert(hour: Int64, of day: Day) -> Bool {
        let (offset, overflow) = hour.subtractingReportingOverflow(Int64(HourSet.firstHour(of: day)))
        guard !overflow, offset >= 0, offset < Int64(HourSet.span) else { return false }
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
        let first = HourSet.firstHour(of: day)
        while rest != 0 {
            body(Int32(first + rest.trailingZeroBitCount))
            rest &= rest - 1
        }
    }
}
