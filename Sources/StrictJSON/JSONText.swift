/// Where the bytes of a text are, between its quotes. Valid for the bytes it was scanned from.
public struct JSONText: Sendable, Hashable {
    public let offset: Int
    public let count: Int
    /// Has backslashes: what it says is not what is written.
    public let isEscaped: Bool

    public init(offset: Int, count: Int, isEscaped: Bool) {
        self.offset = offset
        self.count = count
        self.isEscaped = isEscaped
    }

    /// Calls `body` with what the text says, in UTF-8.
    @inline(__always)
    public func withBytes<T>(of bytes: Span<UInt8>, _ body: (Span<UInt8>) -> T) -> T {
        if !isEscaped { return body(bytes.extracting(offset..<(offset &+ count))) }
        let plain = unescaped(in: bytes)
        return body(plain.span)
    }

    /// What the text says, in UTF-8. Only for texts that a scanner has passed: the escapes are taken to be right.
    public func unescaped(in bytes: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        let end = offset + count
        var at = offset
        while at < end {
            guard bytes[at] == UInt8(ascii: "\\") else {
                result.append(bytes[at])
                at += 1
                continue
            }
            let escape = bytes[at + 1]
            at += 2
            guard escape == UInt8(ascii: "u") else {
                result.append(JSONText.meaning(ofEscape: escape) ?? escape)
                continue
            }
            var scalar = JSONText.hex4(bytes, at) ?? 0xFFFD
            at += 4
            if scalar & 0xFC00 == 0xD800, let low = JSONText.hex4(bytes, at + 2) {
                scalar = 0x10000 + (scalar & 0x3FF) << 10 + (low & 0x3FF)
                at += 6
            }
            result.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
        }
        return result
    }

    public func string(in bytes: Span<UInt8>) -> String {
        withBytes(of: bytes) { String(validUTF8: $0) }
    }

    /// The byte that `\n` and the like stand for; nil where there is no such escape.
    static func meaning(ofEscape byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The value of four hex digits at `at`; nil where they are not there.
    static func hex4(_ bytes: Span<UInt8>, _ at: Int) -> UInt32? {
        guard at + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for index in at..<at + 4 {
            guard let digit = hexDigitValue(bytes[index]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}

/// The value of a hex digit of either case.
public func hexDigitValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

extension String {
    /// From bytes known to be UTF-8; other bytes come out as U+FFFD.
    public init(validUTF8 bytes: Span<UInt8>) {
        if let text = try? UTF8Span(validating: bytes) {
            self.init(copying: text)
        } else {
            self.init(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
        }
    }
}
