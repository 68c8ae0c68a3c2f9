extension LineChart {
    private static let fileWidth = 760.0
    private static let margin = 56.0
    private static let letterWidth = 7.2

    /// The picture as a file of its own, with its title, its key and its colours: for a message, or a page of somebody
    /// else's. Light or dark as its reader has it; nothing is loaded, nothing runs.
    public func svgFile() -> String {
        var key = ""
        var x = 0.0
        var y = 46.0
        for (line, style) in zip(lines, styles) {
            let name = (line.isMarked ? "✗ " : "") + line.label
            let value = line.latest.flatMap(\.value).map { Report.humanText(.real($0), Column("", "", kind)) } ?? "no data"
            let width = 44 + Double(name.count + value.count + 1) * LineChart.letterWidth
            if x > 0, x + width > LineChart.fileWidth - 16 {
                x = 0
                y += 20
            }
            let marked = line.isMarked ? " marked" : ""
            key += """
                <line class="line line\(style)\(marked)" x1="\(HTML.number(x + 8))" x2="\(HTML.number(x + 36))" \
                y1="\(HTML.number(y - 4))" y2="\(HTML.number(y - 4))"/>\
                <text x="\(HTML.number(x + 42))" y="\(HTML.number(y))">\(HTML.escaped(name)) <tspan class="strong">\
                \(HTML.escaped(value))</tspan></text>

                """
            x += width + 12
        }
        let top = y + 10
        let height = top + LineChart.drawnHeight + 8
        let plotWidth = LineChart.fileWidth - LineChart.margin - 16
        let plot = svg().replacing(
            "<svg class=\"plot\"",
            with: "<svg class=\"plot\" x=\"\(HTML.number(LineChart.margin))\" y=\"\(HTML.number(top))\" "
                + "width=\"\(HTML.number(plotWidth))\" overflow=\"visible\"", maxReplacements: 1)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(HTML.number(LineChart.fileWidth))" height="\(HTML.number(height))" \
            viewBox="0 0 \(HTML.number(LineChart.fileWidth)) \(HTML.number(height))" role="img" aria-label="\(HTML.escaped(title))">
            <style>
            :root { \(ChartPalette.light.properties) }
            @media (prefers-color-scheme: dark) { :root { \(ChartPalette.dark.properties) } }
            text { fill: var(--ink); font: 12px system-ui, sans-serif; } text.title { font-size: 15px; font-weight: 600; }
            text.small { fill: var(--faint); font-size: 11px; } tspan.strong { font-weight: 700; } .paper { fill: var(--paper); }
            \(HTML.drawnStyle)
            </style>
            <rect class="paper" width="100%" height="100%"/>
            <text class="title" x="8" y="22">\(HTML.escaped(title))</text>
            \(key)\(plot)</svg>

            """
    }
}
