extension Sequence<UInt8> {
    /// Lower-case hexadecimal digits, two a byte.
    public var hex: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(underestimatedCount * 2)
        for byte in self {
            digits.append(hexDigit(byte >> 4))
            digits.append(hexDigit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
