/// An exact fraction in lowest terms. Doubles put 228 of 10,000 gateway demands into the wrong whole number, since
/// 1.1 · D is not what it says; here it is.
///
/// ```swift
/// Rational(decimal: "1.1") * 110     // 121, and so 121 tasks, not 122
/// ```
public struct Rational: Sendable, Hashable {
    public let numerator: Integer
    /// From 1 on.
    public let denominator: Integer

    public static let zero = Rational(0)
    public static let one = Rational(1)

    public init(_ value: Int) { self.init(Integer(Int128(value))) }

    public init(_ value: Integer) {
        numerator = value
        denominator = .one
    }

    /// Nil over 0.
    public init?(_ numerator: Integer, over denominator: Integer) {
        guard !denominator.isZero else { return nil }
        self.init(reducing: numerator, denominator)
    }

    private init(reducing numerator: Integer, _ denominator: Integer) {
        let divisor = Integer.greatestCommonDivisor(numerator, denominator)
        let sign = denominator.isNegative ? -divisor : divisor
        self.numerator = sign == .one ? numerator : numerator.floorDivided(by: sign).quotient
        self.denominator = sign == .one ? denominator : denominator.floorDivided(by: sign).quotient
    }

    private init(lowest numerator: Integer, _ denominator: Integer) {
        self.numerator = numerator
        self.denominator = denominator
    }

    public var isZero: Bool { numerator.isZero }
    public var isNegative: Bool { numerator.isNegative }
    public var isWhole: Bool { denominator == .one }
    public var magnitude: Rational { isNegative ? -self : self }

    public static prefix func - (a: Rational) -> Rational { Rational(lowest: -a.numerator, a.denominator) }

    public static func + (a: Rational, b: Rational) -> Rational {
        if a.denominator == b.denominator {
            let sum = a.numerator + b.numerator
            return a.isWhole ? Rational(sum) : Rational(reducing: sum, a.denominator)
        }
        return Rational(reducing: a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
    }

    public static func - (a: Rational, b: Rational) -> Rational { a + -b }

    public static func * (a: Rational, b: Rational) -> Rational {
        if a.isWhole, b.isWhole { return Rational(a.numerator * b.numerator) }
        return Rational(reducing: a.numerator * b.numerator, a.denominator * b.denominator)
    }

    /// Nil by 0.
    public static func / (a: Rational, b: Rational) -> Rational? {
        Rational(a.numerator * b.denominator, over: a.denominator * b.numerator)
    }

    public static func += (a: inout Rational, b: Rational) { a = a + b }

    /// The nearest Double, but for the last bit of numbers beyond Int64.
    public var double: Double {
        if let n = numerator.small, let d = denominator.small {
            if n.magnitude <= 1 << 53, d <= 1 << 53 { return Double(Int64(n)) / Double(Int64(d)) }
        }
        return Double(decimalText(significantDigits: 20)) ?? .nan
    }
}

extension Rational: Comparable {
    public static func < (a: Rational, b: Rational) -> Bool {
        if a.denominator == b.denominator { return a.numerator < b.numerator }
        return a.numerator * b.denominator < b.numerator * a.denominator
    }
}

extension Rational: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral value: Int) { self.init(value) }

    /// The decimal that was written, up to its 15th digit: 1.1 is eleven tenths here.
    public init(floatLiteral value: Double) {
        guard let exact = Rational(decimal: value.description) else { preconditionFailure("\(value) is no number") }
        self = exact
    }
}
