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
                page += "<dt>\(HTML.escaped(column.header))</dt><dd>\(HTML.escaped(Report.humanText(cell, column)))</dd>\n"
            }
            page += "</dl>\n"
        }
        for chart in charts { page += "<pre>\(chart.lines(width: 100).map(HTML.escaped).joined(separator: "\n"))</pre>\n" }
        for chart in pictures where !chart.bars.isEmpty {
            page += "<figure><figcaption>\(HTML.escaped(chart.title))</figcaption>\n\(chart.svg())</figure>\n"
        }
        if !columns.isEmpty { page += rows.isEmpty ? "<p>\(HTML.escaped(emptyText))</p>\n" : htmlTable() }
        page += notes.map { "<p class=\"note\">\(HTML.escaped($0))</p>\n" }.joined()
        return page + details.filter { $0.audience != .programs }.map { $0.html(level: min(level + 1, 6)) }.joined()
    }

    private func htmlTable() -> String {
        let shown = columnIndices(for: .people)
        let isMarked = isMarked(for: .people)
        func side(_ i: Int) -> String { columns[i].kind.alignment == .right ? " class=\"right\"" : "" }
        var table = "<div class=\"wide\"><table>\n<thead><tr>"
        for i in shown { table += "<th scope=\"col\"\(side(i))>\(HTML.escaped(columns[i].header))</th>" }
        table += (isMarked ? "<th scope=\"col\">verdict</th>" : "") + "</tr></thead>\n<tbody>\n"
        for row in rows {
            table += "<tr>"
            for i in shown { table += "<td\(side(i))>\(HTML.escaped(Report.humanText(row.cells[i], columns[i])))</td>" }
            if isMarked {
                table += row.mark.map { "<td class=\"\($0.level.rawValue)\">\(HTML.escaped($0.text))</td>" } ?? "<td></td>"
            }
            table += "</tr>\n"
        }
        return table + "</tbody></table></div>\n"
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

    static let style = """
        :root { --ink: #1b1f24; --paper: #ffffff; --faint: #656d76; --rule: #d0d7de; --bar: #3a6ea5; --bad: #c0392b;
          --ok: #2e7d4f; --unknown: #8a6d00; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --faint: #9198a1; --rule: #30363d;
          --bar: #6ca0dc; --bad: #ff7b72; --ok: #56d364; --unknown: #e3b341; } }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
        main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
        h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; } h3 { font-size: 1rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dt { color: var(--faint); } dd { margin: 0; }
        .wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .25rem .8rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
        th { color: var(--faint); font-weight: 600; } .right, td.bad, td.ok, td.unknown { white-space: nowrap; } .right { text-align: right; } .scope, .note { color: var(--faint); }
        td.bad { color: var(--bad); } td.ok { color: var(--ok); } td.unknown { color: var(--unknown); }
        figure { margin: 1.5rem 0; } figcaption { font-weight: 600; margin-bottom: .4rem; } svg { width: 100%; height: auto; }
        svg text { fill: var(--ink); font: 12px system-ui, sans-serif; } svg text.small { fill: var(--faint); font-size: 10px; }
        svg .bar { fill: var(--bar); } svg .bar.bad { fill: var(--bad); } svg .bar.unknown { fill: var(--unknown); }
        svg .line { stroke: var(--faint); stroke-dasharray: 3 3; }
        """
}
