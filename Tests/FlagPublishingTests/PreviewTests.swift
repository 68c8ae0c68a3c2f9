import Database
import Flags
import FleetCore
import QueryCatalog
import TestSupport
import Testing

@testable import FlagPublishing

@Suite struct PreviewTests {
    private let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")

    private func read(_ flags: String, kill: String = "", policy: String = "") throws -> FlagDocument {
        let text = "{\"version\":43,\"kill\":{\(kill)},\"flags\":{\(flags)}\(policy)}"
        return try #require(FlagDocument.decode(Array(text.utf8), file: "android.json").document)
    }

    private func preview(
        _ engine: Engine, _ days: [ReportedDay], new: [String: FlagDocument], old: [String: FlagDocument]
    ) throws -> FlagPreview {
        try withFleetStore(engine) { db in
            try FleetTables(days).insert(into: db)
            return try FlagPreview.count(
                new: new, old: old, newest: Day("2026-09-15")!, now: Instant("2026-09-16T00:00:00Z")!, database: db,
                catalog: catalog)
        }
    }

    private func installs(_ count: Int, _ version: String, _ platform: String, _ values: [String: Int64] = ["sessions": 1])
        -> [ReportedDay]
    {
        (0..<count).map { ReportedDay("2026-09-15", "\(platform)-\(version)-\($0)", version, platform, values) }
    }

    @Test(arguments: bothEngines) func `a kill turns off exactly those that were in the rollout`(engine: Engine) throws {
        let rollout = #""polls":{"default":false,"rollout_percent":20,"min_app":"8.14.0"}"#
        let days = installs(500, "8.14.0", "android") + installs(40, "8.13.2", "android") + installs(7, "8.14.0", "ios")
        let old = try read(rollout)
        let found = try preview(
            engine, days, new: ["android": read(rollout, kill: #""polls":true"#)], old: ["android": old])
        let inside = (0..<500).count { Bucketing.bucket(flag: "polls", installID: "android-8.14.0-\($0)") < 20_000 }
        #expect(found.activeInstalls == 547)
        #expect(found.withoutDocument == ["ios": 7])
        #expect(found.flags.map(\.version.text) == ["8.13.2", "8.14.0"])
        #expect(found.flags[0].counts == FlagPreview.Counts(staysOff: 40))
        #expect(found.flags[1].counts == FlagPreview.Counts(turnedOff: Int64(inside), staysOff: Int64(500 - inside)))
        #expect(inside > 70 && inside < 130)
    }

    @Test(arguments: bothEngines) func `raising the percent turns nobody off`(engine: Engine) throws {
        let days = installs(300, "8.14.0", "android")
        let found = try preview(
            engine, days, new: ["": read(#""polls":{"default":false,"rollout_percent":50}"#)],
            old: ["": read(#""polls":{"default":false,"rollout_percent":20}"#)])
        let counts = try #require(found.flags.first?.counts)
        #expect(counts.turnedOff == 0 && counts.turnedOn > 50 && counts.staysOn > 30)
        #expect(counts.installs == 300)
    }

    @Test(arguments: bothEngines) func `a raised minimum counts who loses support, and whose messages are stuck`(engine: Engine)
        throws
    {
        let days =
            installs(5, "8.9.10", "ios", ["sessions": 1, "queue_depth_max": 3]) + installs(6, "8.9.10", "ios2")
            + installs(2, "v8", "ios") + installs(9, "8.14.0", "ios")
        let policy = #","client_policy":{"min_supported":"8.10.0","flush_only_until":"2026-09-15T00:00:00Z"}"#
        let found = try preview(engine, days, new: ["": read("", policy: policy)], old: [:])
        #expect(found.unreadableInstalls == 2)
        #expect(found.support.map(\.platform) == ["ios", "ios", "ios", "ios2"])
        let old = try #require(found.support.first { $0.version.text == "8.9.10" && $0.platform == "ios" })
        #expect(old.counts == FlagPreview.Counts(turnedOff: 5))
        #expect(old.withOutbox == 5 && old.blockedWithOutbox == 5)
        let unreadable = try #require(found.support.first { $0.version.text == "v8" })
        #expect(unreadable.counts == FlagPreview.Counts(staysOn: 2))
        #expect(found.flags.isEmpty)
    }
}

@Suite struct PropagationTests {
    private let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")
    private let published = Instant("2026-09-15T10:20:00Z")!

    private func follow(_ engine: Engine, _ days: [ReportedDay], newest: String = "2026-09-16") throws -> FlagPropagation {
        try withFleetStore(engine) { db in
            try FleetTables(days).insert(into: db)
            return try FlagPropagation.follow(
                version: 44, newestVersion: 45, publishedAt: published, newest: Day(newest)!, asOf: nil, platform: nil,
                database: db,
                catalog: catalog)
        }
    }

    /// Ten active installs and one that is gone: one at once (its clock is slow), four in the second hour, three after a day, two stragglers on an old app.
    private var fleet: [ReportedDay] {
        let hour = Int64(published.hour.number)
        func evaluated(_ name: String, after hours: Int64, on day: String) -> ReportedDay {
            ReportedDay(
                day, name, "8.14.0", "ios",
                ["sessions": 1, "flags_version": 44, "flags_version_at": (hour + hours) * 3600 + 5])
        }
        return [evaluated("a", after: -3, on: "2026-09-15")]
            + (0..<4).map { evaluated("b\($0)", after: 1, on: "2026-09-15") }
            + (0..<3).map { evaluated("c\($0)", after: 24, on: "2026-09-16") } + [
                ReportedDay("2026-09-12", "d", "8.14.0", "ios", ["sessions": 1, "flags_version": 43]),
                ReportedDay("2026-09-16", "e", "8.9.10", "ios", ["sessions": 1]),
                // Of another target: not ours, however great its number.
                ReportedDay("2026-09-16", "g", "8.14.0", "ios", ["sessions": 1, "flags_version": 99]),
            ]
    }

    @Test(arguments: bothEngines) func `the curve rises as installs evaluate, and stragglers are told apart`(engine: Engine)
        throws
    {
        let found = try follow(engine, fleet)
        #expect(found.total.active == 10)
        #expect(found.total.evaluated == 8)
        #expect(found.total.offline == 1)
        #expect(found.total.oldApp == 1)
        #expect(found.total.ahead == 1)
        #expect(found.total.refusing == 0)
        #expect(found.total.hours(to: 0.1) == 1)
        #expect(found.total.hours(to: 0.5) == 2)
        #expect(found.total.hours(to: 0.8) == 25)
        #expect(found.total.hours(to: 0.9) == nil)
        #expect(found.hourCount == 38)
        #expect(found.curve.count == 38)
        #expect(Array(found.curve.prefix(3)) == [0.1, 0.5, 0.5])
        #expect(found.curve.last == 0.8)
        #expect(found.slices.map(\.version.text) == ["8.9.10", "8.14.0"])
        #expect(found.slices[1].installs.share == 8.0 / 9)
    }

    @Test(arguments: bothEngines) func `a store that ends before the publication knows nothing of it`(engine: Engine) throws {
        let error = #expect(throws: ToolError.self) { try follow(engine, fleet, newest: "2026-09-13") }
        #expect(error?.exitCode == .unknown)
    }
}
