import Database
import FleetCore
import QueryCatalog
import TestSupport
import Testing

/// What holds of every file, on a fleet made at random.
@Suite struct EveryQueryTests {
    private static let folders: Set = ["flags", "health", "messaging", "operations", "rollout"]

    private func queries() throws -> [Query] {
        try catalog.all().filter { query in EveryQueryTests.folders.contains { query.name.hasPrefix($0 + "/") } }
    }

    @Test func `the header says where the servers' points are read`() throws {
        let tables = ["metric_sample", "metric_series", "metric_dimension", "signal_count", "signal_gauge", "signal_series"]
        for query in try catalog.all() {
            let lines = query.sql.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
            #expect(query.readsServerMetrics == tables.contains { lines.contains($0) }, "\(query.name)")
        }
    }

    @Test func `both engines give the same rows, and every query gives the columns of its header`() throws {
        let stores = try bothEngines.map { try TestStore($0) }
        try compare(stores.map { try $0.open(fleetSchema($0.engine)) })
        withExtendedLifetime(stores) {}
    }

    @Test(.enabled(if: CitusServers.isThere)) func `every query gives on Citus what it gives on both engines`() throws {
        let stores = try bothEngines.map { try TestStore($0) } + [CitusServers.fleetStore()]
        try compare(stores.map { try $0.open(fleetSchema($0.engine)) })
        withExtendedLifetime(stores) {}
    }

    /// Every query, on the same fleet in each of these stores.
    private func compare(_ databases: [any Database]) throws {
        let seed = newSeed("EveryQueryTests")
        var random = SeededGenerator(seed: seed)
        let fleet = randomFleet(&random)
        for db in databases { try fill(db, fleet) }
        for query in try queries() {
            var isEverAnswered = false
            for _ in 0..<8 {
                let values = Dictionary(
                    uniqueKeysWithValues: query.parameters.map { ($0.name, randomValue(of: $0, in: query.name, &random)) })
                let answers = try databases.map { try query.rows(on: $0, values).map(\.values) }
                for answer in answers { #expect(answer == answers[0], "\(query.name) with \(values), seed \(seed)") }
                // The columns are held against the header with the first row.
                isEverAnswered = isEverAnswered || answers.contains { !$0.isEmpty }
            }
            #expect(isEverAnswered, "\(query.name) never gave a row, seed \(seed)")
        }
    }

    /// The fleet's reports, and a little of everything else that is asked for.
    private func fill(_ db: any Database, _ fleet: FleetTables) throws {
        try fleet.insert(into: db)
        try db.execute("insert into ingest_batch values ('a', 'one.ndjson', 0, 9, 3, 2, 1, 2, 1, 1000)")
        try db.execute(
            "insert into metric_series values (1, 'Chat/Push', 'Sends', '{\"Provider\":\"FCM\"}', 'Provider', null, 0, 9)")
        try db.execute("insert into metric_dimension values (1, 'Provider', 'FCM')")
        for (index, value) in [5.0, 8.5, 2].enumerated() {
            try db.execute(
                "insert into metric_sample values (1, 'Total', 0, :at, :value, null)",
                ["at": .integer((Int64(monday) + Int64(index)) * 3600), "value": .real(value)])
        }
        try db.execute(
            "insert into metric_sample values (1, 'Sum', 60, :at, 7, null)", ["at": .integer(Int64(monday) * 3600)])
        try db.execute("insert into metric_series values (2, 'Chat/Sync', 'FlagsVersionServed', '{}', '', null, 0, 9)")
        for (statistic, value) in [("Minimum", 1.0), ("Maximum", 2)] {
            try db.execute(
                "insert into metric_sample values (2, :statistic, 60, :at, :value, null)",
                ["statistic": .text(statistic), "at": .integer(Int64(monday) * 3600), "value": .real(value)])
        }
        try db.execute("insert into flag_authority values (1, '/srv/flags', null, 900, 'ana')")
        try db.execute("insert into flag_document values (2, 'ios', 'd', '{}'), (2, 'android', 'c', '{}')")
        try db.execute(
            """
            insert into flag_change values
                (1, 1, 0, 'publish', '/srv/flags', 900, 'ana', 'first', '', 'l1', '', 'h1'),
                (2, 2, 1, 'kill', '/srv/flags', 950, 'bo', 'crash', 'x: killed', 'l2', 'h1', 'h2')
            """)
        try db.execute(
            "insert into rollout_event values (1, 1789344000, '8.14.0', 'android', 'stage', 2.5, 'ana', 'go', 1789344060)")
        try db.execute(
            "insert into rollout_event values (2, 1789344000, '8.14.0', 'android', 'halt', null, 'bo', 'slip', 1789344090)")
        try db.execute("insert into rollout_void values (2, 'bo', 'of 8.13.2', 1789347600)")
        try db.execute(
            "insert into annotation values (1, 1789344000, 'deploy', 'gateway 7', null, 'android', 'bo', 1789344030)")
        try insertRollout(into: db)
        try db.execute("insert into signal_mute values (1, 'fcm_quota', 'ack', 5, 2000000000, 'seen', 'ana')")
        try db.execute("insert into signal_told values ('fcm_quota', 'page', 5)")
        try db.execute(
            """
            insert into install_version
                (install_id, app_version, platform, first_day, last_day, first_known, crash_known, device_class, booked)
            values ('g3', '8.14.0', 'android', '2026-09-14', '2026-09-15', 497045, 497050, 'mid', 0)
            """)
        for install in ["i0", "i1", "i2"] {
            try db.execute(
                "insert into quarantined_report values ('of \(install)', 'day.future', '\(install)', '2031-01-01', 7, '{}')")
        }
    }

    @Test func `shares are called shares, instants and hours by what they are`() throws {
        for query in try queries() {
            for column in query.columns {
                let name = "\(query.name): \(column.name)"
                if column.name.hasSuffix("_share") { #expect(column.type == .share, "\(name)") }
                if column.name.hasSuffix("_epoch") { #expect(column.type == .epoch, "\(name)") }
                if column.name.hasPrefix("crash_free") { #expect(column.type == .share, "\(name)") }
                if column.name.hasSuffix("_installs") { #expect(column.type == .count, "\(name)") }
                if column.type == .day { #expect(column.name.hasSuffix("day"), "\(name)") }
                if column.type == .hour { #expect(column.name.hasSuffix("hour"), "\(name)") }
            }
            for engine in Engine.allCases { #expect(query.engines.contains(engine.rawValue), "\(query.name)") }
        }
    }

    private func randomValue(of parameter: Query.Parameter, in name: String, _ random: inout SeededGenerator) -> SQLValue {
        switch parameter.name {
        case "app_version": random.chance(parameter.isNullable ? 4 : 1) ? "8.14.0" : nil
        case "platform": random.chance(parameter.isNullable ? 4 : 1) ? "android" : nil
        case "from_day", "day", "day_1": "2026-09-14"
        case "day_2", "whole_day", "published_day": "2026-09-15"
        case "day_3", "day_4": "2026-09-16"
        case "to_day": "2026-09-18"
        case "from_hour": .integer(Int64(monday))
        case "to_hour": .integer(Int64(monday) + 72)
        case "at_epoch": .integer(Int64(monday) * 3600)
        case "from_epoch": .integer(Int64(monday) * 3600)
        case "to_epoch": .integer(Int64(monday + 60) * 3600)
        case "known_epoch": .integer(random.chance(2) ? .max : 1_789_344_080)
        case "as_of_hour": random.chance(3) ? .integer(Int64(monday) + 55) : everything
        case "below_key": .text("1" + AppVersion(random.chance(2) ? "8.14.0" : "9").gateKey)
        case "baseline_version": "8.13.2"
        case "versions_max": .integer(random.chance(2) ? 2 : 200)
        case "installs_max": .integer(random.chance(2) ? 0 : 2)
        case "to_install": random.chance(2) ? "i1" : "z"
        case "above_key": .text(AppVersion("8.13.2").sortKey)
        case "hours": .integer(random.chance(2) ? 24 : 2)
        case "metric" where name.hasPrefix("operations/"): "Sends"
        case "metric": random.chance(2) ? "queue_age_max_s" : "wal_bytes_max"
        case "install_id": .text("i\(random.next() % 3)")
        case "namespace": parameter.isNullable && random.chance(3) ? nil : "Chat/Push"
        case "statistic": "Total"
        case "batches_max", "changes_max", "groups_max", "peers_max": 3
        case "version": .integer(random.chance(2) ? 2 : Int64(random.next() % 3))
        case "newest_version": .integer(2)
        case "from_version": .integer(Int64(random.next() % 3))
        case "mask_1", "mask_2", "mask_3", "mask_4": .integer(Int64(random.next() >> 14))
        default: parameter.type == .flag ? .integer(Int64(random.next() % 2)) : .null
        }
    }

    /// A version's lives and cells that no report of the fleet brings.
    private func insertRollout(into db: any Database) throws {
        for (install, version, platform, known) in [
            ("g1", "8.13.2", "android", 10), ("g1", "8.14.0", "android", 40), ("g1", "8.14.0", "ios", 41),
            ("g2", "8.14.0", "android", 44),
        ] {
            try db.execute(
                """
                insert into install_version
                    (install_id, app_version, platform, first_day, last_day, first_known, crash_known, device_class, booked)
                values (:install, :version, :platform, '2026-09-14', '2026-09-15', :known, :known, 'watch', 0)
                """,
                [
                    "install": .text(install), "version": .text(version), "platform": .text(platform),
                    "known": .integer(Int64(monday) + Int64(known)),
                ])
        }
        for version in ["8.13.2", "8.14.0"] {
            try db.execute(
                "insert into gate_cell values (:version, 'android', :hour, 'watch', 7, 9, 1, 9, 0, 8, 0, 7, 2)",
                ["version": .text(version), "hour": .integer(Int64(monday) + 3)])
        }
        try db.execute(
            """
            insert into metric_series values
                (3, 'Chat/Sync', 'Requests', '{"AppVersion":"8.14.0"}', 'AppVersion', null, 0, 9)
            """)
        try db.execute("insert into metric_dimension values (3, 'AppVersion', '8.14.0')")
        try db.execute(
            "insert into metric_sample values (3, 'Sum', 60, :at, 12, null)", ["at": .integer(Int64(monday) * 3600)])
    }

    private func randomFleet(_ random: inout SeededGenerator) -> FleetTables {
        var days: [ReportedDay] = []
        var pairs: [FailedPair] = []
        var crashes: [CrashedDay] = []
        for install in 0..<12 {
            let platform = install % 3 == 0 ? "ios" : "android"
            for day in 0..<5 where !random.chance(4) {
                for version in ["8.14.0", "8.13.2", "8.9.10"].shuffled(using: &random).prefix(random.chance(3) ? 2 : 1) {
                    let start = monday + Int32(day) * 24
                    var values: [String: Int64] = ["sessions": Int64(random.next() % 4)]
                    if random.chance(4) { values["crashes"] = Int64(random.next() % 3) }
                    if !random.chance(3) { values["queue_age_max_s"] = Int64(random.next() % 100_000) }
                    if random.chance(2) { values["wal_bytes_max"] = Int64(random.next() >> 20) }
                    if random.chance(5) { values["send_failed"] = 2 }
                    let hour = start + Int32(random.next() % 24)
                    if random.chance(2) {
                        values["flags_version"] = Int64(random.next() % 4)
                        if !random.chance(3) { values["flags_version_at"] = Int64(hour) * 3600 + 1 }
                    }
                    days.append(
                        ReportedDay(
                            Day(number: start / 24).description, "i\(install)", version, platform,
                            class: random.chance(4) ? nil : ["mid", "low"][Int(random.next() % 2)], values,
                            activeHours: random.chance(4) ? nil : [hour, hour + 1], crashedHours: random.chance(4) ? [hour] : nil,
                            known: start + Int32(random.next() % 40)))
                    if random.chance(2) {
                        crashes.append(
                            CrashedDay(
                                Day(number: start / 24).description, "i\(install)", version, platform,
                                ["a", "b"][Int(random.next() % 2)]
                            ).with {
                                $0.screen = ["chat", "call"][Int(random.next() % 2)]
                                $0.deviceModel = random.chance(2) ? "Pixel 8" : nil
                                $0.flags = random.chance(3) ? nil : ["polls"]
                                $0.known = start + Int32(random.next() % 40)
                            })
                    }
                    guard random.chance(2) else { continue }
                    let first = Hour(number: hour).start.description
                    pairs.append(
                        FailedPair(
                            "i\(install)", version, platform, device: UInt8(random.next() % 4), peer: UInt8(random.next() % 4),
                            first: first
                        ).with {
                            $0.messageType = ["normal", "prekey"][Int(random.next() % 2)]
                            $0.recovered = random.chance(2)
                            $0.day = Day(number: start / 24)
                        })
                }
            }
        }
        return FleetTables(days, pairs: pairs, crashes: crashes)
    }
}

extension SeededGenerator {
    /// One time in `times`.
    fileprivate mutating func chance(_ times: UInt64) -> Bool { next() % times == 0 }
}
