import FleetCore
import Telemetry
import Testing

/// Entries of `crash_groups` are taken or left out one by one.
@Suite struct CrashGroupTests {
    /// A valid entry with one member changed or left out.
    private func entry(_ member: String = "", _ value: String? = nil) -> String {
        var members = [("signature", "\"NPE: Poll.bind\""), ("first_at", "\"2026-09-28T20:00:00Z\"")]
        members.removeAll { $0.0 == member }
        if let value { members.append((member, value)) }
        return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    private func decodeEntries(_ entries: String...) -> (groups: [CrashGroup], leftOut: [String]) {
        var decoder = testDecoder(receivedAt: "2026-09-28T22:00:00Z")
        let text = reportText("crash_groups", "[\(entries.joined(separator: ","))]")
        guard case .accepted(let report) = decoder.decode(text.utf8.span) else { return ([], ["refused"]) }
        return (report.crashGroups, decoder.leftOut.map(\.reason))
    }

    @Test func `an entry has defaults for all but its signature and its beginning`() throws {
        let group = try #require(decodeEntries(entry()).groups.first)
        let first = try #require(Instant("2026-09-28T20:00:00Z")).epochSeconds
        #expect(
            group
                == CrashGroup(
                    signature: "NPE: Poll.bind", screen: "unknown", deviceModel: nil, osVersion: nil, flagsOn: nil, first: first,
                    crashes: 1))
    }

    @Test(
        arguments: [
            ("signature", nil, "signature"), ("signature", "null", "signature"), ("signature", "\"\"", "signature"),
            ("signature", "7", "signature"), ("signature", text(128), ""), ("signature", text(129), "signature"),
            ("signature", "\"a\\nb\"", "signature"), ("signature", "\"\\u001b[2J\"", "signature"),
            ("signature", "\"\\u0000\"", "signature"), ("signature", "\"\\u009b1m\"", "signature"),
            ("screen", "\"chat\"", ""), ("screen", "\"\"", ""), ("screen", "null", ""), ("screen", text(65), "screen"),
            ("screen", "[]", "screen"), ("device_model", "\"Pixel 8\"", ""), ("device_model", "8", "device_model"),
            ("device_model", "\"\\u0007\"", "device_model"), ("os_version", "\"17\"", ""), ("os_version", "17", "os_version"),
            ("flags_on", "[]", ""), ("flags_on", "[\"polls\",\"a_1\",\"polls\"]", ""), ("flags_on", "null", ""),
            ("flags_on", "\"polls\"", "flags_on"), ("flags_on", "[\"Polls\"]", "flags_on"), ("flags_on", "[7]", "flags_on"),
            ("flags_on", "[\"\"]", "flags_on"), ("flags_on", "[\"a-b\"]", "flags_on"), ("flags_on", "[\(text(65))]", "flags_on"),
            ("flags_on", "[" + (0..<65).map { "\"f\($0)\"" }.joined(separator: ",") + "]", "flags_on"),
            ("first_at", nil, "instant"), ("first_at", "\"soon\"", "instant"),
            // The day before the report's, 00:00 UTC, to an hour after receipt (22:00).
            ("first_at", "\"2026-09-27T00:00:00Z\"", ""), ("first_at", "\"2026-09-26T23:59:59Z\"", "instant"),
            ("first_at", "\"2026-09-28T23:00:00Z\"", ""), ("first_at", "\"2026-09-28T23:00:01Z\"", "instant"),
            ("count", "2147483647", ""), ("count", "0", "count"), ("count", "1.5", "count"), ("count", "2147483648", "count"),
            ("new_member", "{\"a\":[1]}", ""),
        ] as [(String, String?, String)])
    func `a bad entry is left out with its reason, and the report is taken`(member: String, value: String?, problem: String) {
        let found = decodeEntries(entry(member, value), entry())
        #expect(found.leftOut == (problem.isEmpty ? [] : ["crash_groups." + problem]))
        #expect(found.groups.count == (problem.isEmpty ? 2 : 1))
    }

    @Test func `what is no object is no entry, and what is no list is no report`() {
        #expect(decodeEntries("1", "[]", "\"x\"", entry()).leftOut == Array(repeating: "crash_groups.entry", count: 3))
        #expect(reason(decode(reportText("crash_groups", "{}"))) == "crash_groups")
        #expect(reason(decode(reportText("crash_groups", "null"))) == "accepted")
    }

    @Test func `flags are each once and in order, the report's system stands in for the entry's`() throws {
        let text = reportText(
            "os_version", "\"18\",\"crash_groups\":[\(entry("flags_on", "[\"polls\",\"a_1\",\"polls\"]"))]")
        let report = try accepted(text, receivedAt: "2026-09-28T22:00:00Z")
        #expect(report.crashGroups.first?.flagsOn == ["a_1", "polls"])
        #expect(report.crashGroups.first?.osVersion == "18")
        // What is kept of it decodes to the same.
        #expect(try accepted(report.json).crashGroups == report.crashGroups)
    }

    @Test func `redaction keeps what the contract knows, and flags that are flags`() {
        let text = """
            {"crash_groups":[{"signature":"NPE","stack":"SECRET","flags_on":["polls","SECRET",7],"count":2,"device":"SECRET"},"SECRET"]}
            """
        let kept = Redaction.text(text.utf8.span) { hash($0) }
        #expect(!kept.contains("SECRET"))
        #expect(kept.contains(#""signature":"NPE","stack":"not kept","flags_on":["polls","not kept","not kept"],"count":2"#))
    }
}
