extension JSONError {
    /// What is wrong, for whoever wrote the document: ``Reason/meaning``, and in words where the grammar is broken.
    func explanation(in bytes: Span<UInt8>) -> String {
        switch reason {
        case .syntax: syntaxExplanation(in: bytes)
        case .truncated: "the document ends before this is complete"
        case .trailing: "something follows the document's end"
        case .controlCharacter where bytes[offset] == 0x0A || bytes[offset] == 0x0D:
            "the text does not end on its line: is a quote missing?"
        case .controlCharacter: "a raw control character in a text: write it as \\u00\(JSONError.hex(bytes[offset]))"
        case .loneSurrogate: "half a surrogate pair"
        case .numberOutOfRange: "no client can hold this number: it is over 1.8 × 10^308"
        default: reason.meaning
        }
    }

    private func syntaxExplanation(in bytes: Span<UInt8>) -> String {
        guard offset < bytes.count else { return reason.meaning }
        let byte = bytes[offset]
        let before = lastSignificantByte(in: bytes)
        switch byte {
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if before == UInt8(ascii: ",") { return "a comma before a closing bracket: JSON has no trailing commas" }
        case UInt8(ascii: "/"), UInt8(ascii: "#"): return "a comment: JSON has none"
        case UInt8(ascii: "'"): return "texts and names stand in double quotes"
        case UInt8(ascii: "\\"): return "no such escape in JSON"
        case UInt8(ascii: ","): return "a comma with nothing before it"
        case UInt8(ascii: "0"): return "a number does not begin with 0 and go on"
        case UInt8(ascii: "+"), UInt8(ascii: "."): return "a number begins with a digit or a minus sign"
        default: break
        }
        if let before, JSONError.endsValue(before) {
            if JSONError.beginsValue(byte) {
                return before == UInt8(ascii: "\"")
                    ? "a comma or a colon is missing before this" : "a comma is missing before this"
            }
        }
        return "\(JSONError.shown(bytes, offset)) can't stand here"
    }

    private func lastSignificantByte(in bytes: Span<UInt8>) -> UInt8? {
        var at = offset - 1
        while at >= 0, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[at]) { at -= 1 }
        return at >= 0 ? bytes[at] : nil
    }

    private static func endsValue(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || "}]\"el".utf8.contains(byte)
    }

    private static func beginsValue(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || "{[\"-".utf8.contains(byte)
    }

    /// A run of letters, or the character, or its number.
    private static func shown(_ bytes: Span<UInt8>, _ offset: Int) -> String {
        var end = offset
        while end < min(bytes.count, offset + 20), (bytes[end] | 0x20) &- 0x61 < 26 { end += 1 }
        if end > offset { return String(validUTF8: bytes.extracting(offset..<end)) }
        let byte = bytes[offset]
        return byte > 0x20 && byte < 0x7F ? String(Unicode.Scalar(byte)) : "byte 0x\(hex(byte))"
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + digits : digits
    }
}
