import FleetCore
import StrictJSON

/// The rules for the texts of a report, on their bytes without escapes.
enum ReportFields {
    static let installIDBytes = 128
    static let textBytes = 64
    static let signatureBytes = 128
    /// As many flags as a crash may name.
    static let flagLimit = 64

    /// Control characters (Unicode Cc) have no place in a text that is kept: Postgres refuses U+0000, terminals obey others.
    static func hasControl(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if byte < 0x20 || byte == 0x7F { return true }
            // U+0080 … U+009F.
            if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] < 0xA0 { return true }
        }
        return false
    }

    /// An id that many installs would share: empty, `null`, `unknown`, the nil UUID however it is dashed or braced.
    static func isVoid(_ bytes: Span<UInt8>) -> Bool {
        guard !bytes.isEmpty else { return true }
        // The first byte tells nearly every real id apart.
        switch bytes[0] {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): return isWord(bytes, "null")
        case UInt8(ascii: "u"), UInt8(ascii: "U"): return isWord(bytes, "unknown")
        case UInt8(ascii: "0"), UInt8(ascii: "{"), UInt8(ascii: "-"):
            for index in 0..<bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "0"), UInt8(ascii: "-"), UInt8(ascii: "{"), UInt8(ascii: "}"): continue
                default: return false
                }
            }
            return true
        default: return false
        }
    }

    private static func isWord(_ bytes: Span<UInt8>, _ word: String) -> Bool {
        let expected = word.utf8.span
        guard bytes.count == expected.count else { return false }
        for index in 0..<bytes.count where bytes[index] | 0x20 != expected[index] { return false }
        return true
    }

    /// `[a-z0-9_-]{1,32}`.
    static func isToken(_ bytes: Span<UInt8>) -> Bool {
        guard (1...32).contains(bytes.count) else { return false }
        for index in 0..<bytes.count where !isTokenByte(bytes[index]) { return false }
        return true
    }

    /// A flag's name: `[a-z][a-z0-9_]{0,63}`.
    static func isFlagName(_ bytes: Span<UInt8>) -> Bool {
        guard (1...64).contains(bytes.count), bytes[0] &- 0x61 < 26 else { return false }
        for index in 0..<bytes.count where !isTokenByte(bytes[index]) || bytes[index] == UInt8(ascii: "-") { return false }
        return true
    }

    @inline(__always)
    static func isTokenByte(_ byte: UInt8) -> Bool {
        byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// A token after lower-casing; nil where it is none.
    static func lowercasedToken(_ bytes: Span<UInt8>) -> String? {
        if isToken(bytes) { return String(validUTF8: bytes) }
        guard (1...32).contains(bytes.count) else { return nil }
        var result: [UInt8] = []
        for index in 0..<bytes.count {
            let byte = bytes[index]
            let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
            guard isTokenByte(lower) else { return nil }
            result.append(lower)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// 32 hex digits.
    static func deviceHash(_ bytes: Span<UInt8>) -> DeviceHash? {
        guard bytes.count == 32 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<32 {
            guard let digit = hexDigitValue(bytes[index]) else { return nil }
            if index < 16 { words.0 = words.0 << 4 | UInt64(digit) } else { words.1 = words.1 << 4 | UInt64(digit) }
        }
        return DeviceHash(high: words.0, low: words.1)
    }
}
