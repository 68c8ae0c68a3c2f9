import Flags
import FleetCore
import StrictJSON
import Testing

/// What other flag systems got wrong, each once: the case's id, and what is right.
@Suite struct CaseTests {
    private func value(_ document: FlagDocument, _ flag: String = "poll_posts", _ id: String? = nil, _ version: String? = nil)
        -> Bool
    {
        document.evaluate(flag, FlagContext(installID: id, appVersion: version)).value
    }

    private func rollout(_ percent: String) throws -> FlagDocument {
        try flags("{\"poll_posts\":{\"default\":false,\"rollout_percent\":\(percent)}}")
    }

    @Test func `B01: the installs that are first for one flag are not first for the next`() throws {
        let document = try flags(
            #"{"flag_a":{"default":false,"rollout_percent":10},"flag_b":{"default":false,"rollout_percent":10}}"#)
        #expect(value(document, "flag_a", "inst-0052"))
        #expect(!value(document, "flag_b", "inst-0052"))
    }

    @Test func `B03: 0 % does not admit hash 0`() throws {
        #expect(try !value(rollout("0"), "poll_posts", "QbthyF1Rs"))
        #expect(try value(rollout("0.001"), "poll_posts", "QbthyF1Rs"))
    }

    @Test func `B05: a hash of 2³¹ is bucket 50,000, no negative number`() throws {
        #expect(try !value(rollout("50"), "poll_posts", "ypZGxHGU1"))
        #expect(try value(rollout("50.001"), "poll_posts", "ypZGxHGU1"))
    }

    @Test func `B07: half a percent is half a percent`() throws {
        #expect(try value(rollout("0.5"), "poll_posts", "Me4mhqgLX"))
    }

    @Test func `B09: 1.005 is 1005 thousandths`() throws {
        #expect(Bucketing.bucket(flag: "poll_posts", installID: "inst-0074504") == 1004)
        #expect(try value(rollout("1.005"), "poll_posts", "inst-0074504"))
        #expect(try !value(rollout("1.004"), "poll_posts", "inst-0074504"))
    }

    @Test func `B11: a document names its bucketing, and an unrelated edit moves nobody`() throws {
        let other = try document(
            #"{"version":43,"hash":"m3-32/2","flags":{"poll_posts":{"default":false,"rollout_percent":20}}}"#)
        let before = try rollout("20")
        let after = try document(
            #"{"version":44,"hash":"m3-32/1","flags":{"a":{"rollout_percent":50},"poll_posts":{"rollout_percent":20},"z":{}}}"#)
        var on = 0
        for index in 0..<20_000 {
            let id = "install-\(index)"
            #expect(!value(other, "poll_posts", id))
            let isOn = value(before, "poll_posts", id)
            #expect(value(after, "poll_posts", id) == isOn)
            if isOn { on += 1 }
        }
        #expect(on > 3_500 && on < 4_500)
        #expect(other.evaluate("poll_posts", FlagContext(installID: "i", appVersion: nil)).reason == .unknownHash)
        #expect(try lint(#"{"version":43,"hash":"m3-32/2","flags":{}}"#) == ["1:22 hash hash.unknown"])
    }

    @Test func `B13: names are ASCII, so that no two forms of one can meet`() throws {
        let text = "{\"version\":43,\"kill\":{\"caf\u{E9}\":true},\"flags\":{\"cafe\u{301}\":{\"default\":true}}}"
        #expect(FlagDocument.decode(Array(text.utf8), file: "f").document == nil)
        #expect(try lint(text).filter { $0.hasSuffix(" flag.name") }.count == 2)
        let twice = "{\"version\":43,\"flags\":{\"caf\u{E9}\":{},\"cafe\u{301}\":{}}}"
        #expect(try lint(twice).contains { $0.hasSuffix(" json.same_name_normalised") })
    }

    @Test func `B15: what a strict parser refuses is refused`() {
        for (bytes, rule) in [
            (Array(#"{"version":43,"kill":{"poll_posts":true,},"flags":{}}"#.utf8), "json.syntax"),
            ([0xEF, 0xBB, 0xBF] + Array(#"{"version":43,"flags":{}}"#.utf8), "json.bom"),
            (Array(#"{"version":43,"flags":{}}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), "json.utf8"),
        ] {
            let (document, problems) = FlagDocument.decode(bytes, file: "f")
            #expect(document == nil)
            #expect(problems.map(\.rule) == [rule])
        }
    }

    @Test func `B17: versions of two and of four parts`() throws {
        let document = try flags(#"{"poll_posts":{"default":true,"min_app":"5.14.0"}}"#)
        #expect(value(document, "poll_posts", nil, "5.14"))
        #expect(value(document, "poll_posts", nil, "5.14.0.1"))
    }

    @Test func `B19: an unreadable version passes no gate`() throws {
        let document = try flags(#"{"poll_posts":{"default":true,"min_app":"5.14.0"}}"#)
        for version in ["null", "5.14.x", "", nil] { #expect(!value(document, "poll_posts", nil, version)) }
    }

    @Test func `B21: no id is no bucket`() throws {
        for id in ["", nil] {
            for percent in ["0.001", "20", "49.406", "99.999"] {
                let found = try rollout(percent).evaluate("poll_posts", FlagContext(installID: id, appVersion: nil))
                #expect(!found.value && found.reason == .targetingKeyMissing && found.bucket == nil)
            }
        }
    }

    @Test func `B23: null is no object and no number`() throws {
        let text =
            #"{"version":43,"kill":null,"flags":{"poll_posts":{"default":false,"rollout_percent":null},"avif_images":null}}"#
        #expect(FlagDocument.decode(Array(text.utf8), file: "f").document == nil)
        #expect(
            try lint(text) == [
                "1:22 kill wrong_type", "1:84 flags.poll_posts.rollout_percent wrong_type", "1:104 flags.avif_images wrong_type",
            ])
    }

    @Test func `B25: default true beside a rollout is refused, and nobody outside gets it`() throws {
        let text = #"{"version":43,"flags":{"poll_posts":{"default":true,"rollout_percent":20}}}"#
        #expect(try lint(text) == ["1:48 flags.poll_posts.default flag.default_with_rollout"])
        #expect(try !value(document(text), "poll_posts", "2lX7SpkIL"))
    }

    @Test func `B27: a kill that names no flag is told, with the flag that was meant`() throws {
        let text = #"{"version":43,"kill":{"poll_post":true},"flags":{"poll_posts":{"default":true}}}"#
        let problems = FlagLint.read(Array(text.utf8), file: "flags.json", now: noon).problems
        #expect(
            problems.map(\.text) == [
                "flags.json:1:23 kill.poll_post: no flag has this name: the kill does nothing (did you mean poll_posts?)"
            ])
        #expect(problems.map(\.severity) == [.warning])
    }

    /// The number of a document is in its bytes: nothing holds one version's rules under another version's number.
    @Test func `B33: the version that is reported is the version that is evaluated`() throws {
        let old = try document(#"{"version":43,"flags":{"a":{"default":false}}}"#)
        let new = try document(#"{"version":44,"flags":{"a":{"default":true}}}"#)
        for (document, version, isOn) in [(old, Int64(43), false), (new, 44, true)] {
            #expect(document.version == version && value(document, "a") == isOn)
            #expect(try FlagDocumentTests.decoded(document.bytes).version == version)
        }
    }

    @Test(arguments: ["{}", "", "[]", "<html><body>Sign in</body></html>", "{\"version\":43}", "{\"flags\":{}}", "null", "\"\""])
    func `B35: an error is no empty document`(body: String) {
        let (document, problems) = FlagDocument.decode(Array(body.utf8), file: "f")
        #expect(document == nil)
        #expect(problems.contains { $0.severity == .error })
    }
}
