import StrictJSON
import Testing

@Suite struct ObjectReaderTests {
    private static func read(_ text: String, _ body: (ObjectReader) -> Void) throws -> [String] {
        let document = try #require(JSONDocument.read(Array(text.utf8), file: "d.json").document)
        let problems = DocumentProblems(document)
        if let reader = ObjectReader(document.root, problems, members: ["version", "owner", "steps", "on", "limits", "share"]) {
            body(reader)
        }
        return problems.problems.map(\.text)
    }

    @Test func `values are read, absent ones are nil`() throws {
        let text = #"{"version":3,"owner":null,"steps":[1],"on":true,"limits":{"x":1},"share":0.50}"#
        let problems = try ObjectReaderTests.read(text) { top in
            #expect(top.whole("version", in: 1...9, .required) == 3)
            #expect(top.string("owner", .nullable) == nil)
            #expect(top.elements("steps")?.count == 1)
            #expect(top.boolean("on") == true)
            #expect(top.object("limits", members: nil)?.members.map(\.name) == ["x"])
            #expect(top.numeral("share")?.text == "0.50")
            #expect(top.string("nothing") == nil)
        }
        #expect(problems == [])
    }

    @Test func `every mistake is told, with what was probably meant`() throws {
        let text = #"{"versoin":3,"owner":7,"steps":{},"on":"true","limits":[],"share":"0.5","zzz":1}"#
        let problems = try ObjectReaderTests.read(text) { top in
            _ = top.whole("version", in: 1...9, .required)
            _ = top.string("owner")
            _ = top.elements("steps")
            _ = top.boolean("on")
            _ = top.object("limits", members: nil)
            _ = top.numeral("share")
        }
        #expect(
            problems == [
                "d.json:1:1 $: version is missing",
                "d.json:1:2 versoin: no member of this name is known (did you mean version?)",
                "d.json:1:22 owner: expected a text, found a number",
                "d.json:1:32 steps: expected a list, found an object",
                "d.json:1:40 on: expected true or false, found a text (did you mean true, without quotes?)",
                "d.json:1:56 limits: expected an object, found a list",
                "d.json:1:67 share: expected a number, found a text (did you mean 0.5, without quotes?)",
                "d.json:1:73 zzz: no member of this name is known",
            ])
    }

    @Test(arguments: [("0", "from 1 to 9, found 0"), ("10", "from 1 to 9, found 10"), ("1.5", "from 1 to 9, found 1.5")])
    func `a whole number out of range is refused`(value: String, message: String) throws {
        let problems = try ObjectReaderTests.read("{\"version\":\(value)}") { _ = $0.whole("version", in: 1...9) }
        #expect(problems == ["d.json:1:12 version: expected a whole number \(message)"])
    }

    @Test func `what was refused as JSON is not refused a second time, and null is no value unless it may be`() throws {
        let problems = try ObjectReaderTests.read(#"{"version":1e400,"owner":"\ud800","on":null}"#) { top in
            #expect(top.whole("version", in: 1...9, .required) == nil)
            #expect(top.string("owner", .required) == nil)
            #expect(top.boolean("on", .required) == nil)
        }
        #expect(problems == ["d.json:1:40 on: expected true or false, found null"])
    }
}
