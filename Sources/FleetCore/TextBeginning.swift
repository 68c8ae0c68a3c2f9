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
        if let name = foreignName(head) { throw ForeignEncoding(name: name) }
        guard head.count >= utf8Mark.count else { return 0 }
        for index in utf8Mark.indices where head[index] != utf8Mark[index] { return 0 }
        return utf8Mark.count
    }

    /// Every other byte zero is ASCII in UTF-16. (One zero alone is damage, and costs no more than its line.)
    package static func foreignName(_ head: Span<UInt8>) -> String? {
        guard head.count >= 2 else { return nil }
        if (head[0], head[1]) == (0xFF, 0xFE) || (head[0], head[1]) == (0xFE, 0xFF) { return "UTF-16 with a byte order mark" }
        guard head.count >= length else { return nil }
        let isLittle = head[0] > 0x20 && head[1] == 0 && (head[2] == 0 || head[3] == 0)
        let isBig = head[0] == 0 && head[1] > 0x20 && head[2] == 0
        return isLittle || isBig ? "UTF-16 or UTF-32" : nil
    }
}

/// A text that is not UTF-8, known by its first bytes.
package struct ForeignEncoding: Error {
    /// Such as `UTF-16 with a byte order mark`.
    package let name: String

    /// For whoever has the file.
    package func toolError(at place: String) -> ToolError {
        ToolError(
            .badInput, "this is \(name), and UTF-8 is what is read", at: place,
            next: "convert it: iconv -f UTF-16 -t UTF-8")
    }
}
