import FleetCore

/// A moment as people type it: as reports write it, and without its seconds.
enum TypedInstant {
    /// RFC 3339, `T` or a space between date and time, the seconds for once left out: `2026-09-15T03:00Z`,
    /// `2026-09-15 03:00+02:00`. Without an offset it is no moment, and nil.
    @Sendable static func instant(_ text: String) -> Instant? {
        if let instant = Instant(text) { return instant }
        let bytes = Array(text.utf8)
        // "2026-09-15T03:00" and at once the offset.
        guard bytes.count > minutesEnd, "Zz+-".utf8.contains(bytes[minutesEnd]) else { return nil }
        return Instant(
            String(decoding: bytes[..<minutesEnd], as: UTF8.self) + ":00" + String(decoding: bytes[minutesEnd...], as: UTF8.self))
    }

    private static let minutesEnd = 16

    /// What somebody may mean who left something out, written out: a day, hours, no offset (UTC), `UTC`, `+0200`. Nil where
    /// nothing of the kind is meant.
    ///
    ///     completed("2026-09-15 03:00")    // "2026-09-15T03:00:00Z"
    @Sendable static func completed(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }), let day = Day(String(text.prefix(10))) else { return nil }
        var rest = text.dropFirst(10)
        while let first = rest.first, "Tt ".contains(first) { rest = rest.dropFirst() }
        let time = rest.prefix { $0.isNumber || ":.".contains($0) }
        var parts = time.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        if parts == [""] { parts = ["00"] }
        guard parts.count <= 3 else { return nil }
        parts += [String](repeating: "00", count: 3 - parts.count)
        guard let offset = offset(rest.dropFirst(time.count).drop { $0 == " " }) else { return nil }
        let whole = "\(day)T\(parts.map { $0.count == 1 ? "0" + $0 : $0 }.joined(separator: ":"))\(offset)"
        return Instant(whole) == nil ? nil : whole
    }

    private static func offset(_ text: Substring) -> String? {
        if ["", "Z", "UTC", "GMT"].contains(text.uppercased()) { return "Z" }
        guard let sign = text.first, "+-".contains(sign) else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        return switch digits.count {
        case 2: "\(sign)\(digits):00"
        case 4: "\(sign)\(digits.prefix(2)):\(digits.suffix(2))"
        default: nil
        }
    }
}
