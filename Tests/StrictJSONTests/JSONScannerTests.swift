import StrictJSON
import Testing

/// `valid`, or the reason and the offset: `syntax@3`.
func outcome(_ bytes: [UInt8]) -> String {
    var scanner = JSONScanner()
    do throws(JSONError) {
        try scanner.skipValue(bytes.span)
        try scanner.finish(bytes.span)
        return "valid"
    } catch {
        return "\(error.reason.rawValue)@\(error.offset)"
    }
}

func outcome(_ text: String) -> String { outcome(Array(text.utf8)) }

@Suite struct JSONScannerTests {
    @Test(arguments: [
        "{}", "[]", "0", "-0", "1", "-12", "1.5", "0.0", "1e5", "1E+5", "1e-5", "-1.25e2", "true", "false", "null", "\"\"",
        " \t\r\n[ \t\r\n] \t\r\n", "[1,2]", "[ 1 , 2 ]", "{\"a\":1}", "{ \"a\" : 1 , \"b\" : [ { } ] }", "\"é😀\u{2028}\u{FFFF}\"",
        "\"\u{7F}\"", #""\"\\\/\b\f\n\r\t""#, #""\u0000""#, #""\u00e9\uD83D\uDE00""#, "[[[[]]]]", "{\"\":{\"\":0}}",
        "{\"a\":{\"a\":1},\"b\":[{\"a\":2},{\"a\":3}]}", "1e308", "1.7976931348623157e308", "1e-400", "0e400",
        "-0.0e999999999999",
        "123456789012345678901234567890", "0.1234567890123456789012345678901234567890", "\"\u{FFFD}\"", "[true,false,null]",
        #"{"a\u0062":1,"a":2}"#,
    ])
    func `what RFC 8259 allows is taken`(text: String) {
        #expect(outcome(text) == "valid")
    }

    @Test(arguments: [
        // Nothing, or not all.
        ("", "truncated@0"), ("  ", "truncated@2"), ("[", "truncated@1"), ("{", "truncated@1"), ("[1", "truncated@2"),
        ("[1,", "truncated@3"), ("{\"a\"", "truncated@4"), ("{\"a\":", "truncated@5"), ("{\"a\":1", "truncated@6"),
        ("\"abc", "truncated@4"), ("\"abc\\", "truncated@5"), ("\"\\u12", "truncated@5"), ("\"\\ud83d", "truncated@7"),
        ("-", "truncated@1"), ("1.", "truncated@2"), ("1e", "truncated@2"), ("1e+", "truncated@3"), ("tru", "truncated@3"),
        // More than one value.
        ("1 2", "trailing@2"), ("{}x", "trailing@2"), ("nullnull", "trailing@4"), ("[]]", "trailing@2"),
        ("\"a\"\"", "trailing@3"),
        // Commas, colons, brackets.
        ("[1,]", "syntax@3"), ("[,1]", "syntax@1"), ("[1,,2]", "syntax@3"), ("[1 2]", "syntax@3"), ("{\"a\":1,}", "syntax@7"),
        ("{,}", "syntax@1"), ("{\"a\" 1}", "syntax@5"), ("{\"a\"::1}", "syntax@5"), ("{\"a\":1 \"b\":2}", "syntax@7"),
        ("{a:1}", "syntax@1"), ("{1:1}", "syntax@1"), ("{'a':1}", "syntax@1"), ("[1}", "syntax@2"), ("{\"a\":1]", "syntax@6"),
        ("]", "syntax@0"), (":", "syntax@0"), ("[\"a\":1]", "syntax@4"), ("{\"a\"}", "syntax@4"), ("{\"a\":}", "syntax@5"),
        // Comments and other dialects.
        ("/*x*/1", "syntax@0"), ("[1//x\n]", "syntax@2"), ("#x\n1", "syntax@0"), ("'a'", "syntax@0"), ("NaN", "syntax@0"),
        ("Infinity", "syntax@0"), ("-Infinity", "syntax@1"), ("True", "syntax@0"), ("nul", "truncated@3"), ("nulx", "syntax@3"),
        ("undefined", "syntax@0"), ("0x10", "trailing@1"), ("+1", "syntax@0"), (".5", "syntax@0"), ("1.e5", "syntax@2"),
        ("01", "syntax@0"), ("-01", "syntax@1"), ("00", "syntax@0"), ("--1", "syntax@1"), ("1e5.5", "trailing@3"),
        ("1_000", "trailing@1"), ("1,5", "trailing@1"), ("\u{A0}1", "syntax@0"), ("\u{B}1", "syntax@0"), ("1\u{0}", "trailing@1"),
        ("\u{0}", "syntax@0"), ("\u{FEFF}1", "syntax@0"), ("[١]", "syntax@1"),
        // Texts.
        ("\"\n\"", "control@1"), ("\"abcdefgh\t\"", "control@9"), ("\"\u{0}\"", "control@1"), ("\"\\x\"", "syntax@1"),
        ("\"\\'\"", "syntax@1"), ("\"\\u12g4\"", "syntax@1"), ("\"\\U0041\"", "syntax@1"), ("\"\\\n\"", "syntax@1"),
        // Half surrogates.
        (#""\ud800""#, "surrogate@1"), (#""\udc00""#, "surrogate@1"), (#""\ud800\ud800""#, "surrogate@1"),
        (#""\ud800\u0041""#, "surrogate@1"), (#""\ud800 \udc00""#, "surrogate@1"), (#""\udc00\ud800""#, "surrogate@1"),
        (#"{"\ud800":1}"#, "surrogate@2"),
        // Numbers that no Double holds.
        ("1e400", "number_range@0"), ("-1e400", "number_range@0"), ("[1e309]", "number_range@1"), ("1.8e308", "number_range@0"),
        ("0.00001e400", "number_range@0"), ("1e999999999999999999999", "number_range@0"),
        // Members twice.
        (#"{"a":1,"a":1}"#, "duplicate_member@7"), (#"{"a":1,"\u0061":2}"#, "duplicate_member@7"),
        (#"{"x":{"a":1,"b":2,"a":3}}"#, "duplicate_member@18"), (#"[{"":1,"":2}]"#, "duplicate_member@7"),
        (#"{"abcdefghijklmnopqrstuvwxyz":1,"abcdefghijklmnopqrstuvwxyz":2}"#, "duplicate_member@32"),
        (#"{"é":1,"\u00e9":2}"#, "duplicate_member@8"),
    ])
    func `what it does not allow is refused, with the place`(text: String, expected: String) {
        #expect(outcome(text) == expected)
    }

    /// Unicode 16, table 3-7: overlong forms, surrogates, beyond U+10FFFF, lone and missing continuation bytes.
    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82],
            [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
        for lead in ["", "abc", "abcdefgh"] {
            let text = Array("\"\(lead)".utf8) + bytes + Array("\"   ".utf8)
            #expect(outcome(text) == "utf8@\(1 + lead.utf8.count)")
        }
    }

    @Test func `UTF-16 is refused`() {
        #expect(outcome([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]) == "syntax@0")
        #expect(outcome([0x00, 0x7B, 0x00, 0x7D]) == "syntax@0")
    }

    @Test func `64 levels are taken, 65 are not, and 100,000 cost no stack`() {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(outcome(nested(64)) == "valid")
        #expect(outcome(nested(65)) == "too_deep@64")
        #expect(outcome(nested(100_000)) == "too_deep@64")
        let objects = String(repeating: "{\"a\":", count: 64) + "1" + String(repeating: "}", count: 64)
        #expect(outcome(objects) == "valid")
        #expect(outcome("[\(objects)]") == "too_deep@316")
    }

    @Test func `a member given twice is found among many, too`() {
        let members = (0..<5000).map { "\"m\($0)\":\($0)" }
        #expect(outcome("{\(members.joined(separator: ","))}") == "valid")
        let offset = members.joined(separator: ",").utf8.count + 2
        for name in ["m0", "m31", "m32", "m33", "m4999"] {
            #expect(outcome("{\(members.joined(separator: ",")),\"\(name)\":0}") == "duplicate_member@\(offset)")
        }
        // In an object within, with members before and after it.
        #expect(outcome("{\"a\":{\(members.joined(separator: ","))},\"m1\":1,\"m2\":2}") == "valid")
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("123456789012345678", 123_456_789_012_345_678),
            ("1234567890123456789", 1_234_567_890_123_456_789), ("9223372036854775807", Int64.max),
            ("-9223372036854775808", Int64.min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("99999999999999999999", nil), ("5.0", 5),
            ("5.000e0", 5),
            ("5e3", 5000), ("50e-1", 5), ("5.5", nil), ("55e-1", nil), ("5e-1", nil), ("0e5", 0), ("0.000", 0), ("-0.0", 0),
            ("9223372036854775807.0", Int64.max), ("0.9223372036854775807e19", Int64.max), ("1e18", 1_000_000_000_000_000_000),
            ("1e19", nil), ("100000000000000000000e-2", 1_000_000_000_000_000_000), ("1.0000000000000000000000001", nil),
            ("1e-999999999999", nil), ("0.00000000000000000001e20", 1), ("10000000000000000000000000000e-28", 1),
        ] as [(String, Int64?)])
    func `a whole number is read exactly, however written`(text: String, value: Int64?) throws {
        var scanner = JSONScanner()
        let number = try scanner.number(text.utf8.span)
        #expect(number.whole == value)
        #expect(number.count == text.utf8.count)
        #expect(number.isPlain == !text.contains { ".eE".contains($0) })
        #expect(number.double(in: text.utf8.span) == Double(text))
    }

    @Test func `names are known by what they say, not by how they are written`() throws {
        let names = ["day", "sessions", "queue_age_max_s", "a_name_of_all_24_letters"]
        let table = JSONNameTable(names)
        let text =
            #"{"day":1,"s\u0065ssions":1,"queue_age_max_s":1,"a_name_of_all_24_letters":1,"a_name_of_all_24_lettersX":1,"dax":1,"":1}"#
        // Near the end of the bytes names are read another way: all the same.
        for padding in ["", String(repeating: " ", count: 40)] {
            let bytes = Array((text + padding).utf8)
            var scanner = JSONScanner()
            try scanner.beginObject(bytes.span)
            var found: [Int?] = []
            while let name = try scanner.nextMember(bytes.span) {
                found.append(table.index(of: name))
                try scanner.skipValue(bytes.span)
            }
            #expect(found == [0, 1, 2, 3, nil, nil, nil])
        }
    }

    @Test func `a text says what its escapes stand for`() throws {
        let text = #""a\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00é😀""#
        var scanner = JSONScanner()
        let found = try scanner.string(text.utf8.span)
        #expect(found.isEscaped)
        #expect(found.string(in: text.utf8.span) == "a\"\\/\u{8}\u{C}\n\r\tAé€😀é😀")
    }
}
