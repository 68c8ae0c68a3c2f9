import StrictJSON

/// A second reader of strict JSON, written to be obvious: no tricks with words, a Set of names an object, one rule a
/// line. The scanner must agree with it on everything.
struct ReferenceReader {
    private var bytes: ArraySlice<UInt8>

    static func accepts(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var reader = ReferenceReader(bytes: bytes[...])
        guard reader.value(depth: 0) else { return false }
        reader.space()
        return reader.bytes.isEmpty
    }

    private mutating func space() { bytes = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    private mutating func take(_ text: String) -> Bool {
        guard bytes.starts(with: text.utf8) else { return false }
        bytes = bytes.dropFirst(text.utf8.count)
        return true
    }

    private mutating func value(depth: Int) -> Bool {
        space()
        switch bytes.first {
        case UInt8(ascii: "{"): return depth < 64 && object(depth: depth + 1)
        case UInt8(ascii: "["): return depth < 64 && array(depth: depth + 1)
        case UInt8(ascii: "\""): return text() != nil
        case UInt8(ascii: "t"): return take("true")
        case UInt8(ascii: "f"): return take("false")
        case UInt8(ascii: "n"): return take("null")
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> Bool {
        _ = take("{")
        space()
        if take("}") { return true }
        var names: Set<[UInt8]> = []
        repeat {
            space()
            guard let name = text(), names.insert(name).inserted else { return false }
            space()
            guard take(":"), value(depth: depth) else { return false }
            space()
        } while take(",")
        return take("}")
    }

    private mutating func array(depth: Int) -> Bool {
        _ = take("[")
        space()
        if take("]") { return true }
        repeat {
            guard value(depth: depth) else { return false }
            space()
        } while take(",")
        return take("]")
    }

    /// What the text says, as UTF-8.
    private mutating func text() -> [UInt8]? {
        guard take("\"") else { return nil }
        var units: [UInt16] = []
        var plain: [UInt8] = []
        func flush() { units += String(decoding: plain, as: UTF8.self).utf16 }
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "\"") {
                flush()
                // Half a surrogate has no place in UTF-8.
                guard let text = String(validating: units, as: UTF16.self) else { return nil }
                return Array(text.utf8)
            }
            guard byte >= 0x20 else { return nil }
            guard byte == UInt8(ascii: "\\") else {
                plain.append(byte)
                continue
            }
            flush()
            plain = []
            guard let escape = bytes.popFirst() else { return nil }
            switch escape {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(UInt16(escape))
            case UInt8(ascii: "b"): units.append(8)
            case UInt8(ascii: "f"): units.append(12)
            case UInt8(ascii: "n"): units.append(10)
            case UInt8(ascii: "r"): units.append(13)
            case UInt8(ascii: "t"): units.append(9)
            case UInt8(ascii: "u"):
                let digits = bytes.prefix(4)
                guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }) else {
                    return nil
                }
                bytes = bytes.dropFirst(4)
                units.append(UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0)
            default: return nil
            }
        }
        return nil
    }

    private mutating func number() -> Bool {
        let written = bytes.prefix { "+-.0123456789eE".utf8.contains($0) }
        let text = String(decoding: written, as: UTF8.self)
        guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else { return false }
        bytes = bytes.dropFirst(written.count)
        return Double(text)?.isFinite ?? false
    }
}
