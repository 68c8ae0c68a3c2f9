/// A half-open window of days, `from` inclusive to `to` exclusive.
public struct DayWindow: Sendable, Hashable, CustomStringConvertible {
    public let from: Day
    public let to: Day

    /// Nil when empty or backwards.
    public init?(from: Day, to: Day) {
        guard from < to else { return nil }
        self.from = from
        self.to = to
    }

    /// With less of a window in, or of a day, what it says is not known (telemetry contract).
    public static let leastCompleteness = 0.5
    /// Is too little in? Of nil it is not said: the delays are not known yet, which is no lack of data.
    public static func isTooIncomplete(_ share: Double?) -> Bool { share.map { $0 < leastCompleteness } ?? false }

    public var dayCount: Int { to - from }
    public var days: [Day] { (0..<dayCount).map { from.advanced(by: $0) } }
    /// `[2026-09-14, 2026-09-21)`.
    public var description: String { "[\(from), \(to))" }
}
