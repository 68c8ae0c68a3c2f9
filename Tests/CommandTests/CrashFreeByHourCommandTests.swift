import Database
import FleetCore
import TestSupport
import Testing

@Suite struct CrashFreeByHourCommandTests {
    /// 2026-09-14T00:00:00Z.
    private let midnight: Int32 = 497_040

    /// Forty installs an hour, all day; of those of 8.14.0 a quarter crash from 15:00 to 17:00.
    private func fleet() -> FleetTables {
        FleetTables(
            ["8.13.0", "8.14.0"].flatMap { version in
                (0..<24).flatMap { hour -> [ReportedDay] in
                    (0..<40).map { install in
                        let isHit = version == "8.14.0" && (15...17).contains(hour) && install < 10
                        let at = midnight + Int32(hour)
                        return ReportedDay(
                            "2026-09-14", "i\(hour)-\(install)", version, "ios",
                            ["sessions": 1, "crashes": isHit ? 1 : 0], activeHours: [at], crashedHours: isHit ? [at] : [])
                    }
                }
            } + [ReportedDay("2026-09-14", "old", "8.9.0", "ios", ["sessions": 1])])
    }

    @Test func `hours that stand out are marked, and the onset and the recovery are said`() throws {
        let store = try TestStore(.sqlite, fleet())
        let answer = Transcript("crash-free --by hour,version", store: store)
        #expect(answer.code == .success)
        let lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0] == "Installs active and crashed, by version and hour (UTC)")
        #expect(lines[3] == "complete  unknown")
        #expect(
            lines[4] == "bad       ✗ 3 of 48 rows: 8.14.0 2026-09-14T15:00:00Z, 8.14.0 2026-09-14T16:00:00Z, "
                + "8.14.0 2026-09-14T17:00:00Z")
        #expect(
            lines.contains("8.13.0   2026-09-14T15:00:00Z      40        0       100 %    91.23 – 100 %   unknown"))
        #expect(
            lines.contains(
                "8.14.0   2026-09-14T15:00:00Z      40       10     75.00 %  59.80 – 85.81 %   unknown  ✗ crashes 12 × others"))
        // The window is the week up to the 14th: 168 hours, four to a bar.
        #expect(
            answer.output.contains(
                """
                Crashed share of active installs, a bar for 4 hours, each line to its own height, and of all hours:
                8.13.0  ····································▁▁▁▁▁▁  0 %
                8.14.0  ····································▁▁▁▅█▁  3.13 %
                8.14.0: crashes stand out first in the hour of 2026-09-14T15:00:00Z, last in that of 2026-09-14T17:00:00Z.
                0.05 % of the window's active install-days come from clients without hours: not counted.

                """))
    }

    @Test(arguments: bothEngines)
    func `in JSON an hour is an instant, and a gap is no row`(engine: Engine) throws {
        let day = [
            ReportedDay(
                "2026-09-14", "a", "8.14.0", "ios", ["sessions": 1, "crashes": 1], activeHours: [midnight + 3, midnight + 5],
                crashedHours: [midnight + 5])
        ]
        let store = try TestStore(engine, FleetTables(day))
        let window = "--from 2026-09-14 --to 2026-09-15 --format json"
        #expect(
            Transcript("crash-free --by hour,version,platform", window, store: store).output == """
                {"schema_version":1,"report":"crash-free","window":{"from":"2026-09-14","to":"2026-09-15"},"as_of":null,"rows":[
                {"app_version":"8.14.0","platform":"ios","hour":"2026-09-14T03:00:00Z","active_installs":1,"crashed_installs":0,\
                "completeness":null},
                {"app_version":"8.14.0","platform":"ios","hour":"2026-09-14T05:00:00Z","active_installs":1,"crashed_installs":1,\
                "completeness":null}
                ]}

                """)
        let all = Transcript("crash-free --by hour", window, store: store)
        #expect(all.output.contains("\n{\"hour\":\"2026-09-14T03:00:00Z\",\"active_installs\":1,"))
        // Nothing in the hours of another day: no data.
        #expect(Transcript("crash-free --by hour --from 2026-09-13 --to 2026-09-14", store: store).code == .unknown)
    }
}
