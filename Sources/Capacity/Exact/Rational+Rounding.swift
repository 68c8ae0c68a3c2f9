extension Rational {
    /// The greatest whole number that is not above.
    public var floor: Integer { numerator.floorDivided(by: denominator).quotient }

    /// The least whole number that is not below.
    public var ceiling: Integer { -(-self).floor }

    /// The nearest whole number; of two that are as near the one away from zero.
    public var nearest: Integer {
        isNegative ? -(magnitude + Rational.half).floor : (self + Rational.half).floor
    }

    /// The nearest multiple of `step`, which is above zero; halves away from zero.
    public func rounded(to step: Rational) -> Rational {
        guard let steps = self / step else { return self }
        return Rational(steps.nearest) * step
    }

    /// The nearest number of that many significant digits: 2 of 297,825,000 make 300,000,000. Halves away from zero.
    public func rounded(significantDigits digits: Int) -> Rational {
        if isZero { return self }
        return rounded(to: Rational.powerOfTen(leadingExponent - digits + 1))
    }

    private static let half: Rational = 0.5

    static func powerOfTen(_ exponent: Int) -> Rational {
        if exponent >= 0 { return Rational(Integer.powerOfTen(exponent)) }
        return Rational(.one, over: Integer.powerOfTen(-exponent)) ?? .zero
    }

    /// e in d.ddd · 10^e. Not for zero.
    var leadingExponent: Int {
        let value = magnitude
        // Right, or one too great.
        var exponent = value.numerator.description.utf8.count - value.denominator.description.utf8.count
        if value < Rational.powerOfTen(exponent) { exponent -= 1 }
        return exponent
    }
}
