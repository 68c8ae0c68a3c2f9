public import FleetCore
public import Terminal

extension Report {
    /// The report as text that ends in a line break. JSON does not depend on `traits`.
    ///
    /// Of several tables CSV holds one: ``tablesLeftOut(of:)``.
    /// - Throws: ``ToolError`` where a format can't hold the report; each of these can.
    public func text(as format: ReportFormat, for traits: TerminalTraits) throws(ToolError) -> String {
        switch format {
        case .table: return tableText(for: traits)
        case .json: return jsonText()
        case .csv:
            let text = csvText()
            return traits.isTerminal ? escapingControls(text, keepingLineBreaks: true) : text
        case .markdown: return markdownText()
        case .html: return htmlText()
        }
    }

    /// A cell as people read it, in a table and in Markdown.
    public static func humanText(_ cell: Cell, _ column: Column) -> String {
        switch (cell, column.kind) {
        case (.noData, _): column.absentText
        case (.blank, _): ""
        case (.text(let text), _), (.written(let text, _), _): text
        case (.integer(let value), .duration): durationText(seconds: Double(value))
        case (.integer(let value), .bytes): bytesText(value)
        case (.integer(let value), .rate(let decimals)): rateText(Double(value), decimals: decimals)
        case (.integer(let value), _): groupedDigits(value)
        case (.real(let value), .share(let rounding)): shareText(value, rounding)
        case (.real(let value), .rate(let decimals)): rateText(value, decimals: decimals)
        case (.real(let value), .duration): durationText(seconds: value)
        case (.real(let value), .bytes): bytesText(Int64(value))
        case (.real(let value), _): "\(value)"
        case (.day(let day), _): day.description
        case (.instant(let instant), _): instant.description
        case (.flag(let isSet), _): isSet ? "yes" : "no"
        case (.mark(let mark), _): mark.text
        case (.interval(let low, let high), .interval(let rounding)):
            intervalText(low, high, rounding)
        case (.interval(let low, let high), _): "\(low) – \(high)"
        case (.series(let values), .sparkline(let scale)): sparkline(values, scale: scale)
        case (.series(let values), _): sparkline(values, scale: .fromZero)
        }
    }

    /// Does this audience see what is thought of the rows?
    func isMarked(for audience: Column.Audience) -> Bool {
        (markAudience == .everyone || markAudience == audience) && rows.contains { $0.mark != nil }
    }

    /// The positions of the columns that this audience sees.
    func columnIndices(for audience: Column.Audience) -> [Int] {
        columns.indices.filter { columns[$0].audience == .everyone || columns[$0].audience == audience }
    }

    /// "2026-09-14 to 2026-09-21 (exclusive, 7 days, UTC) · as of 2026-09-21T06:00:00Z".
    var scopeText: String? {
        var parts: [String] = []
        if let window {
            let (from, to) = window.bounds
            if case .days(let days) = window {
                parts.append("\(from) to \(to) (exclusive, \(days.dayCount) \(days.dayCount == 1 ? "day" : "days"))")
            } else {
                parts.append("\(from) to \(to) (exclusive)")
            }
        }
        if let asOf { parts.append("as known at \(asOf)") }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
