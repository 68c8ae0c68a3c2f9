import Database
import FleetCore
import TestSupport
import Testing

@testable import Telemetry

@Suite struct PartitionTests {
    /// A client east of Greenwich already has the next day, one to the west still the one before.
    @Test func `next to midnight the partitions of new days are made once, by whoever comes first`() throws {
        let store = try TestStore(.postgres)
        _ = try store.open(fleetSchema(.postgres))
        let midnight = try #require(Instant("2026-09-21T00:00:00Z"))
        let outcomes = try inThreads(4) { loader in
            // Two loaders are before midnight, two after it.
            let now = midnight.advanced(bySeconds: loader % 2 == 0 ? -1 : 1)
            var batch = Batch()
            batch.identity = "loader \(loader)"
            batch.reports = (-1...1).flatMap { offset in
                (0..<20).map { install in
                    let key = HealthKey(
                        day: midnight.day.advanced(by: offset), install: InstallID("i_\(install)"), appVersion: "8.14.0",
                        platform: "ios")
                    var row = HealthRow(key: key, reportedKnown: now.hour.number)
                    row.bookKnownHours()
                    return ClientReport(row: row)
                }
            }
            return try BatchWriter(store.open()).write(&batch, now: now)
        }
        #expect(outcomes.reduce(0) { $0 + $1.new } == 60)
        let database = try store.open()
        #expect(try database.integer("select count(*) from health_daily") == 60)
        #expect(try database.rows("select sum(reporting_installs) from health_rollup") == [[60]])
        for table in DayPartitions.partitionedTables {
            // From the day before to a week after the later now; the earlier one's week ends a day before.
            let days = try database.rows(
                """
                select replace(child.relname, '\(table)_p', '')
                from pg_inherits i join pg_class child on child.oid = i.inhrelid
                where i.inhparent = cast('\(table)' as regclass)
                order by 1
                """)
            #expect(days == (20...28).map { [.text("202609\($0)")] })
        }
    }
}
