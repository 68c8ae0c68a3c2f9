import Database
import FleetCore
import TestSupport
import Testing

@Suite struct QueueAgesCommandTests {
    /// 8.14.0 has old queues on the 15th, and one install of it on the 14th, as all versions do.
    @Test(arguments: bothEngines) func `one version's days are held against the other versions of the day`(engine: Engine) throws
    {
        let days = ["2026-09-14", "2026-09-15"].flatMap { day in
            (0..<60).map { number in
                let isOld = number == 0 || (number % 2 == 0 && number < 30 && day == "2026-09-15")
                return ReportedDay(
                    day, "i\(number)", number < 30 ? "8.14.0" : "8.13.2", "ios",
                    ["sessions": 1, "queue_age_max_s": isOld ? 9000 : 5])
            }
        }
        let found = Transcript("queue-ages --version 8.14.0 --by day", store: try TestStore(engine, FleetTables(days)))
        let rows = found.output.split(separator: "\n").filter { $0.hasPrefix("2026-09-1") && $0.contains(" %") }
        #expect(rows.count == 2 && !rows[0].contains("✗") && rows[1].contains("✗ over 1 h only here"), "\(found.output)")
        let narrow = Transcript(
            "queue-ages --version 8.14.0 --by day", store: try TestStore(engine, FleetTables(days)),
            environment: ["COLUMNS": "60"])
        #expect(narrow.output.contains("over 1 h "), "\(narrow.output)")
        #expect(!narrow.output.contains("too narrow for: over 1 h"), "\(narrow.output)")
    }

    private func aged(_ count: Int, _ version: String, _ age: Int64?, _ more: [String: Int64] = [:]) -> [ReportedDay] {
        (0..<count).map { install in
            var values = more
            values["sessions"] = 1
            values["queue_age_max_s"] = age
            return ReportedDay("2026-09-14", "\(version)-\(age ?? -1)-\(install)", version, "android", values)
        }
    }

    /// 8.13.0: 98 wait 10 s, two an hour to the second; 8.14.0: a third waits three days, and some fail; 8.9.0 says nothing.
    private var fleet: FleetTables {
        FleetTables(
            aged(98, "8.13.0", 10) + aged(2, "8.13.0", 3600) + aged(40, "8.14.0", 50)
                + aged(20, "8.14.0", 259_200, ["send_failed": 3]) + aged(5, "8.9.0", nil))
    }

    @Test(arguments: bothEngines)
    func `percentiles and shares, a null is not a zero, the bad row marked`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("queue-ages --from 2026-09-14 --to 2026-09-15", store: store)
        #expect(answer.code == .success)
        #expect(answer.errors == "")
        #expect(
            answer.output == """
                Age of the oldest waiting message, a day's greatest, over install-days, by version and platform
                2026-09-14 to 2026-09-15 (exclusive, 1 day)

                complete  unknown
                bad       ✗ 1 of 3 rows: 8.14.0 android

                version  platform  days   median      90 %         99 %     greatest  over 1 h         1 h 95 %  over 24 h        24 h 95 %  quarantined  quarantined 95 %   failed      failed 95 %  complete
                8.9.0    android      0  no data   no data      no data      no data   no data          no data    no data          no data          0 %       0 – 43.45 %      0 %      0 – 43.45 %   unknown  ? no data
                8.13.0   android    100     10 s      10 s  59 min 27 s  59 min 27 s       0 %       0 – 3.70 %        0 %       0 – 3.70 %          0 %        0 – 3.70 %      0 %       0 – 3.70 %   unknown
                8.14.0   android     60     50 s  2 d 23 h     2 d 23 h     2 d 23 h   33.33 %  22.73 – 45.94 %    33.33 %  22.73 – 45.94 %          0 %        0 – 6.02 %  33.33 %  22.73 – 45.94 %   unknown  ✗ over 24 h only here

                Days: install-days that have an age; one that is missing is not a zero. Quarantined, failed: with a mutation set aside, with \
                a message that failed for good, of all install-days that reported. Marked: rows with more of one than all others together, \
                beyond chance.

                """)
    }

    @Test(arguments: bothEngines)
    func `JSON has the members of the contract`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("queue-ages --from 2026-09-14 --to 2026-09-15 --format json", store: store)
        #expect(
            answer.output.hasPrefix(
                """
                {"schema_version":1,"report":"queue-ages","window":{"from":"2026-09-14","to":"2026-09-15"},"as_of":null,"rows":[
                {"app_version":"8.9.0","platform":"android","install_days":0,"p50_s":null,"p90_s":null,"p99_s":null,"max_s":null,\
                "over_1h_share":null,"over_24h_share":null,"quarantined_share":0.0,"failed_share":0.0,"completeness":null},
                {"app_version":"8.13.0","platform":"android","install_days":100,"p50_s":10.0,"p90_s":10.0,"p99_s":3567.333177599199,\
                "max_s":3567.333177599199,"over_1h_share":0.0,"over_24h_share":0.0,"quarantined_share":0.0,\
                "failed_share":0.0,"completeness":null},

                """))
        #expect(!answer.output.contains("verdict") && !answer.output.contains("summary"))
    }

    @Test(arguments: bothEngines)
    func `another metric is named, in its unit, without shares`(engine: Engine) throws {
        let days = (1...100).map { ReportedDay("2026-09-14", "i\($0)", "8.13.0", "ios", ["ttc_ms_p95": Int64($0)]) }
        let store = try TestStore(engine, FleetTables(days + [ReportedDay("2026-09-14", "x", "8.12.0", "ios")]))
        let json = Transcript("queue-ages --metric ttc_ms_p95 --by version --format json", store: store)
        #expect(
            json.output == """
                {"schema_version":1,"report":"queue-ages","window":{"from":"2026-09-08","to":"2026-09-15"},"as_of":null,\
                "summary":{"metric":"ttc_ms_p95"},"rows":[
                {"app_version":"8.13.0","install_days":100,"p50_ms":50.0,"p90_ms":90.0,"p99_ms":99.0,"max_ms":100.4987562112089,\
                "completeness":null}
                ]}

                """)
        let table = Transcript("queue-ages --metric ttc_ms_p95 --by version", store: store)
        #expect(table.output.hasPrefix("ttc_ms_p95 over install-days, by version\n"))
        #expect(table.output.contains("\nversion  days  median, ms  90 %, ms  99 %, ms  greatest, ms  complete\n"))
        let none = Transcript("queue-ages --metric wal_bytes_max", store: store)
        #expect(none.code == .unknown)
        #expect(none.output.contains("no data: nothing in the window matches; the store has reports of 2026-09-14 to "))
    }

    @Test(arguments: bothEngines)
    func `by device class it comes from the facts, and says that this is slower`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("queue-ages --by device-class", store: store)
        #expect(answer.output.contains("\nAnswered from the facts, which takes longer: values as now known, of "))
        #expect(answer.output.contains("\nunknown        160 "))
    }
}
