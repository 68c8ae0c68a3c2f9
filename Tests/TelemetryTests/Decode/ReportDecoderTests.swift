import FleetCore
import Telemetry
import Testing

@Suite struct ReportDecoderTests {
    @Test func `the contract's example is read member by member`() throws {
        let report = try accepted(
            """
            { "install_id": "i_4f9c2e", "app_version": "8.14.0", "platform": "Android", "device_class": "mid-2023",
              "day": "2026-09-28", "sent_at": "2026-09-28T21:04:11Z", "os_version": "16", "app_build": 81400,
              "flags_version": 43, "flags_version_at": "2026-09-28T06:12:00Z",
              "health": { "sessions": 6, "crashes": 1, "active_hours": [497382, 497383, 497388], "crashed_hours": [497383],
                          "syncs_ok": 19, "send_failed": 0, "queue_age_max_s": 540, "ttc_ms_p50": 38,
                          "wal_bytes_max": 4194304 },
              "decrypt_failures": [
                { "device": "d_81", "peer_device": "d_17", "peer_version": "8.13.2", "message_type": "prekey",
                  "first_at": "2026-09-28T20:51:40Z", "last_at": "2026-09-28T20:58:02Z", "count": 100,
                  "restored_recently": false, "recovered": true } ] }
            """)
        let row = report.row
        #expect(row.key.install == InstallID("i_4f9c2e"))
        #expect(row.key.appVersion == "8.14.0")
        #expect(row.key.platform == "android")
        #expect(row.key.day == Day("2026-09-28"))
        #expect(row.deviceClass == "mid-2023")
        #expect(row.osVersion == "16")
        #expect(row.appBuild == 81400)
        #expect(row.flagsVersion == 43)
        #expect(row.flagsVersionAt == Instant("2026-09-28T06:12:00Z")?.epochSeconds)
        #expect(row.members.value(HealthMember.sessions) == 6)
        #expect(row.members.value(HealthMember.queueAge) == 540)
        #expect(row.members.value(HealthMember.quarantined) == nil)
        #expect(row.crashedHours.map(hours) == [497383])
        #expect(row.activeHours.map(hours) == [497382, 497383, 497388])
        #expect(row.reportedKnown == Instant("2026-09-28T21:00:00Z")?.hour.number)
        #expect(row.crashedKnown == row.reportedKnown)
        #expect(row.receiptAssumed)
        #expect(!row.clockCorrected)
        let failure = try #require(report.decryptFailures.first)
        #expect(failure.device == hash("d_81"))
        #expect(failure.peerDevice == hash("d_17"))
        #expect(failure.messageType == "prekey")
        #expect(failure.peerVersion == "8.13.2")
        #expect(failure.first == Instant("2026-09-28T20:51:40Z")?.epochSeconds)
        #expect(failure.last == Instant("2026-09-28T20:58:02Z")?.epochSeconds)
        #expect(failure.failures == 100)
        #expect(failure.recovered)
        #expect(!failure.restoredRecently)
    }

    private func hours(_ set: HourSet) -> [Int32] {
        var result: [Int32] = []
        set.forEachHour(of: Day("2026-09-28") ?? Day(number: 0)) { result.append($0) }
        return result
    }
}
