/// Aligned columns for people. Nothing is cut: a table wider than the terminal is laid out a row a block, `name: value`.
public struct TextTable: Sendable {
    public struct Column: Sendable {
        public let header: String
        public let alignment: TextAlignment

        public init(_ header: String, _ alignment: TextAlignment) {
            self.header = header
            self.alignment = alignment
        }
    }

    public struct Cell: Sendable {
        public let text: String
        public let style: TextStyle

        /// Control characters in `text` are escaped here, so that no caller can forget.
        public init(_ text: String, _ style: TextStyle = .plain) {
            self.text = escapingControls(text)
            self.style = style
        }
    }

    private static let gap = "  "

    private let columns: [Column]
    private let rows: [[Cell]]

    /// Each row has a cell for each column.
    public init(columns: [Column], rows: [[Cell]]) {
        precondition(rows.allSatisfy { $0.count == columns.count }, "a table row has a cell for each column")
        self.columns = columns
        self.rows = rows
    }

    /// Columns of the terminal that an aligned line takes.
    public var width: Int { widths.reduce(0, +) + TextTable.gap.count * max(0, columns.count - 1) }

    private var widths: [Int] {
        columns.indices.map { i in
            rows.reduce(displayWidth(columns[i].header)) { max($0, displayWidth($1[i].text)) }
        }
    }

    /// The lines, without line breaks and without trailing spaces.
    public func lines(for traits: TerminalTraits) -> [String] {
        if let limit = traits.width, width > limit { return stacked(traits) }
        let widths = widths
        let header = columns.map { Cell($0.header, .heading) }
        return ([header] + rows).map { line($0, widths, traits) }
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ traits: TerminalTraits) -> String {
        // Trailing empty cells and the padding of the last text leave no trailing spaces.
        let last = cells.lastIndex { !$0.text.isEmpty } ?? -1
        var result = ""
        for (i, cell) in cells.enumerated() where i <= last {
            let space = String(repeating: " ", count: widths[i] - displayWidth(cell.text))
            let text = cell.style.applied(to: cell.text, if: traits.usesColour)
            if i > 0 { result += TextTable.gap }
            result += columns[i].alignment == .right ? space + text : i < last ? text + space : text
        }
        return result
    }

    /// A block a row; cells without a text are left out, a column without a header shows its text alone.
    private func stacked(_ traits: TerminalTraits) -> [String] {
        let width = columns.reduce(0) { max($0, displayWidth($1.header)) } + 1
        var lines: [String] = []
        for (i, row) in rows.enumerated() {
            if i > 0 { lines.append("") }
            for (column, cell) in zip(columns, row) where !cell.text.isEmpty {
                let label = column.header.isEmpty ? "" : column.header + ":"
                let text = cell.style.applied(to: cell.text, if: traits.usesColour)
                lines.append(padded(label, to: width, alignment: .left) + " " + text)
            }
        }
        return lines
    }
}
