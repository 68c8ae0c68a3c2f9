import Terminal

extension Report {
    /// One page that stands alone: no script, nothing loaded, light or dark as the reader has it.
    func htmlText() -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>\(HTML.escaped(title))</title>
        <style>
        \(HTML.style)
        </style>
        </head>
        <body>
        <main>
        \(html(level: 1))</main>
        </body>
        </html>

        """
    }

    private func html(level: Int) -> String {
        var page = "<h\(level)>\(HTML.escaped(title))</h\(level)>\n"
        if let scopeText { page += "<p class=\"scope\">\(HTML.escaped(scopeText))</p>\n" }
        let people = summary.filter { $0.column.audience != .programs }
        if !people.isEmpty {
            page += "<dl>\n"
            for (column, cell) in people {
                let style = if case .mark(let mark) = cell { " class=\"\(mark.level.rawValue)\"" } else { "" }
                page += "<dt>\(HTML.escaped(column.header))</dt>"
                page += "<dd\(style)>\(HTML.escaped(Report.humanText(cell, column)))</dd>\n"
            }
            page += "</dl>\n"
        }
        for chart in charts { page += "<pre>\(chart.lines(width: 100).map(HTML.escaped).joined(separator: "\n"))</pre>\n" }
        for chart in pictures where !chart.bars.isEmpty {
            page += "<figure class=\"bars\"><figcaption>\(HTML.escaped(chart.title))</figcaption>\n\(chart.svg())</figure>\n"
        }
        let lines = lineCharts.filter(\.hasValues).map { chart in
            "<figure><figcaption>\(HTML.escaped(chart.title))</figcaption>\n\(chart.html())</figure>\n"
        }
        if !lines.isEmpty { page += "<div class=\"pictures\">\n\(lines.joined())</div>\n" }
        if !columns.isEmpty { page += rows.isEmpty ? "<p>\(HTML.escaped(emptyText))</p>\n" : htmlTable() }
        page += notes.map { "<p class=\"note\">\(HTML.escaped($0))</p>\n" }.joined()
        if !commands.isEmpty { page += "<pre>\(shellLines.map(HTML.escaped).joined(separator: "\n"))</pre>\n" }
        return page + details.filter { $0.audience != .programs }.map { $0.section(level: min(level + 1, 6)) }.joined()
    }

    /// As a part of another: whole, or a line that opens it.
    private func section(level: Int) -> String {
        guard isFolded else { return html(level: level) }
        let table = columns.isEmpty ? "" : rows.isEmpty ? "<p>\(HTML.escaped(emptyText))</p>\n" : htmlTable()
        let lines = counted(Int64(rowsForPeople.count), "row")
        return "<details><summary>\(HTML.escaped(title)): \(lines)</summary>\n\(table)"
            + notes.map { "<p class=\"note\">\(HTML.escaped($0))</p>\n" }.joined() + "</details>\n"
    }

    /// The verdict stands after the names, where a narrow screen shows it.
    private func htmlTable() -> String {
        let shown = columnIndices(for: .people)
        let isMarked = isMarked(for: .people)
        let names = shown.prefix { columns[$0].isName }
        let numbers = shown.dropFirst(names.count)
        func heading(_ i: Int) -> String {
            "<th scope=\"col\"\(columns[i].kind.alignment == .right ? " class=\"right\"" : "")>\(HTML.escaped(columns[i].header))</th>"
        }
        func cell(_ row: Row, _ i: Int) -> String {
            let text = Report.humanText(row.cells[i], columns[i])
            let style =
                columns[i].kind.alignment == .right
                ? " class=\"right\"" : text.utf8.count <= Report.shortText ? " class=\"short\"" : ""
            // The name and the verdict speak for themselves.
            let label = isStacked && i != names.first ? " data-label=\"\(HTML.escaped(columns[i].header))\"" : ""
            return "<td\(style)\(label)>\(HTML.escaped(text))</td>"
        }
        let stacked = isStacked ? " class=\"stacked\"" : ""
        var table = "<div class=\"wide\"><table\(stacked)>\n<thead><tr>\(names.map(heading).joined())"
        table += (isMarked ? "<th scope=\"col\">verdict</th>" : "") + numbers.map(heading).joined() + "</tr></thead>\n<tbody>\n"
        for row in rowsForPeople {
            table += "<tr>" + names.map { cell(row, $0) }.joined()
            if isMarked {
                table += row.mark.map { "<td class=\"\($0.level.rawValue)\">\(HTML.escaped($0.text))</td>" } ?? "<td></td>"
            }
            table += numbers.map { cell(row, $0) }.joined() + "</tr>\n"
        }
        return table + "</tbody></table></div>\n"
    }

    /// A text of so many bytes stays on one line.
    private static let shortText = 24
}

extension Column {
    /// Does it say what a row is about?
    fileprivate var isName: Bool {
        switch kind {
        case .text, .day, .instant, .flag: true
        default: false
        }
    }
}

/// What pages and pictures are written with.
enum HTML {
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in escapingControls(text) {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.append(character)
            }
        }
        return result
    }

    /// A coordinate: a tenth of a pixel is enough.
    static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "0" }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}
