import FleetCore

extension Report {
    /// RFC 4180: a header, CRLF, quotes only where needed; values as in JSON, no data as an empty field. Of several tables
    /// the first, which is what the report is about; a report without a table is its single values, one a line.
    func csvText() -> String {
        if columns.isEmpty, let first = programDetails.first { return first.csvText() }
        if columns.isEmpty {
            let lines = summary.filter { $0.column.audience != .people }.flatMap { column, cell in
                zip(Report.csvNames(column), Report.csvFields(cell, column)).map { [$0, $1] }
            }
            return Report.csv([["name", "value"]] + lines)
        }
        let shown = columnIndices(for: .programs)
        let isMarked = isMarked(for: .programs)
        let header = shown.flatMap { Report.csvNames(columns[$0]) } + (isMarked ? ["verdict", "verdict_reason"] : [])
        let lines = rows.map { row in
            shown.flatMap { Report.csvFields(row.cells[$0], columns[$0]) }
                + (isMarked ? [row.mark?.level.rawValue ?? "", row.mark?.words ?? ""] : [])
        }
        return Report.csv([header] + lines)
    }

    private var programDetails: [Report] { details.filter { $0.audience != .people } }

    /// The tables that CSV has no room for, by their names; empty in other formats.
    public func tablesLeftOut(of format: ReportFormat) -> [String] {
        guard format == .csv else { return [] }
        let tables = programDetails.map(\.name)
        return columns.isEmpty ? Array(tables.dropFirst()) : tables
    }

    private static func csvNames(_ column: Column) -> [String] {
        if case .interval = column.kind { return ["\(column.name)_low", "\(column.name)_high"] }
        return [column.name]
    }

    private static func csvFields(_ cell: Cell, _ column: Column) -> [String] {
        switch cell {
        case .noData, .blank: csvNames(column).map { _ in "" }
        case .text(let text): [text]
        case .written(_, let digits): [digits ?? ""]
        case .integer(let value): [String(value)]
        case .real(let value): [value.description]
        case .day(let day): [day.description]
        case .instant(let instant): [instant.description]
        case .flag(let isSet): [String(isSet)]
        case .mark(let mark): [mark.words]
        case .interval(let low, let high): [low.description, high.description]
        // Semicolons between; a gap is nothing between two of them.
        case .series(let values): [values.map { $0?.description ?? "" }.joined(separator: ";")]
        }
    }

    private static func csv(_ lines: [[String]]) -> String {
        lines.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func quoted(_ field: String) -> String {
        // By scalar: to Swift, CR followed by LF is one Character, and neither of the two.
        guard field.unicodeScalars.contains(where: { $0 == "\"" || $0 == "," || $0 == "\r" || $0 == "\n" }) else { return field }
        return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
