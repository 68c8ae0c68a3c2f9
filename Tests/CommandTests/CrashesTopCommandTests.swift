import Database
import FleetCore
import TestSupport
import Testing

@Suite struct CrashesTopCommandTests {
    /// 40 installs of 8.14.0 on android crash in polls, 20 elsewhere in what crashes everywhere, one in something of its own.
    private var fleet: FleetTables {
        let active = (0..<900).map {
            ReportedDay("2026-09-14", "c\($0)", "8.13.2", $0 % 3 == 0 ? "ios" : "android", ["sessions": 1])
        }
        let bad = (0..<40).map { ReportedDay("2026-09-14", "a\($0)", "8.14.0", "android", ["sessions": 1, "crashes": 1]) }
        let usual = (0..<22).map {
            ReportedDay("2026-09-14", "b\($0)", "8.13.2", $0 % 2 == 0 ? "ios" : "android", ["sessions": 1, "crashes": 1])
        }
        return FleetTables(
            active + bad + usual,
            crashes: (0..<40).map { number in
                CrashedDay("2026-09-14", "a\(number)", "8.14.0", "android", "NullPointerException: PollView.bind").with {
                    $0.screen = "conversation"
                    $0.flags = number < 36 ? ["link_previews", "poll_posts"] : ["link_previews"]
                }
            }
                + (0..<21).map { number in
                    CrashedDay(
                        "2026-09-14", "b\(number)", "8.13.2", number % 2 == 0 ? "ios" : "android",
                        number < 20 ? "OutOfMemory" : "Once"
                    ).with {
                        $0.screen = ["media", "call", "conversation"][number % 3]
                        $0.flags = ["link_previews"]
                    }
                })
    }

    @Test(arguments: bothEngines) func `the groups, what they are confined to, and the flag behind one`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("crashes top --from 2026-09-14 --to 2026-09-15", store: store)
        #expect(answer.code == .success)
        #expect(answer.errors == "")
        #expect(
            answer.output == """
                Crashes, by signature
                2026-09-14 to 2026-09-15 (exclusive, 1 day)

                told apart  61 of 62 install-days with a crash say which it was
                complete    unknown

                signature                            installs  crashes  first crash           only on                        flags on (elsewhere)
                NullPointerException: PollView.bind        40       40  2026-09-14T01:00:00Z  8.14.0, android, conversation  poll_posts 90.00 % (0 %)
                OutOfMemory                                20       20  2026-09-14T01:00:00Z
                Once                                        1        1  2026-09-14T01:00:00Z

                Only on: what nine tenths of a group's installs share, and far fewer of active install-days (version, platform) or of \
                other installs that crashed. Flags: on among its installs, in brackets among others that crashed. Both beyond chance.

                """)
    }

    @Test(arguments: bothEngines) func `JSON has what stands out with its counts, and what is left out is said`(engine: Engine)
        throws
    {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("crashes top --from 2026-09-14 --to 2026-09-15 --format json", store: store)
        #expect(answer.code == .success)
        for text in [
            #""crashed_install_days":62,"grouped_install_days":61,"groups":3"#,
            #""dimension":"version","value":"8.14.0","installs":40,"group_installs":40,"share":1.0,"usual_share":0.04"#,
            #""dimension":"flag","value":"poll_posts","installs":36,"group_installs":40,"share":0.9,"usual_share":0"#,
        ] { #expect(answer.output.replacing(/\s/, with: "").contains(text), "\(text) in \(answer.output)") }
        let one = Transcript("crashes top --from 2026-09-14 --to 2026-09-15 --groups 1", store: store)
        #expect(one.output.contains("1 of 3 groups, those on most installs: --groups shows more."))
    }

    @Test(arguments: bothEngines) func `no group in the window is no data`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("crashes top --version 8.99", store: store)
        #expect(answer.code == .unknown)
        #expect(answer.output.contains("no data: no report of version 8.99 is in yet"))
    }

    @Test(arguments: [
        ("bad-release", "NullPointerException@FeedView.layout", false),
        ("flagged-crash", "IllegalStateException@PollCard.bind", true),
    ])
    func `a simulated incident's crash is at the top, its flag beside it where one is behind it`(
        scenario: String, signature: String, isFlagged: Bool
    ) throws {
        let folder = try TemporaryFolder()
        let export = Transcript("simulate fleet --installs 4000 --days 14 --scenario \(scenario) --quiet")
        let path = try folder.write("export.ndjson", export.output)
        let store = try TestStore(.sqlite)
        #expect(Transcript("ingest reports \(path) --quiet", store: store).code == .partial)
        let answer = Transcript("crashes top", store: store)
        let row = try #require(answer.output.split(separator: "\n").first { $0.contains(signature) })
        // On few installs the platform may be chance; the version is not.
        #expect(row.contains("  8.14.0, "), "\(answer.output)")
        #expect(row.contains("poll_posts 100 %") == isFlagged, "\(answer.output)")
    }
}
