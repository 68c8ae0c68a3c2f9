import Database
import FleetCore
import TestSupport
import Testing

/// Whom a change would touch, and whether it has arrived.
@Suite struct FlagFollowTests {
    /// Active up to the day before the tests' now.
    private func fleet(_ engine: Engine) throws -> FlagFleet {
        let fleet = try FlagFleet(engine)
        let hour = Int64(Instant("2026-09-22T12:00:00Z")!.hour.number)
        let days =
            (0..<40).map { ReportedDay("2026-09-21", "a\($0)", "5.14.0", "android", ["sessions": 1, "flags_version": 1]) }
            + (0..<5).map { ReportedDay("2026-09-21", "b\($0)", "5.9.1", "android", ["sessions": 1, "flags_version": 1]) }
            + (0..<3).map {
                ReportedDay(
                    "2026-09-22", "i\($0)", "5.14.0", "ios",
                    ["sessions": 1, "flags_version": 2, "flags_version_at": (hour + Int64($0)) * 3600])
            }
            + [ReportedDay("2026-09-23", "i9", "5.14.0", "ios", ["sessions": 1, "flags_version": 1])]
        try FleetTables(days).insert(into: fleet.store.open(fleetSchema(engine)))
        return fleet
    }

    @Test(arguments: bothEngines) func `a preview counts each install, against what is published`(engine: Engine) throws {
        let fleet = try fleet(engine)
        try fleet.edit("android", FlagFleet.document.replacing("20", with: "100"))
        let found = fleet.run("flags preview \(fleet.edited)/android.json --platform android")
        #expect(found.errors == "")
        #expect(found.code == .success)
        #expect(found.output.contains("\nagainst                version 1, the last published from this store\n"))
        #expect(found.output.contains("\nactive installs        49\n"))
        #expect(found.output.contains("\nNo document for ios: nothing changes for its 4 active installs.\n"))
        let row = try #require(found.output.split(separator: "\n").first { $0.hasPrefix("poll_posts") })
        let cells = row.split(separator: " ").map(String.init)
        #expect(Array(cells[0...2]) == ["poll_posts", "android", "5.14.0"])
        #expect(Int(cells[3])! + Int(cells[5])! == 40 && cells[4] == "0" && cells[6] == "0")
        #expect(found.output.contains("\nLeft out: 3 rows without a change; see them with --all.\n"))
        let json = fleet.run("flags preview \(fleet.edited)/android.json --platform android --format json")
        #expect(json.output.contains("\"flag\":\"poll_posts\",\"platform\":\"android\",\"version\":\"5.9.1\",\"turned_on\":0,"))
    }

    @Test func `a preview of nobody is no preview`() throws {
        let fleet = try FlagFleet()
        let empty = fleet.run("flags preview \(fleet.edited)")
        #expect(empty.code == .unknown)
        #expect(empty.errors.hasPrefix("chatfleet: the store holds no reports, so there is nobody to count\n"))
    }

    @Test(arguments: bothEngines) func `a kill says for how many it turns the feature off`(engine: Engine) throws {
        let fleet = try fleet(engine)
        let kill = fleet.run("flags kill avif_images --reason INC-1 --yes")
        #expect(kill.errors.contains("\n  preview: android: avif_images turns off for 45 of 45 active installs\n"))
        #expect(kill.errors.contains("\n  preview: ios: avif_images turns off for 4 of 4 active installs\n"))
    }

    @Test(arguments: bothEngines) func `propagation follows the last published version`(engine: Engine) throws {
        let fleet = try fleet(engine)
        _ = fleet.run("flags kill avif_images --reason INC-1 --yes")
        let found = fleet.run("flags propagation --platform ios")
        #expect(found.errors == "")
        #expect(
            found.output.hasPrefix(
                """
                Installs that evaluate flags version 2 or later, by platform and version
                2026-09-15 to 2026-09-24 (exclusive, 9 days)

                published   2026-09-22T12:00:00Z
                by          ana
                because     INC-1
                served      not measured: the store has no FlagsVersionServed since then
                evaluated   75.00 %
                50 % after  2 h
                90 % after  not yet
                99 % after  not yet
                offline     0
                old app     0
                refusing    1
                curve       ▃▆██
                """), "\(found.output)")
        #expect(found.code == .success)
        let all = fleet.run("flags propagation --format json")
        #expect(all.output.contains("\"offline_installs\":45"))
        #expect(all.output.contains("\"served_measured_to\":null,\"evaluated_share\":0.75,"))
        #expect(
            all.output.contains(
                "\"platform\":\"android\",\"version\":\"5.9.1\",\"active_installs\":0,\"evaluated_installs\":0,\"evaluated_share\":null,"
            ))
    }

    @Test(arguments: bothEngines) func `what the servers hand out is a curve of its own`(engine: Engine) throws {
        let fleet = try fleet(engine)
        _ = fleet.run("flags kill avif_images --reason INC-1 --yes")
        let noon = Instant("2026-09-22T12:00:00Z")!.epochSeconds
        let db = try fleet.store.open(fleetSchema(engine))
        try db.execute("insert into metric_series values (1, 'Chat/Sync', 'FlagsVersionServed', '{}', '', null, 0, 9)")
        for (after, lowest, highest) in [(0, 1, 1), (60, 1, 2), (3600, 1, 2), (7200, 2, 2), (10_800, 2, 2)]
            as [(Int64, Double, Double)]
        {
            for (statistic, value) in [("Minimum", lowest), ("Maximum", highest)] {
                try db.execute(
                    "insert into metric_sample values (1, :statistic, 60, :at, :value, null)",
                    ["statistic": .text(statistic), "at": .integer(noon + after), "value": .real(value)])
            }
        }
        let now = try #require(Instant("2026-09-22T16:00:00Z"))
        let found = fleet.run("flags propagation --platform ios --as-of 2026-09-22T16:00:00Z", now: now)
        #expect(found.output.contains("\nserved        100 %\nfirst served  1 h\nby all after  3 h\n"), "\(found.output)")
        let early = fleet.run("flags propagation --platform ios --as-of 2026-09-22T13:30:00Z --format json", now: now)
        #expect(
            early.output.contains(
                "\"served_share\":0.0,\"seconds_to_first_served\":3600,\"seconds_to_all_served\":null,\"served_curve\":[0.0,0.0],"
            ),
            "\(early.output)")
    }

    @Test func `what is not published can't be followed`() throws {
        let fresh = try FlagFleet(publishes: false)
        _ = try fresh.store.open(fleetSchema(.sqlite))
        let none = fresh.run("flags propagation")
        #expect(none.code == .unknown)
        #expect(none.errors.contains("no flags were published from this store"))
        let unknown = try FlagFleet().run("flags propagation --version 9")
        #expect(unknown.code == .unknown)
        #expect(unknown.errors.contains("version 9 of the flags is not in the store's history"))
    }
}
