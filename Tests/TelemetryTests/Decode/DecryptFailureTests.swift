import FleetCore
import Telemetry
import Testing

/// Entries of `decrypt_failures` are taken or left out one by one.
@Suite struct DecryptFailureTests {
    /// A valid entry with one member changed or left out.
    private func entry(_ member: String = "", _ value: String? = nil) -> String {
        var members = [
            ("device", "\"d_1\""), ("peer_device", "\"d_2\""), ("message_type", "\"normal\""),
            ("first_at", "\"2026-09-28T20:00:00Z\""),
        ]
        members.removeAll { $0.0 == member }
        if let value { members.append((member, value)) }
        return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    private func decodeEntries(_ entries: String...) -> (failures: [DecryptFailure], leftOut: [String]) {
        var decoder = testDecoder(receivedAt: "2026-09-28T22:00:00Z")
        let text = reportText("decrypt_failures", "[\(entries.joined(separator: ","))]")
        guard case .accepted(let report) = decoder.decode(text.utf8.span) else { return ([], ["refused"]) }
        return (report.decryptFailures, decoder.leftOut.map(\.reason))
    }

    @Test func `an entry has defaults for all but the pair, the type and its beginning`() throws {
        let failure = try #require(decodeEntries(entry()).failures.first)
        let first = try #require(Instant("2026-09-28T20:00:00Z")).epochSeconds
        #expect(
            failure
                == DecryptFailure(
                    device: hash("d_1"), peerDevice: hash("d_2"), messageType: "normal", peerVersion: "unknown",
                    restoredRecently: false, first: first, last: first, failures: 1, recovered: false))
    }

    @Test(
        arguments: [
            ("device", nil, "device"), ("device", "null", "device"), ("device", "\"\"", "device"),
            ("device", "\"unknown\"", "device"),
            ("device", "17", "device"), ("device", "\"a\\u0000\"", "device"), ("device", text(128), ""),
            ("device", text(129), "device"),
            ("device", "\"00000000-0000-0000-0000-000000000000\"", "device"), ("peer_device", nil, "peer_device"),
            ("peer_device", "\"null\"", "peer_device"), ("peer_device", "[]", "peer_device"),
            ("message_type", nil, "message_type"), ("message_type", "\"pre key\"", "message_type"),
            ("message_type", "\"\"", "message_type"),
            ("message_type", "\"PreKey\"", "message_type"), ("message_type", "1", "message_type"),
            ("message_type", "\"sender_key-2\"", ""),
            ("message_type", text(33), "message_type"),
            ("peer_version", "null", ""), ("peer_version", "\"\"", ""), ("peer_version", text(64), ""),
            ("peer_version", text(65), "peer_version"), ("peer_version", "8", "peer_version"),
            ("peer_version", "\"\\n\"", "peer_version"),
            ("first_at", nil, "instant"), ("first_at", "\"soon\"", "instant"), ("first_at", "12", "instant"),
            // The day before the report's, 00:00 UTC, to an hour after receipt (22:00).
            ("first_at", "\"2026-09-27T00:00:00Z\"", ""), ("first_at", "\"2026-09-26T23:59:59Z\"", "instant"),
            ("first_at", "\"2026-09-28T23:00:00Z\"", ""), ("first_at", "\"2026-09-28T23:00:01Z\"", "instant"),
            ("last_at", "\"2026-09-28T20:00:00Z\"", ""), ("last_at", "\"2026-09-28T19:59:59Z\"", "instant"),
            ("last_at", "\"2026-09-28T23:00:01Z\"", "instant"), ("last_at", "\"late\"", "instant"), ("last_at", "null", ""),
            ("count", "1", ""), ("count", "2147483647", ""), ("count", "0", "count"), ("count", "-1", "count"),
            ("count", "1.5", "count"),
            ("count", "2147483648", "count"), ("count", "true", "count"), ("count", "null", ""),
            ("restored_recently", "true", ""), ("restored_recently", "1", "restored_recently"), ("restored_recently", "null", ""),
            ("recovered", "\"true\"", "recovered"), ("recovered", "false", ""), ("new_member", "{\"a\":[1]}", ""),
        ] as [(String, String?, String)])
    func `a bad entry is left out with its reason, and the report is taken`(member: String, value: String?, problem: String) {
        let found = decodeEntries(entry(member, value), entry())
        #expect(found.leftOut == (problem.isEmpty ? [] : ["decrypt_failures." + problem]))
        #expect(found.failures.count == (problem.isEmpty ? 2 : 1))
    }

    @Test func `what is no object is no entry`() {
        let found = decodeEntries("1", "null", "[]", "\"d_1\"", entry())
        #expect(found.leftOut == Array(repeating: "decrypt_failures.entry", count: 4))
        #expect(found.failures.count == 1)
    }

    @Test func `hashes of an export are taken as they are, in either case`() throws {
        let digits = "00112233445566778899aabbccddeeff"
        let text = entry("device", nil).dropLast() + ",\"device_h\":\"\(digits.uppercased())\"}"
        let failure = try #require(decodeEntries(String(text)).failures.first)
        #expect(failure.device == DeviceHash(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF))
        #expect(failure.peerDevice == hash("d_2"))
    }

    @Test(arguments: ["\"\"", "\"0011\"", "\"00112233445566778899aabbccddeefg\"", "12", "\"00112233445566778899aabbccddeeff00\""])
    func `what is no hash is refused`(value: String) {
        let text = entry("peer_device", nil).dropLast() + ",\"peer_h\":\(value)}"
        #expect(decodeEntries(String(text)).leftOut == ["decrypt_failures.peer_device"])
    }

    @Test func `an id beside a hash could contradict it`() {
        let text = entry().dropLast() + ",\"device_h\":\"00112233445566778899aabbccddeeff\"}"
        #expect(decodeEntries(String(text)).leftOut == ["decrypt_failures.device"])
    }

    @Test func `the bounds are those of the corrected clock`() throws {
        // The clock is a day slow: sent on the 27th at 21:00 by its own, received on the 28th.
        let text = reportText(
            "decrypt_failures",
            "[\(entry("first_at", "\"2026-09-26T20:00:00Z\""))],\"sent_at\":\"2026-09-27T21:00:00Z\",\"received_at\":\"2026-09-28T21:00:00Z\""
        )
        let report = try accepted(text)
        #expect(report.decryptFailures.first?.first == Instant("2026-09-27T20:00:00Z")?.epochSeconds)
    }
}
