/// A number as written: `20`, `20.0` and `2e1` are one value in three forms, and nothing of them is rounded.
public struct JSONNumeral: Sendable, Hashable {
    /// The text of the number, a valid one of RFC 8259.
    public let text: String

    public init(text: String) { self.text = text }

    /// Written in digits alone, perhaps after a minus sign.
    public var isPlain: Bool { text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") } }
    /// Written with an exponent.
    public var hasExponent: Bool { text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } }
    /// The exact value where it is whole and within Int64.
    public var whole: Int64? { scaled(by: 0) }
    /// The nearest Double.
    public var double: Double { Double(text) ?? .nan }

    /// The exact value times 10^places, where that is whole and within Int64: `1.005` scaled by 3 is 1005, by 2 it is nil.
    public func scaled(by places: Int) -> Int64? {
        var decimal = Decimal()
        var isFraction = false
        var rest = Substring(text).utf8
        if rest.first == UInt8(ascii: "-") {
            decimal.isNegative = true
            rest.removeFirst()
        }
        while let byte = rest.popFirst() {
            if byte &- 0x30 < 10 {
                decimal.append(byte &- 0x30, isFraction: isFraction)
            } else if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                break
            }
        }
        // What is left is an exponent; beyond a billion any is as good as infinite, since digits are at most a million.
        let isNegative = rest.first == UInt8(ascii: "-")
        let exponent = rest.reduce(0) { $1 &- 0x30 < 10 ? min($0 * 10 + Int($1 &- 0x30), 1_000_000_000) : $0 }
        decimal.exponent += (isNegative ? -exponent : exponent) + places
        return decimal.whole
    }
}
