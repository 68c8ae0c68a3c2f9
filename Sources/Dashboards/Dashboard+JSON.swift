import QueryCatalog
import StrictJSON

/// Schema 41 of Grafana 11; a test has Grafana's own model read it and write it again.
extension Dashboard {
    static let postgres = "grafana-postgresql-datasource"

    func json(_ catalog: QueryCatalog) throws -> String {
        var json = JSONWriter(.indented)
        json.beginObject()
        json.member("uid", uid)
        json.member("title", title)
        json.member("description", description)
        json.key("tags")
        json.array { $0.string("chatfleet") }
        json.member("timezone", "utc")
        json.member("editable", true)
        json.member("graphTooltip", 1)
        json.member("schemaVersion", 41)
        json.member("refresh", "5m")
        json.key("time")
        json.object {
            $0.member("from", from)
            $0.member("to", "now")
        }
        json.key("links")
        json.array { writeLink(&$0) }
        json.key("annotations")
        json.object {
            $0.key("list")
            $0.raw("[]")
        }
        json.key("templating")
        try writeVariables(&json, catalog)
        json.key("panels")
        json.beginArray()
        try writePanels(&json, catalog)
        json.endArray()
        json.endObject()
        return json.text + "\n"
    }

    /// To the other dashboards, with the same window and choice.
    private func writeLink(_ json: inout JSONWriter) {
        json.object { json in
            json.member("title", "chatfleet")
            json.member("type", "dashboards")
            json.member("icon", "external link")
            json.member("tooltip", "the other dashboards of the fleet")
            json.key("tags")
            json.array { $0.string("chatfleet") }
            json.member("asDropdown", true)
            json.member("targetBlank", false)
            json.member("includeVars", true)
            json.member("keepTime", true)
        }
    }

    // MARK: Variables

    private func writeVariables(_ json: inout JSONWriter, _ catalog: QueryCatalog) throws {
        json.beginObject()
        json.key("list")
        json.beginArray()
        writeSource(&json, "datasource", "Store", Dashboard.postgres)
        if !signals.isEmpty { writeSource(&json, "prometheus", "Prometheus", "prometheus") }
        if hasFleetVariables {
            try writeChoice(&json, "app_version", "Version", catalog.query("operations/known_versions").sql)
            try writeChoice(&json, "platform", "Platform", catalog.query("operations/known_platforms").sql)
        }
        json.endArray()
        json.endObject()
    }

    private func writeSource(_ json: inout JSONWriter, _ name: String, _ label: String, _ type: String) {
        json.object { json in
            json.member("type", "datasource")
            json.member("name", name)
            json.member("label", label)
            json.member("query", type)
            json.member("refresh", 1)
            json.member("includeAll", false)
            json.member("multi", false)
        }
    }

    /// Of the query's rows Grafana takes the first column. "All" is `null`, as the queries have it.
    private func writeChoice(_ json: inout JSONWriter, _ name: String, _ label: String, _ sql: String) throws {
        json.object { json in
            json.member("type", "query")
            json.member("name", name)
            json.member("label", label)
            writeDatasource(&json, Dashboard.postgres, "${datasource}")
            json.member("query", "select asked.\(name) from (\n\(embedded(sql))) as asked\n")
            json.member("refresh", 2)
            json.member("sort", 0)
            json.member("includeAll", true)
            json.member("allValue", "null")
            json.member("multi", false)
            json.key("current")
            json.object {
                $0.member("text", "All")
                $0.member("value", "$__all")
            }
        }
    }

    func writeDatasource(_ json: inout JSONWriter, _ type: String, _ uid: String) {
        json.key("datasource")
        json.object {
            $0.member("type", type)
            $0.member("uid", uid)
        }
    }
}
