import Compression
import Database
import FleetCore
import Foundation
import Simulation
import TestSupport
import Testing

@testable import Telemetry

/// What was known at an hour, whatever the order in which reports were loaded.
@Suite struct AsOfTests {
    static let now = Instant(epochSeconds: 1_790_078_400)  // 2026-09-22 12:00 UTC

    func simulatedLines(installs: Int, seed: UInt64) throws -> [String] {
        var bytes: [UInt8] = []
        try FleetSimulation(FleetOptions(installs: installs, days: 5, seed: seed, scenario: .badRelease)).run { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func ingest(_ lines: [String], into store: TestStore, maxAgeDays: Int = 35) throws -> IngestSummary {
        let folder = try TemporaryFolder()
        let path = try folder.write("reports", lines.joined(separator: "\n"))
        var options = IngestOptions()
        options.batchReports = 100
        options.maxAgeDays = maxAgeDays
        let run = try IngestRun(
            open: { try store.open(fleetSchema(store.engine)) },
            openAhead: { try store.open() }, pairKey: { try PairKey.ofStore($0) }, options: options,
            now: AsOfTests.now)
        try run.ingest(IngestSource(file: path))
        return run.summary
    }

    @Test(arguments: bothEngines)
    func `installs as of every hour are those of the reports received by then, in any order of loading`(engine: Engine) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("AsOfTests seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let lines = try simulatedLines(installs: 100, seed: UInt64.random(in: 0...1_000_000, using: &generator))
        let store = try TestStore(engine)
        let summary = try ingest(lines.shuffled(using: &generator), into: store)
        let recounted = RecountedReports(lines: lines)
        #expect(summary.accepted == recounted.reports.count, "seed \(seed)")
        let hours = Set(recounted.reports.map(\.receivedHour))
        let first = try #require(hours.min())
        let last = try #require(hours.max())
        let database = try store.open()
        for hour in first...(last + 1) {
            let found = try database.rows(
                """
                select day, app_version, platform, sum(reporting_installs), sum(active_installs), sum(crashed_installs),
                    sum(latest_installs)
                from health_rollup
                where known_hour < :as_of_hour
                group by 1, 2, 3
                """, ["as_of_hour": .integer(Int64(hour))])
            #expect(counts(found) == recounted.installs(before: hour), "seed \(seed), hour \(hour)")
        }
    }

    private func counts(_ rows: [[SQLValue]]) -> [String: [Int64]] {
        var counts: [String: [Int64]] = [:]
        for row in rows {
            let values = row.map { value in
                switch value {
                case .text(let text): text
                case .integer(let number): "\(number)"
                // Postgres sums bigints to numeric.
                case .real(let number): "\(Int64(number))"
                default: "\(value)"
                }
            }
            counts[values[0..<3].joined(separator: " ")] = values[3...].compactMap { Int64($0) }
        }
        return counts
    }

    @Test(arguments: bothEngines)
    func `an export without receipt times moves no event and marks no clock as corrected`(engine: Engine) throws {
        let withReceipt = try simulatedLines(installs: 60, seed: 11)
        let lines = withReceipt.map { $0.replacing(/,"received_at":"[^"]*"/, with: "") }
        let store = try TestStore(engine)
        let summary = try ingest(lines, into: store)
        #expect(summary.accepted > 300)
        let database = try store.open()
        #expect(try database.rows("select distinct clock_corrected, receipt_assumed from health_daily") == [[0, 1]])
        // Nothing is known later than now, nor before it was sent.
        #expect(
            try database.integer(
                "select count(*) from health_daily where reported_known > :now",
                ["now": .integer(Int64(AsOfTests.now.hour.number))])
                == 0)
        // Every instant is one that a report carries, and every hour.
        var instants: Set<Int64> = []
        var hours: Set<Int64> = []
        for line in lines {
            for match in line.matches(of: /"(?:first_at|last_at|flags_version_at)":"([^"]*)"/) {
                instants.insert(try #require(Instant(String(match.1))).epochSeconds)
            }
            for match in line.matches(of: /"(?:active|crashed)_hours":\[([^\]]*)\]/) {
                hours.formUnion(match.1.split(separator: ",").compactMap { Int64($0) })
            }
        }
        let stored = try database.rows(
            """
            select first_epoch from decrypt_failure
            union select last_epoch from decrypt_failure
            union select flags_version_at from health_daily where flags_version_at is not null
            """)
        #expect(stored.count > 60)
        #expect(stored.allSatisfy { instants.contains(integer($0[0])) })
        let storedHours = try database.rows("select hour from health_hour")
        #expect(!storedHours.isEmpty)
        #expect(storedHours.allSatisfy { hours.contains(integer($0[0])) })
    }

    private func integer(_ value: SQLValue) -> Int64 { if case .integer(let number) = value { number } else { -1 } }
}
