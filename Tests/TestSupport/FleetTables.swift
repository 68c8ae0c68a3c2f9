public import Database
public import FleetCore
import Statistics

/// What one install reported for one day, version and platform: a row of the facts, written by hand.
public struct ReportedDay: Sendable {
    public var day: Day
    public var install: String
    public var version: String
    public var platform: String
    public var deviceClass: String?
    /// Members of `health` by their names; what is not there is null.
    public var values: [String: Int64]
    /// UTC hours since the epoch; nil: the client sends none.
    public var activeHours: [Int32]?
    public var crashedHours: [Int32]?
    /// When the store first knew it.
    public var known: Int32
    public var activeKnown: Int32
    public var crashedKnown: Int32

    /// Known 30 hours after 00:00 UTC of the day unless said otherwise.
    public init(
        _ day: String, _ install: String, _ version: String, _ platform: String, class deviceClass: String? = nil,
        _ values: [String: Int64] = [:], activeHours: [Int32]? = nil, crashedHours: [Int32]? = nil, known: Int32? = nil,
        activeKnown: Int32? = nil, crashedKnown: Int32? = nil
    ) {
        self.day = Day(day) ?? Day(number: 0)
        self.install = install
        self.version = version
        self.platform = platform
        self.deviceClass = deviceClass
        self.values = values
        self.activeHours = activeHours
        self.crashedHours = crashedHours
        self.known = known ?? self.day.number * 24 + 30
        self.activeKnown = activeKnown ?? self.known
        self.crashedKnown = crashedKnown ?? self.known
    }

    var isCrashed: Bool { (values["crashes"] ?? 0) > 0 }
    var isActive: Bool { isCrashed || (values["sessions"] ?? 0) > 0 }
}

/// A failing device pair of an install's day. Devices are named by a byte.
public struct FailedPair: Sendable {
    public var day: Day
    public var install: String
    public var device: UInt8
    public var peer: UInt8
    public var version: String
    public var platform: String
    public var messageType = "normal"
    public var peerVersion = "8.13.2"
    public var restored = false
    public var first: Instant
    public var last: Instant
    public var failures: Int64 = 1
    public var recovered = false
    public var known: Int32

    public init(
        _ install: String, _ version: String, _ platform: String, device: UInt8, peer: UInt8, first: String, last: String? = nil
    ) {
        self.install = install
        self.device = device
        self.peer = peer
        self.version = version
        self.platform = platform
        self.first = Instant(first) ?? Instant(epochSeconds: 0)
        self.last = last.flatMap { Instant($0) } ?? self.first
        day = self.first.day
        known = self.last.hour.number + 1
    }

    public func with(_ change: (inout FailedPair) -> Void) -> FailedPair {
        var pair = self
        change(&pair)
        return pair
    }
}

/// A store's tables from a handful of facts: what is derived is counted here, from scratch, row by row.
public struct FleetTables: Sendable {
    public var days: [ReportedDay]
    public var pairs: [FailedPair]

    public init(_ days: [ReportedDay], pairs: [FailedPair] = []) {
        self.days = days
        self.pairs = pairs
    }

    /// Fills a store that has the fleet's schema and nothing in it.
    public func insert(into db: any Database) throws {
        if db.engine == .postgres {
            for table in ["health_daily", "decrypt_failure"] {
                try db.executeScript(
                    "create table \(table)_all partition of \(table) for values from ('2000-01-01') to ('2100-01-01')")
            }
        }
        try db.transaction {
            for version in Set(days.map(\.version) + pairs.map(\.version)) {
                let parsed = AppVersion(version)
                try add(
                    "app_version", db,
                    ["app_version": .text(version), "sort_key": .text(parsed.sortKey), "readable": flag(parsed.isReadable)])
            }
            for day in days { try add("health_daily", db, facts(day)) }
            for pair in pairs { try add("decrypt_failure", db, facts(pair)) }
            try insertRollup(db)
            try insertHours(db)
            try insertHistogram(db)
        }
    }

    private func facts(_ row: ReportedDay) -> [String: SQLValue] {
        func hours(_ set: [Int32]?) -> SQLValue {
            SQLValue(set.map { $0.reduce(0) { $0 | 1 << Int64($1 - row.day.number * 24 + 14) } })
        }
        return row.values.mapValues { .integer($0) }.merging([
            "day": .text(row.day.description), "install_id": .text(row.install), "app_version": .text(row.version),
            "platform": .text(row.platform), "device_class": SQLValue(row.deviceClass),
            "active_hours": hours(row.activeHours), "crashed_hours": hours(row.crashedHours),
            "reported_known": .integer(Int64(row.known)),
            "active_known": row.isActive ? .integer(Int64(row.activeKnown)) : .null,
            "crashed_known": row.isCrashed ? .integer(Int64(row.crashedKnown)) : .null,
            "clock_corrected": 0, "receipt_assumed": 0,
        ]) { $1 }
    }

    private func facts(_ pair: FailedPair) -> [String: SQLValue] {
        [
            "day": .text(pair.day.description), "install_id": .text(pair.install), "device_h": .blob([pair.device]),
            "peer_h": .blob([pair.peer]), "app_version": .text(pair.version), "platform": .text(pair.platform),
            "message_type": .text(pair.messageType), "peer_version": .text(pair.peerVersion), "restored": flag(pair.restored),
            "first_epoch": .integer(pair.first.epochSeconds), "last_epoch": .integer(pair.last.epochSeconds),
            "failures": .integer(pair.failures), "recovered": flag(pair.recovered), "known_hour": .integer(Int64(pair.known)),
        ]
    }

    // MARK: What is derived

    private struct RollupKey: Hashable {
        let day: Day
        let known: Int32
        let version: String
        let platform: String
        let deviceClass: String
    }

    private static let installCounts = [
        "reporting_installs", "active_installs", "crashed_installs", "launch_crash_installs", "latest_installs",
        "hours_installs", "queue_age_installs", "over_1h_installs", "over_24h_installs", "quarantined_installs",
        "failed_installs",
    ]
    private static let sums = [
        "sessions", "crashes", "syncs_ok", "syncs_failed", "rolled_back", "mutations_duplicate", "quarantined", "send_failed",
        "failed_rows_max", "battery_tenths_pct", "bytes_tx", "migrations_ok", "migrations_failed", "outbox_rows_lost",
        "crash_loop_guard",
    ]
    private static let histograms = [
        "bytes_rx", "db_bytes_max", "wal_bytes_max", "queue_depth_max", "queue_age_max_s", "ttc_ms_p50", "ttc_ms_p95",
        "first_frame_ms_p50", "first_frame_ms_p95", "send_display_ms_p99", "reconnect_ms_p99",
    ]

    private func insertRollup(_ db: any Database) throws {
        var rollup: [RollupKey: [String: Int64]] = [:]
        for row in days {
            func book(_ known: Int32, _ counts: [String: Int64]) {
                let key = RollupKey(
                    day: row.day, known: known, version: row.version, platform: row.platform,
                    deviceClass: row.deviceClass ?? "unknown")
                rollup[key, default: [:]].merge(counts, uniquingKeysWith: +)
            }
            func isSet(_ condition: Bool) -> Int64 { condition ? 1 : 0 }
            let age = row.values["queue_age_max_s"]
            var counts = row.values.filter { FleetTables.sums.contains($0.key) }
            counts["reporting_installs"] = 1
            counts["hours_installs"] = isSet(row.activeHours != nil || row.crashedHours != nil)
            counts["queue_age_installs"] = isSet(age != nil)
            counts["over_1h_installs"] = isSet((age ?? 0) > 3600)
            counts["over_24h_installs"] = isSet((age ?? 0) > 86_400)
            counts["quarantined_installs"] = isSet((row.values["quarantined"] ?? 0) > 0)
            counts["failed_installs"] = isSet((row.values["send_failed"] ?? 0) > 0)
            book(row.known, counts)
            if row.isActive { book(row.activeKnown, ["active_installs": 1, "latest_installs": isSet(isLatest(row))]) }
            if row.isCrashed {
                book(
                    row.crashedKnown, ["crashed_installs": 1, "launch_crash_installs": isSet((row.values["sessions"] ?? 0) == 0)])
            }
        }
        for (key, counts) in rollup {
            var values: [String: SQLValue] = [
                "day": .text(key.day.description), "known_hour": .integer(Int64(key.known)), "app_version": .text(key.version),
                "platform": .text(key.platform), "device_class": .text(key.deviceClass),
            ]
            for name in FleetTables.installCounts + FleetTables.sums { values[name] = .integer(counts[name] ?? 0) }
            try add("health_rollup", db, values)
        }
    }

    private func isLatest(_ row: ReportedDay) -> Bool {
        !days.contains { other in
            other.install == row.install && other.day == row.day && other.isActive
                && AppVersion(row.version) < AppVersion(other.version)
        }
    }

    private func insertHours(_ db: any Database) throws {
        struct Key: Hashable {
            let hour: Int32
            let version: String
            let platform: String
        }
        var counts: [Key: (active: Int64, crashed: Int64)] = [:]
        for row in days {
            let crashed = Set(row.crashedHours ?? [])
            for hour in crashed.union(row.activeHours ?? []) {
                let key = Key(hour: hour, version: row.version, platform: row.platform)
                counts[key, default: (0, 0)].active += 1
                counts[key, default: (0, 0)].crashed += crashed.contains(hour) ? 1 : 0
            }
        }
        for (key, count) in counts {
            try add(
                "health_hour", db,
                [
                    "hour": .integer(Int64(key.hour)), "app_version": .text(key.version), "platform": .text(key.platform),
                    "active_installs": .integer(count.active), "crashed_installs": .integer(count.crashed),
                ])
        }
    }

    private func insertHistogram(_ db: any Database) throws {
        struct Key: Hashable {
            let metric: String
            let day: Day
            let version: String
            let platform: String
            let bucket: Int32
        }
        var counts: [Key: Int64] = [:]
        for row in days {
            for metric in FleetTables.histograms {
                guard let value = row.values[metric] else { continue }
                let key = Key(
                    metric: metric, day: row.day, version: row.version, platform: row.platform,
                    bucket: LogHistogram.bucket(of: value))
                counts[key, default: 0] += 1
            }
        }
        for (key, count) in counts {
            try add(
                "health_histogram", db,
                [
                    "metric": .text(key.metric), "day": .text(key.day.description), "app_version": .text(key.version),
                    "platform": .text(key.platform), "bucket": .integer(Int64(key.bucket)), "install_days": .integer(count),
                ])
        }
    }

    private func add(_ table: String, _ db: any Database, _ values: [String: SQLValue]) throws {
        let columns = values.keys.sorted()
        let names = columns.joined(separator: ", ")
        try db.execute("insert into \(table) (\(names)) values (:\(columns.joined(separator: ", :")))", values)
    }

    private func flag(_ isSet: Bool) -> SQLValue { isSet ? 1 : 0 }
}
