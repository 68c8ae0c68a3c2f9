import Database
import FleetCore
import TestSupport
import Testing

@Suite struct VersionsCommandTests {
    /// 300 installs; on the last day 30 of them update from 8.13.0 to 8.14.0 and are on both; 8.9.0 has dwindled to one;
    /// `nightly` is no version.
    private var fleet: FleetTables {
        FleetTables(
            active(300, "2026-09-13", "8.13.0") + active(300, "2026-09-14", "8.13.0") + active(30, "2026-09-14", "8.14.0")
                + active(1, "2026-09-12", "8.9.0") + [ReportedDay("2026-09-14", "old", "8.9.0", "ios", ["sessions": 1])]
                + [ReportedDay("2026-09-14", "dev", "nightly", "ios", ["sessions": 1])])
    }

    /// Health case 8.
    @Test(arguments: bothEngines)
    func `adoption is by the latest version of the day and sums to 100 %`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("versions", store: store)
        #expect(answer.code == .success)
        #expect(answer.errors == "")
        #expect(
            answer.output.hasPrefix(
                """
                Adoption, share of active installs, by version
                2026-09-14 to 2026-09-15 (exclusive, 1 day)

                active    302
                complete  unknown

                version  adoption    95 % interval  active  of active  14 days         first seen  under 0.5 %  complete
                8.9.0      0.33 %    0.06 – 1.85 %       1     0.33 %  ···········█▁▁  2026-09-12  2 d           unknown
                8.13.0    89.40 %  85.42 – 92.39 %     300    99.34 %  ···········▁█▇  2026-09-13                unknown
                8.14.0     9.93 %   7.05 – 13.83 %      30     9.93 %  ···········▁▁█  2026-09-14                unknown
                nightly    0.33 %    0.06 – 1.85 %       1     0.33 %  ···········▁▁█  2026-09-14  1 d           unknown  ? unreadable

                """))
    }

    @Test(arguments: bothEngines)
    func `JSON carries the trend, gaps as null`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("versions --version 8.14.0 --platform ios --format json", store: store)
        #expect(
            answer.output == """
                {"schema_version":1,"report":"versions","window":{"from":"2026-09-14","to":"2026-09-15"},"as_of":null,"rows":[
                {"app_version":"8.14.0","adoption":0.09933774834437085,"adoption_low":0.07047192537835775,\
                "adoption_high":0.13826844313434442,"active_installs":30,"active_share":0.09933774834437085,"latest_installs":30,\
                "reporting_installs":30,"trend":[null,null,null,null,null,null,null,null,null,null,null,0.0,0.0,0.09933774834437085],\
                "first_day":"2026-09-14","days_under":0,"completeness":null}
                ]}

                """)
    }
}
