import Database
import FleetCore
import Health
import Statistics
import TestSupport
import Testing

@Suite struct DecryptFailureReportTests {
    /// a fails on Monday evening with two devices; b has no failure; c runs a version of its own and sends no hours.
    private let fleet = FleetTables(
        [
            ReportedDay("2026-09-14", "a", "1.0", "ios", ["sessions": 1], activeHours: [monday + 20]),
            ReportedDay("2026-09-14", "b", "1.0", "ios", ["sessions": 1], activeHours: [monday + 2]),
            ReportedDay("2026-09-14", "c", "2.0", "ios", ["sessions": 1]),
            ReportedDay("2026-09-15", "b", "1.0", "ios", ["sessions": 1], activeHours: [monday + 21]),
        ],
        pairs: [
            FailedPair("a", "1.0", "ios", device: 1, peer: 2, first: "2026-09-14T20:10:00Z", last: "2026-09-14T20:50:00Z")
                .with { $0.failures = 100 },
            FailedPair("a", "1.0", "ios", device: 1, peer: 3, first: "2026-09-14T20:50:00Z").with {
                $0.recovered = true
                $0.messageType = "prekey"
            },
        ])

    @Test(arguments: bothEngines)
    func `retries are one pair, and who failed at nothing is shown with 0`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            let report = try reports.decryptFailures(DecryptFailureRequest(filter: days("2026-09-14", "2026-09-15")))
            #expect(report.rows.map(\.group.version?.text) == ["1.0", "2.0"])
            #expect(report.rows.map(\.pairs) == [2, 0])
            #expect(report.rows.map(\.recoveredPairs) == [1, 0])
            #expect(report.rows.map(\.affectedInstalls) == [1, 0])
            #expect(report.rows.map(\.failures) == [101, 0])
            #expect(report.rows.map(\.activeInstalls) == [2, 1])
            #expect(report.rows.map(\.pairsPer10kActive) == [10_000, 0])
            #expect(report.rows.map(\.affectedShare) == [0.5, 0])
            #expect(report.denominatorHours == nil)
            #expect(report.outcome == .answered)
        }
    }

    @Test(arguments: bothEngines)
    func `by message type only what failed has a row, and none is still an answer`(engine: Engine) throws {
        try withReports(engine, fleet) { reports in
            var request = DecryptFailureRequest(filter: days("2026-09-14", "2026-09-15"), by: [.version, .messageType])
            let report = try reports.decryptFailures(request)
            #expect(report.rows.map(\.group.messageType) == ["normal", "prekey"])
            #expect(report.rows.map(\.pairsPer10kActive) == [5000, 5000])
            request.filter.version = "2.0"
            let clean = try reports.decryptFailures(request)
            #expect(clean.rows.isEmpty)
            #expect(clean.outcome == .answered)
            request.filter.version = "3.0"
            #expect(try reports.decryptFailures(request).outcome == .noData)
        }
    }

    @Test(arguments: bothEngines)
    func `under a day the denominator is the trailing 24 hours, and it says so`(engine: Engine) throws {
        let from = try #require(Instant("2026-09-14T20:45:00Z"))
        let to = try #require(Instant("2026-09-14T21:45:00Z"))
        try withReports(engine, fleet) { reports in
            let filter = ReportFilter(window: .instants(from: from, to: to))
            let report = try reports.decryptFailures(DecryptFailureRequest(filter: filter))
            // Both pairs' failures meet the window; one of them began before it.
            #expect(report.rows.map(\.pairs) == [2, 0])
            #expect(report.rows.map(\.newPairs) == [1, 0])
            // 22:00 on the 13th to 22:00 on the 14th: b's Tuesday began within it; c has no hours, and its day is the 14th.
            #expect(report.rows.map(\.activeInstalls) == [2, 1])
            #expect(report.denominatorHours == Hour(number: monday - 2)..<Hour(number: monday + 22))
            #expect(report.frame.window.description == "[2026-09-14T20:45:00Z, 2026-09-14T21:45:00Z)")
            #expect(report.frame.notes == ["pairs per 10,000 are of the installs active in the 24 h that end with the window"])
        }
    }

    /// Every hour of every day one failure, heard of two hours later.
    @Test(arguments: bothEngines)
    func `a window of hours is as complete as past hours were`(engine: Engine) throws {
        let pairs = (0..<Int32(10 * 24)).map { hour in
            FailedPair(
                "a", "1.0", "ios", device: 1, peer: UInt8(hour % 200), first: Hour(number: monday + hour).start.description
            ).with { $0.known = monday + hour + 2 }
        }
        // The last failure in hour 239 is known in hour 241: the horizon is hour 242. As of 240, hours from 238 on are out.
        try withReports(engine, FleetTables(active(1, "2026-09-14", "1.0"), pairs: pairs)) { reports in
            func completeness(_ from: Int32, _ to: Int32) throws -> Double? {
                let window = WindowRequest.instants(from: Hour(number: monday + from).start, to: Hour(number: monday + to).start)
                let filter = ReportFilter(window: window, asOf: Hour(number: monday + 240).start)
                return try reports.decryptFailures(DecryptFailureRequest(filter: filter)).frame.completeness
            }
            let found = try [completeness(230, 238), completeness(236, 240), completeness(238, 240)]
            #expect(found == [1, 0.5, 0])
        }
    }
}
