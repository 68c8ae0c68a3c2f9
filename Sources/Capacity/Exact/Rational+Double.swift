import Glibc

extension Rational {
    /// The shortest decimal that reads back as the Double; nil for what is no number, or beyond 10¹⁰⁰.
    public init?(nearestDecimal value: Double) {
        guard value.isFinite else { return nil }
        self.init(decimal: "\(value)".replacing("e+", with: "e"))
    }

    /// A power with any exponent, to twelve digits.
    public func raised(to exponent: Double) -> Rational {
        Rational(nearestDecimal: pow(double, exponent))?.rounded(significantDigits: 12) ?? self
    }
}
