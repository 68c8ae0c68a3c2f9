import Database
import FleetCore
import Foundation
import Health
import QueryCatalog
import Statistics
import Telemetry
import TestSupport
import Testing

/// The sample of reports and the answers written beside it.
@Suite struct SampleTests {
    private static let folder = repositoryRoot + "/Tests/Samples/reports"

    private struct Answers: Decodable {
        let crashFree: [CrashFree]
        let queueAges: [QueueAges]
        let decryptFailures: [DecryptFailures]
        let hourly: [Hourly]

        enum CodingKeys: String, CodingKey {
            case crashFree = "crash_free"
            case queueAges = "queue_ages"
            case decryptFailures = "decrypt_failures"
            case hourly
        }
    }

    private struct CrashFree: Decodable {
        let app_version, platform: String
        let active_installs, reporting_installs, crashed_installs, sessions, crashes: Int64
        let crash_free, crash_free_low, crash_free_high, crash_free_install_days, crash_free_of_reporting: Double
    }

    private struct QueueAges: Decodable {
        let app_version, platform: String
        let install_days: Int64
        let p50_s, p90_s, p99_s, max_s, over_1h_share, over_24h_share, quarantined_share, failed_share: Double
    }

    private struct DecryptFailures: Decodable {
        let app_version, platform: String
        let pairs, new_pairs, affected_installs, failures, recovered_pairs: Int64
        let pairs_per_10k_active: Double
    }

    private struct Hourly: Decodable {
        let app_version, hour: String
        let active_installs, crashed_installs: Int64
    }

    /// Exact, up to the last bits of a division.
    private func isEqual(_ found: Double?, _ value: Double) -> Bool {
        found.map { abs($0 - value) <= 1e-12 * max(1, abs(value)) } ?? false
    }

    private func isWithin1Percent(_ found: Double?, _ value: Double) -> Bool {
        found.map { abs($0 - value) <= 0.01 * value } ?? false
    }

    @Test(arguments: bothEngines)
    func `the sample gives the answers written beside it`(engine: Engine) throws {
        let store = try TestStore(engine)
        try ingest([SampleTests.folder + "/sample.ndjson.gz"], into: store)
        try check(store)
    }

    @Test(arguments: bothEngines)
    func `shuffled, split in ten and taken in twice it gives the same answers`(engine: Engine) throws {
        let folder = NSTemporaryDirectory() + "chatfleet-sample-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let lines = try sampleLines().shuffled()
        let paths = try (0..<10).map { part in
            let path = "\(folder)/\(part).ndjson"
            let ofPart = lines.indices.filter { $0 % 10 == part }.map { lines[$0] }
            try Data(ofPart.joined(separator: [0x0a])).write(to: URL(fileURLWithPath: path))
            return path
        }
        let store = try TestStore(engine)
        try ingest(paths + paths.shuffled(), into: store)
        try check(store)
    }

    /// The lines of the sample; one of them is not UTF-8.
    private func sampleLines() throws -> [Data] {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = ["-dc", SampleTests.folder + "/sample.ndjson.gz"]
        process.standardOutput = pipe
        try process.run()
        let text = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return text.split(separator: 0x0a)
    }

    private func ingest(_ paths: [String], into store: TestStore) throws {
        let migrations = try fleetSchema(store.engine)
        let run = try IngestRun(
            open: { try store.open(migrations) }, pairKey: { try PairKey.ofStore($0) }, options: IngestOptions(),
            now: Instant("2026-09-23T00:00:00Z") ?? Instant(epochSeconds: 0))
        for path in paths { try run.ingest(IngestSource(file: path)) }
    }

    private func check(_ store: TestStore) throws {
        let text = try Data(contentsOf: URL(fileURLWithPath: SampleTests.folder + "/answers.json"))
        let answers = try JSONDecoder().decode(Answers.self, from: text)
        let reports = HealthReports(
            database: try store.open(fleetSchema(store.engine)),
            catalog: QueryCatalog(directory: repositoryRoot + "/Queries"))
        let week = days("2026-09-14", "2026-09-21")
        check(try reports.crashFree(CrashFreeRequest(filter: week)).rows, answers.crashFree)
        check(try reports.queueAges(QueueAgeRequest(filter: week)).rows, answers.queueAges)
        check(try reports.decryptFailures(DecryptFailureRequest(filter: week)).rows, answers.decryptFailures)
        let hourly = try reports.crashFreeByHour(CrashFreeByHourRequest(filter: week, by: [.version]))
        let found = hourly.rows.map {
            [$0.group.version?.text, $0.hour.description, "\($0.activeInstalls)", "\($0.crashedInstalls)"]
        }
        let expected = answers.hourly.map { [$0.app_version, $0.hour, "\($0.active_installs)", "\($0.crashed_installs)"] }
        #expect(Set(found) == Set(expected) && found.count == expected.count)
        // The days were received from the 14th to the 22nd: all of the window is in.
        #expect(hourly.rows.first?.completeness == 1)
    }

    private func check(_ rows: [CrashFreeRow], _ answers: [CrashFree]) {
        #expect(rows.count == answers.count)
        for row in rows {
            guard let answer = answers.first(where: { isOf(row.group, $0.app_version, $0.platform) }) else {
                Issue.record("no answer for \(row.group)")
                continue
            }
            #expect(row.activeInstalls == answer.active_installs)
            #expect(row.reportingInstalls == answer.reporting_installs)
            #expect(row.crashedInstalls == answer.crashed_installs)
            #expect(row.sessions == answer.sessions)
            #expect(row.crashes == answer.crashes)
            #expect(isEqual(row.crashFree, answer.crash_free))
            #expect(isEqual(row.crashFreeInterval?.low, answer.crash_free_low))
            #expect(isEqual(row.crashFreeInterval?.high, answer.crash_free_high))
            #expect(isEqual(row.crashFreeInstallDays, answer.crash_free_install_days))
            #expect(isEqual(row.crashFreeOfReporting, answer.crash_free_of_reporting))
        }
    }

    private func check(_ rows: [QueueAgeRow], _ answers: [QueueAges]) {
        #expect(rows.count == answers.count)
        for row in rows {
            guard let answer = answers.first(where: { isOf(row.group, $0.app_version, $0.platform) }) else {
                Issue.record("no answer for \(row.group)")
                continue
            }
            #expect(row.installDays == answer.install_days)
            #expect(isWithin1Percent(row.p50, answer.p50_s))
            #expect(isWithin1Percent(row.p90, answer.p90_s))
            #expect(isWithin1Percent(row.p99, answer.p99_s))
            #expect(isWithin1Percent(row.max, answer.max_s))
            #expect(isEqual(row.shares?.over1h, answer.over_1h_share))
            #expect(isEqual(row.shares?.over24h, answer.over_24h_share))
            #expect(isEqual(row.shares?.quarantined, answer.quarantined_share))
            #expect(isEqual(row.shares?.failed, answer.failed_share))
        }
    }

    private func check(_ rows: [DecryptFailureRow], _ answers: [DecryptFailures]) {
        #expect(rows.count == answers.count)
        for row in rows {
            guard let answer = answers.first(where: { isOf(row.group, $0.app_version, $0.platform) }) else {
                Issue.record("no answer for \(row.group)")
                continue
            }
            #expect(row.pairs == answer.pairs)
            #expect(row.newPairs == answer.new_pairs)
            #expect(row.recoveredPairs == answer.recovered_pairs)
            #expect(row.affectedInstalls == answer.affected_installs)
            #expect(row.failures == answer.failures)
            #expect(isEqual(row.pairsPer10kActive, answer.pairs_per_10k_active))
        }
    }

    private func isOf(_ group: ReportGroup, _ version: String, _ platform: String) -> Bool {
        group.version == AppVersion(version) && group.platform == platform
    }
}
