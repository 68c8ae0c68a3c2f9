/// One value in or out of a store. Days are ISO text (`2026-09-14`), instants integers (epoch seconds), flags 0 and 1.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// Null for nil.
    public init(_ value: Int64?) { self = value.map(SQLValue.integer) ?? .null }
    /// Null for nil.
    public init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }

    /// Why no store can hold this value; nil when it can. Postgres has no U+0000 in text, SQLite no NaN.
    var refusal: String? {
        switch self {
        case .text(let text) where text.utf8.contains(0): "text holds a NUL character (U+0000), which no store can hold"
        case .real(let number) where number.isNaN: "a number is NaN, which not every store can hold"
        default: nil
        }
    }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByNilLiteral
{
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(floatLiteral value: Double) { self = .real(value) }
    public init(nilLiteral: ()) { self = .null }
}
