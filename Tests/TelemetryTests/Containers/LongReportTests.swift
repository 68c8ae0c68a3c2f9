import Telemetry
import Testing

/// A report may have 1 MiB. What is longer is refused, however long, without being kept.
@Suite struct LongReportTests {
    private static let limit = 1 << 20

    /// A valid report of exactly so many bytes.
    private func longReport(_ count: Int) -> String {
        let frame = report("i", more: ",\"x\":\"\"").utf8.count
        return report("i", more: ",\"x\":\"\(String(repeating: "x", count: count - frame))\"")
    }

    private func outcomes(_ text: String) throws -> String {
        let found = try readAll(text)
        #expect(try readAll(text, piece: 65_521) == found)
        return found.map { "\($0.position) \($0.outcome)" }.joined(separator: ", ")
    }

    @Test func `a line of 1 MiB is taken, one byte more is not`() throws {
        let fits = longReport(LongReportTests.limit)
        let long = longReport(LongReportTests.limit + 1)
        #expect(fits.utf8.count == LongReportTests.limit)
        #expect(
            try outcomes("\(fits)\n\(long)\n\(report("a"))\n\(long)")
                == "1 accepted, 2 json.too_large, 3 accepted, 4 json.too_large")
    }

    @Test func `so it is in an array and in an envelope, where the next report is found`() throws {
        let fits = longReport(LongReportTests.limit)
        let long = longReport(LongReportTests.limit + 1)
        let expected = "1 accepted, 2 json.too_large, 3 accepted"
        #expect(try outcomes("[\(fits),\(long),\(report("a"))]") == expected)
        #expect(try outcomes("{\"n\":1,\"reports\":[\(fits) , \(long) , \(report("a"))],\"m\":2}") == expected)
    }

    @Test func `of a refused line, hash and length are known although it was not kept`() throws {
        let text = String(repeating: "x", count: 3 * LongReportTests.limit)
        let found = try readAll("\(report("a"))\n\(text)\n\(report("b"))\n")
        #expect(found.map(\.outcome) == ["accepted", "json.too_large", "accepted"])
        #expect(found[1].byteCount == Int64(text.utf8.count))
        #expect(found[1].redacted == Redaction.text(text.utf8.span) { hash($0) })
    }

    @Test func `a member of an envelope that long hides the reports`() throws {
        let long = String(repeating: "x", count: LongReportTests.limit)
        #expect(try outcomes("{\"x\":\"\(long)\",\"reports\":[\(report("a"))]}") == "1 json.too_large")
        #expect(try outcomes("{\"reports\":[\(report("a"))],\"x\":\"\(long)\"}") == "1 accepted, 2 json.too_large")
    }

    @Test func `white space of any length is no report`() throws {
        let blank = String(repeating: " \n", count: LongReportTests.limit)
        #expect(try readAll("\(blank)\(report("a"))\n").map(\.position) == [1_048_577])
        #expect(try readAll("[\(report("a"))\(blank),\(report("b"))]").map(\.outcome) == ["accepted", "accepted"])
    }
}
