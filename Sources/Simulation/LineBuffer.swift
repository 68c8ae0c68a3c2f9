package import FleetCore

/// Bytes of NDJSON under construction. JSON is written member by member; nothing here needs escaping.
package struct LineBuffer {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int) { bytes.reserveCapacity(capacity) }

    package var count: Int { bytes.count }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func cut(to count: Int) { bytes.removeLast(bytes.count - count) }

    package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func append(copyOf range: Range<Int>) { for i in range { bytes.append(bytes[i]) } }

    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    package mutating func append(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var left = value.magnitude
        var divisor: UInt = 1
        while left / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(truncatingIfNeeded: left / divisor) + 0x30)
            left %= divisor
            divisor /= 10
        }
    }

    /// Sixteen hexadecimal digits.
    package mutating func append(hex value: UInt64) {
        for shift in stride(from: 60, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15
            bytes.append(digit < 10 ? digit + 0x30 : digit + 0x57)
        }
    }

    /// `2026-09-28`.
    package mutating func append(_ day: Day) {
        let (year, month, dayOfMonth) = day.civil
        append(twoDigits: year / 100)
        append(twoDigits: year % 100)
        append(UInt8(ascii: "-"))
        append(twoDigits: month)
        append(UInt8(ascii: "-"))
        append(twoDigits: dayOfMonth)
    }

    /// `2026-09-28T21:04:11Z`.
    package mutating func append(_ instant: Instant) {
        let day = instant.day
        append(day)
        let second = Int(instant.epochSeconds - day.start.epochSeconds)
        append(UInt8(ascii: "T"))
        append(twoDigits: second / 3600)
        append(UInt8(ascii: ":"))
        append(twoDigits: second / 60 % 60)
        append(UInt8(ascii: ":"))
        append(twoDigits: second % 60)
        append(UInt8(ascii: "Z"))
    }

    private mutating func append(twoDigits value: Int) {
        bytes.append(UInt8(truncatingIfNeeded: value / 10) + 0x30)
        bytes.append(UInt8(truncatingIfNeeded: value % 10) + 0x30)
    }
}
