import Database
import FleetCore
import Health
import Statistics
import TestSupport
import Testing

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
