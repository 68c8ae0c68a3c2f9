public import FleetCore

extension ValueType where Value == String {
    /// Any text but the empty one.
    public static func text(_ placeholder: String) -> ValueType {
        ValueType(placeholder, expects: "a text; it is empty") { $0.isEmpty ? nil : $0 }
    }

    /// A path; whether it exists is for the command to say.
    public static func file(_ placeholder: String = "FILE") -> ValueType {
        ValueType(placeholder, expects: "a path; it is empty", completion: .files) { $0.isEmpty ? nil : $0 }
    }

    public static func directory(_ placeholder: String = "DIRECTORY") -> ValueType {
        ValueType(placeholder, expects: "a path; it is empty", completion: .directories) { $0.isEmpty ? nil : $0 }
    }

    /// One of `words`.
    public static func choice(_ placeholder: String, _ words: [String]) -> ValueType {
        ValueType(placeholder, expects: "one of \(words.joined(separator: ", "))", completion: .words(words)) {
            words.contains($0) ? $0 : nil
        }
    }
}

extension ValueType where Value == [String] {
    /// `version,platform`: words of `words`, each at most once, in the order given.
    public static func choices(_ placeholder: String, _ words: [String]) -> ValueType {
        ValueType(
            placeholder, expects: "a comma-separated list of \(words.joined(separator: ", ")), each at most once",
            completion: .wordList(words)
        ) { text in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return Set(parts).count == parts.count && parts.allSatisfy(words.contains) ? parts : nil
        }
    }
}

extension ValueType where Value: CaseIterable & RawRepresentable<String> {
    /// One of the cases of an enum, by its raw value.
    public static func cases(_ placeholder: String) -> ValueType {
        let words = Value.allCases.map(\.rawValue)
        return ValueType(placeholder, expects: "one of \(words.joined(separator: ", "))", completion: .words(words)) {
            Value(rawValue: $0)
        }
    }
}

extension ValueType where Value == Int64 {
    /// A whole number in `range`, ASCII digits with an optional minus; no plus, no spaces, no separators.
    public static func integer(_ placeholder: String, _ range: ClosedRange<Int64>) -> ValueType {
        let expects =
            range.upperBound == .max
            ? "a whole number of at least \(range.lowerBound)" : "a whole number, \(range.lowerBound) to \(range.upperBound)"
        return ValueType(placeholder, expects: expects) { text in
            guard !text.hasPrefix("+"), let value = Int64(text), range.contains(value) else { return nil }
            return value
        }
    }
}

extension ValueType where Value == Day {
    public static var day: ValueType {
        ValueType("DAY", expects: "a day of the calendar, YYYY-MM-DD") { Day($0) }
    }
}

extension ValueType where Value == Instant {
    public static var instant: ValueType {
        ValueType(
            "TIME", expects: "a time with its offset (RFC 3339), such as 2026-09-28T21:04:11Z", suggest: TypedInstant.completed,
            parse: TypedInstant.instant)
    }

    /// A time, or a day for its first second.
    public static var instantOrDay: ValueType {
        ValueType(
            "TIME", expects: "a time with its offset (RFC 3339), such as 2026-09-28T21:04:11Z, or a day, YYYY-MM-DD",
            suggest: TypedInstant.completed
        ) { TypedInstant.instant($0) ?? Day($0)?.start }
    }
}

/// A length of time on the command line, in whole seconds: `90s`, `30m`, `2h`, `14d`.
public struct TimeLength: Sendable, Hashable, CustomStringConvertible {
    public let seconds: Int64
    public let description: String

    /// A length that the program itself names.
    public init(seconds: Int64) {
        self.seconds = seconds
        description = "\(seconds)s"
    }

    /// Nil unless ASCII digits and a unit, above zero, up to 10,000 days.
    public init?(_ text: String) {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let last = text.last, let unit = units[last], let count = wholeNumber(text.dropLast()), count > 0,
            count <= 864_000_000
        else { return nil }
        let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow, seconds <= 864_000_000 else { return nil }
        self.seconds = seconds
        description = text
    }
}

extension ValueType where Value == TimeLength {
    public static var duration: ValueType {
        ValueType("DURATION", expects: "a length of time such as 90s, 30m, 2h or 14d, at most 10000d") { TimeLength($0) }
    }
}

/// A share written as a percentage, `99.5%`; the sign is required, since 0.995 and 99.5 would both be guesses.
public struct Percentage: Sendable, Hashable, CustomStringConvertible {
    /// 0…1: the double nearest to what was written.
    public let share: Double
    public let description: String

    public init?(_ text: String) {
        guard text.hasSuffix("%") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        // One rounding, of the digits as they stand: 99.9 / 100 has two, and is not the double nearest to 0.999.
        guard (1...2).contains(parts.count), parts.allSatisfy({ wholeNumber($0) != nil }),
            let share = Double("\(parts[0])\(fraction)e-\(fraction.utf8.count + 2)"), share <= 1
        else { return nil }
        self.share = share
        description = text
    }
}

extension Percentage {
    /// A number without its sign, or with a comma, as a percentage: `99.5%` for `99.5`. Of a number up to 1 both are told that
    /// it may be: `0.995% or 99.5%`.
    public static func meant(by text: String) -> String? {
        let number = text.replacing(",", with: ".").replacing(" ", with: "").replacing("%", with: "")
        guard Percentage(number + "%") != nil else { return nil }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !text.contains("%"), parts.count == 2, let whole = Int(parts[0]), whole == 0 || number == "1.0" else {
            return number + "%"
        }
        // The point two digits on: exact, however many digits there are.
        let digits = parts[1] + String(repeating: "0", count: max(0, 2 - parts[1].utf8.count))
        let percent = Int("\(whole)\(digits.prefix(2))") ?? 0
        let rest = digits.dropFirst(2)
        return "\(percent)\(rest.isEmpty ? "" : ".\(rest)")% or \(number)%"
    }
}

extension ValueType where Value == Percentage {
    public static var percentage: ValueType {
        ValueType(
            "PERCENT", expects: "a percentage from 0% to 100%, such as 99.5%", suggest: Percentage.meant
        ) { Percentage($0) }
    }
}

/// 1 to 18 ASCII digits.
private func wholeNumber(_ text: Substring) -> Int64? {
    guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return Int64(text)
}
