import FleetCore
import StrictJSON

extension Report {
    /// `{"schema_version":1,"report":…,"window":{"from":…,"to":…},"as_of":…,"rows":[…]}`, a row a line. `summary` and
    /// `details` are there where the report has them. A row that was judged has `verdict` (ok, bad, unknown) and
    /// `verdict_reason`.
    func jsonText() -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("schema_version", 1)
            json.member("report", name)
            json.key("window")
            if let window {
                json.object {
                    $0.member("from", window.bounds.from)
                    $0.member("to", window.bounds.to)
                }
            } else {
                json.null()
            }
            json.member("as_of", asOf?.description)
            writeBody(&json)
        }
        return Report.escapingTerminalControls(json.text) + "\n"
    }

    /// JSON lets DEL and the C1 controls stand in a text, and terminals obey them. They stand in texts only, so each can
    /// become its escape, on a terminal as in a pipe.
    public static func escapingTerminalControls(_ json: String) -> String {
        let controls: ClosedRange<UInt32> = 0x7F...0x9F
        guard json.unicodeScalars.contains(where: { controls.contains($0.value) }) else { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            if controls.contains(scalar.value) {
                result += "\\u00" + String(scalar.value, radix: 16)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private func writeBody(_ json: inout JSONWriter) {
        let values = summary.filter { $0.column.audience != .people }
        if !values.isEmpty {
            json.key("summary")
            json.object { json in
                for (column, cell) in values { json.member(column, cell) }
            }
        }
        if !columns.isEmpty {
            json.key("rows")
            json.raw(rows.isEmpty ? "[]" : "[\n" + rows.map(rowText).joined(separator: ",\n") + "\n]")
        }
        if !commands.isEmpty {
            json.key("commands")
            json.array { json in
                for command in commands {
                    json.object { json in
                        json.member("line", command.line)
                        json.member("purpose", command.purpose)
                    }
                }
            }
        }
        let tables = details.filter { $0.audience != .people }
        if !tables.isEmpty {
            json.key("details")
            json.object { json in
                for detail in tables {
                    json.key(detail.name)
                    json.object { detail.writeBody(&$0) }
                }
            }
        }
    }

    private func rowText(_ row: Row) -> String {
        var json = JSONWriter()
        json.object { json in
            for i in columnIndices(for: .programs) { json.member(columns[i], row.cells[i]) }
            if let mark = row.mark, isMarked(for: .programs) {
                json.member("verdict", mark.level.rawValue)
                json.member("verdict_reason", mark.words)
            }
        }
        return json.text
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ column: Column, _ cell: Cell) {
        if case .interval = column.kind {
            var bounds: (low: Double?, high: Double?) = (nil, nil)
            if case .interval(let low, let high) = cell { bounds = (low, high) }
            member("\(column.name)_low", bounds.low)
            member("\(column.name)_high", bounds.high)
            return
        }
        key(column.name)
        switch cell {
        case .noData, .blank, .interval: null()
        case .text(let text): string(text)
        case .written(_, let digits): digits.map { raw($0) } ?? null()
        case .integer(let value): integer(value)
        case .real(let value): double(value)
        case .day(let day): string(day.description)
        case .instant(let instant): string(instant.description)
        case .flag(let isSet): boolean(isSet)
        case .mark(let mark): string(mark.words)
        case .series(let values):
            array { json in
                for value in values {
                    if let value { json.double(value) } else { json.null() }
                }
            }
        }
    }
}
