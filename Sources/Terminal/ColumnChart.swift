import Glibc

/// A picture of numbers over time, a column a value, in eighths of a line.
///
///     4,000 ┤█
///     2,000 ┤██▄
///         0 ┼▇▇▇▇▂▁
///            0 s  5 s
public struct ColumnChart: Sendable {
    public enum Scale: Sendable {
        case fromZero
        /// Powers of ten, for what is a thousand times as much at its peak as later.
        case logarithmic
    }

    private let title: String
    private let values: [Double?]
    private let scale: Scale
    private let firstLabel: String
    private let lastLabel: String
    private let text: @Sendable (Double) -> String

    /// - Parameters:
    ///   - values: evenly spaced; nil is a gap. More than fit are joined, the greatest of each few.
    ///   - firstLabel: what the first value stands at, `0 s`, and `lastLabel` the last.
    ///   - text: how a value of the axis is written.
    public init(
        _ title: String, _ values: [Double?], scale: Scale = .fromZero, from firstLabel: String, to lastLabel: String,
        text: @escaping @Sendable (Double) -> String
    ) {
        self.title = title
        self.values = values
        self.scale = scale
        self.firstLabel = firstLabel
        self.lastLabel = lastLabel
        self.text = text
    }

    /// At most `width` columns wide, with `height` lines of picture between the title and the axis.
    public func lines(width: Int, height: Int = 6) -> [String] {
        let top = values.compactMap { $0 }.filter(\.isFinite).max() ?? 0
        guard top > 0 else { return [title, "(nothing)"] }
        let marks = axisMarks(top, height)
        let margin = marks.reduce(0) { max($0, displayWidth($1)) }
        let shown = joined(into: max(8, width - margin - 2))
        let heights = shown.map { value in value.map { level($0, top, height) } }
        var lines = [title]
        for line in (0..<height).reversed() {
            let mark = padded(marks[line], to: margin, alignment: .right)
            let bars = heights.map { eighths in ColumnChart.block((eighths ?? 0) - 8 * line) }
            lines.append((mark + " ┤" + String(bars)).trimmingTrailingSpaces)
        }
        let space = max(1, shown.count - displayWidth(firstLabel) - displayWidth(lastLabel))
        lines.append(String(repeating: " ", count: margin + 2) + firstLabel + String(repeating: " ", count: space) + lastLabel)
        return lines
    }

    /// One mark a line, from the bottom: the top of the scale, a few below it, else nothing.
    private func axisMarks(_ top: Double, _ height: Int) -> [String] {
        (0..<height).map { line in
            guard line == height - 1 || line % 2 == (height - 1) % 2 else { return "" }
            let share = Double(line + 1) / Double(height)
            switch scale {
            case .fromZero: return text(top * share)
            case .logarithmic: return text(pow(max(top, 10), share))
            }
        }
    }

    private func joined(into columns: Int) -> [Double?] {
        guard values.count > columns else { return values }
        return (0..<columns).map { column in
            let first = column * values.count / columns
            let end = max(first + 1, (column + 1) * values.count / columns)
            return values[first..<end].compactMap { $0 }.max()
        }
    }

    private func level(_ value: Double, _ top: Double, _ height: Int) -> Int {
        guard value.isFinite, value > 0 else { return 0 }
        let full = 8 * height
        switch scale {
        case .fromZero: return max(1, Int((value / top * Double(full)).rounded()))
        case .logarithmic:
            guard value > 1 else { return 1 }
            return max(1, Int((log10(value) / log10(max(top, 10)) * Double(full)).rounded()))
        }
    }

    private static func block(_ eighths: Int) -> Character {
        let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return blocks[min(8, max(0, eighths))]
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.hasSuffix(" ") { text = text.dropLast() }
        return String(text)
    }
}
