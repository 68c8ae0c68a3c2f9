/// What a parameter or a column of a query holds, as its header words it. Says how it is bound, read and shown.
public enum ValueType: String, Sendable, CaseIterable {
    case text
    /// ISO text, `2026-09-14`.
    case day
    /// 0 or 1.
    case flag
    /// How many: a whole number, 0 or more.
    case count
    /// Any whole number; the unit, if there is one, ends the name.
    case integer
    /// A UTC hour, as hours since the epoch.
    case hour
    /// An instant, as seconds since the epoch.
    case epoch
    /// A part of a whole, 0…1.
    case share
    /// Any number.
    case number
    /// Bytes, such as a keyed hash.
    case bytes

    /// Is this an integer to the store?
    public var isWhole: Bool {
        switch self {
        case .flag, .count, .integer, .hour, .epoch: true
        case .text, .day, .share, .number, .bytes: false
        }
    }
}
