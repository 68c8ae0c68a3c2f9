import Database
import FleetCore
import Incidents
import Operations
import QueryCatalog
import TestSupport
import Testing

private let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")

@Suite struct WhatChangedTests {
    /// 2026-09-14T00:00:00Z.
    private static let start: Int64 = 1_789_344_000
    private func at(_ minutes: Int64) -> Instant { Instant(epochSeconds: WhatChangedTests.start + minutes * 60) }

    /// A timeline of what is recorded, and of flag changes.
    private func timeline(_ fill: (any Database, OperationsLog) throws -> Void) throws -> [TimelineEntry] {
        try withFleetStore(.sqlite) { db throws in
            let log = OperationsLog(database: db, catalog: catalog)
            try fill(db, log)
            return try log.timeline()
        }
    }

    private func deploy(_ text: String, at minutes: Int64, kind: Annotation.Kind = .deploy, platform: String? = nil) -> Annotation
    {
        Annotation(at: at(minutes), kind: kind, text: text, version: nil, platform: platform, by: "bo")
    }

    private func step(_ kind: RolloutEvent.Kind, _ version: String, _ platform: String, at minutes: Int64) -> RolloutEvent {
        RolloutEvent(at: at(minutes), version: version, platform: platform, kind: kind, percent: nil, by: "ana", reason: "r")
    }

    @Test func `the newest of what fits comes first, what fits another slice last`() throws {
        let entries = try timeline { db, log in
            try log.record(step(.stage, "8.14.0", "android", at: 0), now: at(0))
            try log.record(step(.stage, "8.14.0", "ios", at: 0), now: at(0))
            try log.record(deploy("gateway", at: 600), now: at(0))
            try log.record(deploy("paged", at: 719, kind: .incident), now: at(0))
            try log.record(deploy("after it", at: 900), now: at(0))
        }
        let changes = WhatChanged.before(at(720), version: "8.14.0", platform: "android", entries)
        #expect(changes.map(\.entry.words) == ["r", "gateway", "paged", "r"])
        #expect(changes[0].entry.platform == "android")
        #expect(changes[0].words == "12 h before, same version and platform")
        #expect(changes[1].words == "2 h before")
        // Servers' trouble has no version: the deploy is likelier than a rollout.
        let everywhere = WhatChanged.before(at(720), version: nil, platform: nil, entries)
        #expect(everywhere.first?.entry.words == "gateway")
    }

    @Test func `what changes a platform's flags fits that platform`() throws {
        let entries = try timeline { db, _ in
            try db.execute(
                """
                insert into flag_change values
                    (1, 1, 0, 'rollout', 't', \(WhatChangedTests.start), 'a', 'polls', 'android: polls: 20 %', 'l', '', 'h'),
                    (2, 2, 1, 'rollout', 't', \(WhatChangedTests.start + 60), 'a', 'avif', 'ios: avif: 20 %', 'l', 'h', 'i')
                """)
        }
        let changes = WhatChanged.before(at(30), version: "8.14.0", platform: "android", entries)
        #expect(changes.map(\.entry.words) == ["polls", "avif"])
        #expect(changes[0].fit > 5 * changes[1].fit)
    }

    @Test func `nothing after the onset, nothing older than two weeks, nearer is likelier`() throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("WhatChangedTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let minutes = (0..<12).map { _ in Int64(random.next() % 40_000) }
            let entries = try timeline { _, log in
                for (index, minute) in minutes.enumerated() { try log.record(deploy("\(index)", at: minute), now: at(minute)) }
            }
            let onset = at(Int64(random.next() % 40_000))
            let changes = WhatChanged.before(onset, version: nil, platform: nil, entries)
            for change in changes {
                #expect(change.secondsBefore > -3600 && change.secondsBefore <= 14 * 86_400, "seed \(seed)")
                #expect((0...1).contains(change.fit), "seed \(seed)")
            }
            // All are alike but for their time.
            let before = changes.filter { $0.secondsBefore >= 0 }.map(\.secondsBefore)
            #expect(before == before.sorted(), "seed \(seed)")
        }
    }
}
