import Database
public import FleetCore
import QueryCatalog
import Statistics

extension HealthReports {
    /// What one install reported, and how it compares with its version.
    public func install(_ request: InstallRequest) throws -> InstallReport {
        let window = try request.window ?? newestDays(HealthReports.pairDays)
        let id = SQLValue.text(request.installID)
        let days = try rows(
            "health/install_days",
            ["install_id": id, "from_day": .text(window.from.description), "to_day": .text(window.to.description)]
        ).compactMap(InstallDay.init)
        let failures = try rows("messaging/install_failures", ["install_id": id]).compactMap(InstallFailure.init)
        let newest = try newestDay() ?? window.to
        return InstallReport(
            installID: request.installID, window: window, days: days, failures: failures,
            failuresFrom: newest.advanced(by: 1 - HealthReports.pairDays),
            sendsFailures: try !failures.isEmpty || doSendFailures(days),
            quarantined: try rows("operations/install_quarantine", ["install_id": id]).map(InstallQuarantine.init),
            norms: try norms(days, window))
    }

    /// Device pairs are kept for as many days, up to the newest in the store (telemetry contract).
    private static let pairDays = 14

    private func doSendFailures(_ days: [InstallDay]) throws -> Bool {
        let places = Set(days.map { Place(version: $0.version, platform: $0.platform) })
        return try !places.isEmpty
            && places.allSatisfy { place in
                let values: [String: SQLValue] = [
                    "app_version": .text(place.version.text), "platform": .text(place.platform),
                ]
                return try !rows("messaging/pair_senders", values).isEmpty
            }
    }

    /// The newest day that the install reported at all; nil: the store never heard of it.
    public func newestDay(ofInstall id: String) throws -> Day? {
        guard let window = try knownDays() else { return nil }
        return try rows(
            "health/install_days",
            [
                "install_id": .text(id), "from_day": .text(window.from.description), "to_day": .text(window.to.description),
            ]
        ).last?.text("day").flatMap { Day($0) }
    }

    private func newestDays(_ count: Int) throws -> DayWindow {
        let end = try days(ReportFilter()).to
        guard let window = DayWindow(from: end.advanced(by: -count).inCalendar, to: end) else {
            preconditionFailure("a window of \(count) days")
        }
        return window
    }

    private struct Place: Hashable {
        let version: AppVersion
        let platform: String
    }

    private func norms(_ days: [InstallDay], _ window: DayWindow) throws -> [InstallNorm] {
        let byPlace = Dictionary(grouping: days) { Place(version: $0.version, platform: $0.platform) }
        let places = byPlace.keys.sorted { a, b in
            a.version == b.version ? utf8Less(a.platform, b.platform) : a.version < b.version
        }
        return try places.flatMap { place in
            let usual = try norm(place, window)
            let own = InstallDay.measures(byPlace[place] ?? [])
            let spread = try [
                InstallNorm.Measure.queueAge: buckets(place, window, .queueAge),
                .queueDepth: buckets(place, window, .queueDepth),
            ]
            return InstallNorm.Measure.allCases.map { measure in
                InstallNorm(
                    version: place.version, platform: place.platform, measure: measure, install: own[measure],
                    norm: usual[measure] ?? spread[measure]?.percentile(99),
                    shareBelow: own[measure].flatMap { spread[measure]?.share(below: Int64($0)) })
            }
        }
    }

    private func buckets(_ place: Place, _ window: DayWindow, _ metric: HistogramMetric) throws -> BucketCounts {
        let filter = ReportFilter(
            window: .days(from: window.from, to: window.to), version: place.version.text, platform: place.platform)
        return try buckets(QueueAgeRequest(filter: filter, by: [], metric: metric), window)[ReportGroup()] ?? BucketCounts()
    }

    private func norm(_ place: Place, _ window: DayWindow) throws -> [InstallNorm.Measure: Double] {
        let values: [String: SQLValue] = [
            "from_day": .text(window.from.description), "to_day": .text(window.to.description),
            "app_version": .text(place.version.text), "platform": .text(place.platform),
        ]
        guard let row = try rows("health/version_norms", values).first else { return [:] }
        var norm: [InstallNorm.Measure: Double] = [:]
        norm[.crashedDays] = share(row.count("crashed_install_days"), row.count("active_install_days"))
        norm[.over1h] = share(row.count("over_1h_install_days"), row.count("queue_age_install_days"))
        norm[.failed] = share(row.count("failed_install_days"), row.count("reporting_install_days"))
        norm[.quarantined] = share(row.count("quarantined_install_days"), row.count("reporting_install_days"))
        norm[.syncsFailed] = share(row.count("syncs_failed"), row.count("syncs_failed") + row.count("syncs_ok"))
        return norm
    }
}

private func share(_ part: Int64, _ whole: Int64) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
}

extension InstallDay {
    fileprivate init?(_ row: QueryRow) {
        guard let day = row.text("day").flatMap({ Day($0) }), let version = row.text("app_version"),
            let platform = row.text("platform")
        else { return nil }
        self.day = day
        self.version = AppVersion(version)
        self.platform = platform
        deviceClass = row.text("device_class")
        osVersion = row.text("os_version")
        appBuild = row.integer("app_build")
        flagsVersion = row.integer("flags_version")
        flagsVersionAt = row.integer("flags_version_at_epoch").map { Instant(epochSeconds: $0) }
        sessions = row.integer("sessions")
        crashes = row.integer("crashes")
        syncsOK = row.integer("syncs_ok")
        syncsFailed = row.integer("syncs_failed")
        rolledBack = row.integer("rolled_back")
        quarantined = row.integer("quarantined")
        sendFailed = row.integer("send_failed")
        failedRowsMax = row.integer("failed_rows_max")
        queueDepthMax = row.integer("queue_depth_max")
        queueAgeMaxS = row.integer("queue_age_max_s")
        ttcMsP95 = row.integer("ttc_ms_p95")
        migrationsFailed = row.integer("migrations_failed")
        outboxRowsLost = row.integer("outbox_rows_lost")
        crashLoopGuard = row.integer("crash_loop_guard")
        knownHour = Hour(number: Int32(clamping: row.count("known_hour")))
        isClockCorrected = row.count("clock_corrected") == 1
        isReceiptAssumed = row.count("receipt_assumed") == 1
    }

    /// The install's own side of the comparison.
    fileprivate static func measures(_ days: [InstallDay]) -> [InstallNorm.Measure: Double] {
        var measures: [InstallNorm.Measure: Double] = [:]
        func count(_ isCounted: (InstallDay) -> Bool) -> Int64 { Int64(days.filter(isCounted).count) }
        let active = count { ($0.sessions ?? 0) > 0 || ($0.crashes ?? 0) > 0 }
        measures[.crashedDays] = share(count { ($0.crashes ?? 0) > 0 }, active)
        measures[.over1h] = share(count { ($0.queueAgeMaxS ?? 0) > 3600 }, count { $0.queueAgeMaxS != nil })
        measures[.failed] = share(count { ($0.sendFailed ?? 0) > 0 }, Int64(days.count))
        measures[.quarantined] = share(count { ($0.quarantined ?? 0) > 0 }, Int64(days.count))
        let failed = days.reduce(0) { $0 + ($1.syncsFailed ?? 0) }
        measures[.syncsFailed] = share(failed, failed + days.reduce(0) { $0 + ($1.syncsOK ?? 0) })
        measures[.queueAge] = days.compactMap(\.queueAgeMaxS).max().map { Double($0) }
        measures[.queueDepth] = days.compactMap(\.queueDepthMax).max().map { Double($0) }
        return measures
    }
}

extension InstallFailure {
    fileprivate init?(_ row: QueryRow) {
        guard let day = row.text("day").flatMap({ Day($0) }), let version = row.text("app_version"),
            let platform = row.text("platform")
        else { return nil }
        self.day = day
        self.version = AppVersion(version)
        self.platform = platform
        device = shortHash(row.bytes("device_h") ?? [])
        peer = shortHash(row.bytes("peer_h") ?? [])
        messageType = row.text("message_type") ?? ""
        peerVersion = row.text("peer_version") ?? ""
        isRestored = row.count("restored") == 1
        first = Instant(epochSeconds: row.count("first_epoch"))
        last = Instant(epochSeconds: row.count("last_epoch"))
        failures = row.count("failures")
        isRecovered = row.count("recovered") == 1
    }
}

/// Eight digits tell the devices of one install apart.
private func shortHash(_ bytes: [UInt8]) -> String {
    bytes.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

extension InstallQuarantine {
    fileprivate init(_ row: QueryRow) {
        reason = row.text("reason") ?? ""
        day = row.text("day")
        knownHour = Hour(number: Int32(clamping: row.count("known_hour")))
    }
}
