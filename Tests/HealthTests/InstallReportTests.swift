import Database
import FleetCore
import Health
import TestSupport
import Testing

@Suite struct InstallReportTests {
    private let fleet = FleetTables(
        (0..<9).map { ReportedDay("2026-09-14", "i\($0)", "1.0", "ios", ["sessions": 3, "queue_age_max_s": 10, "syncs_ok": 20]) }
            + [
                ReportedDay(
                    "2026-09-14", "stuck", "1.0", "ios",
                    ["sessions": 1, "queue_age_max_s": 90_000, "send_failed": 4, "syncs_ok": 1, "syncs_failed": 9]),
                ReportedDay("2026-09-15", "stuck", "1.1", "ios", ["sessions": 1]),
            ],
        pairs: [
            FailedPair("stuck", "1.0", "ios", device: 0x0a, peer: 0xff, first: "2026-09-14T10:00:00Z"),
            FailedPair("i1", "1.0", "ios", device: 1, peer: 2, first: "2026-09-14T10:00:00Z"),
        ])

    @Test(arguments: bothEngines)
    func `one install is shown beside the norm of its version`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            let report = try reports.install(InstallRequest(installID: "stuck"))
            #expect(report.window.description == "[2026-09-02, 2026-09-16)")
            #expect(report.days.map(\.version.text) == ["1.0", "1.1"])
            #expect(report.days.map(\.queueAgeMaxS) == [90_000, nil])
            #expect(report.failures.map(\.device) == ["0a"])
            #expect(report.failures.map(\.peer) == ["ff"])
            let norms = report.norms.filter { $0.version.text == "1.0" }
            #expect(norms.map(\.measure) == InstallNorm.Measure.allCases)
            #expect(norms.map(\.install) == [0, 90_000, 1, 1, 0, 0.9, nil])
            #expect(norms.map(\.shareBelow) == [nil, 0.9, nil, nil, nil, nil, nil])
            #expect(norms.first { $0.measure == .over1h }?.norm == 0.1)
            #expect(norms.first { $0.measure == .syncsFailed }?.norm == 9.0 / 190)
            #expect(norms.filter(\.isAbove).map(\.measure).contains(.failed))
            #expect(report.outcome == .answered)
        }
    }

    @Test(arguments: bothEngines)
    func `an install that nobody heard of is no data`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            let report = try reports.install(InstallRequest(installID: "nobody"))
            #expect(report.days.isEmpty && report.norms.isEmpty && report.failures.isEmpty)
            #expect(report.outcome.exitCode == .unknown)
        }
    }

    @Test(arguments: bothEngines)
    func `the store's status says what it holds`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            let status = try reports.storeStatus()
            #expect(status.installDays == 11)
            #expect(status.newestDay?.description == "2026-09-15")
            #expect(status.decryptEntries == 2)
            #expect(status.newestCommit == nil)
            #expect(status.recentBatches.isEmpty)
        }
    }
}
