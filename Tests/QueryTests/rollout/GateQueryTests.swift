import Database
import QueryCatalog
import TestSupport
import Testing

/// The gate's own tables, by hand.
@Suite struct GateQueryTests {
    private let pair: [String: SQLValue] = ["app_version": "8.14.0", "baseline_version": "8.13.2", "platform": "android"]

    private func found(
        _ name: String, on engine: Engine, _ values: [String: SQLValue], _ insert: (any Database) throws -> Void
    ) throws -> [[SQLValue]] {
        try withFleetStore(engine) { db in
            try insert(db)
            return try catalog.query(name).rows(on: db, values).map(\.values)
        }
    }

    private func hour(_ ofMonday: Int) -> SQLValue { .integer(Int64(monday) + Int64(ofMonday)) }

    @Test(arguments: bothEngines)
    func `gate_cells gives each measure that somebody reports, from an hour to another`(engine: Engine) throws {
        let values = pair.merging(["from_hour": hour(0), "as_of_hour": hour(30)]) { $1 }
        let found = try found("rollout/gate_cells", on: engine, values) { db in
            func add(_ version: String, _ platform: String, _ at: Int, _ counts: String) throws {
                try db.execute(
                    "insert into gate_cell values (:version, :platform, :hour, 'mid', 7, \(counts))",
                    ["version": .text(version), "platform": .text(platform), "hour": hour(at)])
            }
            try add("8.14.0", "android", 3, "10, 1, 10, 0, 0, 0, 4, 2")
            try add("8.13.2", "android", 3, "99, 2, 99, 0, 0, 0, 0, 0")
            try add("8.14.0", "android", 30, "7, 7, 7, 7, 7, 7, 7, 7")
            try add("8.14.0", "android", -1, "7, 7, 7, 7, 7, 7, 7, 7")
            try add("8.14.0", "ios", 3, "7, 7, 7, 7, 7, 7, 7, 7")
            try add("8.12.0", "android", 3, "7, 7, 7, 7, 7, 7, 7, 7")
        }
        expectRows(
            found,
            [
                ["aged", hour(3), "mid", 7, 1, 4, 2], ["crash", hour(3), "mid", 7, 0, 99, 2],
                ["crash", hour(3), "mid", 7, 1, 10, 1],
                ["decrypt", hour(3), "mid", 7, 0, 99, 0], ["decrypt", hour(3), "mid", 7, 1, 10, 0],
            ])
    }

    @Test(arguments: bothEngines)
    func `first_events adds the hours of a window up, by version, platform and what somebody reports`(engine: Engine) throws {
        let values: [String: SQLValue] = ["from_hour": hour(0), "to_hour": hour(30), "app_version": nil, "platform": nil]
        func insert(_ db: any Database) throws {
            for (version, key) in [("8.13.2", "b"), ("8.14.0", "c"), ("8.9.10", "a")] {
                try db.execute(
                    "insert into app_version (app_version, sort_key, readable) values (:version, :key, 1)",
                    ["version": .text(version), "key": .text(key)])
            }
            func add(_ version: String, _ platform: String, _ at: Int, _ tenure: Int64, _ counts: String) throws {
                try db.execute(
                    "insert into gate_cell values (:version, :platform, :hour, 'mid', :tenure, \(counts))",
                    ["version": .text(version), "platform": .text(platform), "hour": hour(at), "tenure": .integer(tenure)])
            }
            try add("8.14.0", "android", 3, 7, "10, 1, 10, 0, 0, 0, 4, 2")
            try add("8.14.0", "android", 3, 30, "20, 0, 0, 0, 0, 0, 0, 0")
            try add("8.14.0", "android", 29, 7, "10, 1, 0, 0, 0, 0, 0, 0")
            try add("8.9.10", "ios", 3, 7, "4, 0, 0, 0, 0, 0, 0, 0")
            // Before and after the window.
            try add("8.14.0", "android", -1, 7, "7, 7, 7, 7, 7, 7, 7, 7")
            try add("8.14.0", "android", 30, 7, "7, 7, 7, 7, 7, 7, 7, 7")
        }
        let ofAndroid: [[SQLValue]] = [
            ["8.14.0", "android", "aged", 4, 2, .real(500)], ["8.14.0", "android", "crash", 40, 2, .real(50)],
            ["8.14.0", "android", "decrypt", 10, 0, .real(0)],
        ]
        expectRows(
            try found("rollout/first_events", on: engine, values, insert),
            [["8.9.10", "ios", "crash", 4, 0, .real(0)]] + ofAndroid)
        let one = values.merging(["app_version": "8.14.0", "platform": "android"]) { $1 }
        expectRows(try found("rollout/first_events", on: engine, one, insert), ofAndroid)
    }

    /// Lives on versions: install, version, platform, first known, crash known.
    private func add(_ lives: [(String, String, String, Int, Int?)], to db: any Database) throws {
        for (install, version, platform, first, crash) in lives {
            try db.execute(
                """
                insert into install_version
                    (install_id, app_version, platform, first_day, last_day, first_known, crash_known, device_class, booked)
                values (:install, :version, :platform, '2026-09-14', '2026-09-16', :first, :crash, 'mid', 0)
                """,
                [
                    "install": .text(install), "version": .text(version), "platform": .text(platform), "first": hour(first),
                    "crash": crash.map(hour) ?? .null,
                ])
        }
    }

    @Test(arguments: bothEngines)
    func `since_update counts crashes within equal hours of the arrival, of those whose hours are over`(engine: Engine) throws {
        let values = pair.merging(["from_hour": hour(0), "hours": 24, "as_of_hour": hour(100)]) { $1 }
        let found = try found("rollout/since_update", on: engine, values) { db in
            try add(
                [
                    ("a", "8.14.0", "android", 10, 33), ("b", "8.14.0", "android", 10, 34), ("c", "8.14.0", "android", 75, nil),
                    ("d", "8.14.0", "android", 76, 76), ("e", "8.13.2", "android", -1, 0), ("f", "8.13.2", "android", 0, 0),
                    ("g", "8.13.2", "ios", 0, 0),
                ], to: db)
        }
        expectRows(found, [[0, 1, 1], [1, 3, 1]])
    }

    @Test(arguments: bothEngines)
    func `before_after compares the same installs`(engine: Engine) throws {
        let values = pair.merging(["from_hour": hour(0), "hours": 24, "as_of_hour": hour(100)]) { $1 }
        let found = try found("rollout/before_after", on: engine, values) { db in
            try add(
                [
                    // Only before; only after; both; neither.
                    ("a", "8.13.2", "android", 0, 40), ("a", "8.14.0", "android", 50, nil),
                    ("b", "8.13.2", "android", 0, nil), ("b", "8.14.0", "android", 50, 60),
                    ("c", "8.13.2", "android", 0, 26), ("c", "8.14.0", "android", 50, 73),
                    ("d", "8.13.2", "android", 0, nil), ("d", "8.14.0", "android", 50, 74),
                    // Crashed earlier; not long enough on the baseline; its hours are not over; never on the baseline.
                    ("e", "8.13.2", "android", 0, 25), ("e", "8.14.0", "android", 50, nil),
                    ("f", "8.13.2", "android", 30, nil), ("f", "8.14.0", "android", 50, 51),
                    ("g", "8.13.2", "android", 0, nil), ("g", "8.14.0", "android", 76, 77),
                    ("h", "8.14.0", "android", 50, 51),
                ], to: db)
        }
        expectRows(found, [[4, 1, 1, 1]])
    }

    @Test(arguments: bothEngines)
    func `cloned_installs are in use on two platforms at once`(engine: Engine) throws {
        let values: [String: SQLValue] = [
            "app_version": "8.14.0", "platform": "android", "to_install": "y", "as_of_hour": hour(100),
        ]
        let found = try found("rollout/cloned_installs", on: engine, values) { db in
            try add(
                [
                    ("a", "8.14.0", "android", 0, nil), ("a", "8.14.0", "ios", 0, nil), ("b", "8.14.0", "android", 0, nil),
                    ("c", "8.14.0", "android", 0, nil), ("c", "8.13.2", "ios", 100, nil), ("d", "8.13.2", "android", 0, nil),
                    ("d", "8.13.2", "ios", 0, nil), ("z", "8.14.0", "android", 0, nil), ("z", "8.14.0", "ios", 0, nil),
                ], to: db)
        }
        expectRows(found, [[1, 3]])
    }

    @Test(arguments: bothEngines)
    func `sample_limit is the id up to which there are so many, first_contacts those that are new`(engine: Engine) throws {
        let lives: [(String, String, String, Int, Int?)] = [
            ("a", "8.13.2", "android", 0, nil), ("b", "8.13.2", "android", 5, nil), ("b", "8.14.0", "android", 50, nil),
            ("c", "8.14.0", "android", 50, nil), ("d", "8.14.0", "ios", 50, nil), ("e", "8.14.0", "android", 99, nil),
        ]
        func limit(_ installs: Int64) throws -> [[SQLValue]] {
            let values: [String: SQLValue] = ["platform": "android", "installs_max": .integer(installs), "as_of_hour": hour(90)]
            return try found("rollout/sample_limit", on: engine, values) { try add(lives, to: $0) }
        }
        expectRows(try limit(3), [["c"]])
        expectRows(try limit(4), [])
        let values: [String: SQLValue] = [
            "platform": "android", "to_install": "d", "from_hour": hour(5), "as_of_hour": hour(100),
        ]
        expectRows(
            try found("rollout/first_contacts", on: engine, values) { try add(lives, to: $0) },
            [["b", hour(5)], ["c", hour(50)]])
    }

    @Test(arguments: bothEngines)
    func `contacts are reports on any version, as known by then`(engine: Engine) throws {
        let fleet = FleetTables([
            ReportedDay("2026-09-14", "a", "8.13.2", "android", ["sessions": 1], known: monday + 5),
            ReportedDay("2026-09-14", "a", "8.14.0", "android", ["sessions": 1], known: monday + 9),
            ReportedDay("2026-09-14", "b", "8.12.0", "android", ["sessions": 0], known: monday + 6),
            ReportedDay("2026-09-14", "c", "8.14.0", "android", ["sessions": 1], known: monday + 30),
            ReportedDay("2026-09-14", "d", "8.14.0", "ios", ["sessions": 1], known: monday + 6),
            ReportedDay("2026-09-14", "x", "8.14.0", "android", ["sessions": 1], known: monday + 6),
            ReportedDay("2026-09-15", "a", "8.14.0", "android", ["sessions": 1], known: monday + 25),
        ])
        let values = pair.merging(["day": "2026-09-14", "to_install": "w", "as_of_hour": hour(30)]) { $1 }
        expectRows(
            try rows("rollout/contacts", on: engine, fleet, values),
            [["a", hour(5), hour(9), hour(5)], ["b", hour(6), nil, nil]])
    }

    @Test(arguments: bothEngines)
    func `served_requests keeps sets of dimensions and periods apart`(engine: Engine) throws {
        let start = Int64(monday) * 3600
        let values: [String: SQLValue] = [
            "app_version": "8.14.0", "platform": "android", "from_epoch": .integer(start), "to_epoch": .integer(start + 7200),
        ]
        let found = try found("rollout/served_requests", on: engine, values) { db in
            func add(_ id: Int64, _ version: String, _ platform: String?, _ value: Double, at: Int64) throws {
                let names = platform == nil ? "AppVersion" : "AppVersion,Platform"
                try db.execute(
                    "insert into metric_series values (:id, 'Chat/Sync', 'Requests', :dimensions, :names, null, 0, 9)",
                    ["id": .integer(id), "dimensions": .text("\(version) \(platform ?? "")"), "names": .text(names)])
                try db.execute(
                    "insert into metric_dimension values (:id, 'AppVersion', :version)",
                    ["id": .integer(id), "version": .text(version)])
                if let platform {
                    try db.execute(
                        "insert into metric_dimension values (:id, 'Platform', :platform)",
                        ["id": .integer(id), "platform": .text(platform)])
                }
                try db.execute(
                    "insert into metric_sample values (:id, 'Sum', 60, :at, :value, null)",
                    ["id": .integer(id), "at": .integer(start + at), "value": .real(value)])
            }
            try add(1, "8.14.0", nil, 7, at: 0)
            try add(2, "8.13.2", nil, 93, at: 60)
            try add(3, "8.14.0", "android", 4, at: 3600)
            try add(4, "8.13.2", "android", 40, at: 3660)
            try add(5, "8.13.2", "ios", 400, at: 3660)
            try db.execute(
                "insert into metric_sample values (3, 'Sum', 60, :at, 1000, null)", ["at": .integer(start + 7200)])
            // The same by the five minutes.
            try db.execute("insert into metric_sample values (1, 'Sum', 300, :at, 8, null)", ["at": .integer(start)])
        }
        expectRows(
            found,
            [
                ["AppVersion", 0, 60, hour(0), 7, 100], ["AppVersion", 0, 300, hour(0), 8, 8],
                ["AppVersion,Platform", 1, 60, hour(1), 4, 44],
            ])
    }
}
