import Database
import FleetCore
import Health
import Statistics
import TestSupport
import Testing

@Suite struct VersionsReportTests {
    @Test(arguments: bothEngines)
    func `on a day of updates adoption sums to 100 %`(engine: Engine) throws {
        // Ten installs on the old version in the morning, six of them on the new one in the evening.
        let fleet = FleetTables(active(10, "2026-09-14", "1.0") + active(6, "2026-09-14", "2.0"))
        try withReports(engine, fleet) { reports in
            let report = try reports.versions(VersionsRequest())
            #expect(report.dayInstalls == 10)
            #expect(report.rows.map(\.version.text) == ["1.0", "2.0"])
            #expect(report.rows.map(\.adoption) == [0.4, 0.6])
            #expect(report.rows.map(\.latestInstalls) == [4, 6])
            #expect(report.rows.map(\.activeInstalls) == [10, 6])
            #expect(report.rows.map(\.activeShare) == [1, 0.6])
            #expect(report.frame.window.description == "[2026-09-14, 2026-09-15)")
        }
    }

    @Test(arguments: bothEngines)
    func `a version a request leaves the page short, and says so`(engine: Engine) throws {
        let hostile = (0..<300).map { ReportedDay("2026-09-14", "h\($0)", "0.0.\($0)", "ios", ["sessions": 1]) }
        try withReports(engine, FleetTables(active(10, "2026-09-14", "1.0") + hostile)) { reports in
            let report = try reports.versions(VersionsRequest())
            #expect(report.rows.count == 200 && report.rows.last?.version.text == "1.0")
            #expect(report.dayInstalls == 310)
            #expect(report.frame.notes == ["101 versions on fewer install-days are left out; --version shows any of them"])
            let one = try reports.versions(VersionsRequest(version: "0.0.7"))
            #expect(one.rows.map(\.version.text) == ["0.0.7"] && one.frame.notes.isEmpty && one.dayInstalls == 310)
        }
    }

    @Test(arguments: bothEngines)
    func `the trend has fourteen days, gaps where nobody was active, and a start`(engine: Engine) throws {
        let fleet = FleetTables(
            active(4, "2026-08-01", "1.0") + active(4, "2026-09-12", "1.0") + active(3, "2026-09-14", "1.0")
                + [ReportedDay("2026-09-14", "new", "2.0", "ios", ["sessions": 1])])
        try withReports(engine, fleet) { reports in
            let report = try reports.versions(VersionsRequest())
            #expect(report.trendWindow.description == "[2026-09-01, 2026-09-15)")
            let gap = [Double?](repeating: nil, count: 11)
            #expect(report.rows.map(\.trend) == [gap + [1, nil, 0.75], gap + [0, nil, 0.25]])
            #expect(report.rows.map(\.firstDay.description) == ["2026-08-01", "2026-09-14"])
            #expect(try reports.versions(VersionsRequest(version: "2.0")).rows.map(\.version.text) == ["2.0"])
            #expect(try reports.versions(VersionsRequest(version: "3.0")).outcome == .noData)
        }
    }

    @Test(arguments: bothEngines)
    func `days under 0.5 % count back from the newest, to the first day of the version`(engine: Engine) throws {
        // 1.0 is one of 200, then one of 201 for three days, the last of them not heard of; 2.0 is young.
        var days: [ReportedDay] = []
        for (day, installs) in [("2026-09-11", 199), ("2026-09-12", 200), ("2026-09-13", 200), ("2026-09-14", 200)] {
            days += active(installs, day, "1.5")
            if day != "2026-09-14" { days.append(ReportedDay(day, "old", "1.0", "ios", ["sessions": 1])) }
        }
        days.append(ReportedDay("2026-09-13", "young", "2.0", "ios", ["sessions": 1]))
        days.append(ReportedDay("2026-09-14", "young", "2.0", "ios", ["sessions": 1]))
        try withReports(engine, FleetTables(days)) { reports in
            let rows = try reports.versions(VersionsRequest()).rows
            #expect(rows.map(\.version.text) == ["1.0", "1.5", "2.0"])
            #expect(rows.map(\.daysUnder) == [3, 0, 2])
            #expect(rows.map(\.reportingInstalls) == [0, 200, 1])
        }
    }

    @Test(arguments: bothEngines)
    func `an empty store has no versions to show`(engine: Engine) throws {
        try withReports(engine, FleetTables([])) { reports in
            let error = #expect(throws: ToolError.self) { try reports.versions(VersionsRequest()) }
            #expect(error?.exitCode == .unknown)
        }
    }
}
