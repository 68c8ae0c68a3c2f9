/// A number as scanned: where it stands, and its exact value where that is whole.
public struct JSONNumber: Sendable {
    public let offset: Int
    public let count: Int
    /// The exact value of a whole number within Int64, however written (`5`, `5.0`, `5e0`, `-0`); nil for any other.
    public let whole: Int64?
    /// Written in digits alone, perhaps after a minus sign.
    public let isPlain: Bool

    /// The nearest Double; finite, since a scanner refuses others.
    public func double(in bytes: Span<UInt8>) -> Double {
        Double(String(validUTF8: bytes.extracting(offset..<(offset + count)))) ?? .nan
    }
}

extension JSONScanner {
    /// The next value, a number: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`.
    public mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> JSONNumber {
        let isNegative = try peek(bytes) == UInt8(ascii: "-")
        let start = at
        let first = isNegative ? start &+ 1 : start
        var end = first
        var value: Int64 = 0
        // 18 digits always fit.
        let plainEnd = min(bytes.count, first &+ 18)
        while end < plainEnd, bytes[end] &- 0x30 < 10 {
            value = value &* 10 &+ Int64(bytes[end] &- 0x30)
            end &+= 1
        }
        let hasMore = end < bytes.count && JSONScanner.continuesNumber(bytes[end])
        let hasLeadingZero = end > first &+ 1 && bytes[first] == UInt8(ascii: "0")
        guard end > first, !hasMore, !hasLeadingZero else { return try longNumber(bytes, start) }
        at = end
        return JSONNumber(offset: start, count: end &- start, whole: isNegative ? -value : value, isPlain: true)
    }

    private static func continuesNumber(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
    }

    /// Any number, and the errors.
    @inline(never)
    private mutating func longNumber(_ bytes: Span<UInt8>, _ start: Int) throws(JSONError) -> JSONNumber {
        var decimal = Decimal()
        var end = start
        if bytes[end] == UInt8(ascii: "-") {
            decimal.isNegative = true
            end += 1
        }
        let first = end
        end = try digits(bytes, end) { decimal.append($0, isFraction: false) }
        if end > first + 1, bytes[first] == UInt8(ascii: "0") { throw JSONError(.syntax, at: first) }
        var isPlain = true
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            isPlain = false
            end = try digits(bytes, end + 1) { decimal.append($0, isFraction: true) }
        }
        if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
            isPlain = false
            end += 1
            var isNegative = false
            if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") {
                isNegative = bytes[end] == UInt8(ascii: "-")
                end += 1
            }
            var exponent = 0
            // Any beyond is as good as infinite, whatever the digits before it: those are at most a million.
            end = try digits(bytes, end) { exponent = min(exponent * 10 + Int($0), 1_000_000_000) }
            decimal.exponent += isNegative ? -exponent : exponent
        }
        let number = JSONNumber(offset: start, count: end - start, whole: decimal.whole, isPlain: isPlain)
        // 0.d₁d₂… × 10^309 is where the greatest Double, 1.797… × 10^308, lies.
        if decimal.magnitude > 309 || (decimal.magnitude == 309 && !number.double(in: bytes).isFinite) {
            throw JSONError(.numberOutOfRange, at: start)
        }
        at = end
        return number
    }

    /// The place after one or more digits.
    private func digits(_ bytes: Span<UInt8>, _ start: Int, _ body: (UInt8) -> Void) throws(JSONError) -> Int {
        var end = start
        while end < bytes.count, bytes[end] &- 0x30 < 10 {
            body(bytes[end] &- 0x30)
            end += 1
        }
        guard end > start else {
            throw end < bytes.count ? JSONError(.syntax, at: end) : JSONError(.truncated, at: end)
        }
        return end
    }
}

/// A decimal number, exact in what is asked of it: is it whole, which Int64 is it, how many digits before the point.
struct Decimal {
    var isNegative = false
    /// Of the last digit kept.
    var exponent = 0
    /// Digits from the first that is not 0 to the last that is not 0.
    private var digitCount = 0
    /// Their value; meaningless over 19 digits.
    private var value: UInt64 = 0
    private var trailingZeros = 0

    mutating func append(_ digit: UInt8, isFraction: Bool) {
        if isFraction { exponent -= 1 }
        if digit == 0 {
            // Zeros count once another digit follows; until then they are part of the exponent.
            if digitCount > 0 { trailingZeros += 1 }
            return
        }
        for _ in 0..<min(trailingZeros, 20) { value = value &* 10 }
        digitCount += trailingZeros + 1
        trailingZeros = 0
        value = value &* 10 &+ UInt64(digit)
    }

    /// `n` in 0.d₁d₂… × 10^n; 0 for zero.
    var magnitude: Int { digitCount == 0 ? 0 : digitCount + trailingZeros + exponent }

    var whole: Int64? {
        if digitCount == 0 { return 0 }
        let zeros = trailingZeros + exponent
        guard zeros >= 0, digitCount + zeros <= 19 else { return nil }
        var result = value
        for _ in 0..<zeros { result = result &* 10 }
        // Nineteen digits fit UInt64.
        if isNegative { return result <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- result) : nil }
        return Int64(exactly: result)
    }
}
