/// A whole number that is never too great: Int128 while it fits, digits without end where it does not.
public struct Integer: Sendable, Hashable {
    /// A value that fits Int128 is always `.small`, so that equal numbers are equal here, too.
    private enum Storage: Sendable, Hashable {
        case small(Int128)
        case large(isNegative: Bool, Natural)
    }

    private let storage: Storage

    public init(_ value: Int128) { storage = .small(value) }

    private init(isNegative: Bool, _ magnitude: Natural) {
        if let small = magnitude.small {
            if !isNegative, let value = Int128(exactly: small) {
                storage = .small(value)
                return
            }
            if isNegative, small <= UInt128(1) << 127 {
                storage = .small(Int128(truncatingIfNeeded: 0 &- small))
                return
            }
        }
        storage = .large(isNegative: isNegative, magnitude)
    }

    /// Nil where it does not fit.
    public var small: Int128? {
        if case .small(let value) = storage { return value }
        return nil
    }

    /// Nil where it does not fit. (Not inlined: optimising this look at a temporary crashes the 6.3.1 compiler.)
    @inline(never)
    public var int64: Int64? {
        switch storage {
        case .small(let value): Int64(exactly: value)
        case .large: nil
        }
    }

    private var wide: (isNegative: Bool, magnitude: Natural) {
        switch storage {
        case .small(let value): (value < 0, Natural(value.magnitude))
        case .large(let isNegative, let magnitude): (isNegative, magnitude)
        }
    }

    public static let zero = Integer(0)
    public static let one = Integer(1)

    public var isZero: Bool { small == 0 }
    public var isNegative: Bool {
        switch storage {
        case .small(let value): value < 0
        case .large(let isNegative, _): isNegative
        }
    }

    public static prefix func - (a: Integer) -> Integer {
        if let value = a.small, value != .min { return Integer(-value) }
        return Integer(isNegative: !a.isNegative, a.wide.magnitude)
    }

    public static func + (a: Integer, b: Integer) -> Integer {
        if let x = a.small, let y = b.small {
            let (sum, overflow) = x.addingReportingOverflow(y)
            if !overflow { return Integer(sum) }
        }
        let x = a.wide
        let y = b.wide
        if x.isNegative == y.isNegative { return Integer(isNegative: x.isNegative, x.magnitude + y.magnitude) }
        return x.magnitude < y.magnitude
            ? Integer(isNegative: y.isNegative, y.magnitude - x.magnitude)
            : Integer(isNegative: x.isNegative, x.magnitude - y.magnitude)
    }

    public static func - (a: Integer, b: Integer) -> Integer { a + -b }

    public static func * (a: Integer, b: Integer) -> Integer {
        if let x = a.small, let y = b.small {
            let (product, overflow) = x.multipliedReportingOverflow(by: y)
            if !overflow { return Integer(product) }
        }
        let x = a.wide
        let y = b.wide
        return Integer(isNegative: x.isNegative != y.isNegative, x.magnitude * y.magnitude)
    }

    /// The quotient toward negative infinity, and the remainder with the sign of `divisor`, which is not 0.
    public func floorDivided(by divisor: Integer) -> (quotient: Integer, remainder: Integer) {
        if let x = small, let y = divisor.small, y != -1 {
            let (quotient, remainder) = x.quotientAndRemainder(dividingBy: y)
            if remainder == 0 || (remainder < 0) == (y < 0) { return (Integer(quotient), Integer(remainder)) }
            return (Integer(quotient - 1), Integer(remainder + y))
        }
        let x = wide
        let y = divisor.wide
        let (quotient, remainder) = x.magnitude.divided(by: y.magnitude)
        let toZero = Integer(isNegative: x.isNegative != y.isNegative, quotient)
        let rest = Integer(isNegative: x.isNegative, remainder)
        if rest.isZero || x.isNegative == y.isNegative { return (toZero, rest) }
        return (toZero - .one, rest + divisor)
    }

    /// The greatest that divides both, from 1 on; of 0 and 0 it is 0.
    static func greatestCommonDivisor(_ a: Integer, _ b: Integer) -> Integer {
        var x = a
        var y = b
        while !y.isZero {
            if let first = x.small, let second = y.small { return Integer(small: first.magnitude, second.magnitude) }
            (x, y) = (y, x.floorDivided(by: y).remainder)
        }
        return x.isNegative ? -x : x
    }

    private init(small a: UInt128, _ b: UInt128) {
        var x = a
        var y = b
        while y != 0 {
            // Division of 64 bits is many times as fast.
            if let first = UInt64(exactly: x), let second = UInt64(exactly: y) {
                var (p, q) = (first, second)
                while q != 0 { (p, q) = (q, p % q) }
                x = UInt128(p)
                break
            }
            (x, y) = (y, x % y)
        }
        self.init(isNegative: false, Natural(x))
    }

    /// 10^`exponent`.
    static func powerOfTen(_ exponent: Int) -> Integer {
        (0..<exponent).reduce(Integer.one) { power, _ in power * Integer(10) }
    }
}

extension Integer: Comparable {
    public static func < (a: Integer, b: Integer) -> Bool {
        if let x = a.small, let y = b.small { return x < y }
        let x = a.wide
        let y = b.wide
        if x.isNegative != y.isNegative { return x.isNegative }
        return x.isNegative ? y.magnitude < x.magnitude : x.magnitude < y.magnitude
    }
}

extension Integer: CustomStringConvertible {
    public var description: String {
        if let small { return String(small) }
        var parts: [String] = []
        var rest = wide.magnitude
        let step = Natural(1_000_000_000_000_000_000)
        while !rest.isZero {
            let (quotient, remainder) = rest.divided(by: step)
            let digits = String(remainder.small ?? 0)
            parts.append(quotient.isZero ? digits : String(repeating: "0", count: 18 - digits.utf8.count) + digits)
            rest = quotient
        }
        return (isNegative ? "-" : "") + parts.reversed().joined()
    }
}
