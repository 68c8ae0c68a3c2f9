import StrictJSON
import Testing

/// `line:column path rule`, one a problem.
func problems(_ bytes: [UInt8]) -> [String] {
    JSONDocument.read(bytes, file: "d.json").problems.map { "\($0.line):\($0.column) \($0.path) \($0.rule)" }
}

func problems(_ text: String) -> [String] { problems(Array(text.utf8)) }

@Suite struct JSONDocumentTests {
    @Test func `a document keeps the order of members, the text of numbers and the place of everything`() throws {
        let text = """
            { "z": 1.50,
              "a": ["x", {"é": 2e1}],
              "empty": {} }
            """
        let (found, problems) = JSONDocument.read(Array(text.utf8), file: "d.json")
        let document = try #require(found)
        #expect(problems.isEmpty)
        guard case .object(let members) = document.root.value else { throw Unexpected() }
        #expect(members.map(\.name) == ["z", "a", "empty"])
        guard case .number(let numeral)? = document.root["z"]?.value else { throw Unexpected() }
        #expect(numeral.text == "1.50")
        let written = members.map { String(decoding: document.bytes[$0.value.range], as: UTF8.self) }
        #expect(written == ["1.50", "[\"x\", {\"é\": 2e1}]", "{}"])

        let collector = DocumentProblems(document)
        for offset in [0, members[0].offset, members[0].value.offset, text.utf8.count - 1] {
            collector.report("r", at: offset, "m")
        }
        let twenty = try #require(text.utf8.firstRange(of: Array("2e1".utf8)))
        collector.report("r", at: text.utf8.distance(from: text.utf8.startIndex, to: twenty.lowerBound), "m")
        let places = collector.problems.map { "\($0.line):\($0.column) \($0.path)" }
        #expect(places == ["1:1 $", "1:3 z", "1:8 z", "2:20 a[1][\"é\"]", "3:15 $"])
    }

    @Test(arguments: [
        // What can be read past: everything is told.
        (#"{"a":1,"a":2,"b":{"c":1,"\u0063":2}}"#, ["1:8 a json.duplicate_member", "1:25 b.c json.duplicate_member"]),
        (
            #"{"a":1e400,"b":"\ud800","c":[1,"\udc00"]}"#,
            ["1:6 a json.number_range", "1:17 b json.surrogate", "1:33 c[1] json.surrogate"]
        ),
        (#"{"\ud800":1,"a":-1e999}"#, ["1:3 $ json.surrogate", "1:17 a json.number_range"]),
        ("{\"\u{E9}\":1,\n \"e\u{301}\":2}", ["2:2 $[\"e\u{301}\"] json.same_name_normalised"]),
        ("\u{FEFF}{\"a\":1,\"a\":1}", ["1:1 $ json.bom", "1:9 a json.duplicate_member"]),
        ("{\"a\":\"x\u{1}y\"}", ["1:8 a json.control"]),
        (#"{"a":1,"a":2} {"#, ["1:8 a json.duplicate_member", "1:15 $ json.trailing"]),
        // A broken grammar ends it, after what was found before.
        (#"{"a":1,"a":2,}"#, ["1:8 a json.duplicate_member", "1:14 $ json.syntax"]),
        ("{\n  // no\n  \"a\": 1 }", ["2:3 $ json.syntax"]),
        (#"{"flags":{"f":{"default":tru}}}"#, ["1:29 flags.f.default json.syntax"]),
        (#"{"a":[1,2"#, ["1:10 a json.truncated"]), ("", ["1:1 $ json.truncated"]),
        ("{\"a\":\"x\n\",\"b\":1}", ["1:8 a json.control"]),
    ])
    func `all mistakes are told at once, each with line, column and path`(text: String, expected: [String]) {
        #expect(problems(text) == expected)
    }

    @Test func `what is not UTF-8 is refused, and the rest still read`() {
        #expect(
            problems([UInt8]("{\"a\":\"".utf8) + [0xC0, 0x80] + [UInt8]("\",\"b\":1e400}".utf8)) == [
                "1:7 a json.utf8", "1:14 b json.number_range",
            ])
        #expect(problems([0xFF, 0xFE, 0x7B, 0, 0x7D, 0]) == ["1:1 $ json.utf8"])
        #expect(problems([0, 0x7B, 0, 0x7D]) == ["1:1 $ json.utf8"])
    }

    @Test func `64 levels are read, more are refused, also a megabyte of them`() {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(problems(nested(64)) == [])
        let path = "$" + String(repeating: "[0]", count: 64)
        #expect(problems(nested(65)) == ["1:65 \(path) json.too_deep"])
        #expect(problems(String(repeating: "[", count: 1 << 20)) == ["1:65 \(path) json.too_deep"])
        let objects = String(repeating: "{\"a\":", count: 200_000)
        #expect(problems(objects).map { $0.suffix(13) } == ["json.too_deep"])
    }

    @Test func `a document over the limit is refused unread`() {
        let over = [UInt8](repeating: 0x20, count: 1 << 20) + [0x30]
        #expect(problems(over) == ["1:1 $ json.too_large"])
        #expect(problems(Array(over.dropFirst())) == [])
        let (document, found) = JSONDocument.read(Array("[1]".utf8), file: "d.json", greatestSize: 2)
        #expect(document == nil)
        #expect(found.map(\.message) == ["3 bytes; at most 2 are read"])
    }

    @Test func `what is told is bounded, and so is the time`() throws {
        // A hundred thousand members of one name, in one line.
        let text = "{" + String(repeating: "\"a\":1,", count: 100_000) + "\"a\":1}"
        let found = JSONDocument.read(Array(text.utf8), file: "d.json").problems
        #expect(found.count == 1001)
        #expect(found.last?.message == "99000 more problems, not listed")
        #expect(found.last?.severity == .error)
    }

    @Test func `names are told apart among many as among few`() {
        func text(_ extra: String) -> String { "{" + (0..<300).map { "\"m\($0)\":0" }.joined(separator: ",") + ",\(extra)}" }
        #expect(problems(text("\"m300\":0")) == [])
        for name in ["m0", "m15", "m16", "m17", "m299"] {
            #expect(
                problems(text("\"\(name)\":0")).map { $0.split(separator: " ")[1...] } == [
                    [Substring(name), "json.duplicate_member"]
                ])
        }
        #expect(problems("{\"é\":1," + text("\"e\u{301}\":0").dropFirst()).map { $0.hasSuffix("normalised") } == [true])
    }

    @Test(arguments: [
        ("[1,]", "a comma before a closing bracket: JSON has no trailing commas"), ("[1 2]", "a comma is missing before this"),
        ("{'a':1}", "texts and names stand in double quotes"), ("[NaN]", "NaN can't stand here"),
        ("[01]", "a number does not begin with 0 and go on"), ("[.5]", "a number begins with a digit or a minus sign"),
        ("[\"\\x\"]", "no such escape in JSON"), ("#", "a comment: JSON has none"),
        ("{\"a\" 1}", "a comma or a colon is missing before this"),
        ("[\"a\nb\"]", "the text does not end on its line: is a quote missing?"),
        ("[\"a\u{1}\"]", "a raw control character in a text: write it as \\u0001"),
    ])
    func `a mistake is worded for whoever made it`(text: String, message: String) {
        #expect(JSONDocument.read(Array(text.utf8), file: "d.json").problems.map(\.message) == [message])
    }

    @Test(
        arguments: [
            ("20", 0, 20), ("20.0", 0, 20), ("2e1", 0, 20), ("1.005", 3, 1005), ("1.005", 2, nil), ("0.57", 2, 57),
            ("-0.5", 1, -5), ("33.3333", 3, nil), ("1e-3", 3, 1), ("1e-4", 3, nil), ("100", 3, 100_000), ("0", 3, 0),
            ("-0.000", 3, 0), ("9223372036854775807", 0, Int64.max), ("9223372036854775807", 1, nil),
            ("0.0000000000000000000000001e25", 0, 1), ("1e-999999999999999999999", 3, nil),
        ] as [(String, Int, Int64?)])
    func `a number is scaled exactly, or not at all`(text: String, places: Int, value: Int64?) {
        #expect(JSONNumeral(text: text).scaled(by: places) == value)
    }
}

struct Unexpected: Error {}
