/// How bad a signal is. Unknown is a state of its own: a source that is missing or stale is never ok.
///
/// Ordered by what to look at first: ok, unknown, watch, page.
public enum SignalLevel: String, Sendable, CaseIterable, Comparable {
    case ok, unknown, watch, page

    private var rank: Int {
        switch self {
        case .ok: 0
        case .unknown: 1
        case .watch: 2
        case .page: 3
        }
    }

    public static func < (a: SignalLevel, b: SignalLevel) -> Bool { a.rank < b.rank }

    /// Over a limit.
    public var isBad: Bool { self >= .watch }
}

/// Where a level begins, as a header or a fleet's own file writes it.
///
///     > 0.02
///     < 0.65
///     > 3 times usual, at least 50
///     burn > 14.4 over 1h and 5m
public struct SignalLimit: Sendable, Equatable {
    public let direction: Direction
    public let bound: Bound

    public enum Direction: String, Sendable { case above = ">", below = "<" }

    public enum Bound: Sendable, Equatable {
        case value(Double)
        /// Of the middle value before the window; above, and only from so much on, since three times hardly anything is
        /// hardly anything. Of what is counted in installs the middle one is a rate, and it is crossed beyond chance only.
        case timesUsual(Double, atLeast: Double)
        /// How many times faster than the error budget allows, in both windows: the long one says that it matters, the short
        /// one that it goes on.
        ///
        /// Source: B. Beyer et al., "The Site Reliability Workbook" (2018), chapter 5, multiwindow, multi-burn-rate alerts.
        case burn(Double, longSeconds: Int64, shortSeconds: Int64)
    }

    public init(_ direction: Direction, _ bound: Bound) {
        self.direction = direction
        self.bound = bound
    }

    /// Nil for anything else.
    public init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        if words.count == 7, words[0] == "burn", words[1] == ">", words[3] == "over", words[5] == "and",
            let factor = SignalLimit.number(words[2]), let long = SignalTime.seconds(words[4]),
            let short = SignalTime.seconds(words[6]), factor > 0, short < long
        {
            self.init(.above, .burn(factor, longSeconds: long, shortSeconds: short))
            return
        }
        guard words.count >= 2, let direction = Direction(rawValue: words[0]), let number = SignalLimit.number(words[1])
        else { return nil }
        if words.count == 2 {
            self.init(direction, .value(number))
            return
        }
        guard words.count == 4 || words.count == 7, words[2] == "times", words[3].hasPrefix("usual"), number > 0 else {
            return nil
        }
        if words.count == 4 {
            guard words[3] == "usual" else { return nil }
            self.init(direction, .timesUsual(number, atLeast: 0))
        } else {
            guard words[3] == "usual,", words[4] == "at", words[5] == "least", let least = SignalLimit.number(words[6])
            else { return nil }
            self.init(direction, .timesUsual(number, atLeast: least))
        }
    }

    /// Past the greatest no unit has a meaning, nor an integer room.
    private static let greatest = 1e15

    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }), let number = Double(text),
            number <= SignalLimit.greatest
        else { return nil }
        return number
    }

    /// Is it crossed before `other` is? Levels of different kinds can't be compared, and are not.
    public func isMilder(than other: SignalLimit) -> Bool {
        let isLess: Bool
        switch (bound, other.bound) {
        case (.value(let a), .value(let b)): isLess = a < b
        case (.timesUsual(let a, let least), .timesUsual(let b, let otherLeast)): isLess = a < b || a == b && least < otherLeast
        case (.burn(let a, _, _), .burn(let b, _, _)): return a < b
        default: return false
        }
        return direction == .above ? isLess : !isLess && bound != other.bound
    }

    /// The fixed limit, where there is one.
    public var value: Double? {
        if case .value(let value) = bound { value } else { nil }
    }

    /// Is `value` on the bad side of `limit`?
    func isCrossed(_ value: Double, _ limit: Double) -> Bool { direction == .above ? value > limit : value < limit }
}

/// Lengths of time as headers write them: `90s`, `15m`, `6h`, `14d`.
enum SignalTime {
    static func seconds(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let last = text.last, let unit = units[last] else { return nil }
        let digits = text.dropLast()
        guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let count = Int64(digits),
            count > 0
        else { return nil }
        return count * unit
    }
}
