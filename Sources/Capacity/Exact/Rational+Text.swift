extension Rational: CustomStringConvertible {
    /// `n` or `n/d`.
    public var description: String { isWhole ? "\(numerator)" : "\(numerator)/\(denominator)" }

    /// `-?digits(.digits)?(e-?digits)?`, ASCII digits, and nothing else: no plus, no spaces, no separators. The exponent is
    /// at most 100.
    public init?(decimal text: some StringProtocol) {
        let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
        var exponent = 0
        if parts.count == 2 {
            guard let value = Rational.wholeNumber(parts[1]).flatMap({ $0.small }), value.magnitude <= 100 else { return nil }
            exponent = Int(value)
        }
        let halves = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = halves.count == 2 ? String(halves[1]) : ""
        guard halves.count == 1 || (!fraction.isEmpty && !fraction.hasPrefix("-")), halves[0] != "", halves[0] != "-",
            let digits = Rational.wholeNumber(halves[0] + fraction)
        else { return nil }
        self = Rational(digits) * Rational.powerOfTen(exponent - fraction.utf8.count)
    }

    private static func wholeNumber(_ text: some StringProtocol) -> Integer? {
        let isNegative = text.hasPrefix("-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty, digits.count <= 1000, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        let value = digits.reduce(Integer.zero) { $0 * Integer(10) + Integer(Int128($1 - 0x30)) }
        return isNegative ? -value : value
    }

    /// Plain decimal notation, rounded half away from zero to that many significant digits, without zeros that say nothing:
    /// `0.0111`, `437500`, `-2.5`.
    public func decimalText(significantDigits: Int = 17) -> String {
        if isZero { return "0" }
        let rounded = rounded(significantDigits: significantDigits).magnitude
        let places = max(0, significantDigits - 1 - rounded.leadingExponent)
        var digits = (rounded * Rational.powerOfTen(places)).floor.description
        if digits.utf8.count <= places { digits = String(repeating: "0", count: places + 1 - digits.utf8.count) + digits }
        var text = String(digits.dropLast(places))
        let fraction = String(digits.suffix(places)).reversed().drop { $0 == "0" }.reversed()
        if !fraction.isEmpty { text += "." + String(fraction) }
        return (isNegative ? "-" : "") + text
    }

    /// The number to the last digit: a decimal where it ends within 30 digits, else `n/d`. Reads back as the same number.
    public var exactText: String {
        let text = decimalText(significantDigits: 30)
        return Rational(decimal: text) == self ? text : description
    }
}
