/// On which of the newest ten days of receipt an install was booked at risk, of what, and in which tenure: so that it is
/// booked once a day, and an event where its risk is, also when reports are loaded out of order.
///
/// Layout of `install_version.booked`: six bits a day, the newest lowest; four for ``GuardedEvents``, two for the tenure
/// (1, 2, 3: at least 0, 7, 30 days; 0: not booked).
package struct BookedDays: Sendable, Equatable {
    /// A day of receipt, known hour / 24; nil where nothing was ever booked.
    package private(set) var newestDay: Int32?
    package private(set) var bits: Int64 = 0

    static let dayCount = 10
    private static let bitsPerDay = 6
    /// Of all days.
    private static let mask: Int64 = 1 << (6 * 10) - 1
    /// Least days since the first day, by the tenure's two bits less 1.
    package static let tenures: [Int32] = [0, 7, 30]

    package init() {}

    package init(newestDay: Int32?, bits: Int64) {
        self.newestDay = newestDay
        self.bits = bits
    }

    /// What was booked on a day, and the place of its tenure in ``tenures``, nil where nothing was. Nil for a day that is
    /// too long ago for this to tell.
    func on(_ day: Int32) -> (events: GuardedEvents, tenure: Int?)? {
        guard let newestDay, day <= newestDay else { return ([], nil) }
        let age = Int(newestDay) - Int(day)
        guard age < BookedDays.dayCount else { return nil }
        let bits = Int(truncatingIfNeeded: bits >> Int64(age * BookedDays.bitsPerDay)) & 63
        return (GuardedEvents(rawValue: UInt8(bits & 15)), bits >> 4 == 0 ? nil : bits >> 4 - 1)
    }

    /// Adds to what was booked on a day that ``on(_:)`` tells of.
    mutating func add(_ events: GuardedEvents, tenure: Int, on day: Int32) {
        let newest = newestDay ?? day
        if day > newest {
            let days = Int(day) - Int(newest)
            bits = days < BookedDays.dayCount ? bits << Int64(days * BookedDays.bitsPerDay) & BookedDays.mask : 0
        }
        newestDay = max(newest, day)
        let age = Int(max(newest, day)) - Int(day)
        guard age < BookedDays.dayCount else { return }
        bits |= (Int64(events.rawValue) | Int64(tenure + 1) << 4) << Int64(age * BookedDays.bitsPerDay)
    }

    /// Where in ``tenures`` an install is on a day of receipt.
    static func tenure(firstDay: Int32, on day: Int32) -> Int {
        let days = Int(day) - Int(firstDay)
        return days >= 30 ? 2 : (days >= 7 ? 1 : 0)
    }
}
