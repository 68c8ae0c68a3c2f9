import Database
import QueryCatalog
import TestSupport
import Testing

/// What the runbooks ask beside the reports.
@Suite struct IncidentQueryTests {
    /// Two devices fail on peer 9, one of them again a day later, and one on peer 8; one pair is known late.
    private let fleet = FleetTables(
        [],
        pairs: [
            FailedPair("i1", "8.14.0", "android", device: 1, peer: 9, first: "2026-09-14T10:20:00Z"),
            FailedPair("i1", "8.14.0", "android", device: 1, peer: 9, first: "2026-09-15T09:00:00Z"),
            FailedPair("i2", "8.14.0", "android", device: 2, peer: 9, first: "2026-09-14T10:59:59Z"),
            FailedPair("i3", "8.13.2", "ios", device: 3, peer: 8, first: "2026-09-14T11:00:00Z").with {
                $0.messageType = "prekey"
                $0.restored = true
                $0.known = monday + 99
            },
        ])
    private let window: [String: SQLValue] = [
        "from_epoch": .integer(Int64(monday) * 3600), "to_epoch": .integer(Int64(monday + 48) * 3600), "as_of_hour": everything,
    ]

    @Test(arguments: bothEngines)
    func `a pair is new once, in the hour of its first failure`(engine: Engine) throws {
        let hour = Int64(monday) + 10
        let all = try rows("messaging/new_pairs_by_hour", on: engine, fleet, window)
        expectRows(
            all,
            [
                [.integer(hour), "8.14.0", "android", "normal", 0, 2],
                [.integer(hour + 1), "8.13.2", "ios", "prekey", 1, 1],
            ])
        let early = try rows(
            "messaging/new_pairs_by_hour", on: engine, fleet, window.merging(["as_of_hour": .integer(Int64(monday) + 99)]) { $1 })
        expectRows(early, Array(all.prefix(1)))
    }

    @Test(arguments: bothEngines)
    func `peers are told by how many devices fail on them, each once`(engine: Engine) throws {
        expectRows(
            try rows("messaging/failing_peers", on: engine, fleet, window.merging(["peers_max": 5]) { $1 }),
            [[.blob([9]), 2, 3], [.blob([8]), 1, 3]])
        #expect(try rows("messaging/failing_peers", on: engine, fleet, window.merging(["peers_max": 1]) { $1 }).count == 1)
    }

    @Test(arguments: bothEngines)
    func `who crashed on a version is known from the hour of its report on`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            for (install, known) in [("i2", 30), ("i1", 40), ("i3", nil)] as [(String, Int64?)] {
                try db.execute(
                    """
                    insert into install_version
                        (install_id, app_version, platform, first_day, last_day, first_known, crash_known, device_class, booked)
                    values (:install, '8.14.0', 'ios', '2026-09-14', '2026-09-15', 20, :known, 'mid', 0)
                    """, ["install": .text(install), "known": SQLValue(known)])
            }
            func crashed(_ asOf: Int64) throws -> [[SQLValue]] {
                try catalog.query("operations/crashed_installs").rows(
                    on: db, ["app_version": "8.14.0", "platform": "ios", "as_of_hour": .integer(asOf)]
                ).map(\.values)
            }
            #expect(try crashed(41) == [["i1"], ["i2"]])
            #expect(try crashed(40) == [["i2"]])
            #expect(try crashed(30) == [])
        }
    }
}
