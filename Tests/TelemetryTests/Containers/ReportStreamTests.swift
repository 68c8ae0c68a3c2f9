import Telemetry
import Testing

@Suite struct ReportStreamTests {
    let a = report("a")
    let b = report("b")
    let bad = report("null")

    @Test func `an empty file holds nothing and is no error`() throws {
        #expect(try readAll("").isEmpty)
        #expect(try readAll(" \n\r\n\t\n").isEmpty)
    }

    @Test func `a line is a report, with LF, CR LF or the end of the file after it`() throws {
        #expect(try outcomes("\(a)\n\(b)\n") == "1 accepted, 2 accepted")
        #expect(try outcomes("\(a)\r\n\(b)\r\n") == "1 accepted, 2 accepted")
        #expect(try outcomes("\(a)\n\(b)") == "1 accepted, 2 accepted")
        #expect(try outcomes(a) == "1 accepted")
    }

    @Test func `blank lines are skipped, and counted as lines`() throws {
        #expect(try outcomes("\n\n\(a)\n \t\r\n\n\(b)\n\n") == "3 accepted, 6 accepted")
    }

    @Test func `after a bad line the next one is read`() throws {
        #expect(
            try outcomes("\(a)\n{\"install_id\":\"x\",}\n\(bad)\n[1]\n\"x\"\n}\n\(b) x\n\(a)")
                == "1 accepted, 2 json.syntax, 3 install_id.void, 4 json.not_object, 5 json.not_object, 6 json.syntax, "
                + "7 json.trailing, 8 accepted")
        #expect(try outcomes("{\"install_id\":\"x\n\(a)\n") == "1 json.truncated, 2 accepted")
        #expect(try outcomes("nonsense\n\(a)\n") == "1 json.syntax, 2 accepted")
        #expect(try outcomes("{\"a\":1\n{\"a\":2\n\(a)\n") == "1 json.truncated, 2 json.truncated, 3 accepted")
    }

    @Test func `offsets and lengths say where a line is`() throws {
        let found = try readAll("\n\(a)\r\n\(bad)\n")
        #expect(found.map(\.byteOffset) == [1, Int64(a.utf8.count) + 3])
        #expect(found.map(\.redacted) == [a, bad])
    }

    @Test func `one object may go over many lines`() throws {
        let pretty = """
            {
              "install_id": "i_1", "app_version": "8.14.0", "platform": "ios",
              "day": "2026-09-28",
              "health": {
                "sessions": 1
              }
            }

            """
        #expect(try outcomes(pretty) == "1 accepted")
        #expect(try outcomes(pretty + pretty) == "1 accepted, 2 accepted")
        #expect(try outcomes(pretty + "nonsense") == "1 accepted, 2 json.syntax")
        #expect(try outcomes(String(pretty.dropLast(3))) == "1 json.truncated")
    }

    @Test func `an array holds reports until its grammar breaks`() throws {
        #expect(try outcomes("[]") == "")
        #expect(try outcomes(" [ \(a) ,\n\(bad), \(b)\n]\n") == "1 accepted, 2 install_id.void, 3 accepted")
        #expect(try outcomes("[\(a),{\"install_id\":},\(b)]") == "1 accepted, 2 json.syntax")
        #expect(try outcomes("[\(a),\(b),]") == "1 accepted, 2 accepted, 3 json.syntax")
        #expect(try outcomes("[\(a) \(b)]") == "1 accepted, 2 json.syntax")
        #expect(try outcomes("[,\(a)]") == "1 json.syntax")
        #expect(try outcomes("[\(a)") == "1 accepted, 2 json.truncated")
        #expect(try outcomes("[\(a),") == "1 accepted, 2 json.truncated")
        #expect(try outcomes("[\(a),\(b.dropLast(2))") == "1 accepted, 2 json.truncated")
        #expect(try outcomes("[\(a)] x") == "1 accepted, 2 json.trailing")
        #expect(
            try outcomes("[12,null,true,\"x\",[\(a)],\(a)]")
                == "1 json.not_object, 2 json.not_object, 3 json.not_object, 4 json.not_object, 5 json.not_object, 6 accepted")
    }

    @Test func `in an array what keeps the grammar costs one report`() throws {
        let twice = "{\"day\":1,\"day\":[\"}\\\"]\"]}"
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        #expect(
            try outcomes("[\(twice),{\"x\":1e400},{\"x\":\"\\ud800\"},{\"x\":\"\u{1}\"},\(deep),1e400,\(a)]")
                == "1 json.duplicate_member, 2 json.number_range, 3 json.surrogate, 4 json.control, 5 json.too_deep, "
                + "6 json.number_range, 7 accepted")
    }

    @Test func `the rest after a broken grammar is one refusal, to the end`() throws {
        let text = "[\(a),\n{],\(b)]"
        let found = try readAll(text)
        #expect(found.count == 2)
        #expect(found[1].byteOffset == Int64(a.utf8.count) + 3)
        #expect(found[1].byteOffset + found[1].byteCount == Int64(text.utf8.count))
        #expect(found[1].redacted.hasPrefix("{\"unreadable_sha256\":\""))
    }

    @Test func `envelopes may follow one another, a line each or at once`() throws {
        let one = "{\"reports\":[\(a),\(bad)]}"
        let other = "{\"batch\":7,\"reports\":[\(b)],\"more\":{}}"
        for gap in ["\n", "\r\n", "", " \n\n"] {
            #expect(
                try outcomes(one + gap + other + gap + one + "\n")
                    == "1 accepted, 2 install_id.void, 3 accepted, 4 accepted, 5 install_id.void")
        }
        #expect(try outcomes("{\"reports\":[]}\n\(other)") == "1 accepted")
        // What is no envelope is still no part of one.
        #expect(try outcomes("\(one)\n{\"batch\":7}\n\(other)") == "1 accepted, 2 install_id.void, 3 json.trailing")
        #expect(try outcomes("\(one)\n{\"reports\":[\(b)") == "1 accepted, 2 install_id.void, 3 accepted, 4 json.truncated")
        #expect(try outcomes("\(one)\n{\"reports\":") == "1 accepted, 2 install_id.void, 3 json.trailing")
    }

    @Test func `an envelope holds its reports between other members`() throws {
        #expect(try outcomes("{\"reports\":[\(a),\(b)]}") == "1 accepted, 2 accepted")
        #expect(
            try outcomes("{\"made\": {\"by\": [1, 2]},\n \"reports\" : [ \(a) , \(bad) ] , \"n\": 12 }\n")
                == "1 accepted, 2 install_id.void")
        #expect(try outcomes("{\"reports\":[]}") == "")
        #expect(try outcomes("{\"reports\":[\(a)],\"reports\":[\(b)]}") == "1 accepted, 2 json.duplicate_member")
        #expect(try outcomes("{\"reports\":[\(a)],}") == "1 accepted, 2 json.syntax")
        #expect(try outcomes("{\"reports\":[\(a)]") == "1 accepted, 2 json.truncated")
        #expect(try outcomes("{\"reports\":[\(a)]} \(b)") == "1 accepted, 2 json.trailing")
        // No array: it is a report, if a poor one.
        #expect(try outcomes("{\"reports\":12}") == "1 install_id.missing")
        #expect(try outcomes("{\"install_id\":\"x\",\"reports\":[]}") == "1 app_version.missing")
    }

    @Test func `a byte order mark costs the first line, or all of another container`() throws {
        #expect(try outcomes("\u{FEFF}\(a)\n\(b)\n") == "1 json.bom, 2 accepted")
        #expect(try outcomes("\u{FEFF}[\(a),\(b)]") == "1 json.bom")
        #expect(try outcomes("\u{FEFF}{\"reports\":[\(a),\(b)]}") == "1 json.bom")
        #expect(try outcomes("\u{FEFF}") == "1 json.bom")
        #expect(try outcomes("\(a)\n\u{FEFF}\(b)\n") == "1 accepted, 2 json.syntax")
    }

    @Test func `NUL bytes are refused and end nothing`() throws {
        #expect(
            try outcomes("\(a)\n\u{0}\n\u{0}\(b)\n\(b)\u{0}\n\(b)")
                == "1 accepted, 2 json.syntax, 3 json.syntax, 4 json.trailing, 5 accepted")
    }

    @Test func `a source that fails has its whole reports taken, and then throws`() throws {
        var container: ReportContainer?
        for text in ["\(a)\n\(b)\n\(a.dropLast(5))", "[\(a),\(b),\(a.dropLast(5))", "{\"reports\":[\(a),\(b),"] {
            var taken = 0
            var at = 0
            let bytes = Array(text.utf8)
            var stream = ReportStream(testDecoder()) { buffer in
                if at == bytes.count { throw SourceFailure() }
                for (index, byte) in bytes.enumerated() { buffer[index] = byte }
                at = bytes.count
                return at
            }
            #expect(throws: SourceFailure.self) {
                while let read = try stream.next() {
                    #expect(reason(read.outcome) == "accepted")
                    taken += 1
                }
            }
            #expect(taken == 2)
        }
        #expect(throws: SourceFailure.self) { try readAll([], failing: true, container: &container) }
    }
}
