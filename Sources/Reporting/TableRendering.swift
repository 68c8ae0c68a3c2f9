import Terminal

extension Report {
    /// For people: title, window, single values, table, notes.
    func tableText(for traits: TerminalTraits) -> String {
        var lines = [TextStyle.heading.applied(to: escapingControls(title), if: traits.usesColour)]
        if let scopeText { lines.append(TextStyle.faint.applied(to: scopeText, if: traits.usesColour)) }
        let people = summary.filter { $0.column.audience != .programs }
        if !people.isEmpty { lines += [""] + summaryLines(people) }
        if !columns.isEmpty {
            lines.append("")
            lines += rows.isEmpty ? [escapingControls(emptyText)] : tableLines(traits)
        }
        if !notes.isEmpty { lines.append("") }
        lines += notes.map { escapingControls($0) }
        var text = lines.joined(separator: "\n") + "\n"
        for detail in details { text += "\n" + detail.tableText(for: traits) }
        return text
    }

    private func summaryLines(_ values: [(column: Column, cell: Cell)]) -> [String] {
        let width = values.map { displayWidth($0.column.header) }.max() ?? 0
        return values.map { column, cell in
            padded(column.header, to: width, alignment: .left) + "  " + escapingControls(Report.humanText(cell, column.kind))
        }
    }

    private func tableLines(_ traits: TerminalTraits) -> [String] {
        let shown = columnIndices(for: .people)
        let isMarked = rows.contains { $0.mark != nil }
        var tableColumns = shown.map { TextTable.Column(columns[$0].header, columns[$0].kind.alignment) }
        if isMarked { tableColumns.append(TextTable.Column("", .left)) }
        let tableRows = rows.map { row in
            var cells = shown.map { i in
                TextTable.Cell(Report.humanText(row.cells[i], columns[i].kind), row.cells[i] == .noData ? .faint : .plain)
            }
            if isMarked { cells.append(TextTable.Cell(row.mark?.text ?? "", row.mark?.signAndStyle.style ?? .plain)) }
            return cells
        }
        return TextTable(columns: tableColumns, rows: tableRows).lines(for: traits)
    }
}
