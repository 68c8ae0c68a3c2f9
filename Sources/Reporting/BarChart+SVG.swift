extension BarChart {
    private static let width = 760.0
    private static let labelWidth = 285.0
    private static let textWidth = 130.0
    private static let rowHeight = 24.0
    private static let mostLetters = 38

    /// One `svg` element; colours come from the page's style sheet.
    func svg() -> String {
        let values = bars.flatMap { [$0.from, $0.to] }.filter(\.isFinite) + lines.map(\.value)
        let low = min(values.min() ?? 0, bars.contains { $0.from != 0 } ? values.min() ?? 0 : 0)
        let high = max(values.max() ?? 1, low + 1e-12)
        let plot = BarChart.width - BarChart.labelWidth - BarChart.textWidth
        func x(_ value: Double) -> Double { BarChart.labelWidth + (value - low) / (high - low) * plot }
        let top = lines.isEmpty ? 4.0 : 20
        let height = top + Double(bars.count) * BarChart.rowHeight + 4
        var svg = """
            <svg viewBox="0 0 \(Int(BarChart.width)) \(Int(height))" role="img" aria-label="\(HTML.escaped(title))">

            """
        for line in lines {
            let at = HTML.number(x(line.value))
            svg += """
                <line class="line" x1="\(at)" x2="\(at)" y1="\(HTML.number(top - 4))" y2="\(HTML.number(height))"/>
                <text class="small" x="\(at)" y="11" text-anchor="middle">\(HTML.escaped(line.label))</text>

                """
        }
        for (row, bar) in bars.enumerated() {
            svg += self.row(
                bar, y: top + Double(row) * BarChart.rowHeight, from: x(min(bar.from, bar.to)), to: x(max(bar.from, bar.to)))
        }
        return svg + "</svg>\n"
    }

    private func row(_ bar: Bar, y: Double, from: Double, to: Double) -> String {
        let isLong = bar.label.count > BarChart.mostLetters
        let label = isLong ? bar.label.prefix(BarChart.mostLetters - 1) + "…" : bar.label[...]
        let length = from.isFinite && to.isFinite ? max(1, to - from) : 0
        let baseline = HTML.number(y + 16)
        return """
            <g><title>\(HTML.escaped("\(bar.label): \(bar.text)"))</title>
            <text x="\(HTML.number(BarChart.labelWidth - 8))" y="\(baseline)" text-anchor="end">\(HTML.escaped(String(label)))</text>
            <rect class="bar \(bar.level?.rawValue ?? "")" x="\(HTML.number(from))" y="\(HTML.number(y + 4))" \
            width="\(HTML.number(length))" height="16"/>
            <text x="\(HTML.number((from + length).isFinite ? from + length + 6 : BarChart.labelWidth))" y="\(baseline)">\
            \(HTML.escaped(bar.text))</text></g>

            """
    }
}
