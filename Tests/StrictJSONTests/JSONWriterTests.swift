import StrictJSON
import Testing

@Suite struct JSONWriterTests {
    @Test func `members keep the order they are given in`() {
        var json = JSONWriter()
        json.object {
            $0.member("zebra", 1)
            $0.member("apple", -2)
            $0.member("none", nil as Int64?)
            $0.member("share", 0.5)
            $0.member("on", true)
            $0.key("rows")
            $0.array {
                $0.object { $0.member("version", "8.14.0") }
                $0.object { _ in }
                $0.array { _ in }
                $0.null()
            }
        }
        #expect(
            json.text
                == #"{"zebra":1,"apple":-2,"none":null,"share":0.5,"on":true,"rows":[{"version":"8.14.0"},{},[],null]}"#)
    }

    @Test func `an indented text has a member a line and keeps empty brackets together`() {
        var json = JSONWriter(.indented)
        json.object {
            $0.member("a", 1)
            $0.key("b")
            $0.array {
                $0.integer(1)
                $0.object { _ in }
            }
        }
        #expect(
            json.text == """
                {
                  "a": 1,
                  "b": [
                    1,
                    {}
                  ]
                }
                """)
    }

    @Test func `only quotes, backslashes and control characters are escaped`() {
        var json = JSONWriter()
        json.string("a\"b\\c/d\n\r\t\u{8}\u{C}\u{1}\u{1F}\u{7F}é😀\u{2028}")
        #expect(json.text == #""a\"b\\c/d\n\r\t\b\f\u0001\u001f"# + "\u{7F}é😀\u{2028}\"")
    }

    @Test(arguments: [
        (0.1, "0.1"), (1, "1.0"), (1e16, "1e+16"), (-0.0, "-0.0"), (.leastNonzeroMagnitude, "5e-324"),
        (1.0 / 3, "0.3333333333333333"),
        (.infinity, "null"), (.nan, "null"),
    ])
    func `a double is written in its shortest form that reads back`(value: Double, text: String) {
        var json = JSONWriter()
        json.double(value)
        #expect(json.text == text)
        if value.isFinite { #expect(Double(json.text) == value) }
    }

    @Test func `integers keep all their digits`() {
        var json = JSONWriter()
        json.array {
            $0.integer(Int64.max)
            $0.integer(Int64.min)
            $0.integer(UInt64.max)
        }
        #expect(json.text == "[9223372036854775807,-9223372036854775808,18446744073709551615]")
    }

    @Test func `lines of NDJSON have no commas between them`() {
        var json = JSONWriter()
        for number in 1...2 {
            json.object { $0.member("n", number) }
            json.endLine()
        }
        #expect(json.text == "{\"n\":1}\n{\"n\":2}\n")
    }
}
