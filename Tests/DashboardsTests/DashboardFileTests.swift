import Database
import FleetCore
import Foundation
import QueryCatalog
import TestSupport
import Testing

@testable import Dashboards

@Suite struct DashboardFileTests {
    @Test func `the dashboards of the repository ask what the queries ask`() throws {
        for (name, state) in try DashboardFiles(catalog).states(in: repositoryRoot + "/Dashboards") {
            #expect(state == .same, "\(name): run chatfleet dashboards render Dashboards")
        }
        #expect(try GrafanaFile.all().map(\.name) == ["capacity.json", "fleet.json", "on-call.json", "release.json"])
    }

    @Test func `a panel holds the text of its query, line for line, but for the parameters`() throws {
        for dashboard in Dashboard.all {
            for panel in dashboard.panels {
                let sql = try panel.sql(catalog).split(separator: "\n").map(String.init)
                let lines = try catalog.query(panel.query).sql.split(separator: "\n").map { line in
                    line.hasPrefix("--") ? String(line) : String(line.replacing(/;$/, with: ""))
                }
                let kept = lines.filter { $0.hasPrefix("--") || !$0.contains(/:[a-z]/) }
                var at = sql.startIndex
                for line in kept {
                    let found = try #require(sql[at...].firstIndex { $0 == line }, "\(panel.title): \(line)")
                    at = found + 1
                }
                #expect(kept.count > 8)
            }
        }
    }

    @Test func `no parameter is left, and nothing that Grafana would take for another macro`() throws {
        for file in try GrafanaFile.all() {
            for (title, sql) in file.statements {
                let code = sql.split(separator: "\n").map { $0.prefix(upTo: $0.firstRange(of: "--")?.lowerBound ?? $0.endIndex) }
                    .joined(separator: "\n")
                let known = ["$__timeFrom()", "$__timeTo()", "$__unixEpochFrom()", "$__unixEpochTo()"]
                let rest = known.reduce(code) { $0.replacing($1, with: "") }
                let plain = rest.replacing(/\$\{(app_version|platform):sqlstring\}/, with: "")
                #expect(!plain.contains("$") && !plain.contains(/(^|[^:]):[a-z_]/), "\(title)")
            }
        }
    }

    @Test func `a query whose parameter no dashboard knows is refused, not sent`() {
        let panel = Panel(
            title: "x", reading: "", kind: .table, query: "health/install_days", shape: .columns(["asked.day"]), unit: "none")
        #expect(throws: DatabaseError.self) { try panel.sql(catalog) }
    }

    @Test func `every panel says what it shows, in a unit, from the source its reader chose`() throws {
        var uids: Set<String> = []
        for file in try GrafanaFile.all() {
            #expect(uids.insert(try #require(file.root["uid"] as? String)).inserted)
            #expect(file.root["timezone"] as? String == "utc")
            let sources = file.variables.filter { $0["type"] as? String == "datasource" }.compactMap { $0["name"] as? String }
            #expect(sources.first == "datasource")
            var ids: Set<Int> = []
            for panel in file.panels {
                let title = "\(file.name): \(panel["title"] ?? "")"
                #expect((panel["description"] as? String ?? "").count > 20, "\(title)")
                #expect(ids.insert(try #require(panel["id"] as? Int)).inserted)
                let source = try #require((panel["datasource"] as? [String: Any])?["uid"] as? String)
                #expect(sources.map { "${\($0)}" }.contains(source), "\(title)")
                let defaults = (panel["fieldConfig"] as? [String: Any])?["defaults"] as? [String: Any]
                #expect((defaults?["unit"] as? String ?? "") != "", "\(title)")
                #expect(defaults?["noValue"] as? String == "no data", "\(title)")
                let place = try #require(panel["gridPos"] as? [String: Int])
                #expect((place["x"] ?? 99) + (place["w"] ?? 99) <= 24, "\(title)")
            }
        }
        #expect(uids == ["chatfleet-on-call", "chatfleet-release", "chatfleet-fleet", "chatfleet-capacity"])
    }

    @Test func `render writes what differs and nothing else`() throws {
        let folder = try TemporaryFolder()
        let files = try DashboardFiles(catalog)
        let names = files.files.map(\.name)
        #expect(try files.render(to: folder.path) == names)
        #expect(try files.render(to: folder.path) == [])
        _ = try folder.write("grafana/fleet.json", "{}")
        #expect(try files.states(in: folder.path).filter { $0.state == .differs }.map(\.name) == ["grafana/fleet.json"])
        #expect(try files.render(to: folder.path) == ["grafana/fleet.json"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["grafana"])
    }
}
