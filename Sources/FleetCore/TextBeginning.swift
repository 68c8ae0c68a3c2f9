/// What the first bytes of a text say of how it is written. Texts here are UTF-8; editors put a byte order mark before it,
/// which says nothing and is skipped.
package enum TextBeginning {
    /// As many bytes are looked at.
    package static let length = 4

    private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// How many bytes of the beginning are a byte order mark: 3 or none. `head` is the first ``length`` bytes, fewer only
    /// where there are no more.
    /// - Throws: where it is UTF-16 or UTF-32.
    package static func markLength(_ head: Span<UInt8>) throws(ForeignEncoding) -> Int {
        if let foreign = foreign(head) { throw foreign }
        guard head.count >= utf8Mark.count else { return 0 }
        for index in utf8Mark.indices where head[index] != utf8Mark[index] { return 0 }
        return utf8Mark.count
    }

    /// By its mark, or by the zeros that ASCII has in it: every other byte in UTF-16, three of four in UTF-32. (One zero alone
    /// is damage, and costs no more than its line.) UTF-32's mark begins as UTF-16's does, and no text begins with U+0000.
    package static func foreign(_ head: Span<UInt8>) -> ForeignEncoding? {
        guard head.count >= 2 else { return nil }
        if head.count >= length {
            switch (head[0], head[1], head[2], head[3]) {
            case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): return ForeignEncoding("UTF-32", hasMark: true)
            case (0x21..., 0, 0, 0): return ForeignEncoding("UTF-32LE", hasMark: false)
            case (0, 0, 0, 0x21...): return ForeignEncoding("UTF-32BE", hasMark: false)
            case (0x21..., 0, _, 0), (0x21..., 0, 0, _): return ForeignEncoding("UTF-16LE", hasMark: false)
            case (0, 0x21..., 0, _): return ForeignEncoding("UTF-16BE", hasMark: false)
            default: break
            }
        }
        switch (head[0], head[1]) {
        case (0xFF, 0xFE), (0xFE, 0xFF): return ForeignEncoding("UTF-16", hasMark: true)
        default: return nil
        }
    }
}

/// A text that is not UTF-8, known by its first bytes.
package struct ForeignEncoding: Error {
    /// As iconv has it: `UTF-16`, which a mark completes, `UTF-16LE`.
    private let codec: String
    private let hasMark: Bool

    init(_ codec: String, hasMark: Bool) {
        self.codec = codec
        self.hasMark = hasMark
    }

    /// Such as `UTF-16 with a byte order mark`.
    package var name: String { codec + (hasMark ? " with a byte order mark" : "") }

    /// For whoever has the file.
    package func toolError(at place: String) -> ToolError {
        ToolError(
            .badInput, "this is \(name), and UTF-8 is what is read", at: place,
            next: "convert it: iconv -f \(codec) -t UTF-8")
    }
}
