/// A place in a line of text.
struct TextCursor {
    private let bytes: [UInt8]
    private let end: Int
    private(set) var at: Int

    init(_ bytes: [UInt8], _ line: Range<Int>) {
        self.bytes = bytes
        at = line.lowerBound
        end = line.upperBound
    }

    var isAtEnd: Bool { at >= end }
    /// 0 at the end; a NUL in the text is in no token either.
    func peek() -> UInt8 { at < end ? bytes[at] : 0 }
    mutating func advance() { at += 1 }

    mutating func take(_ byte: UInt8) -> Bool {
        guard !isAtEnd, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    mutating func skipBlanks() {
        while at < end, bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == 0x0D { at += 1 }
    }

    /// Up to the next blank.
    mutating func word() -> String {
        let start = at
        while at < end, bytes[at] > 0x20 { at += 1 }
        return text(start..<at)
    }

    /// `[a-zA-Z_:][a-zA-Z0-9_:]*`, the colon where it is allowed; empty where there is none.
    mutating func name(allowsColon: Bool) -> String {
        let start = at
        while at < end {
            let byte = bytes[at]
            let isLetter = (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || (allowsColon && byte == UInt8(ascii: ":"))
            guard isLetter || (at > start && byte &- 0x30 < 10) else { break }
            at += 1
        }
        return text(start..<at)
    }

    /// `"…"` with `\\`, `\"` and `\n`.
    mutating func quotedText() throws(MetricRefusal) -> String {
        guard take(UInt8(ascii: "\"")) else { throw MetricRefusal("line.syntax") }
        var plain: [UInt8] = []
        while at < end {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: plain, as: UTF8.self) else { throw MetricRefusal("line.utf8") }
                return text
            case UInt8(ascii: "\\"):
                guard at < end else { throw MetricRefusal("line.syntax") }
                switch bytes[at] {
                case UInt8(ascii: "n"): plain.append(0x0A)
                case UInt8(ascii: "\\"), UInt8(ascii: "\""): plain.append(bytes[at])
                // Prometheus keeps what it does not know as it stands.
                default: plain += [byte, bytes[at]]
                }
                at += 1
            default: plain.append(byte)
            }
        }
        throw MetricRefusal("line.syntax")
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
