import Telemetry
import Testing

/// An older toolkit must not lose a newer client: what it does not know it counts.
@Suite struct UnknownMemberTests {
    private func counts(_ texts: [String]) -> DecodeCounts {
        var decoder = testDecoder()
        for text in texts { _ = decoder.decode(text.utf8.span) }
        return decoder.takeCounts()
    }

    @Test func `unknown members are counted by name and place`() {
        let text = """
            {"install_id":"i","app_version":"8.14.0","platform":"ios","day":"2026-09-28","new":{"a":[1,{"b":null}]},
             "health":{"sessions":1,"new":1,"more":"x"},"decrypt_failures":[{"device":"a","peer_device":"b","message_type":"normal",
             "first_at":"2026-09-28T20:00:00Z","new":true}]}
            """
        #expect(counts([text, text]).unknownMembers == ["new": 2, "health.new": 2, "health.more": 2, "decrypt_failures.new": 2])
    }

    @Test func `counts are taken once`() {
        var decoder = testDecoder()
        _ = decoder.decode(reportText("new", "1").utf8.span)
        #expect(decoder.takeCounts().unknownMembers == ["new": 1])
        #expect(decoder.takeCounts() == DecodeCounts())
    }

    @Test func `a refused report is not looked into`() {
        #expect(counts([reportText("day", "1,\"new\":1"), "{\"new\":1"]) == DecodeCounts())
    }

    @Test func `a client that thinks up names fills no memory`() {
        let members = (0..<1000).map { "\"n\($0)\":0" }.joined(separator: ",")
        let found = counts([reportText("new", "0,\(members)"), reportText("late", "0")]).unknownMembers
        #expect(found.count == 101)
        #expect(found["__other__"] == 902)
        #expect(found["n98"] == 1)
    }

    @Test func `names that are long or can't be shown are counted together`() {
        let long = String(repeating: "n", count: 65)
        let found = counts([reportText(long, "0"), reportText("\\u001b[31m", "0"), reportText("é", "0")]).unknownMembers
        #expect(found == ["__other__": 3])
    }

    @Test func `versions that can't be read are kept and counted`() {
        let texts = ["8.14.0", "banana", "banana", "8.14", "v8.14.0"].map { reportText("app_version", "\"\($0)\"") }
        #expect(counts(texts).unreadableVersions == 3)
    }
}
