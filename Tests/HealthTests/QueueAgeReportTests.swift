import Database
import FleetCore
import Statistics
import TestSupport
import Testing

@testable import Health

@Suite struct QueueAgeReportTests {
    /// Ages of 1 … 200 minutes, one an install, on one day.
    private let fleet = FleetTables(
        (1...200).map { minutes in
            ReportedDay(
                "2026-09-14", "i\(minutes)", "1.0", "ios", class: minutes <= 100 ? "mid" : "low",
                ["queue_age_max_s": Int64(minutes) * 60, "wal_bytes_max": Int64(minutes) << 32], known: monday + Int32(minutes))
        } + [ReportedDay("2026-09-14", "none", "1.0", "ios", ["sessions": 1, "quarantined": 1])])

    private func isWithin1Percent(_ found: Double?, _ value: Double) -> Bool {
        found.map { abs($0 - value) <= 0.01 * value } ?? false
    }

    @Test(arguments: bothEngines)
    func `percentiles and the greatest are within 1 %, shares exact`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            let report = try reports.queueAges(QueueAgeRequest())
            let row = try #require(report.rows.first)
            #expect(report.rows.count == 1)
            #expect(row.installDays == 200)
            #expect(isWithin1Percent(row.p50, 6000))
            #expect(isWithin1Percent(row.p90, 10_800))
            #expect(isWithin1Percent(row.p99, 11_880))
            #expect(isWithin1Percent(row.max, 12_000))
            let shares = try #require(row.shares)
            #expect(shares.over1h == 0.7)
            #expect(shares.over24h == 0)
            #expect(shares.quarantined == 1 / 201.0)
            #expect(shares.failed == 0)
            #expect(shares.failedInterval?.low == 0)
            #expect(shares.reportingInstallDays == 201)
            #expect(report.outcome == .answered)
            #expect(report.frame.notes.isEmpty)
        }
    }

    @Test(arguments: bothEngines)
    func `by class, and as of an hour, they come from the facts and say so`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            let byClass = try reports.queueAges(QueueAgeRequest(by: [.deviceClass]))
            #expect(byClass.rows.map(\.group.deviceClass) == ["low", "mid", "unknown"])
            #expect(byClass.rows.map(\.installDays) == [100, 100, 0])
            #expect(isWithin1Percent(byClass.rows[0].p50, 9000))
            #expect(isWithin1Percent(byClass.rows[1].p50, 3000))
            #expect(byClass.rows[2].p50 == nil)
            #expect(byClass.rows[2].shares?.quarantined == 1)
            #expect(byClass.frame.notes.count == 1)
            let early = ReportFilter(window: .days(from: day("2026-09-14"), to: nil), asOf: Hour(number: monday + 101).start)
            let asOf = try #require(try reports.queueAges(QueueAgeRequest(filter: early)).rows.first)
            // 100 ages, and the install without one: known in the hours up to 100.
            #expect(asOf.installDays == 100)
            #expect(isWithin1Percent(asOf.max, 6000))
            #expect(asOf.shares?.over1h == 0.4)
        }
    }

    /// Sums and shares are booked at the hours of the reports that changed them, installs at the hours at which they became
    /// known: as of an hour in between the rollup has more stuck installs than installs.
    @Test(arguments: bothEngines)
    func `shares as of an hour are of the installs known by then`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            try reports.database.execute("update health_rollup set reporting_installs = 0, queue_age_installs = 0", [:])
            try reports.database.execute("update health_rollup set reporting_installs = 1 where known_hour = \(monday + 1)", [:])
            let filter = ReportFilter(window: .days(from: day("2026-09-14"), to: nil), asOf: Hour(number: monday + 101).start)
            for by in [Set<Dimension>.usual, [.deviceClass], [.version, .deviceClass, .day]] {
                let report = try reports.queueAges(QueueAgeRequest(filter: filter, by: by))
                let row = try #require(report.rows.first { $0.hasData })
                #expect(row.installDays == 100)
                // With the install that has no age, and no class either.
                #expect(row.shares?.reportingInstallDays == (by.contains(.deviceClass) ? 100 : 101))
                #expect(row.shares?.over1hInstallDays == 40)
                #expect(row.shares?.over1hInterval != nil)
            }
            // And what is taken from the rollup does not stop the program.
            _ = try reports.queueAges(QueueAgeRequest(by: [])).rows
            for by in [Set<Dimension>.usual, [.deviceClass], [.version, .platform, .day]] {
                _ = try reports.crashFree(CrashFreeRequest(filter: filter, by: by)).standingOut
            }
            _ = try reports.versions(VersionsRequest(asOf: filter.asOf))
        }
    }

    @Test(arguments: bothEngines)
    func `any other histogram member has percentiles, and no shares`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            let metric = HistogramMetric(name: "wal_bytes_max", unit: "bytes")
            let row = try #require(try reports.queueAges(QueueAgeRequest(metric: metric)).rows.first)
            #expect(row.installDays == 200)
            #expect(isWithin1Percent(row.p50, Double(100 << 32)))
            #expect(row.shares == nil)
            let none = try reports.queueAges(QueueAgeRequest(metric: HistogramMetric(name: "ttc_ms_p50", unit: "ms")))
            #expect(none.rows.isEmpty)
            #expect(none.outcome == .noData)
        }
    }
}
