import StrictJSON
import Testing

@testable import Flags

@Suite struct FlagDocumentTests {
    @Test func `every member that is read is described, and no other`() throws {
        let described = Set(FlagDocument.members.flatMap { $0.path.split(separator: ".").map(String.init) }).subtracting(["NAME"])
        #expect(described == Set(FlagDocument.memberNames))
    }

    static func decoded(_ bytes: [UInt8]) throws -> FlagDocument {
        try #require(FlagDocument.decode(bytes, file: "f").document)
    }

    @Test func `every mistake of a document is told at once`() throws {
        let text = """
            { "version": 0,
              "kils": {},
              "kill": { "a": "true", "A": true, "a": false },
              "flags": {
                "a": { "default": "false", "rollout": 20 },
                "b": { "rollout_percent": 101, "min_app": "v5.14.0" },
                "c": { "rollout_percent": 33.3333, "min_app": "5.14.x" },
                "1d": { "rollout_percent": -1 },
                "e": [],
                "f": { "rollout_percent": "20" } },
              "client_policy": { "min_supported": "5", "flush_only_until": "2026-10-31" },
              "telemetry": { "session_sample_percent": 1e400 } }
            """
        let found = FlagLint.read(Array(text.utf8), file: "v44/android.json", now: noon).problems
        #expect(
            found.map(\.text) == [
                "v44/android.json:1:14 version: expected a whole number from 1 to 9007199254740991, found 0",
                "v44/android.json:2:3 kils: no member of this name is known (did you mean kill?)",
                "v44/android.json:3:18 kill.a: expected true or false, found a text (did you mean true, without quotes?)",
                "v44/android.json:3:26 kill.A: a flag's name has a-z, 0-9 and _ only, begins with a letter, and is at most 64 long",
                "v44/android.json:3:26 kill.A: no flag has this name: the kill does nothing (did you mean a?)",
                "v44/android.json:3:37 kill.a: given twice, first at 3:13",
                "v44/android.json:5:23 flags.a.default: expected true or false, found a text (did you mean false, without quotes?)",
                "v44/android.json:5:32 flags.a.rollout: no member of this name is known (did you mean rollout_percent?)",
                "v44/android.json:6:31 flags.b.rollout_percent: 101 is outside 0 … 100",
                "v44/android.json:6:47 flags.b.min_app: no client can read this version: digits and dots, as in 5.14.0 (did you mean 5.14.0?)",
                "v44/android.json:7:31 flags.c.rollout_percent: 33.3333 has more than three places: buckets are thousandths of a percent",
                "v44/android.json:7:51 flags.c.min_app: no client can read this version: digits and dots, as in 5.14.0",
                "v44/android.json:8:5 flags.1d: a flag's name has a-z, 0-9 and _ only, begins with a letter, and is at most 64 long",
                "v44/android.json:8:32 flags.1d.rollout_percent: -1 is outside 0 … 100",
                "v44/android.json:9:10 flags.e: expected an object, found a list",
                "v44/android.json:10:31 flags.f.rollout_percent: expected a number, found a text (did you mean 20, without quotes?)",
                "v44/android.json:11:64 client_policy.flush_only_until: expected a time with its offset (RFC 3339), such as 2026-10-31T00:00:00Z",
                "v44/android.json:12:44 telemetry.session_sample_percent: no client can hold this number: it is over 1.8 × 10^308",
            ])
        #expect(FlagDocument.decode(Array(text.utf8), file: "f").document == nil)
    }

    @Test(arguments: [
        ("a", true), ("poll_posts", true), ("a1_", true), (String(repeating: "a", count: 64), true),
        (String(repeating: "a", count: 65), false), ("", false), ("A", false), ("1a", false), ("_a", false), ("a-b", false),
        ("a b", false), ("é", false), ("a\u{301}", false), ("а", false),
    ])
    func `a flag's name is of the grammar`(name: String, isName: Bool) { #expect(FlagDocument.isFlagName(name) == isName) }

    @Test(arguments: [
        ("v44/android.json", "android"), ("flags/v43/ios.json", "ios"), ("/x/v1/desktop.json", "desktop"), ("android.json", nil),
        ("44/android.json", nil), ("v/android.json", nil), ("v4x/android.json", nil), ("v44/android.txt", nil), ("", nil),
    ])
    func `the platform is in the path of what is published`(path: String, platform: String?) {
        #expect(FlagDocument.platform(ofPath: path) == platform)
    }

    @Test(arguments: [1 << 20, (1 << 20) + 1])
    func `a megabyte of brackets is refused, quickly and in words`(count: Int) {
        let (document, problems) = FlagDocument.decode([UInt8](repeating: UInt8(ascii: "["), count: count), file: "f")
        #expect(document == nil)
        #expect(problems.map(\.rule) == [count > 1 << 20 ? "json.too_large" : "json.too_deep"])
    }

    /// As many kills, each of no flag, and as many flags as fit: the nearest name of each is not looked for without end.
    @Test(.timeLimit(.minutes(1)))
    func `a hostile document costs bounded time`() {
        var text = "{\"version\":1,\"kill\":{" + (0..<25_000).map { "\"k\($0)\":true" }.joined(separator: ",")
        text += "},\"flags\":{" + (0..<25_000).map { "\"f\($0)\":{}" }.joined(separator: ",") + "}}"
        let (document, problems) = FlagLint.read(Array(text.utf8), file: "f", now: noon)
        #expect(document != nil)
        #expect(problems.count == 1001)
    }
}
