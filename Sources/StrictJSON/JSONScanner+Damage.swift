/// Going on after an error that keeps to the grammar, for a reader that tells all errors at once.
extension JSONScanner {
    /// Goes past the text at the next byte, its opening quote, without a look at what it holds.
    /// - Throws: where it has no end on its line: then it is likelier that a quote is missing than that a line break is
    ///   meant, and whatever follows would be read wrongly.
    mutating func skipDamagedText(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText {
        let start = at + 1
        var end = start
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "\""):
                at = end + 1
                return JSONText(offset: start, count: end - start, isEscaped: false)
            case UInt8(ascii: "\\"): end += 2
            case 0x0A, 0x0D: throw JSONError(.controlCharacter, at: end)
            default: end += 1
            }
        }
        throw JSONError(.truncated, at: bytes.count)
    }

    /// Goes past the number at the next byte, one that no Double holds.
    mutating func skipHugeNumber(_ bytes: Span<UInt8>) -> JSONNumber {
        let start = at
        while at < bytes.count, bytes[at] &- 0x30 < 10 || "+-.eE".utf8.contains(bytes[at]) { at += 1 }
        return JSONNumber(offset: start, count: at - start, whole: nil, isPlain: false)
    }

    /// Goes past the colon after a name.
    @inline(__always)
    mutating func skipColon(_ bytes: Span<UInt8>) throws(JSONError) {
        guard try peek(bytes) == UInt8(ascii: ":") else { throw JSONError(.syntax, at: at) }
        at &+= 1
        skipWhitespace(bytes)
    }
}
