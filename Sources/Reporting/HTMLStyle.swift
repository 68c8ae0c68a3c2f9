extension HTML {
    /// The one style sheet: light or dark as the reader has it, from a telephone's width on.
    static let style = """
        :root { color-scheme: light dark; \(ChartPalette.light.properties) }
        @media (prefers-color-scheme: dark) { :root { \(ChartPalette.dark.properties) } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
          overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
        main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .4rem; }
        h2 { font-size: 1.2rem; margin: 2.6rem 0 .4rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
        h3 { font-size: 1rem; margin: 1.6rem 0 .4rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dt { color: var(--faint); } dd { margin: 0; }
        p { max-width: 48rem; }
        .wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
        th, td { padding: .25rem .8rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule);
          overflow-wrap: normal; }
        th { color: var(--faint); font-weight: 600; } .scope, .note { color: var(--faint); } .note { font-size: .87rem; margin: .4rem 0; }
        td:not([class]):not(:empty) { min-width: 11rem; }
        .right, td.bad, td.ok, td.unknown, td.short { white-space: nowrap; } .right { text-align: right; }
        .bad { color: var(--bad); } .ok { color: var(--ok); } .unknown { color: var(--unknown); }
        details { margin: .6rem 0; } summary { cursor: pointer; color: var(--faint); padding: .3rem 0; }
        .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 2rem; }
        figure { margin: 1rem 0; min-width: 0; } figcaption { font-weight: 600; margin-bottom: .4rem; }
        figure > svg { width: 100%; height: auto; }
        svg text { fill: var(--ink); font: 12px system-ui, sans-serif; } svg text.small { fill: var(--faint); font-size: 11px;
          paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
        svg .bar { fill: var(--bar); } svg .bar.bad { fill: var(--bad); } svg .bar.unknown { fill: var(--unknown); }
        figure.bars { overflow-x: auto; } figure.bars svg { min-width: 34rem; }
        \(lineStyle)
        @media (max-width: 30rem) { main { padding: 1rem .8rem 3rem; } dl { display: block; } dd { margin: 0 0 .5rem; }
          .stacked, .stacked tbody, .stacked tr, .stacked td { display: block; } .stacked thead, .stacked td:empty { display: none; }
          table.stacked { font-size: .85rem; } .stacked tr { padding: .5rem 0; border-bottom: 1px solid var(--rule); }
          .stacked td, .stacked td:not([class]) { min-width: 0; padding: .1rem 0; border: 0; text-align: left; white-space: normal; }
          .stacked td:first-child { font-weight: 600; }
          .stacked td[data-label] { padding-left: 5rem; text-indent: -5rem; }
          .stacked td[data-label]::before { content: attr(data-label); display: inline-block; min-width: 5rem; text-indent: 0;
            color: var(--faint); } }
        @media print { .wide, figure.bars { overflow: visible; } figure { break-inside: avoid; } }
        """

    /// Of pictures with lines, on a page.
    private static let lineStyle = """
        figure > svg.plot { display: block; height: \(Int(LineChart.drawnHeight))px; width: calc(100% - 3.4rem); margin-left: 3.2rem;
          overflow: visible; }
        \(drawnStyle)
        .key { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; list-style: none; margin: 0 0 .3rem; padding: 0; font-size: .87rem; }
        .key b { font-variant-numeric: tabular-nums; } svg.swatch { width: 28px; height: 10px; margin-right: .4rem; }
        """

    /// Of what is drawn in them: also in a picture that stands in a file of its own.
    static let drawnStyle: String = {
        let lines = ChartPalette.patterns.enumerated().map { number, pattern in
            ".line\(number) { --line: var(--line\(number)); --pattern: \(pattern); }"
        }
        return """
            \(lines.joined(separator: " "))
            svg .grid { stroke: var(--rule); } svg .guide { stroke: var(--bad); stroke-dasharray: 4 4; }
            svg .event { stroke: var(--faint); stroke-width: 1.5; stroke-dasharray: 1 3; }
            svg text.mark { font-weight: 700; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
            svg .line, svg .dot, svg .whisker { fill: none; stroke: var(--line); vector-effect: non-scaling-stroke; }
            svg .line { stroke-width: 2; stroke-dasharray: var(--pattern); stroke-linejoin: round; }
            svg .dot { stroke-width: 6; stroke-linecap: round; } svg .whisker { stroke-width: 5; opacity: .3; }
            svg .band { fill: var(--line); opacity: .09; }
            svg .line.marked { stroke-width: 3.5; stroke-dasharray: none; } svg .dot.marked { stroke-width: 8; }
            svg .band.marked { opacity: .2; }
            """
    }()
}
