import QueryCatalog
import StrictJSON

extension Dashboard {
    private static let panelHeight = 9
    private static let columns = 24

    /// Left to right, top to bottom.
    func writePanels(_ json: inout JSONWriter, _ catalog: QueryCatalog) throws {
        var x = 0
        var y = 0
        var id = 1
        func place(_ json: inout JSONWriter, width: Int) {
            if x + width > Dashboard.columns {
                x = 0
                y += Dashboard.panelHeight
            }
            json.member("id", id)
            json.key("gridPos")
            json.object { json in
                json.member("x", x)
                json.member("y", y)
                json.member("w", width)
                json.member("h", Dashboard.panelHeight)
            }
            x += width
            id += 1
        }
        for panel in signals {
            json.beginObject()
            place(&json, width: panel.width)
            write(panel, &json)
            json.endObject()
        }
        for panel in panels {
            json.beginObject()
            place(&json, width: panel.width)
            try write(panel, &json, catalog)
            json.endObject()
        }
    }

    private func write(_ panel: Panel, _ json: inout JSONWriter, _ catalog: QueryCatalog) throws {
        let query = try catalog.query(panel.query)
        json.member("type", panel.kind.type)
        json.member("title", panel.title)
        json.member("description", "\(query.question) \(panel.reading) (Queries/\(panel.query).sql)")
        writeDatasource(&json, Dashboard.postgres, "${datasource}")
        let sql = try panel.sql(catalog)
        json.key("targets")
        json.array { json in
            json.object { json in
                json.member("refId", "A")
                writeDatasource(&json, Dashboard.postgres, "${datasource}")
                json.member("editorMode", "code")
                json.member("format", panel.kind == .timeSeries ? "time_series" : "table")
                json.member("rawQuery", true)
                json.member("rawSql", sql)
            }
        }
        writeFields(&json, unit: panel.unit, limit: panel.limit, isLines: panel.kind == .timeSeries, namesLines: panel.namesLines)
        writeOptions(&json, panel.kind)
    }

    private func write(_ panel: SignalPanel, _ json: inout JSONWriter) {
        json.member("type", panel.isLevel ? "state-timeline" : "timeseries")
        json.member("title", panel.title)
        json.member("description", panel.description)
        writeDatasource(&json, "prometheus", "${prometheus}")
        json.key("targets")
        json.array { json in
            json.object { json in
                json.member("refId", "A")
                writeDatasource(&json, "prometheus", "${prometheus}")
                json.member("editorMode", "code")
                json.member("expr", panel.expression)
                json.member("legendFormat", panel.legend)
                json.member("range", true)
            }
        }
        if panel.isLevel {
            writeLevels(&json)
        } else {
            writeFields(&json, unit: panel.unit, limit: nil, isLines: true, namesLines: false)
            writeOptions(&json, .timeSeries)
        }
    }

    // MARK: How values are drawn

    private func writeFields(_ json: inout JSONWriter, unit: String, limit: Panel.Limit?, isLines: Bool, namesLines: Bool) {
        json.key("fieldConfig")
        json.object { json in
            json.key("defaults")
            json.object { json in
                json.member("unit", unit)
                json.member("noValue", "no data")
                if namesLines { json.member("displayName", "${__field.labels.line}") }
                json.key("thresholds")
                writeThresholds(&json, limit)
                json.key("custom")
                json.object { json in
                    guard isLines else { return json.member("align", "auto") }
                    json.member("drawStyle", "line")
                    json.member("lineWidth", 2)
                    json.member("showPoints", "auto")
                    // A gap is a gap.
                    json.member("spanNulls", false)
                    json.key("thresholdsStyle")
                    json.object { $0.member("mode", limit == nil ? "off" : "dashed") }
                }
            }
            json.key("overrides")
            json.raw("[]")
        }
    }

    private func writeThresholds(_ json: inout JSONWriter, _ limit: Panel.Limit?) {
        let steps: [(value: Double?, colour: String)] =
            switch limit {
            case .atLeast(let value): [(nil, "red"), (value, "green")]
            case .atMost(let value): [(nil, "green"), (value, "red")]
            case nil: [(nil, "text")]
            }
        json.object { json in
            json.member("mode", "absolute")
            json.key("steps")
            json.array { json in
                for step in steps {
                    json.object { json in
                        json.key("value")
                        if let value = step.value { json.double(value) } else { json.null() }
                        json.member("color", step.colour)
                    }
                }
            }
        }
    }

    private func writeOptions(_ json: inout JSONWriter, _ kind: Panel.Kind) {
        json.key("options")
        json.object { json in
            switch kind {
            case .timeSeries:
                json.key("legend")
                json.object { json in
                    json.member("showLegend", true)
                    json.member("displayMode", "table")
                    json.member("placement", "bottom")
                    json.key("calcs")
                    json.array { $0.string("lastNotNull") }
                }
                json.key("tooltip")
                json.object {
                    $0.member("mode", "multi")
                    $0.member("sort", "desc")
                }
            case .table:
                json.member("showHeader", true)
                json.member("cellHeight", "sm")
                json.member("frameIndex", 0)
            case .stat:
                json.member("graphMode", "none")
                json.member("colorMode", "none")
                json.member("justifyMode", "auto")
                json.member("textMode", "value_and_name")
                json.member("orientation", "auto")
                json.member("wideLayout", true)
                json.member("showPercentChange", false)
                json.member("percentChangeColorMode", "standard")
                json.key("reduceOptions")
                json.object { json in
                    json.member("values", false)
                    json.key("calcs")
                    json.array { $0.string("lastNotNull") }
                    json.member("fields", "")
                }
            }
        }
    }

    /// Words and colours of what `chatfleet_signal_level` counts; unknown is a level of its own, never green.
    private static let levels: [(value: Int, word: String, colour: String)] = [
        (-1, "unknown", "purple"), (0, "ok", "green"), (1, "watch", "orange"), (2, "page", "red"),
    ]

    private func writeLevels(_ json: inout JSONWriter) {
        json.key("fieldConfig")
        json.object { json in
            json.key("defaults")
            json.object { json in
                json.member("unit", "none")
                json.member("noValue", "no data")
                json.key("mappings")
                json.array { json in
                    json.object { json in
                        json.member("type", "value")
                        json.key("options")
                        json.object { json in
                            for (index, level) in Dashboard.levels.enumerated() {
                                json.key("\(level.value)")
                                json.object { json in
                                    json.member("text", level.word)
                                    json.member("color", level.colour)
                                    json.member("index", index)
                                }
                            }
                        }
                    }
                }
                json.key("thresholds")
                writeThresholds(&json, nil)
                json.key("custom")
                json.object { json in
                    json.member("lineWidth", 0)
                    json.member("fillOpacity", 80)
                }
            }
            json.key("overrides")
            json.raw("[]")
        }
        json.key("options")
        json.object { json in
            json.member("showValue", "auto")
            json.member("rowHeight", 0.9)
            json.member("mergeValues", true)
            json.member("alignValue", "left")
            json.key("legend")
            json.object { json in
                json.member("showLegend", false)
                json.member("displayMode", "list")
                json.member("placement", "bottom")
                json.key("calcs")
                json.raw("[]")
            }
            json.key("tooltip")
            json.object {
                $0.member("mode", "single")
                $0.member("sort", "none")
            }
        }
    }
}

extension Panel {
    /// Is there a column that names its lines?
    fileprivate var namesLines: Bool {
        if case .lines(_, .some, _) = shape { return true }
        return false
    }
}

extension Panel.Kind {
    fileprivate var type: String {
        switch self {
        case .timeSeries: "timeseries"
        case .table: "table"
        case .stat: "stat"
        }
    }
}
