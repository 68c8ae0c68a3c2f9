import FleetCore
import Testing

@Suite struct TextBeginningTests {
    private static let text = "{\"a\":1}"

    private static func sixteen(_ text: String, isLittle: Bool) -> [UInt8] {
        text.utf16.flatMap { isLittle ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    private static func thirtyTwo(_ text: String, isLittle: Bool) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            let bytes = [24, 16, 8, 0].map { UInt8(scalar.value >> $0 & 0xFF) }
            return isLittle ? bytes.reversed() : bytes
        }
    }

    @Test(arguments: [
        (sixteen("\u{FEFF}" + text, isLittle: true), "UTF-16 with a byte order mark", "UTF-16"),
        (sixteen("\u{FEFF}" + text, isLittle: false), "UTF-16 with a byte order mark", "UTF-16"),
        (sixteen(text, isLittle: true), "UTF-16LE", "UTF-16LE"),
        (sixteen(text, isLittle: false), "UTF-16BE", "UTF-16BE"),
        (sixteen("{é}", isLittle: true), "UTF-16LE", "UTF-16LE"),
        (thirtyTwo("\u{FEFF}" + text, isLittle: true), "UTF-32 with a byte order mark", "UTF-32"),
        (thirtyTwo("\u{FEFF}" + text, isLittle: false), "UTF-32 with a byte order mark", "UTF-32"),
        (thirtyTwo(text, isLittle: true), "UTF-32LE", "UTF-32LE"),
        (thirtyTwo(text, isLittle: false), "UTF-32BE", "UTF-32BE"),
        ([0xFF, 0xFE], "UTF-16 with a byte order mark", "UTF-16"),
    ])
    func `what is not UTF-8 is named, and converted by the name that iconv has`(bytes: [UInt8], name: String, codec: String) {
        let head = Array(bytes.prefix(4))
        let error = #expect(throws: ForeignEncoding.self) { try TextBeginning.markLength(head.span) }
        #expect(error?.name == name)
        #expect(error?.toolError(at: "x").next == "convert it: iconv -f \(codec) -t UTF-8")
    }

    @Test(arguments: [
        (Array(text.utf8), 0), ([0xEF, 0xBB, 0xBF] + text.utf8, 3), ([], 0), ([0x7B], 0), ([0x7B, 0x22, 0, 0x22], 0),
        ([0, 0x7B], 0), ([0, 0, 0, 0], 0),
    ])
    func `UTF-8, with a mark or without, is read, damaged as it may be`(bytes: [UInt8], length: Int) throws {
        let head = Array(bytes.prefix(4))
        let found = try TextBeginning.markLength(head.span)
        #expect(found == length)
    }
}
