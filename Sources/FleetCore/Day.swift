/// A calendar day of the proleptic Gregorian calendar, as days since 1970-01-01. No time zone: a report's day is the
/// install's local day.
public struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Days since 1970-01-01; negative before it.
    public let number: Int32

    public init(number: Int32) { self.number = number }

    /// Reads `YYYY-MM-DD`, ten ASCII bytes, a date that exists; anything else is nil.
    public init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    /// As ``init(_:)``, from bytes.
    public init?(utf8: Span<UInt8>) {
        guard utf8.count == 10, utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-"),
            let year = decimal(utf8, 0, 4), let month = decimal(utf8, 5, 2), let day = decimal(utf8, 8, 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Nil for a date that does not exist, such as 2026-02-30. Years 1 … 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Day.length(ofMonth: month, year: year)
        else { return nil }
        // Howard Hinnant, "chrono-compatible low-level date algorithms", days_from_civil.
        let y = month <= 2 ? year - 1 : year
        let era = y / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = Int32(era * 146_097 + dayOfEra - 719_468)
    }

    /// Year, month 1 … 12, day 1 … 31 (civil_from_days of the same source).
    public var civil: (year: Int, month: Int, day: Int) {
        let z = Int(number) + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    public var description: String {
        let (year, month, day) = civil
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// 0001-01-01 and 9999-12-31: what ``init(_:)`` reads, and a store takes, lies between them.
    public static let first = Day(number: -719_162)
    public static let last = Day(number: 2_932_896)
    public var isInCalendar: Bool { Day.first <= self && self <= Day.last }
    /// This day, or the nearest one of the calendar.
    public var inCalendar: Day { min(max(self, Day.first), Day.last) }

    public static func < (a: Day, b: Day) -> Bool { a.number < b.number }
    public func advanced(by days: Int) -> Day { Day(number: number + Int32(days)) }
    public static func - (a: Day, b: Day) -> Int { Int(a.number) - Int(b.number) }

    /// 00:00 UTC of the day.
    public var start: Instant { Instant(epochSeconds: Int64(number) * 86_400) }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// The value of `count` ASCII digits at `start`, or nil.
func decimal(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    guard start + count <= bytes.count else { return nil }
    var value = 0
    for i in start..<start + count {
        let digit = bytes[i] &- 0x30
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
    }
    return value
}

func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
