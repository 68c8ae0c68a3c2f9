/// Finds the end of a JSON value that is not to be read: too long, or not strict but still within the grammar. Looks at
/// quotes and brackets only, piece by piece, so that the value may be longer than memory.
struct RecordSkipper {
    private var depth = 0
    private var isInText = false
    private var isAfterBackslash = false
    private var hasBegun = false

    /// The place after the value's last byte; nil where it goes on beyond these bytes.
    mutating func findEnd(_ bytes: Span<UInt8>) -> Int? {
        for index in 0..<bytes.count {
            if isInText {
                if let isEnd = stepInText(bytes[index]), isEnd { return index + 1 }
            } else if let end = step(bytes[index], index) {
                return end
            }
        }
        return nil
    }

    /// True where the value, a text, has ended.
    private mutating func stepInText(_ byte: UInt8) -> Bool? {
        if isAfterBackslash {
            isAfterBackslash = false
        } else if byte == UInt8(ascii: "\\") {
            isAfterBackslash = true
        } else if byte == UInt8(ascii: "\"") {
            isInText = false
            return depth == 0
        }
        return nil
    }

    private mutating func step(_ byte: UInt8, _ index: Int) -> Int? {
        switch byte {
        case UInt8(ascii: "\""):
            // A text after a number: not one value, and the number's end.
            if depth == 0, hasBegun { return index }
            isInText = true
            hasBegun = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if depth == 0, hasBegun { return index }
            hasBegun = true
            depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if depth == 0 { return index }
            depth -= 1
            if depth == 0 { return index + 1 }
        case 0x20, 0x09, 0x0A, 0x0D:
            if depth == 0, hasBegun { return index }
        case UInt8(ascii: ","):
            if depth == 0 { return index }
        default:
            hasBegun = true
        }
        return nil
    }
}
