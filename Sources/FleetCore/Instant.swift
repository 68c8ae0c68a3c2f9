/// A moment in UTC, to the second, as seconds since the epoch.
public struct Instant: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let epochSeconds: Int64

    public init(epochSeconds: Int64) { self.epochSeconds = epochSeconds }

    /// 2000-01-01: what is told of an earlier time was told by a clock that was never set.
    public static let firstTold = Instant(epochSeconds: 946_684_800)

    /// Reads RFC 3339 (`2026-09-28T21:04:11Z`, `…T21:04:11.5+02:00`): date, `T`/`t`/space, time, optional fraction (cut
    /// off, not rounded), offset required. A leap second counts as the second before. Anything else is nil.
    public init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    /// As ``init(_:)``, from bytes.
    public init?(utf8 bytes: Span<UInt8>) {
        guard bytes.count >= 20, let day = Day(utf8: bytes.extracting(0..<10)),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t") || bytes[10] == UInt8(ascii: " "),
            let hour = decimal(bytes, 11, 2), bytes[13] == UInt8(ascii: ":"),
            let minute = decimal(bytes, 14, 2), bytes[16] == UInt8(ascii: ":"),
            let second = decimal(bytes, 17, 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        var at = 19
        if bytes[at] == UInt8(ascii: ".") {
            at += 1
            let first = at
            while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
            guard at > first else { return nil }
        }
        guard at < bytes.count, let offset = Instant.offsetSeconds(bytes, at) else { return nil }
        let ofDay = hour * 3600 + minute * 60 + min(second, 59) - offset
        self.init(epochSeconds: Int64(day.number) * 86_400 + Int64(ofDay))
    }

    private static func offsetSeconds(_ bytes: Span<UInt8>, _ at: Int) -> Int? {
        let sign = bytes[at]
        if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return at + 1 == bytes.count ? 0 : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), at + 6 == bytes.count,
            let hours = decimal(bytes, at + 1, 2), bytes[at + 3] == UInt8(ascii: ":"),
            let minutes = decimal(bytes, at + 4, 2), hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// The UTC day that holds this instant.
    public var day: Day { Day(number: Int32(clamping: floorDivide(epochSeconds, 86_400))) }
    /// The UTC hour that holds this instant.
    public var hour: Hour { Hour(number: Int32(clamping: floorDivide(epochSeconds, 3600))) }

    /// `2026-09-28T21:04:11Z`.
    public var description: String {
        let ofDay = Int(epochSeconds - Int64(day.number) * 86_400)
        return "\(day)T\(padded(ofDay / 3600, 2)):\(padded(ofDay / 60 % 60, 2)):\(padded(ofDay % 60, 2))Z"
    }

    public static func < (a: Instant, b: Instant) -> Bool { a.epochSeconds < b.epochSeconds }
    public func advanced(bySeconds seconds: Int64) -> Instant { Instant(epochSeconds: epochSeconds + seconds) }
}

/// A UTC hour, as hours since the epoch: the grain of everything the store knows about *when*.
public struct Hour: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let number: Int32

    public init(number: Int32) { self.number = number }

    public var start: Instant { Instant(epochSeconds: Int64(number) * 3600) }
    /// `2026-09-28T21:00:00Z`.
    public var description: String { start.description }
    public static func < (a: Hour, b: Hour) -> Bool { a.number < b.number }
}

private func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
}
