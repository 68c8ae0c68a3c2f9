import Terminal

extension Report {
    /// GitHub-flavoured Markdown, for an incident's notes.
    func markdownText() -> String { markdown(level: 2) }

    private func markdown(level: Int) -> String {
        var blocks = [String(repeating: "#", count: level) + " " + Report.markdownEscaped(title)]
        if let scopeText { blocks.append(scopeText) }
        let people = summary.filter { $0.column.audience != .programs }
        if !people.isEmpty {
            blocks.append(
                people.map { column, cell in
                    "- \(Report.markdownEscaped(column.header)): \(Report.markdownEscaped(Report.humanText(cell, column)))"
                }.joined(separator: "\n"))
        }
        blocks += charts.map { "```\n" + $0.lines(width: 100).joined(separator: "\n") + "\n```" }
        if !columns.isEmpty { blocks.append(rows.isEmpty ? Report.markdownEscaped(emptyText) : markdownTable()) }
        blocks += notes.map(Report.markdownEscaped)
        if !commands.isEmpty {
            blocks.append("```sh\n" + shellLines.map { escapingControls($0) }.joined(separator: "\n") + "\n```")
        }
        blocks += details.filter { $0.audience != .programs && !$0.isFolded }
            .map { $0.markdown(level: level + 1).trimmingFinalNewline }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func markdownTable() -> String {
        let shown = columnIndices(for: .people)
        let isMarked = isMarked(for: .people)
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        var lines = [line(shown.map { Report.markdownEscaped(columns[$0].header) } + (isMarked ? ["verdict"] : []))]
        lines.append(line(shown.map { columns[$0].kind.alignment == .right ? "---:" : "---" } + (isMarked ? ["---"] : [])))
        for row in rowsForPeople {
            let cells = shown.map { Report.markdownEscaped(Report.humanText(row.cells[$0], columns[$0])) }
            lines.append(line(cells + (isMarked ? [Report.markdownEscaped(row.mark?.text ?? "")] : [])))
        }
        return lines.joined(separator: "\n")
    }

    /// Text that Markdown, and HTML in it, leave as it is.
    private static func markdownEscaped(_ text: String) -> String {
        var result = ""
        for character in escapingControls(text) {
            switch character {
            case "<": result += "&lt;"
            case "&": result += "&amp;"
            case "|", "\\", "`", "*", "_", "[", "]", "~": result += "\\\(character)"
            default: result.append(character)
            }
        }
        return result
    }
}

extension String {
    fileprivate var trimmingFinalNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
