/// Aligned columns for people. Nothing is cut: a table wider than the terminal is laid out a row a block, `name: value`.
public struct TextTable: Sendable {
    public struct Column: Sendable {
        public let header: String
        public let alignment: TextAlignment
        /// Where the table is too wide, texts are cut at their spaces and go on in the lines below.
        public let isFlowing: Bool

        public init(_ header: String, _ alignment: TextAlignment, isFlowing: Bool = false) {
            self.header = header
            self.alignment = alignment
            self.isFlowing = isFlowing
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
    /// A flowing column does not get narrower than this.
    private static let flowingLeast = 16
    /// What is longer and begins with a digit is no figure.
    private static let figureGreatest = 24

    private let columns: [Column]
    private let rows: [[Cell]]

    /// Each row has a cell for each column.
    public init(columns: [Column], rows: [[Cell]]) {
        precondition(rows.allSatisfy { $0.count == columns.count }, "a table row has a cell for each column")
        self.columns = columns
        self.rows = rows
    }

    /// Columns of the terminal that an aligned line takes.
    public var width: Int { lineWidth(widths) }
    /// As ``width`` where flowing columns are as narrow as they get.
    public var leastWidth: Int { lineWidth(narrowed(toFit: 0)) }

    private func lineWidth(_ widths: [Int]) -> Int { widths.reduce(0, +) + TextTable.gap.count * max(0, columns.count - 1) }

    private var widths: [Int] {
        columns.indices.map { i in
            rows.reduce(displayWidth(columns[i].header)) { max($0, displayWidth($1[i].text)) }
        }
    }

    /// The lines, without line breaks and without trailing spaces.
    public func lines(for traits: TerminalTraits) -> [String] {
        var widths = widths
        if let limit = traits.width, width > limit {
            widths = narrowed(toFit: limit)
            guard lineWidth(widths) <= limit else { return stacked(traits) }
        }
        let header = columns.map { Cell($0.header, .heading) }
        return ([header] + rows).flatMap { flowed($0, widths) }.map { line($0, widths, traits) }
    }

    /// The widths with the widest flowing columns taken in until a line fits, or nothing gives way.
    private func narrowed(toFit limit: Int) -> [Int] {
        var widths = widths
        let excess = lineWidth(widths) - limit
        if excess <= 0 { return widths }
        let least = columns.indices.map { columns[$0].isFlowing ? leastWidth(of: $0) : widths[$0] }
        for _ in 0..<excess {
            let flowing = columns.indices.filter { widths[$0] > least[$0] }
            guard let widest = flowing.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        return widths
    }

    /// Numbers with their units, instants and intervals' bounds are not broken.
    private func leastWidth(of column: Int) -> Int {
        let words = rows.lazy.flatMap { unbrokenWords($0[column].text) }
        let figures = words.filter { word in word.first { $0.isLetter || $0.isNumber }?.isASCIIDigit == true }.map(displayWidth)
        let widest = figures.filter { $0 <= TextTable.figureGreatest }.max() ?? 0
        return max(TextTable.flowingLeast, displayWidth(columns[column].header), widest)
    }

    /// Cells as the lines they take.
    private func flowed(_ cells: [Cell], _ widths: [Int]) -> [[Cell]] {
        let parts = zip(cells, widths).map { cell, width in
            displayWidth(cell.text) <= width ? [cell.text] : filled(cell.text, width: width).flatMap { broken($0, width) }
        }
        return (0..<(parts.map(\.count).max() ?? 1)).map { i in
            zip(cells, parts).map { cell, lines in Cell(i < lines.count ? lines[i] : "", cell.style) }
        }
    }

    /// A word longer than the width goes on in the next line.
    private func broken(_ text: String, _ width: Int) -> [String] {
        guard displayWidth(text) > width else { return [text] }
        var lines: [String] = [""]
        var used = 0
        for character in text {
            let size = displayWidth(String(character))
            if used + size > width { (lines, used) = (lines + [""], 0) }
            lines[lines.count - 1].append(character)
            used += size
        }
        return lines
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
                let room = max(20, (traits.width ?? .max) - width - 1)
                for (i, part) in (column.isFlowing ? flowed([cell], [room]).map { $0[0] } : [cell]).enumerated() {
                    let text = part.style.applied(to: part.text, if: traits.usesColour)
                    lines.append(padded(i == 0 ? label : "", to: width, alignment: .left) + " " + text)
                }
            }
        }
        return lines
    }
}
