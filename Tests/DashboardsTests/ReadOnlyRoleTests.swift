import Database
import FleetCore
import Foundation
import QueryCatalog
import TestSupport
import Testing

@testable import Dashboards

/// What Grafana may and may not do on a real Postgres. One after the other: a role belongs to the whole server.
@Suite(.serialized) struct ReadOnlyRoleTests {
    private let store: TestStore
    private let owner: any Database

    init() throws {
        store = try TestStore(.postgres)
        owner = try store.open(fleetSchema(.postgres))
        try fleet.insert(into: owner)
        try owner.execute("insert into ingest_batch values ('a', 'one.ndjson', 0, 9, 3, 2, 1, 2, 1, 1000)")
        try owner.execute("insert into quarantined_report values ('s', 'day.future', 'i0', '2031-01-01', 7, '{\"secret\":1}')")
        try owner.execute(
            "insert into flag_change values (1, 1, 0, 'publish', '/srv/flags', :at, 'ana', 'first', '', 'l1', '', 'h1')",
            ["at": .integer(GrafanaWindow.week.toEpoch - 3600)])
        try owner.execute(
            "insert into gate_cell values ('8.14.0', 'ios', :hour, 'mid', 7, 9, 1, 9, 0, 9, 0, 9, 0)",
            ["hour": .integer(GrafanaWindow.week.toEpoch / 3600 - 2)])
        for (series, metric) in metrics.enumerated() {
            try owner.execute(
                "insert into metric_series values (:id, :namespace, :name, '{\"A\":\"b\"}', 'A', null, 0, 9)",
                ["id": .integer(Int64(series)), "namespace": .text(metric[0]), "name": .text(metric[1])])
            try owner.execute(
                "insert into metric_sample values (:id, :statistic, 60, :at, 5.5, null)",
                ["id": .integer(Int64(series)), "statistic": .text(metric[2]), "at": .integer(GrafanaWindow.week.toEpoch - 7200)])
        }
        // Twice: again after store migrate is how it is meant to be run.
        for _ in 0..<2 { try psql() }
    }

    private let fleet = FleetTables(
        (0..<20).map { install in
            ReportedDay(
                "2026-09-14", "i\(install)", "8.14.0", install < 10 ? "ios" : "android",
                ["sessions": 2, "crashes": install == 3 ? 1 : 0, "queue_age_max_s": 4000, "syncs_ok": 3],
                activeHours: [20_710 * 24 + 9], crashedHours: install == 3 ? [20_710 * 24 + 9] : [])
        }, pairs: [FailedPair("i1", "8.14.0", "ios", device: 1, peer: 2, first: "2026-09-14T10:00:00Z")],
        crashes: [CrashedDay("2026-09-14", "i3", "8.14.0", "ios", "NullPointerException@FeedView.layout")])

    /// Every metric that a panel asks for: namespace, name, statistic.
    private let metrics: [[String]] = {
        var all: [[String]] = []
        for panel in Dashboard.all.flatMap(\.panels) {
            let named = ["namespace", "metric", "statistic"].compactMap { panel.constants[$0]?.replacing("'", with: "") }
            if named.count == 3, !all.contains(named) { all.append(named) }
        }
        return all
    }()

    private func conninfo(_ user: String) throws -> String {
        guard case .postgres(let conninfo) = store.location else { return "" }
        return conninfo.replacing("user=postgres", with: "user=\(user)")
    }

    private func psql() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/psql")
        process.arguments = [
            "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", repositoryRoot + "/Dashboards/grafana/read-only-role.sql",
            try conninfo("postgres"),
        ]
        process.environment = ["PATH": "/usr/bin:/bin", "PGOPTIONS": ""]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    /// As Grafana connects. `writing`: it has let go of the second line of defence, as anybody can.
    private func asGrafana(writing: Bool = false) throws -> any Database {
        let database = try Store.open(.postgres(conninfo: conninfo("chatfleet_grafana")), migrations: .none, mode: .inspect)
        if writing { try database.executeScript("set session characteristics as transaction read write") }
        return database
    }

    private func isRefused(_ sql: String, _ database: any Database) -> Bool {
        do {
            try database.executeScript(sql)
            return false
        } catch let error as DatabaseError {
            return error.sqlState == "42501"
        } catch {
            return false
        }
    }

    @Test func `every panel and variable runs as Grafana would send it, and finds what is there`() throws {
        let database = try asGrafana()
        var windows = [GrafanaWindow.week, .week]
        windows[1].chosen = ["app_version": "8.14.0", "platform": "ios"]
        for file in try GrafanaFile.all() {
            #expect(file.statements.count > 5)
            for (title, sql) in file.statements {
                for window in windows {
                    var rows = 0
                    try database.forEachRow(window.expanded(sql), [:]) { _ in rows += 1 }
                    #expect(rows > 0, "\(title)")
                }
            }
        }
    }

    @Test func `chatfleet status asks as the same role`() throws {
        let process = Process()
        // The program lies beside the tests.
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("chatfleet")
        process.arguments = ["status", "--at", "2026-09-15T12:00:00Z", "--format", "json"]
        process.environment = [
            "HOME": "/nonexistent", "CHATFLEET_QUERIES": repositoryRoot + "/Queries",
            "CHATFLEET_STORE": try conninfo("chatfleet_grafana"),
        ]
        let folder = try TemporaryFolder()
        let output = try folder.write("output", "")
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        let errors = try folder.write("errors", "")
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
        try process.run()
        process.waitUntilExit()
        // Some signals have no metrics here: unknown, and asked.
        let said = try String(contentsOfFile: errors, encoding: .utf8)
        #expect([1, 4].contains(process.terminationStatus), "\(said)")
        #expect(try String(contentsOfFile: output, encoding: .utf8).contains(#""signal":"crash_free_days","level":"ok""#))
    }

    @Test func `a hostile choice of a variable is a text, not SQL`() throws {
        let database = try asGrafana()
        var window = GrafanaWindow.week
        window.chosen = ["app_version": "x'; drop table app_version; --", "platform": "ios'' or 1=1"]
        let statements = try GrafanaFile.all().flatMap(\.statements).filter { $0.sql.contains("${app_version:sqlstring}") }
        #expect(statements.count > 5)
        for (title, sql) in statements {
            var rows = 0
            try database.forEachRow(window.expanded(sql), [:]) { _ in rows += 1 }
            #expect(rows == 0, "\(title)")
        }
    }

    @Test func `it can't read what clients sent, nor the key, nor the flags' documents`() throws {
        let database = try asGrafana()
        for sql in [
            "select payload from quarantined_report", "select * from quarantined_report",
            "select install_id from quarantined_report", "select value from store_setting", "select * from store_setting",
            "select content from flag_document", "select * from flag_authority",
        ] {
            #expect(isRefused(sql, database), "\(sql)")
        }
        #expect(try database.integer("select count(reason) from quarantined_report") == 1)
    }

    @Test func `it can't write, in no table, by no way`() throws {
        let calm = try asGrafana()
        #expect(try calm.integer("select count(*) from health_daily") == 20)
        // The second line of defence: read-only by default.
        #expect(throws: DatabaseError.self) { try calm.executeScript("create temporary table x (a integer)") }
        let database = try asGrafana(writing: true)
        var tables: [String] = []
        try owner.forEachRow(
            """
            select c.relname, min(a.attname) from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0
            where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') group by 1 order by 1
            """, [:]
        ) { row in
            let table = try row.text(0) ?? ""
            let column = try row.text(1) ?? ""
            tables.append(table)
            for sql in [
                "insert into \(table) default values", "update \(table) set \(column) = null", "delete from \(table)",
                "truncate \(table)", "drop table \(table)", "alter table \(table) add column x integer",
            ] {
                #expect(isRefused(sql, database), "\(sql)")
            }
        }
        #expect(tables.count > 15)
        for sql in ["create table x (a integer)", "create schema x", "create role x", "copy app_version to '/tmp/x'"] {
            #expect(isRefused(sql, database), "\(sql)")
        }
    }
}

extension GrafanaWindow {
    static let week = GrafanaWindow(
        from: "2026-09-08T00:00:00Z", to: "2026-09-14T23:00:00Z", fromEpoch: 20_704 * 86_400, toEpoch: 20_710 * 86_400 + 82_800)
}
