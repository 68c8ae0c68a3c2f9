import FleetCore
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
        // What is neither an envelope nor a report costs its line.
        #expect(
            try outcomes("\(one)\n{\"batch\":7}\n\(other)")
                == "1 accepted, 2 install_id.void, 3 install_id.missing, 4 accepted")
        #expect(try outcomes("\(one)\n{\"reports\":[\(b)") == "1 accepted, 2 install_id.void, 3 accepted, 4 json.truncated")
        #expect(try outcomes("\(one)\n{\"reports\":") == "1 accepted, 2 install_id.void, 3 json.truncated")
    }

    @Test func `lines of envelopes and of reports may be mixed`() throws {
        let envelope = "{\"reports\":[\(a),\(bad)]}"
        #expect(
            try outcomes("\(envelope)\n\(b)\n\n\(b)\r\n\(envelope)\n\(b)")
                == "1 accepted, 2 install_id.void, 3 accepted, 4 accepted, 5 accepted, 6 install_id.void, 7 accepted")
        // Where the first line is a report, positions are lines.
        #expect(
            try outcomes("\(b)\n\(envelope)\n\n\(envelope)\r\nnonsense\n\(envelope) \(b)\n\(b)")
                == "1 accepted, 2 accepted, 2 install_id.void, 4 accepted, 4 install_id.void, 5 json.syntax, "
                + "6 accepted, 6 install_id.void, 6 accepted, 7 accepted")
        let pretty = "{\n \"n\": 1,\n \"reports\": [\n  \(a),\n  \(b)\n ]\n}"
        #expect(try outcomes("\(b)\n\(pretty)\n\(b)\n") == "1 accepted, 5 accepted, 6 accepted, 9 accepted")
        #expect(try outcomes("\(pretty)\n\(b)\n\(pretty)") == "1 accepted, 2 accepted, 3 accepted, 4 accepted, 5 accepted")
        let object = b.replacing(",", with: ",\n ")
        #expect(try outcomes("\(object)\n\(envelope)\n\(object)") == "1 accepted, 2 accepted, 3 install_id.void, 4 accepted")
    }

    @Test func `a broken line among envelopes costs that line alone`() throws {
        let whole = "{\"reports\":[\(b)]}"
        let broken = [
            ("nonsense", "json.syntax"), ("{\"reports\":[{]}", "json.syntax"), ("{\"reports\":[}", "json.syntax"),
            ("{\"n\":tru,\"reports\":[]}", "json.syntax"), ("{\"reports\":[],}", "json.syntax"),
            ("{\"reports\":", "json.truncated"), ("{\"rep", "json.truncated"), ("{\"reports\":[{\"day", "json.truncated"),
            ("{\"reports\":[],\"n\":", "json.truncated"), ("{\"reports\":[]", "json.truncated"),
        ]
        for (line, reason) in broken {
            #expect(
                try outcomes("\(whole)\n\(line)\n\(whole)\r\n\(line)\n\(b)\n\(whole)")
                    == "1 accepted, 2 \(reason), 3 accepted, 4 \(reason), 5 accepted, 6 accepted", "\(line)")
            #expect(
                try outcomes("\(b)\n\(line)\n\(whole)\n\(line)\n\(b)")
                    == "1 accepted, 2 \(reason), 3 accepted, 4 \(reason), 5 accepted", "\(line)")
        }
        // What came before the fault is taken.
        for line in [
            "{\"reports\":[\(a)", "{\"reports\":[\(a),", "{\"reports\":[\(a),{\"day\":", "{\"reports\":[\(a),{\"install_id\":\"x",
            "{\"reports\":[\(a),\(a.dropLast(9))",
        ] {
            #expect(
                try outcomes("\(whole)\n\(line)\n\(whole)\n\(whole)")
                    == "1 accepted, 2 accepted, 3 json.truncated, 4 accepted, 5 accepted", "\(line)")
        }
        #expect(try outcomes("\(whole)\n{\"reports\":[\n\(whole)") == "1 accepted, 2 json.truncated, 3 accepted")
        // Its next line may as well be its own; that it isn't shows then.
        #expect(
            try outcomes("\(whole)\n{\"reports\":[\n\(b)\n\(whole)") == "1 accepted, 2 accepted, 3 json.truncated, 4 accepted")
        #expect(
            try outcomes("\(b)\n{\"reports\":[\(a),{\"install_id\":},\(a)]}\n\(whole)")
                == "1 accepted, 2 accepted, 2 json.syntax, 3 accepted")
    }

    @Test func `of an envelope over several lines a fault costs the rest of it`() throws {
        let broken = "{\n \"reports\": [\n\(a),\n{],\n\(b),\n\(b)\n,]\n}"
        #expect(
            try outcomes("\(broken)\n{\"reports\":[\(b)]}\n")
                == "1 accepted, 2 json.syntax, 3 accepted, 4 json.syntax, 5 json.syntax, 6 accepted")
        let cut = "{\n \"reports\": [\n\(a),\n \(b.dropLast(4))\n"
        #expect(try outcomes("\(cut){\n\"reports\":[\(b)]}\n\(b)") == "1 accepted, 2 json.syntax, 3 accepted, 4 accepted")
    }

    @Test func `of objects over several lines a broken one costs itself`() throws {
        let pretty = b.replacing(",", with: ",\n ") + "\n"
        #expect(try outcomes("\(pretty){\n \"day\":,\n \"x\": {\n }\n}\n\(pretty)") == "1 accepted, 2 json.syntax, 3 accepted")
        #expect(
            try outcomes("\(pretty){\n \"day\": \"2\n\(pretty)nonsense\n\(pretty)")
                == "1 accepted, 2 json.control, 3 accepted, 4 json.syntax, 5 accepted")
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
        #expect(try outcomes("{\"reports\":[\(a)]} \(b)") == "1 accepted, 2 accepted")
        #expect(try outcomes("{\"reports\":[\(a)]} x\n\(b)") == "1 accepted, 2 json.syntax, 3 accepted")
        // A delivery may say of all its reports what each one says, too.
        let delivery = "{\"sent_at\":\"2026-09-28T21:00:00Z\",\"platform\":\"ios\",\"app_version\":{},\"reports\":[\(a),\(b)]}"
        #expect(try outcomes(delivery) == "1 accepted, 2 accepted")
        #expect(try outcomes("\(a)\n\(delivery)") == "1 accepted, 2 accepted, 2 accepted")
        // No array: it is a report, if a poor one.
        #expect(try outcomes("{\"reports\":12}") == "1 install_id.missing")
        #expect(try outcomes("{\"install_id\":\"x\",\"reports\":[]}") == "1 app_version.missing")
    }

    @Test func `a byte order mark at the beginning is skipped`() throws {
        #expect(try outcomes("\u{FEFF}\(a)\n\(b)\n") == "1 accepted, 2 accepted")
        #expect(try outcomes("\u{FEFF} [\(a),\(b)]") == "1 accepted, 2 accepted")
        #expect(try outcomes("\u{FEFF}{\"reports\":[\(a),\(b)]}") == "1 accepted, 2 accepted")
        #expect(try outcomes("\u{FEFF}") == "")
        #expect(try outcomes("\u{FEFF}\n\(a)") == "2 accepted")
        #expect(try outcomes("\(a)\n\u{FEFF}\(b)\n") == "1 accepted, 2 json.syntax")
        #expect(try readAll("\u{FEFF}\(a)").map(\.byteOffset) == [3])
    }

    @Test func `UTF-16 is not read`() {
        var container: ReportContainer?
        let text = Array("\u{FEFF}\(a)\n".utf16)
        let little = text.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = text.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [little, big, Array(little.dropFirst(2)), Array(big.dropFirst(2))] {
            #expect(throws: ForeignEncoding.self) { try readAll(bytes, container: &container) }
        }
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
