import Terminal

extension Report {
    /// For people: title, window, single values, table, notes.
    func tableText(for traits: TerminalTraits) -> String {
        var lines = filled(escapingControls(title), traits).map { TextStyle.heading.applied(to: $0, if: traits.usesColour) }
        if let scopeText { lines += filled(scopeText, traits).map { TextStyle.faint.applied(to: $0, if: traits.usesColour) } }
        let people = summary.filter { $0.column.audience != .programs }
        if !people.isEmpty { lines += [""] + summaryLines(people, traits) }
        for chart in charts { lines += [""] + chart.lines(width: min(traits.width ?? 100, 120)) }
        if !columns.isEmpty {
            lines.append("")
            lines += rows.isEmpty ? filled(escapingControls(emptyText), traits) : tableLines(traits)
        }
        if !notes.isEmpty { lines.append("") }
        lines += notes.flatMap { filled(escapingControls($0), traits) }
        if !commands.isEmpty { lines.append("") }
        lines += shellLines.map { line in
            (line.hasPrefix("# ") ? TextStyle.faint : .plain).applied(to: "  " + escapingControls(line), if: traits.usesColour)
        }
        var text = lines.joined(separator: "\n") + "\n"
        for detail in details where detail.audience != .programs && !detail.isFolded {
            text += "\n" + detail.tableText(for: traits)
        }
        return text
    }

    /// Each command under a comment that says what it is for.
    var shellLines: [String] { commands.flatMap { ($0.purpose.map { ["# \($0)"] } ?? []) + [$0.line] } }

    /// A line as it is where it fits, else cut at its spaces.
    private func filled(_ text: String, _ traits: TerminalTraits) -> [String] {
        guard let width = traits.width, displayWidth(text) > width else { return [text] }
        return Terminal.filled(text, width: width)
    }

    private func summaryLines(_ values: [(column: Column, cell: Cell)], _ traits: TerminalTraits) -> [String] {
        let margin = (values.map { displayWidth($0.column.header) }.max() ?? 0) + 2
        return values.flatMap { column, cell in
            let text = escapingControls(Report.humanText(cell, column))
            let isNarrow = traits.width.map { $0 < margin + displayWidth(text) } ?? false
            let lines = isNarrow ? Terminal.filled(text, width: max((traits.width ?? 0) - margin, 20)) : [text]
            let style = if case .mark(let mark) = cell { mark.signAndStyle.style } else { TextStyle.plain }
            return zip(lines.indices, lines).map { i, line in
                padded(i == 0 ? column.header : "", to: margin, alignment: .left)
                    + style.applied(to: line, if: traits.usesColour)
            }
        }
    }

    /// Every column where they fit or none may be left out; else those that do, and a line that names the others.
    private func tableLines(_ traits: TerminalTraits) -> [String] {
        var shown = columnIndices(for: .people)
        var leftOut: [Int] = []
        let spokenOf = Set(rowsForPeople.compactMap(\.mark).flatMap(\.columns))
        func mayGo(_ place: Int) -> Bool {
            if case .interval = columns[place].kind { return columns[place].dispensability > 0 }
            return columns[place].dispensability > 0 && !spokenOf.contains(columns[place].name)
        }
        var table = textTable(shown)
        while let limit = traits.width, table.leastWidth > limit,
            let next = shown.filter(mayGo).max(by: {
                columns[$0].dispensability < columns[$1].dispensability
            })
        {
            shown.removeAll { $0 == next }
            leftOut.append(next)
            table = textTable(shown)
        }
        let names = leftOut.sorted().map { columns[$0].header }.joined(separator: ", ")
        return table.lines(for: traits) + (leftOut.isEmpty ? [] : filled("(too narrow for: \(names))", traits))
    }

    private func style(of cell: Cell) -> TextStyle {
        if case .mark(let mark) = cell { return mark.signAndStyle.style }
        return cell == .noData ? .faint : .plain
    }

    private func textTable(_ shown: [Int]) -> TextTable {
        let isMarked = isMarked(for: .people)
        var tableColumns = shown.map {
            TextTable.Column(columns[$0].header, columns[$0].kind.alignment, isFlowing: columns[$0].isFlowing)
        }
        if isMarked { tableColumns.append(TextTable.Column("", .left)) }
        let tableRows = rowsForPeople.map { row in
            var cells = shown.map { i in
                TextTable.Cell(Report.humanText(row.cells[i], columns[i]), style(of: row.cells[i]))
            }
            if isMarked { cells.append(TextTable.Cell(row.mark?.text ?? "", row.mark?.signAndStyle.style ?? .plain)) }
            return cells
        }
        return TextTable(columns: tableColumns, rows: tableRows)
    }
}
