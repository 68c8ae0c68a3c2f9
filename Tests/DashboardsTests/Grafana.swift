import Foundation
import QueryCatalog
import TestSupport

@testable import Dashboards

/// A dashboard's file, read as Grafana reads it.
struct GrafanaFile {
    let name: String
    let root: [String: Any]

    static func all() throws -> [GrafanaFile] {
        let folder = repositoryRoot + "/Dashboards/grafana"
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted().map { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
            return GrafanaFile(
                name: name, root: try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:])
        }
    }

    var panels: [[String: Any]] { root["panels"] as? [[String: Any]] ?? [] }

    var variables: [[String: Any]] { (root["templating"] as? [String: Any])?["list"] as? [[String: Any]] ?? [] }

    /// Every statement that Grafana would send to the store: panel or variable by its title, and the text.
    var statements: [(title: String, sql: String)] {
        let ofPanels = panels.flatMap { panel in
            (panel["targets"] as? [[String: Any]] ?? []).compactMap { target in
                (target["rawSql"] as? String).map { ("\(name): \(panel["title"] ?? "")", $0) }
            }
        }
        let ofVariables = variables.filter { $0["type"] as? String == "query" }.compactMap { variable in
            (variable["query"] as? String).map { ("\(name): \(variable["name"] ?? "")", $0) }
        }
        return ofPanels + ofVariables
    }
}

/// What Grafana's source for Postgres does with a statement before it sends it (its `macros.go` and `templateSrv`).
struct GrafanaWindow {
    let from: String
    let to: String
    let fromEpoch: Int64
    let toEpoch: Int64
    /// By variable: the value chosen; nil is "all", whose text, `null`, goes in as it is.
    var chosen: [String: String] = [:]

    func expanded(_ sql: String) -> String {
        var text = sql.replacing("$__timeFrom()", with: "'\(from)'").replacing("$__timeTo()", with: "'\(to)'")
            .replacing("$__unixEpochFrom()", with: "\(fromEpoch)").replacing("$__unixEpochTo()", with: "\(toEpoch)")
        for name in ["app_version", "platform"] {
            let value = chosen[name].map { "'\($0.replacing("'", with: "''"))'" } ?? "null"
            text = text.replacing("${\(name):sqlstring}", with: value)
        }
        return text
    }
}

let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")
