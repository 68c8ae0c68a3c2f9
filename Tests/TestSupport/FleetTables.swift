public import Database
public import FleetCore
import Telemetry

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

/// An install's crashes of one signature on a day.
public struct CrashedDay: Sendable {
    public var day: Day
    public var install: String
    public var version: String
    public var platform: String
    public var signature: String
    public var screen = "unknown"
    public var deviceModel: String?
    public var osVersion: String?
    /// Nil: the client doesn't say.
    public var flags: [String]?
    public var crashes: Int64 = 1
    public var known: Int32

    /// Known 30 hours after 00:00 UTC of the day.
    public init(_ day: String, _ install: String, _ version: String, _ platform: String, _ signature: String) {
        self.day = Day(day) ?? Day(number: 0)
        self.install = install
        self.version = version
        self.platform = platform
        self.signature = signature
        known = self.day.number * 24 + 30
    }

    public func with(_ change: (inout CrashedDay) -> Void) -> CrashedDay {
        var crashed = self
        change(&crashed)
        return crashed
    }
}

/// A store's tables from a handful of facts: these as they are given, what is derived from them as ingest derives it.
public struct FleetTables: Sendable {
    public var days: [ReportedDay]
    public var pairs: [FailedPair]
    public var crashes: [CrashedDay]

    public init(_ days: [ReportedDay], pairs: [FailedPair] = [], crashes: [CrashedDay] = []) {
        self.days = days
        self.pairs = pairs
        self.crashes = crashes
    }

    /// Fills a store that has the fleet's schema and nothing in it.
    public func insert(into db: any Database) throws {
        if db.engine == .postgres {
            for table in ["health_daily", "decrypt_failure", "crash_group", "crash_group_flag"] {
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
            for crashed in crashes { try insert(crashed, db) }
            try insertDerived(db)
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

    private func insert(_ crashed: CrashedDay, _ db: any Database) throws {
        let key: [String: SQLValue] = [
            "day": .text(crashed.day.description), "install_id": .text(crashed.install), "app_version": .text(crashed.version),
            "platform": .text(crashed.platform), "signature": .text(crashed.signature),
            "known_hour": .integer(Int64(crashed.known)),
        ]
        let values: [String: SQLValue] = [
            "screen": .text(crashed.screen), "device_model": SQLValue(crashed.deviceModel),
            "os_version": SQLValue(crashed.osVersion), "tells_flags": flag(crashed.flags != nil),
            "first_epoch": .integer(crashed.day.start.epochSeconds + 3600), "crashes": .integer(crashed.crashes),
        ]
        try add("crash_group", db, key.merging(values) { $1 })
        for flag in crashed.flags ?? [] { try add("crash_group_flag", db, key.merging(["flag": .text(flag)]) { $1 }) }
    }

    // MARK: What is derived

    /// As ingest books what it merged: all of an install's day at once, sums and shares at the hour of the report.
    private func insertDerived(_ db: any Database) throws {
        struct InstallDay: Hashable {
            let day: Day
            let install: String
        }
        var deltas = DerivedDeltas()
        for rows in Dictionary(grouping: days, by: { InstallDay(day: $0.day, install: $0.install) }).values {
            let merged = rows.map(healthRow)
            deltas.bookInstallDay(before: [], after: merged)
            for row in merged { deltas.bookSums(from: nil, to: row, at: row.reportedKnown) }
        }
        try DerivedTables(database: db).add(deltas)
        try GateTables.add(days.flatMap(reports) + pairs.map(report), to: db)
    }

    /// One report for each hour at which something of the day became known.
    private func reports(_ reported: ReportedDay) -> [ClientReport] {
        let whole = healthRow(reported)
        let hours = Set([whole.reportedKnown, whole.activeKnown, whole.crashedKnown]).subtracting([HealthRow.noHour])
        return hours.sorted().map { hour in
            var row = whole
            row.reportedKnown = hour
            if hour < whole.activeKnown { row.members[HealthMember.sessions] = min(0, row.members[HealthMember.sessions]) }
            if hour < whole.crashedKnown { row.members[HealthMember.crashes] = min(0, row.members[HealthMember.crashes]) }
            row.bookKnownHours()
            return ClientReport(row: row)
        }
    }

    private func report(_ pair: FailedPair) -> ClientReport {
        let key = HealthKey(
            day: pair.day, install: InstallID(pair.install), appVersion: pair.version, platform: pair.platform)
        var report = ClientReport(row: HealthRow(key: key, reportedKnown: pair.known))
        report.decryptFailures = [
            DecryptFailure(
                device: DeviceHash(high: 0, low: UInt64(pair.device)), peerDevice: DeviceHash(high: 0, low: UInt64(pair.peer)),
                messageType: pair.messageType, peerVersion: pair.peerVersion, restoredRecently: pair.restored,
                first: pair.first.epochSeconds, last: pair.last.epochSeconds, failures: pair.failures, recovered: pair.recovered)
        ]
        return report
    }

    private func healthRow(_ reported: ReportedDay) -> HealthRow {
        func hours(_ hours: [Int32]?) -> HourSet? {
            hours.map { hours in
                var set = HourSet()
                for hour in hours { _ = set.insert(hour: Int64(hour), of: reported.day) }
                return set
            }
        }
        let key = HealthKey(
            day: reported.day, install: InstallID(reported.install), appVersion: reported.version, platform: reported.platform)
        var row = HealthRow(key: key, reportedKnown: reported.known)
        row.deviceClass = reported.deviceClass
        row.activeHours = hours(reported.activeHours)
        row.crashedHours = hours(reported.crashedHours)
        for (name, value) in reported.values {
            if let index = HealthMember.index(of: name) { row.members[index] = value }
        }
        if row.isActive { row.activeKnown = reported.activeKnown }
        if row.hasCrashed { row.crashedKnown = reported.crashedKnown }
        return row
    }

    private func add(_ table: String, _ db: any Database, _ values: [String: SQLValue]) throws {
        let columns = values.keys.sorted()
        let names = columns.joined(separator: ", ")
        try db.execute("insert into \(table) (\(names)) values (:\(columns.joined(separator: ", :")))", values)
    }

    private func flag(_ isSet: Bool) -> SQLValue { isSet ? 1 : 0 }
}
