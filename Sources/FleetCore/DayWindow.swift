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

    public var dayCount: Int { to - from }
    public var days: [Day] { (0..<dayCount).map { from.advanced(by: $0) } }
    /// `[2026-09-14, 2026-09-21)`.
    public var description: String { "[\(from), \(to))" }
}
