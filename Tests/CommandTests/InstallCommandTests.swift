import Database
import FleetCore
import TestSupport
import Testing

@Suite struct InstallCommandTests {
    /// 99 sound installs of 8.14.0, and one whose outbox is stuck; it has a failing pair and a report in quarantine.
    private func store(_ engine: Engine) throws -> TestStore {
        let sound = (0..<99).map {
            ReportedDay(
                "2026-09-14", "i\($0)", "8.14.0", "android",
                ["sessions": 3, "crashes": 0, "queue_age_max_s": 30, "queue_depth_max": 1, "send_failed": 0, "syncs_ok": 20])
        }
        let stuck = ReportedDay(
            "2026-09-14", "stuck", "8.14.0", "android",
            [
                "sessions": 2, "crashes": 0, "queue_age_max_s": 266_400, "queue_depth_max": 41, "send_failed": 4, "syncs_ok": 2,
                "syncs_failed": 18,
            ])
        let fleet = FleetTables(
            sound + [stuck, ReportedDay("2026-09-17", "i1", "8.14.0", "android", ["sessions": 1])],
            pairs: [
                FailedPair("stuck", "8.14.0", "android", device: 0x0a, peer: 0xff, first: "2026-09-14T10:00:00Z").with {
                    $0.messageType = "prekey"
                    $0.failures = 7
                }
            ])
        let store = try TestStore(engine, fleet)
        try store.open().execute(
            "insert into quarantined_report (payload_sha256, reason, install_id, day, known_hour, payload) "
                + "values ('00', 'day.future', 'stuck', '2031-01-01', 497100, '{}')", [:])
        return store
    }

    /// Failed messages give way last of all, and not at all while a mark speaks of them.
    @Test(arguments: [40, 50, 60])
    func `a narrow page keeps what its marks speak of`(width: Int) throws {
        let narrow = Transcript("install stuck", store: try store(.sqlite), environment: ["COLUMNS": "\(width)"])
        #expect(narrow.output.contains("✗ over 24 h, failed"), "\(narrow.output)")
        #expect(narrow.output.contains("✗ above"), "\(narrow.output)")
        let lists = narrow.output.split(separator: "(too narrow for: ").dropFirst().map { $0.prefix { $0 != ")" } }
        let leftOut = lists.flatMap { $0.replacing("\n", with: " ").split(separator: ", ").map(String.init) }
        #expect(leftOut.contains("waiting"), "\(narrow.output)")
        for kept in ["failed", "oldest", "above"] { #expect(!leftOut.contains(kept), "\(narrow.output)") }
    }

    @Test(arguments: bothEngines)
    func `my messages don't go out`(engine: Engine) throws {
        let answer = Transcript("install stuck", store: try store(engine))
        #expect(answer.code == .success)
        #expect(answer.errors == "")
        #expect(
            answer.output == """
                Install stuck
                2026-09-04 to 2026-09-18 (exclusive, 14 days)

                outbox      ✗ oldest message 3 d 2 h on 2026-09-14: above 99.00 % of install-days of 8.14.0 on android; at most 41 messages waiting
                sending     ✗ 4 messages failed for good, on 1 of 1 install-day; 0.99 % of install-days of 8.14.0 on android have that
                syncs       ✗ 18 of 20 syncs failed, 90.00 %; 0.90 % on 8.14.0 on android
                decryption  ✗ 1 device pair failed, 1 of them not recovered
                crashes     ✓ no crash
                reports     ? 1 report set aside (day.future) and in none of these numbers
                silence     ? nothing after 2026-09-14, 3 days before the newest in the store: what waits since is not known

                Its days, newest first

                day         version  platform  class    flags  sessions  crashes  syncs ok  syncs failed   oldest  waiting  failed  set aside
                2026-09-14  8.14.0   android   unknown      –         2        0         2            18  3 d 2 h       41       4          –  ✗ over 24 h, failed

                Oldest: the day's greatest age of a message not acknowledged; –: its client did not say.

                Against all installs of its version and platform, same days

                version  platform  measure                         install  usual     above
                8.14.0   android   days with a crash               0 %      0 %
                8.14.0   android   oldest message                  3 d 2 h  30 s    99.00 %  ✗ above
                8.14.0   android   days over 1 h                   100 %    1.00 %           ✗ above
                8.14.0   android   days with a failed message      100 %    0.99 %           ✗ above
                8.14.0   android   days with a mutation set aside  0 %      0 %
                8.14.0   android   failed syncs                    90.00 %  0.90 %           ✗ above
                8.14.0   android   messages waiting                41       1       99.00 %  ✗ above

                Usual: of ages and depths the 99th percentile of install-days, else the share over all. Above: the share of install-days \
                with less. Marked: above the percentile, or a fifth and over twice the share.

                Its decrypt failures, newest first

                device  peer  version  platform  type    peer version  restored  first                 last                  failures  recovered
                0a      ff    8.14.0   android   prekey  8.13.2        no        2026-09-14T10:00:00Z  2026-09-14T10:00:00Z         7  no         ✗ fails

                Devices by the first digits of their keyed hashes; the ids themselves are nowhere.

                Reports set aside, newest first

                reason      its day     received
                day.future  2031-01-01  2026-09-16T12:00:00Z

                """)
    }

    @Test(arguments: bothEngines)
    func `the findings are data, too`(engine: Engine) throws {
        let answer = Transcript("install stuck --format json", store: try store(engine))
        #expect(
            answer.output.hasPrefix(
                """
                {"schema_version":1,"report":"install","window":{"from":"2026-09-04","to":"2026-09-18"},"as_of":null,\
                "summary":{"install_id":"stuck"},"details":{"findings":{"rows":[
                {"topic":"outbox","verdict":"bad","verdict_reason":"oldest message 3 d 2 h on 2026-09-14: above 99.00 % of \
                install-days of 8.14.0 on android; at most 41 messages waiting"},
                """))
        #expect(answer.output.contains("\"queue_age_max_s\":266400,"))
        #expect(
            answer.output.contains("\"measure\":\"queue_age_max_s\",\"install\":266400.0,\"norm\":30.0,\"share_below\":0.99}"))
        // CSV has room for the findings only, and says so.
        let days = Transcript("install stuck --format csv", store: try store(engine))
        #expect(days.code == .success && days.output.hasPrefix("topic,"), "\(days.output)")
        #expect(days.errors.hasPrefix("CSV holds one table; left out: "), "\(days.errors)")
    }

    @Test func `a sound install is shown as one`() throws {
        let answer = Transcript("install i2", store: try store(.sqlite))
        #expect(answer.output.contains("\noutbox      ✓ oldest message 30 s on 2026-09-14; at most 1 message waiting\n"))
        #expect(answer.output.contains("\nsending     ✓ no message failed for good\n"))
        #expect(answer.output.contains("\ndecryption  ✓ no device pair failed\n"))
        #expect(!answer.output.contains("✗"))
    }

    @Test func `whether device pairs failed is unknown where it can't be known`() throws {
        func decryption(_ arguments: String, _ store: TestStore) -> String? {
            Transcript(arguments, store: store).output.split(separator: "\n").first { $0.hasPrefix("decryption") }
                .map(String.init)
        }
        let sender = FailedPair("other", "8.14.0", "ios", device: 1, peer: 2, first: "2026-09-20T10:00:00Z")
        let store = try TestStore(
            .sqlite,
            FleetTables(
                active(2, "2026-09-20", "8.14.0") + active(1, "2026-09-20", "8.0.0", "web") + active(2, "2026-09-01", "8.14.0"),
                pairs: [sender]))
        #expect(decryption("install i0 --from 2026-09-07", store)?.contains("? no device pair, nor from any") == true)
        #expect(decryption("install i1", store) == "decryption  ✓ no device pair failed")
        #expect(
            decryption("install i1 --from 2026-09-01", store)
                == "decryption  ? no device pair failed from 2026-09-07 on; older ones are not kept")
        #expect(
            decryption("install i1 --from 2026-09-01 --to 2026-09-02", store)
                == "decryption  ? failing device pairs are kept from 2026-09-07 on, its reports are older")
        try store.open().execute(
            "insert into quarantined_report (payload_sha256, reason, install_id, day, known_hour, payload) "
                + "values ('00', 'day.future', 'odd', '2031-01-01', 497100, '{}')", [:])
        #expect(Transcript("install odd", store: store).code == .success)
        #expect(decryption("install odd", store) == "decryption  ? no report of it was taken in")
    }

    @Test func `an install that is not there is unknown, with where to look`() throws {
        let store = try store(.sqlite)
        let never = Transcript("install Stuck", store: store)
        #expect(never.code == .unknown)
        #expect(never.output == "")
        #expect(never.errors.hasPrefix("chatfleet: the store never heard of install Stuck\n  next: ids are compared byte for "))
        let earlier = Transcript("install i2 --from 2026-09-16", store: store)
        #expect(earlier.code == .unknown)
        #expect(
            earlier.errors == """
                chatfleet: install i2 reported nothing for [2026-09-16, 2026-09-18); its newest day is 2026-09-14
                  next: chatfleet install i2 --from 2026-09-01 --to 2026-09-15

                """)
        #expect(Transcript("install i2 --from 2026-09-16 --to 2026-09-15", store: store).code == .usage)
        #expect(Transcript("install", store: store).code == .usage)
    }
}
