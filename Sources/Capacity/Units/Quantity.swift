/// A number with its unit, as people write it: `240 s`, `25 %`, `1.1 KiB`, `20 messages/user/day`.
public struct Quantity: Sendable, Hashable, CustomStringConvertible {
    /// In the unit's dimension: bytes, even where the unit is KiB.
    public let value: Rational
    public let unit: Unit

    public init(_ number: Rational, _ unit: Unit) {
        value = number * unit.scale
        self.unit = unit
    }

    /// A value kept in the dimension, and the unit to show it in.
    public init(canonical value: Rational, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// In the unit.
    public var number: Rational { value / unit.scale ?? value }

    public var description: String { "\(number.exactText) \(unit)" }
}
