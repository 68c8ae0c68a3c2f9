import Database
import FleetCore
import TestSupport
import Testing

@testable import Telemetry

/// What keeps a store sound over the years: forgetting, verifying, long histories, and files taken in again much later.
@Suite struct StoreUpkeepTests {
    private static let now = Instant("2026-09-21T00:00:00Z")!

    @Test(arguments: bothEngines) func `a day whose only install is forgotten is gone`(_ engine: Engine) throws {
        try withFleetStore(engine) { database throws in
            var batch = Batch()
            batch.identity = "one"
            batch.reports = [report("i_a", day: 20_000, known: 480_010)]
            _ = try BatchWriter(database).write(&batch, now: Self.now)
            _ = try StoreForget.run(InstallID("i_a"), database)
            for table in ["health_daily", "health_rollup", "health_day", "health_arrival", "health_hour", "health_histogram"] {
                #expect(try database.integer("select count(*) from \(table)") == 0, "\(table)")
            }
        }
    }

    @Test(arguments: bothEngines)
    func `a store from before the totals of days has them once it is migrated`(_ engine: Engine) throws {
        try withFleetStore(engine) { database throws in
            var batch = Batch()
            batch.identity = "one"
            batch.reports = [
                report("i_a", day: 20_000, known: 480_010), report("i_a", day: 20_001, known: 480_030),
                report("i_b", day: 20_000, known: 480_031),
            ]
            _ = try BatchWriter(database).write(&batch, now: Self.now)
            try database.executeScript("drop table health_day; drop table health_arrival")
            let step = try #require(try fleetSchema(engine).list.first { $0.name == "day_totals" })
            try database.executeScript(step.text)
            #expect(try database.integer("select sum(reporting_installs) from health_day") == 3)
            #expect(try StoreVerify.run(database, window: nil, stop: StopRequest(), progress: { _ in }).differences == [])
        }
    }

    @Test(arguments: bothEngines) func `verify misses a version that isn't in the order of versions`(_ engine: Engine) throws {
        try withFleetStore(engine) { database throws in
            var batch = Batch()
            batch.identity = "one"
            batch.reports = [report("i_a", day: 20_000, known: 480_010)]
            _ = try BatchWriter(database).write(&batch, now: Self.now)
            try database.execute("delete from app_version")
            let found = try StoreVerify.run(database, window: nil, stop: StopRequest(), progress: { _ in }).differences
            #expect(found.map(\.table) == ["app_version"])
            #expect(found.map(\.cell) == ["8.14.0"])
        }
    }

    @Test func `verify doesn't hold up an ingest`() throws {
        let store = try TestStore(.sqlite)
        let reader = try store.open(fleetSchema(.sqlite))
        let writer = try store.open(fleetSchema(.sqlite))
        try reader.snapshot { () throws in
            #expect(try reader.integer("select count(*) from health_daily") == 0)
            var batch = Batch()
            batch.identity = "one"
            batch.reports = [report("i_a", day: 20_000, known: 480_010)]
            #expect(try BatchWriter(writer).write(&batch, now: Self.now).new == 1)
            #expect(try reader.integer("select count(*) from health_daily") == 0)
        }
    }

    @Test(arguments: bothEngines) func `a batch may reach over more days than a server has locks`(_ engine: Engine) throws {
        try withFleetStore(engine) { database throws in
            var batch = Batch()
            batch.identity = "long"
            for day in 0..<150 {
                for install in 0..<20 { batch.reports.append(report("i_\(install)", day: 20_000 + Int32(day), known: 485_000)) }
            }
            #expect(try BatchWriter(database).write(&batch, now: Self.now).new == 3_000)
        }
    }

    @Test func `the fates of a known batch add up, whatever its reports would be today`() {
        var batch = Batch()
        batch.read = 10
        batch.quarantined = (0..<10).map { number in
            SetAsideReport(
                reason: "day.past", install: InstallID("i_\(number)"), day: Day(number: 20_000), knownHour: 0, redacted: "")
        }
        var outcome = BatchOutcome()
        outcome.wasKnown = true
        outcome.unchanged = 9
        outcome.quarantinedBefore = 1
        var summary = IngestSummary()
        summary.add(batch, outcome)
        #expect(summary.accepted + summary.refusedCount + summary.quarantinedCount == summary.read)
        #expect(summary.quarantined == ["set aside before": 1])
    }

    @Test func `a report can't have been sent before its day`() {
        let context = DecodeContext(now: Self.now, hashDevice: { _ in DeviceHash(high: 0, low: 0) })
        let receipt = context.receipt(ownReceivedAt: nil, sentAt: Instant("0001-01-01T00:00:00Z"), day: Day("2026-09-18")!)
        #expect(receipt.knownHour == Self.now.hour)
        let late = context.receipt(ownReceivedAt: nil, sentAt: Instant("2026-09-19T07:30:00Z"), day: Day("2026-09-18")!)
        #expect(late.knownHour == Instant("2026-09-19T07:00:00Z")!.hour)
    }

    private func report(_ install: String, day: Int32, known: Int32) -> ClientReport {
        let key = HealthKey(day: Day(number: day), install: InstallID(install), appVersion: "8.14.0", platform: "ios")
        var row = HealthRow(key: key, reportedKnown: known)
        row.members[HealthMember.sessions] = 3
        row.members[HealthMember.queueAge] = 40
        row.activeHours = HourSet(bits: 6)
        row.bookKnownHours()
        return ClientReport(row: row)
    }
}
