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
                #"{ "install_id":"i", "app_build":1.50, "decrypt_failures":[ {"device" : "d_81","peer_device":"d_17", "count":2} ] }"#
            )
                == #"{ "install_id":"i", "app_build":1.50, "decrypt_failures":[ {"device_h":"\#(hex("d_81"))","peer_h":"\#(hex("d_17"))", "count":2} ] }"#
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

    @Test func `what the contract does not know is not kept: an id may be in it`() {
        #expect(
            redacted(
                #"{"install_id":"i","sender":"d_1","map":{"d_2":3},"on":true,"health":{"crashes":"1","seen_by":["d_3"]},"#
                    + #""decrypt_failures":[{"device_h":"d_4","hop":"d_5","peer_h":"00112233445566778899AABBCCDDEEFF"},"d_6",7]}"#
            )
                == #"{"install_id":"i","sender":"not kept","map":"not kept","on":true,"health":{"crashes":"1","seen_by":"not kept"},"#
                + #""decrypt_failures":[{"device_h":"not kept","hop":"not kept","peer_h":"00112233445566778899AABBCCDDEEFF"},"#
                + #""not kept","not kept"]}"#)
        #expect(
            redacted(#"{"decrypt_failures":"d_1","health":["d_2"]}"#) == #"{"decrypt_failures":"not kept","health":"not kept"}"#)
        #expect(
            redacted(#"{"day":["d_1",2],"platform":{"d_3":1},"health":{"active_hours":[497382,"d_4"]}}"#)
                == #"{"day":["not kept",2],"platform":"not kept","health":{"active_hours":[497382,"not kept"]}}"#)
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
