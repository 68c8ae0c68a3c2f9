import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// Cases of counting that other systems got wrong, from the reports of clients to what the command line answers.
@Suite struct CountingCasesTests {
    private func report(
        _ install: String, _ version: String, day: String = "2026-09-20", receivedAt: String = "2026-09-20T12:00:00Z",
        sentAt: String? = nil, health: String
    ) -> String {
        let sent = sentAt.map { "\"sent_at\":\"\($0)\"," } ?? ""
        return """
            {"install_id":"\(install)","app_version":"\(version)","platform":"ios","day":"\(day)",\(sent)\
            "received_at":"\(receivedAt)","health":{\(health)}}
            """
    }

    private func store(_ engine: Engine, _ lines: [String], code: ExitCode = .success) throws -> TestStore {
        let store = try TestStore.ofFleet(engine)
        let ingest = Transcript("ingest reports -", store: store, input: lines.joined(separator: "\n"))
        #expect(ingest.code == code, "\(ingest.errors)")
        return store
    }

    /// The rows of an answer, each by the member that tells rows apart.
    private func rows(_ command: String, by key: String, _ store: TestStore) throws -> [String: [String: Any]] {
        let answer = Transcript(command, "--format json", store: store)
        #expect(answer.code == .success, "\(answer.errors)")
        let document = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
        let rows = try #require(document?["rows"] as? [[String: Any]])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[key] as? String ?? "", $0) })
    }

    private func number(_ row: [String: Any]?, _ member: String) -> Double? { (row?[member] as? NSNumber)?.doubleValue }

    @Test(arguments: bothEngines)
    func `a crash that is reported five times is one crash`(engine: Engine) throws {
        let uploads = (0..<5).map {
            report("i_1", "8.14.0", receivedAt: "2026-09-20T1\($0):00:00Z", health: "\"sessions\":1,\"crashes\":1")
        }
        let store = try store(engine, uploads + [report("i_2", "8.14.0", health: "\"sessions\":1")])
        let row = try rows("crash-free --by version", by: "app_version", store)["8.14.0"]
        #expect(number(row, "active_installs") == 2)
        #expect(number(row, "crashed_installs") == 1)
        #expect(number(row, "crashes") == 1)
        #expect(number(row, "crash_free") == 0.5)
    }

    @Test(arguments: bothEngines)
    func `a crash belongs to the version whose report carries it, also when a newer one uploads it`(engine: Engine) throws {
        let store = try store(
            engine,
            [
                report("i_1", "4.8.1", receivedAt: "2026-09-20T09:00:00Z", health: "\"sessions\":1"),
                // Crashed, updated, launched again, then uploaded: both in one go.
                report("i_1", "4.8.1", receivedAt: "2026-09-20T10:00:00Z", health: "\"sessions\":1,\"crashes\":1"),
                report("i_1", "4.8.2", receivedAt: "2026-09-20T10:00:00Z", health: "\"sessions\":1,\"crashes\":0"),
            ])
        let rows = try rows("crash-free --by version", by: "app_version", store)
        #expect(number(rows["4.8.1"], "crashed_installs") == 1)
        #expect(number(rows["4.8.2"], "crashed_installs") == 0)
        #expect(number(rows["4.8.2"], "crash_free") == 1)
    }

    @Test(arguments: bothEngines)
    func `on the day of an update each version has its own crashes`(engine: Engine) throws {
        let store = try store(
            engine,
            [
                report("i_1", "4.8.1", health: "\"sessions\":9,\"crashes\":5"),
                report("i_1", "4.8.2", health: "\"sessions\":2,\"crashes\":1"),
            ])
        let rows = try rows("crash-free --by version", by: "app_version", store)
        #expect(number(rows["4.8.1"], "crashes") == 5)
        #expect(number(rows["4.8.2"], "crashes") == 1)
        let all = try self.rows("crash-free --by platform", by: "platform", store)["ios"]
        #expect(number(all, "crashes") == 6)
        #expect(number(all, "active_installs") == 1)
    }

    /// In Central Europe 2025-10-26 has 25 hours, from 22:00 UTC of the day before; 2026-03-29 has 23, from 23:00.
    @Test(arguments: bothEngines)
    func `a day of 25 or 23 hours is one day, and none of its hours counts twice`(engine: Engine) throws {
        for (day, hours, before, after) in [
            ("2025-10-26", 489286...489310, "+02:00", "+01:00"), ("2026-03-29", 492983...493005, "+01:00", "+02:00"),
        ] {
            func upload(at time: String, of hours: some Sequence<Int>) -> String {
                let hours = hours.map { "\($0)" }
                return report(
                    "i_1", "8.14.0", day: day, receivedAt: time, sentAt: time,
                    health: "\"sessions\":\(hours.count),\"active_hours\":[\(hours.joined(separator: ","))]")
            }
            let store = try store(
                engine,
                [
                    upload(at: "\(day)T01:59:59\(before)", of: hours.prefix(2)),
                    upload(at: "\(day)T03:30:00\(after)", of: hours.prefix(5)),
                    upload(at: "\(day)T23:59:59\(after)", of: hours),
                ])
            let next = try #require(Day(day)).advanced(by: 1)
            let row = try rows("crash-free --by version --from \(day) --to \(next)", by: "app_version", store)["8.14.0"]
            #expect(number(row, "active_installs") == 1)
            #expect(number(row, "sessions") == Double(hours.count))
            let first = try #require(Day(day)).advanced(by: -1)
            let byHour = try rows("crash-free --by hour --from \(first) --to \(next)", by: "hour", store)
            #expect(byHour.values.reduce(0) { $0 + (number($1, "active_installs") ?? 0) } == Double(hours.count))
            #expect(byHour.values.allSatisfy { (number($0, "active_installs") ?? 0) <= 1 })
        }
    }

    @Test(arguments: bothEngines)
    func `a clock in 2031 or 1970 is set aside, counted and listed, and moves no answer`(engine: Engine) throws {
        let store = try store(
            engine,
            [
                report("i_1", "8.14.0", health: "\"sessions\":1"),
                report(
                    "i_2", "8.14.0", day: "2031-01-01", sentAt: "2031-01-01T00:00:00Z", health: "\"sessions\":1,\"crashes\":1"),
                report(
                    "i_3", "8.14.0", day: "1970-01-01", sentAt: "1970-01-01T00:00:00Z", health: "\"sessions\":1,\"crashes\":1"),
            ])
        let status = Transcript("store status --format json", store: store).output
        #expect(status.contains("\"newest_day\":\"2026-09-20\""))
        #expect(status.contains("\"quarantined_reports\":2"))
        for reason in ["day.future", "day.past"] { #expect(status.contains("{\"reason\":\"\(reason)\",\"reports\":1,")) }
        let row = try rows("crash-free --by version", by: "app_version", store)["8.14.0"]
        #expect(number(row, "reporting_installs") == 1)
        #expect(number(row, "crash_free") == 1)
    }

    @Test(arguments: bothEngines)
    func `ids that many installs would share are refused, not counted as one`(engine: Engine) throws {
        let void = [
            "", "null", "NULL", "unknown", "Unknown", "00000000-0000-0000-0000-000000000000", "00000000000000000000000000000000",
            "{00000000-0000-0000-0000-000000000000}", "0",
        ]
        let lines = void.map { report($0, "8.14.0", health: "\"sessions\":1,\"crashes\":1") }
        let store = try store(engine, lines + [report("i_1", "8.14.0", health: "\"sessions\":1")], code: .partial)
        let again = Transcript("ingest reports - --format json", store: store, input: lines.joined(separator: "\n"))
        #expect(again.output.contains("{\"outcome\":\"refused\",\"reason\":\"install_id.void\",\"reports\":\(void.count)}"))
        let row = try rows("crash-free --by version", by: "app_version", store)["8.14.0"]
        #expect(number(row, "reporting_installs") == 1)
        #expect(number(row, "crashed_installs") == 0)
    }

    /// The design's own words, for whoever has only `psql` or `sqlite3`.
    @Test(arguments: bothEngines)
    func `the playbook query, in plain SQL, is crash_free_of_reporting`(engine: Engine) throws {
        let export = try SimulatedExport(installs: 200, scenario: "bad-release", batchReports: 1000)
        let store = try TestStore.holding(export, engine)
        let database = try store.open()
        var crashed = 0
        for day in ["2026-09-06", "2026-09-07", "2026-09-08"] {
            let playbook = try database.rows(
                """
                select app_version, 1.0 - count(distinct case when crashes > 0 then install_id end) * 1.0
                    / count(distinct install_id) from health_daily where day = '\(day)' group by app_version
                """)
            let next = try #require(Day(day)).advanced(by: 1)
            let answer = try rows("crash-free --by version --from \(day) --to \(next)", by: "app_version", store)
            #expect(playbook.count > 1)
            #expect(answer.count == playbook.count)
            for row in playbook {
                guard case .text(let version) = row[0], case .real(let share) = row[1] else {
                    Issue.record("\(row)")
                    continue
                }
                let found = try #require(number(answer[version], "crash_free_of_reporting"))
                #expect(abs(found - share) < 1e-12)
                if share < 1 { crashed += 1 }
            }
        }
        #expect(crashed > 0)
    }
}
