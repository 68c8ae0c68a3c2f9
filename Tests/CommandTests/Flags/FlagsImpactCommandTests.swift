import Database
import Flags
import FleetCore
import TestSupport
import Testing

/// Inside a percentage against outside, on a store.
@Suite struct FlagsImpactCommandTests {
    /// Published at noon of the 22nd; the fleet reports the 24th to the 26th.
    private static let flags = """
        {"version":1,"flags":{
          "poll_posts":{"default":false,"rollout_percent":20,"min_app":"5.14.0"},
          "stories":{"default":false,"rollout_percent":50},
          "avif_images":{"default":true}}}
        """

    /// - Parameters:
    ///   - isHere: is an install with this bucket of poll_posts in the store?
    ///   - crashes: does it crash on the 25th, by its number?
    private func fleet(
        _ engine: Engine, installs: Int = 1200, isHere: (Int, Bool) -> Bool = { _, _ in true },
        crashes: (Int, Bool) -> Bool
    ) throws -> FlagFleet {
        let fleet = try FlagFleet(engine, publishes: false)
        try fleet.edit("android", FlagsImpactCommandTests.flags)
        try fleet.edit("ios", FlagsImpactCommandTests.flags)
        let first = fleet.run("flags publish \(fleet.edited) --to \(fleet.target) --reason first --yes")
        try #require(first.code == .success, "\(first.errors)")
        var days: [ReportedDay] = []
        for number in 0..<installs {
            let id = "i-\(number)"
            let isInside = Bucketing.bucket(flag: "poll_posts", installID: id) < 20_000
            guard isHere(number, isInside) else { continue }
            for day in ["2026-09-24", "2026-09-25", "2026-09-26"] {
                let crashed: Int64 = day == "2026-09-25" && crashes(number, isInside) ? 1 : 0
                days.append(
                    ReportedDay(
                        day, id, "5.14.0", "android", class: number % 3 == 0 ? "low" : nil,
                        ["sessions": 1, "crashes": crashed, "send_failed": 0]))
            }
        }
        // Not eligible for poll_posts.
        days.append(ReportedDay("2026-09-25", "old", "5.13.9", "android", ["sessions": 1, "crashes": 1]))
        try FleetTables(days).insert(into: fleet.store.open(fleetSchema(engine)))
        return fleet
    }

    @Test(arguments: bothEngines) func `the flag behind a crash is named, and exits 1`(engine: Engine) throws {
        let fleet = try fleet(engine) { number, isInside in isInside ? number % 4 == 0 : number % 25 == 0 }
        let found = fleet.run("flags impact")
        #expect(found.errors == "")
        #expect(found.code == .badAnswer)
        let rows = found.output.split(separator: "\n").filter { $0.contains(" android ") || $0.contains(" ios ") }
        #expect(rows.first?.hasPrefix("poll_posts  android   HALT") == true, "\(found.output)")
        #expect(rows.first?.contains("✗ crashes") == true, "\(found.output)")
        // The worst first; stories is not to blame.
        #expect(rows.dropFirst().allSatisfy { $0.contains("INSUFFICIENT") }, "\(found.output)")
        let one = fleet.run("flags impact poll_posts --platform android")
        #expect(one.code == .badAnswer)
        #expect(one.output.contains("Measure by measure: first events among installs at risk\n"))
        #expect(
            one.output.contains(
                "android: not measured, as no client told it: failing device pairs, messages over an hour old."))
        let other = fleet.run("flags impact stories --platform android")
        #expect(other.code == .unknown, "\(other.output)")
    }

    @Test func `programs get every count that entered, the same on both engines`() throws {
        let texts = try bothEngines.map { engine in
            let fleet = try fleet(engine, installs: 300) { number, isInside in isInside && number % 4 == 0 }
            return fleet.run("flags impact poll_posts --platform android --format json").output
        }
        #expect(texts[0] == texts[1])
        let all = (0..<300).filter { Bucketing.bucket(flag: "poll_posts", installID: "i-\($0)") < 20_000 }
        let crashed = all.count { $0 % 4 == 0 }
        #expect(texts[0].contains("\"inside_installs\":\(all.count),\"outside_installs\":\(300 - all.count),"))
        #expect(texts[0].contains("\"measure\":\"crash\",\"inside_events\":\(crashed),"), "\(texts[0])")
        let low = all.filter { $0 % 3 == 0 }
        #expect(
            texts[0].contains(
                "\"measure\":\"crash\",\"stretch\":0,\"known_hour\":497334,\"device_class\":\"low\",\"inside_installs\":\(low.count),"
                    + "\"inside_events\":\(low.count { $0 % 4 == 0 }),"), "\(texts[0])")
    }

    @Test func `a harmless flag passes once enough is known`() throws {
        let fleet = try fleet(.sqlite, installs: 3000) { number, _ in number % 5 == 1 }
        let found = fleet.run("flags impact stories --platform android")
        #expect(found.code == .success, "\(found.output)")
        #expect(found.output.contains("✓ shown to be under twice: crashes"))
        // What was known before anything of the 25th.
        let early = fleet.run(
            "flags impact stories --platform android --as-of 2026-09-26T00:00:00Z",
            now: try #require(Instant("2026-09-27T12:00:00Z")))
        #expect(early.code == .unknown, "\(early.output)")
        #expect(early.output.contains("? no measure is common enough to show safety"), "\(early.output)")
    }

    /// A month and more after the harm, with quiet days since.
    @Test func `what a percentage showed stays shown while it stands`() throws {
        let fleet = try FlagFleet()
        let db = try fleet.store.open(fleetSchema(.sqlite))
        try db.execute(
            "update flag_change set changed_epoch = :at",
            ["at": .integer(try #require(Instant("2026-07-25T12:00:00Z")).epochSeconds)])
        var days: [ReportedDay] = []
        for number in 0..<1000 {
            let id = "i-\(number)"
            let isInside = Bucketing.bucket(flag: "poll_posts", installID: id) < 20_000
            for day in ["2026-07-28", "2026-09-18", "2026-09-19"] {
                let crashed = day == "2026-07-28" && (isInside ? number % 3 == 0 : number % 50 == 0)
                days.append(ReportedDay(day, id, "5.14.0", "android", ["sessions": 1, "crashes": crashed ? 1 : 0]))
            }
        }
        try FleetTables(days).insert(into: db)
        let found = fleet.run("flags impact poll_posts --platform android")
        #expect(found.code == .badAnswer, "\(found.output)")
        #expect(found.output.contains("2026-07-25 to 2026-09-20 (exclusive, 57 days)"), "\(found.output)")
        #expect(fleet.run("flags impact").code == .badAnswer)
        #expect(fleet.run("flags impact poll_posts --platform android --from 2026-09-01").code == .unknown)
    }

    /// Loaded in order of receipt, printed, loaded on, printed as of then: byte for byte, also where the percentage moved and
    /// where pairs are no longer kept.
    @Test(arguments: bothEngines) func `as of a time it says what it said then`(engine: Engine) throws {
        let fleet = try FlagFleet(engine)
        #expect(fleet.run("flags rollout poll_posts 50 --reason more --yes").code == .success)
        let db = try fleet.store.open(fleetSchema(engine))
        for (version, at) in [(1, "2026-09-04T12:20:00Z"), (2, "2026-09-11T15:40:00Z")] as [(Int64, String)] {
            try db.execute(
                "update flag_change set changed_epoch = :at where version = :version",
                ["at": .integer(try #require(Instant(at)).epochSeconds), "version": .integer(version)])
        }
        let lines = SimulatedFleet.badRelease
        let times = ["2026-09-05T09:00:00Z", "2026-09-12T10:00:00Z", "2026-09-16T09:00:00Z"]
        let formats = ["table", "json"]
        func say(_ time: String, _ format: String) -> String {
            fleet.run("flags impact poll_posts --as-of \(time) --format \(format)").output
        }
        var said: [[String]] = []
        for (place, time) in times.enumerated() {
            SimulatedFleet.ingest(lines, from: place == 0 ? "" : times[place - 1], to: time, into: fleet.store)
            said.append(formats.map { say(time, $0) })
        }
        SimulatedFleet.ingest(lines, from: times[2], into: fleet.store)
        for (time, before) in zip(times, said) {
            for (format, text) in zip(formats, before) {
                #expect(text.contains("2026-09-"), "\(time): \(text)")
                #expect(say(time, format) == text, "\(time) \(format)")
            }
        }
        // There is something to compare.
        #expect(said[2][1].contains("\"measure\":\"aged\",\"inside_events\":"), "\(said[2][1])")
        #expect(!said[2][1].contains("\"measure\":\"aged\",\"inside_events\":0,"))
    }

    @Test(arguments: bothEngines) func `a split that is not that of the percentage is a fault of the data`(engine: Engine) throws
    {
        let fleet = try fleet(engine, isHere: { number, isInside in isInside || number % 3 == 0 }) { number, isInside in
            isInside ? number % 4 == 0 : number % 25 == 0
        }
        let found = fleet.run("flags impact poll_posts --platform android")
        #expect(found.code == .unknown)
        #expect(found.output.contains("DATA_FAULT"), "\(found.output)")
        #expect(found.output.contains(" are inside, and 20 % should be"), "\(found.output)")
    }

    @Test func `a kill ends the trial, and what it showed stays`() throws {
        let fleet = try fleet(.sqlite) { number, isInside in isInside ? number % 4 == 0 : number % 25 == 0 }
        // At noon of the 22nd too: no day lies before it.
        #expect(fleet.run("flags kill poll_posts --reason INC-1 --yes").code == .success)
        let found = fleet.run("flags impact poll_posts --format json")
        #expect(found.output.contains("\"ended_by\":\"killed\""), "\(found.output)")
        #expect(found.code == .unknown)
        #expect(!fleet.run("flags impact").output.contains("poll_posts"))
    }

    @Test func `what can't be compared says why`() throws {
        let fleet = try fleet(.sqlite, installs: 10) { _, _ in false }
        let unknown = fleet.run("flags impact poll_post")
        #expect(unknown.code == .unknown)
        #expect(
            unknown.errors == "chatfleet: the store's flags have no poll_post\n  next: did you mean poll_posts?\n",
            "\(unknown.errors)")
        let fixed = fleet.run("flags impact avif_images")
        #expect(fixed.code == .unknown)
        #expect(
            fixed.errors.contains(
                "avif_images was under no percentage between 0 and 100 from 2026-08-30 to 2026-09-27 (exclusive)"))
        let before = fleet.run("flags impact --to 2026-09-20")
        #expect(before.code == .unknown)
        #expect(before.output.contains("no flag is under a percentage between 0 and 100"))
        let empty = try FlagFleet().run("flags impact poll_posts")
        #expect(empty.code == .unknown)
        #expect(empty.errors.hasPrefix("chatfleet: the store holds no reports, so there is nobody to compare\n"))
    }

    /// The store has reports, and had none then.
    @Test(arguments: ["flags impact", "flags propagation --version 1 --since 1990-01-01T00:00:00Z"])
    func `before the first report there were none, and that is what is said`(line: String) throws {
        let store = try TestStore(.sqlite, FleetTables(active(3, "2026-09-20", "8.14.0")))
        let answer = Transcript(line + " --as-of 1990-01-01T00:00:00Z", store: store)
        #expect(answer.code == .unknown)
        #expect(
            answer.errors.hasPrefix("chatfleet: the store knew of no report at 1990-01-01T00:00:00Z, so nobody ")
                || answer.errors.hasPrefix("chatfleet: the store knew of no report at 1990-01-01T00:00:00Z, so there is nobody "),
            "\(answer.errors)")
        #expect(answer.errors.hasSuffix("next: name a later time\n"))
    }

    @Test(arguments: [
        ("0.5", false), ("0.49", true), ("1e-9", true), ("1e-10", false), ("0x1p-4", false), ("+0.01", false), ("nan", false),
    ])
    func `alpha is read alike wherever it is asked for`(alpha: String, isOne: Bool) throws {
        let store = try TestStore(.sqlite, FleetTables(active(3, "2026-09-20", "8.14.0")))
        for line in ["flags impact", "rollout gate 8.14.0", "rollout plan 8.15.0", "rollout replay 8.14.0"] {
            let answer = Transcript(line + " --alpha \(alpha)", store: store)
            #expect((answer.code != .usage) == isOne, "\(line): \(answer.errors)")
        }
    }
}
