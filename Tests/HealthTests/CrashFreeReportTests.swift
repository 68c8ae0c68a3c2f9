import Database
import FleetCore
import Health
import Statistics
import TestSupport
import Testing

@Suite struct CrashFreeReportTests {
    @Test(arguments: bothEngines)
    func `three crashes of two active installs are one crashed install, and a rate of its own`(engine: Engine) throws {
        let fleet = FleetTables([
            ReportedDay("2026-09-14", "a", "1.0", "ios", ["sessions": 2, "crashes": 3]),
            ReportedDay("2026-09-14", "b", "1.0", "ios", ["sessions": 1]),
        ])
        try withReports(engine, fleet) { reports in
            let report = try reports.crashFree(CrashFreeRequest())
            let row = try #require(report.rows.first)
            #expect(report.rows.count == 1)
            #expect(row.activeInstalls == 2)
            #expect(row.crashedInstalls == 1)
            #expect(row.crashFree == 0.5)
            #expect(row.crashes == 3)
            #expect(row.crashesPer1000Sessions == 1000)
            let interval = try #require(row.crashFreeInterval)
            // Wilson, 1 of 2.
            #expect(abs(interval.low - 0.094531) < 1e-6 && abs(interval.high - 0.905469) < 1e-6)
        }
    }

    @Test(arguments: bothEngines)
    func `crashes without a session are of an active install, and flagged`(engine: Engine) throws {
        let fleet = FleetTables([ReportedDay("2026-09-14", "a", "1.0", "ios", ["sessions": 0, "crashes": 9])])
        try withReports(engine, fleet) { reports in
            let row = try #require(try reports.crashFree(CrashFreeRequest()).rows.first)
            #expect(row.activeInstalls == 1)
            #expect(row.crashFree == 0)
            #expect(row.launchCrashInstalls == 1)
            #expect(row.crashesPer1000Sessions == nil)
        }
    }

    @Test(arguments: bothEngines)
    func `nobody active is no data: neither 0 % nor 100 %, and exit 4`(engine: Engine) throws {
        let fleet = FleetTables(
            [ReportedDay("2026-09-14", "a", "1.0", "ios"), ReportedDay("2026-09-14", "b", "2.0", "ios", ["sessions": 0])]
                + active(1, "2026-09-14", "3.0"))
        try withReports(engine, fleet) { reports in
            var request = CrashFreeRequest(filter: days("2026-09-14", "2026-09-15"), target: 0.5)
            let all = try reports.crashFree(request)
            #expect(all.rows.map(\.crashFree) == [nil, nil, 1])
            #expect(all.rows.map(\.crashFreeInterval?.low).prefix(2) == [nil, nil])
            #expect(all.rows.map(\.meetsTarget) == [nil, nil, true])
            #expect(all.outcome == .answered)
            // One named version without data is an unknown, whatever the others are.
            request.filter.version = "1.0"
            #expect(try reports.crashFree(request).outcome == .noData)
            request.filter.version = "7.7"
            let none = try reports.crashFree(request)
            #expect(none.rows.isEmpty)
            #expect(none.outcome.exitCode == .unknown)
        }
    }

    @Test(arguments: bothEngines)
    func `an empty store has no newest day to report of, and says what to do`(engine: Engine) throws {
        try withReports(engine, FleetTables([])) { reports in
            let error = #expect(throws: ToolError.self) { try reports.crashFree(CrashFreeRequest()) }
            #expect(error?.exitCode == .unknown)
            #expect(error?.what == "the store holds no reports")
            let outcome = try reports.crashFree(CrashFreeRequest(filter: days("2026-09-14", "2026-09-15"))).outcome
            #expect(outcome == .noData)
        }
    }

    /// 99 % a day, and another install every day.
    @Test(arguments: bothEngines)
    func `the window is not the mean of its days`(engine: Engine) throws {
        let fleet = FleetTables(
            (0..<7).flatMap { index in active(100, day("2026-09-14").advanced(by: index).description, crashed: index..<index + 1)
            })
        try withReports(engine, fleet) { reports in
            let week = try #require(try reports.crashFree(CrashFreeRequest(target: 0.99)).rows.first)
            #expect(week.crashFree == 1 - 7.0 / 100)
            #expect(week.activeInstallDays == 700)
            #expect(week.crashFreeInstallDays == 1 - 7.0 / 700)
            // The target is one of install-days.
            #expect(week.meetsTarget == true)
            let daily = try reports.crashFree(CrashFreeRequest(by: [.version, .platform, .day]))
            #expect(daily.rows.map(\.crashFree) == Array(repeating: 0.99, count: 7))
            #expect(daily.rows.map(\.group.day?.description).first == "2026-09-14")
        }
    }

    @Test(arguments: bothEngines)
    func `a window that grows never counts fewer`(engine: Engine) throws {
        let fleet = FleetTables(
            active(5, "2026-09-14", crashed: 0..<2) + active(9, "2026-09-15", crashed: 1..<4) + active(3, "2026-09-16")
                + active(4, "2026-09-17", "9.0", crashed: 3..<4))
        try withReports(engine, fleet) { reports in
            for by in [[], [.version], Set<Dimension>.usual] as [Set<Dimension>] {
                var last: (active: Int64, crashed: Int64) = (0, 0)
                for to in ["2026-09-15", "2026-09-16", "2026-09-17", "2026-09-18", "2026-09-30"] {
                    let rows = try reports.crashFree(CrashFreeRequest(filter: days("2026-09-14", to), by: by)).rows
                    let sums = rows.reduce((0, 0)) { ($0.0 + $1.activeInstalls, $0.1 + $1.crashedInstalls) }
                    #expect(sums.0 >= last.active && sums.1 >= last.crashed)
                    last = sums
                }
                #expect(last.active >= 9)
            }
        }
    }

    @Test(arguments: bothEngines)
    func `the rollup and the facts say the same of a day`(engine: Engine) throws {
        let fleet = FleetTables(
            active(5, "2026-09-14", crashed: 0..<2) + active(6, "2026-09-14", "9.0", "android", crashed: 5..<6)
                + active(3, "2026-09-15"))
        try withReports(engine, fleet) { reports in
            let fromRollup = try reports.crashFree(CrashFreeRequest(by: [.version, .platform, .day])).rows
            for row in fromRollup {
                let day = try #require(row.group.day)
                // Without a version in `by` the query must look at the installs.
                let filter = days(day.description, day.advanced(by: 1).description, version: row.group.version?.text)
                let fromFacts = try #require(try reports.crashFree(CrashFreeRequest(filter: filter, by: [])).rows.first)
                #expect(row.activeInstalls == fromFacts.activeInstalls)
                #expect(row.crashFreeInstallDays == fromFacts.crashFreeInstallDays)
                #expect(row.activeInstallDays == fromFacts.activeInstallDays)
                #expect(row.sessions == fromFacts.sessions)
            }
            #expect(fromRollup.count == 3)
        }
    }

    @Test(arguments: bothEngines)
    func `a target is missed by a row with data, and by no other`(engine: Engine) throws {
        let fleet = FleetTables(active(10, "2026-09-14", crashed: 0..<1) + active(4, "2026-09-14", "9.0"))
        try withReports(engine, fleet) { reports in
            #expect(try reports.crashFree(CrashFreeRequest()).outcome.exitCode == .success)
            let missed = try reports.crashFree(CrashFreeRequest(target: 0.95))
            #expect(missed.rows.map(\.meetsTarget) == [false, true])
            #expect(missed.outcome.exitCode == .badAnswer)
            // 0.9 of install-days is exactly the target: met.
            #expect(try reports.crashFree(CrashFreeRequest(target: 0.9)).outcome == .answered)
        }
    }

    @Test(arguments: bothEngines)
    func `what is exactly the target meets it`(engine: Engine) throws {
        try withReports(engine, FleetTables(active(1000, "2026-09-14", crashed: 0..<1))) { reports in
            let met = try reports.crashFree(CrashFreeRequest(target: 0.999)).outcome
            #expect(met == .answered)
            let missed = try reports.crashFree(CrashFreeRequest(target: 0.9991)).outcome
            #expect(missed == .targetMissed)
        }
    }

    /// Whether a crash came without a session is booked at another hour than the crash.
    @Test(arguments: bothEngines)
    func `as of an hour launch crashes are not told apart, which is said`(engine: Engine) throws {
        let fleet = FleetTables([
            ReportedDay("2026-09-14", "a", "1.0", "ios", ["crashes": 1], known: monday + 9, crashedKnown: monday + 20),
            ReportedDay("2026-09-14", "b", "1.0", "ios", ["sessions": 1], known: monday + 9),
        ])
        try withReports(engine, fleet) { reports in
            for by in [[.version], [.version, .platform, .day]] as [Set<Dimension>] {
                let filter = days("2026-09-14", "2026-09-15", asOf: "2026-09-14T12:00:00Z")
                let then = try reports.crashFree(CrashFreeRequest(filter: filter, by: by))
                #expect(then.rows.map(\.launchCrashInstalls) == [nil])
                #expect(then.rows.map(\.crashedInstalls) == [0])
                #expect(then.frame.notes.contains("crashes at launch are not told apart as of an hour"))
                #expect(try reports.crashFree(CrashFreeRequest(by: by)).rows.map(\.launchCrashInstalls) == [1])
            }
        }
    }

    @Test(arguments: bothEngines)
    func `a window out of the calendar is refused, one at its ends is empty`(engine: Engine) throws {
        try withReports(engine, FleetTables(active(1, "2026-09-14"))) { reports in
            func filter(_ from: String?, _ to: String?) -> ReportFilter {
                ReportFilter(window: .days(from: from.map(day), to: to.map(day)))
            }
            let error = #expect(throws: ToolError.self) {
                try reports.crashFree(CrashFreeRequest(filter: filter(nil, "0001-01-02")))
            }
            #expect(error?.exitCode == .usage)
            let wide = filter("0001-01-01", "9999-12-31")
            #expect(try reports.crashFree(CrashFreeRequest(filter: wide)).rows.map(\.activeInstalls) == [1])
            #expect(try reports.queueAges(QueueAgeRequest(filter: wide, by: [.deviceClass])).rows.count == 1)
            _ = try reports.decryptFailures(DecryptFailureRequest(filter: wide))
            for time in [
                "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-23:59",
            ] {
                var far = wide
                far.asOf = Instant(time)
                _ = try reports.crashFree(CrashFreeRequest(filter: far))
                _ = try reports.crashFree(CrashFreeRequest(filter: far, by: [.version, .platform, .day]))
                _ = try reports.crashFreeByHour(CrashFreeByHourRequest(filter: far))
                _ = try reports.queueAges(QueueAgeRequest(filter: far))
                _ = try reports.decryptFailures(DecryptFailureRequest(filter: far))
                far.window = .newestWeek
                if time.hasPrefix("9") { _ = try reports.crashFree(CrashFreeRequest(filter: far)) }
            }
        }
    }

    @Test(arguments: bothEngines)
    func `a window is half-open, seven days to the newest by default, and printed`(engine: Engine) throws {
        let fleet = FleetTables(active(1, "2026-09-07") + active(2, "2026-09-08") + active(3, "2026-09-14"))
        try withReports(engine, fleet) { reports in
            let usual = try reports.crashFree(CrashFreeRequest(by: []))
            #expect(usual.frame.window.description == "[2026-09-08, 2026-09-15)")
            #expect(usual.rows.map(\.activeInstallDays) == [5])
            func window(_ from: String?, _ to: String?) throws -> String {
                let filter = ReportFilter(window: .days(from: from.map(day), to: to.map(day)))
                return try reports.crashFree(CrashFreeRequest(filter: filter)).frame.window.description
            }
            #expect(try window("2026-09-12", nil) == "[2026-09-12, 2026-09-15)")
            #expect(try window(nil, "2026-09-10") == "[2026-09-03, 2026-09-10)")
            #expect(try window("2026-09-10", "2026-09-11") == "[2026-09-10, 2026-09-11)")
            let error = #expect(throws: ToolError.self) { try window("2026-09-11", "2026-09-11") }
            #expect(error?.exitCode == .usage)
        }
    }

    @Test(arguments: bothEngines)
    func `as of an hour it says what it would have said then`(engine: Engine) throws {
        let fleet = FleetTables([
            ReportedDay("2026-09-14", "a", "1.0", "ios", ["sessions": 1], known: monday + 10),
            ReportedDay(
                "2026-09-14", "b", "1.0", "ios", ["sessions": 1, "crashes": 1], known: monday + 9, crashedKnown: monday + 11),
            ReportedDay("2026-09-15", "a", "1.0", "ios", ["sessions": 1], known: monday + 30),
        ])
        try withReports(engine, fleet) { reports in
            // 10:59 is in hour 10: what became known in it is not yet counted.
            let filter = ReportFilter(asOf: Instant("2026-09-14T10:59:00Z"))
            let then = try reports.crashFree(CrashFreeRequest(filter: filter))
            #expect(then.frame.asOf?.description == "2026-09-14T10:00:00Z")
            #expect(then.frame.window.description == "[2026-09-08, 2026-09-15)")
            #expect(then.rows.map(\.activeInstalls) == [1])
            #expect(then.rows.map(\.crashedInstalls) == [0])
            let later = try reports.crashFree(CrashFreeRequest(filter: ReportFilter(asOf: Instant("2026-09-14T12:00:00Z"))))
            #expect(later.rows.map(\.activeInstalls) == [2])
            #expect(later.rows.map(\.crashedInstalls) == [1])
        }
    }

    @Test(arguments: bothEngines)
    func `what a report can't be told apart by is said`(engine: Engine) throws {
        try withReports(engine, FleetTables(active(1, "2026-09-14"))) { reports in
            let error = #expect(throws: ToolError.self) { try reports.crashFree(CrashFreeRequest(by: [.messageType])) }
            #expect(error?.exitCode == .usage)
            #expect(error?.what == "crash-free can't be told apart by message_type")
        }
    }
}
