import FleetCore
import Telemetry
import Testing

/// When a report was received, what that does to its clock and to its day.
@Suite struct ReceiptTests {
    /// A report of 2026-09-28 with an entry at 20:51:40 and a flags version of 06:12.
    private func text(sentAt: String? = nil, receivedAt: String? = nil, day: String = "2026-09-28") -> String {
        let sent = sentAt.map { ",\"sent_at\":\"\($0)\"" } ?? ""
        let received = receivedAt.map { ",\"received_at\":\"\($0)\"" } ?? ""
        return """
            {"install_id":"i","app_version":"1","platform":"ios","day":"\(day)","health":{"sessions":1,"crashes":1}\(sent)\(received),
             "flags_version":43,"flags_version_at":"2026-09-28T06:12:00Z","decrypt_failures":[
             {"device":"d","peer_device":"e","message_type":"prekey","first_at":"2026-09-28T20:51:40Z"}]}
            """
    }

    private func seconds(_ text: String) -> Int64? { Instant(text)?.epochSeconds }

    @Test func `received_at on the line is the receipt, above the option`() throws {
        let row = try accepted(text(receivedAt: "2026-09-28T22:10:00Z"), receivedAt: "2026-09-29T03:00:00Z").row
        #expect(row.reportedKnown == Instant("2026-09-28T22:00:00Z")?.hour.number)
        #expect(row.activeKnown == row.reportedKnown)
        #expect(row.crashedKnown == row.reportedKnown)
        #expect(!row.receiptAssumed)
    }

    @Test func `the option is the receipt of reports that do not say theirs`() throws {
        let row = try accepted(text(sentAt: "2026-09-28T21:00:00Z"), receivedAt: "2026-09-29T03:00:00Z").row
        #expect(row.reportedKnown == Instant("2026-09-29T03:00:00Z")?.hour.number)
        #expect(!row.receiptAssumed)
        #expect(!row.clockCorrected, "one time for all says nothing of a report's own delay")
    }

    @Test func `without either, sent_at stands in for the known hour alone`() throws {
        let row = try accepted(text(sentAt: "2026-09-28T21:59:59Z")).row
        #expect(row.reportedKnown == Instant("2026-09-28T21:00:00Z")?.hour.number)
        #expect(row.receiptAssumed)
        #expect(!row.clockCorrected)
    }

    @Test func `it is never later than now, and else it is now`() throws {
        #expect(try accepted(text(sentAt: "2026-10-28T21:00:00Z")).row.reportedKnown == testNow.hour.number)
        let row = try accepted(text()).row
        #expect(row.reportedKnown == testNow.hour.number)
        #expect(row.receiptAssumed)
    }

    @Test func `a clock over 55 minutes off shifts the instants, not the day`() throws {
        // An hour slow: sent at 20:55 by its own clock, received at 21:55.
        let report = try accepted(text(sentAt: "2026-09-28T20:55:00Z", receivedAt: "2026-09-28T21:55:00Z"))
        #expect(report.row.clockCorrected)
        #expect(report.row.key.day == Day("2026-09-28"))
        #expect(report.row.flagsVersionAt == seconds("2026-09-28T07:12:00Z"))
        #expect(report.decryptFailures.first?.first == seconds("2026-09-28T21:51:40Z"))
        #expect(report.decryptFailures.first?.last == seconds("2026-09-28T21:51:40Z"))
        // Two hours fast.
        let fast = try accepted(text(sentAt: "2026-09-28T23:55:00Z", receivedAt: "2026-09-28T21:55:00Z"))
        #expect(fast.row.clockCorrected)
        #expect(fast.decryptFailures.first?.first == seconds("2026-09-28T18:51:40Z"))
    }

    @Test(arguments: [
        ("2026-09-28T21:00:00Z", "2026-09-28T21:55:00Z", false), ("2026-09-28T21:00:00Z", "2026-09-28T21:55:01Z", true),
        ("2026-09-28T21:55:00Z", "2026-09-28T21:00:00Z", false), ("2026-09-28T21:55:01Z", "2026-09-28T21:00:00Z", true),
    ])
    func `55 minutes to the second are still right`(sentAt: String, receivedAt: String, isCorrected: Bool) throws {
        #expect(try accepted(text(sentAt: sentAt, receivedAt: receivedAt)).row.clockCorrected == isCorrected)
    }

    @Test(arguments: [
        ("2026-09-29", "accepted"), ("2026-09-30", "day.future"), ("2031-01-01", "day.future"), ("2026-08-24", "accepted"),
        ("2026-08-23", "day.past"), ("1970-01-01", "day.past"),
    ])
    func `a day over one after the receipt or over 35 before is quarantined`(day: String, expected: String) {
        let outcome = decode(text(receivedAt: "2026-09-28T22:10:00Z", day: day))
        #expect(reason(outcome) == expected)
        if case .quarantined(let report) = outcome {
            #expect(report.install == InstallID("i"))
            #expect(report.day == Day(day))
            #expect(report.knownHour == Instant("2026-09-28T22:00:00Z")?.hour)
        }
    }

    @Test func `the bounds are against now where the receipt is assumed, and wider on request`() {
        #expect(reason(decode(text(sentAt: "2026-08-01T00:00:00Z", day: "2026-08-01"))) == "day.past")
        #expect(reason(decode(text(day: "2026-08-25"))) == "accepted")
        #expect(reason(decode(text(day: "2026-08-24"))) == "day.past")
        #expect(reason(decode(text(day: "2026-08-24"), maxAgeDays: 36)) == "accepted")
        #expect(reason(decode(text(day: "2026-08-24"), receivedAt: "2026-08-24T10:00:00Z")) == "accepted")
        #expect(reason(decode(text(day: "2026-10-01"), maxAgeDays: 4000)) == "day.future")
    }

    @Test func `a flags_version_at that is no instant is left out, and one without a version says nothing`() throws {
        var decoder = testDecoder()
        let bad = reportText("flags_version_at", "\"soon\"")
        guard case .accepted(let report) = decoder.decode(bad.utf8.span) else { return #expect(Bool(false)) }
        #expect(report.row.flagsVersionAt == HealthRow.noInstant)
        #expect(decoder.leftOut.map(\.reason) == ["flags_version_at"])
        #expect(decoder.takeCounts().leftOut == ["flags_version_at": 1])
        let lone = try accepted(reportText("flags_version_at", "\"2026-09-28T06:12:00Z\""))
        #expect(lone.row.flagsVersionAt == HealthRow.noInstant)
    }
}
