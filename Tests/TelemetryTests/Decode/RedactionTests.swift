import Foundation
import Telemetry
import Testing

/// Device ids are no one's business outside the decoder: what is kept of a report has their hashes.
@Suite struct RedactionTests {
    private func redacted(_ text: String) -> String { Redaction.text(text.utf8.span) { hash($0) } }

    private func hex(_ id: String) -> String { hash(id).bytes.map { String(format: "%02x", $0) }.joined() }

    @Test func `ids become hashes, all else stays as it was written`() {
        #expect(
            redacted(
                #"{ "install_id":"i", "x":1.50, "decrypt_failures":[ {"device" : "d_81","peer_device":"d_17", "count":2} ] }"#)
                == #"{ "install_id":"i", "x":1.50, "decrypt_failures":[ {"device_h":"\#(hex("d_81"))","peer_h":"\#(hex("d_17"))", "count":2} ] }"#
        )
    }

    @Test(arguments: [
        #"{"device":"SECRET"}"#, #"{"a":{"b":[[{"device":"SECRET"}]]}}"#, #"{"device":"SECRET","device":"SECRET"}"#,
        #"{"\u0064evice":"SECRET"}"#, #"{"device":"\u0053ECRET"}"#, #"{"Device":"SECRET","PEER_DEVICE":"SECRET"}"#,
        #"{"device":["SECRET"]}"#, #"{"device":{"id":"SECRET","device":"SECRET"}}"#, #"{"device":"SECRET","device_h":"0011"}"#,
        #"{"decrypt_failures":[{"device":"SECRET","peer_device":"SECRET","count":-1}],"day":"x"}"#,
        // What can't be scanned.
        #"{"device":"SECRET""#, #"{"device":"SECRET"} x"#, #"{'device':'SECRET'}"#, #"["SECRET"]"#, #""SECRET""#, "SECRET",
        "{\"device\":\"SECRET\u{1}\"}", #"{"device":"SECRET","x":"\ud800"}"#, #"{"device":"SECRET",}"#,
    ])
    func `nothing of an id is left, wherever it stands`(text: String) {
        let kept = redacted(text)
        #expect(!kept.contains("SECRET") && !kept.contains("ECRET"), "\(kept)")
    }

    @Test func `a number is an id, too, and a null is none`() {
        #expect(redacted(#"{"device":4711,"peer_device":null}"#) == #"{"device_h":"\#(hex("4711"))","peer_h":null}"#)
    }

    @Test func `of what can't be scanned, hash and length are kept`() {
        #expect(
            redacted("abc")
                == #"{"unreadable_sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","length":3}"#)
    }

    @Test func `a redacted report can be ingested and says the same`() throws {
        let text = reportText(
            "decrypt_failures",
            #"[{"device":"d_1","peer_device":"d_2","message_type":"normal","first_at":"2026-09-28T20:00:00Z"}]"#)
        let before = try accepted(text).decryptFailures
        #expect(before.count == 1)
        #expect(try accepted(redacted(text)).decryptFailures == before)
    }
}
