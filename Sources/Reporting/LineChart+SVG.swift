import FleetCore

/// The picture is as wide as its page lets it be, and its letters keep their size: places across are percentages, and
/// what is drawn in the middle is stretched, but for the strokes. So one picture is readable on a telephone and on a wall.
extension LineChart {
    private static let top = 20.0
    private static let plotHeight = 176.0
    static let drawnHeight = top + plotHeight + 24
    /// Across, in the stretched middle.
    private static let span = 1000.0

    /// Key and picture, for a page with ``HTML/style``.
    func html() -> String {
        let key = zip(lines, classes).map { line, style in
            let latest = line.latest.map { " <b>\(HTML.escaped(valueText($0)))</b>" } ?? " <b>no data</b>"
            return "<li><svg class=\"swatch\" viewBox=\"0 0 28 10\" aria-hidden=\"true\"><line class=\"line \(style)\" x1=\"0\" "
                + "x2=\"28\" y1=\"5\" y2=\"5\"/></svg>\(line.isMarked ? "✗ " : "")\(HTML.escaped(line.label))\(latest)</li>\n"
        }
        return "<ul class=\"key\">\n\(key.joined())</ul>\n\(svg())"
            + (note.map { "<p class=\"note\">\(HTML.escaped($0))</p>\n" } ?? "")
    }

    /// One `svg` element; its colours come from the style sheet around it.
    func svg() -> String {
        let scale = scale
        return """
            <svg class="plot" height="\(HTML.number(LineChart.drawnHeight))" role="img" aria-label="\(HTML.escaped(title))">
            \(axes(scale))\(eventLines())\(nested(clips: true, bands(scale)))\(nested(clips: false, curves(scale)))</svg>

            """
    }

    private var classes: [String] { zip(lines, styles).map { "line\($1)" + ($0.isMarked ? " marked" : "") } }

    private func nested(clips: Bool, _ content: String) -> String {
        if content.isEmpty { return "" }
        return """
            <svg x="0" y="\(HTML.number(LineChart.top))" width="100%" height="\(HTML.number(LineChart.plotHeight))" \
            viewBox="0 0 \(HTML.number(LineChart.span)) \(HTML.number(LineChart.plotHeight))" preserveAspectRatio="none" \
            overflow="\(clips ? "hidden" : "visible")">
            \(content)</svg>

            """
    }

    // MARK: Places

    var scale: ChartScale {
        var values = lines.flatMap { $0.points.compactMap(\.value) } + guides.map(\.value)
        if baseline == .zero {
            // A band far above every value would flatten what there is to see.
            let greatest = (values.max() ?? 0) * 1.5
            values += lines.flatMap { $0.points.compactMap(\.high) }.filter { $0 <= greatest }
        }
        let limits = if case .share = kind { 0.0...1.0 } else { 0...Double.greatestFiniteMagnitude }
        if baseline == .fitted, limits.upperBound == 1 { values.append(1) }
        return ChartScale(covering: values, fromZero: baseline == .zero, limits: limits)
    }

    /// 0…1 across.
    private func x(_ at: Instant) -> Double {
        Double(at.epochSeconds - from.epochSeconds) / Double(to.epochSeconds - from.epochSeconds)
    }

    private static func percent(_ x: Double) -> String { HTML.number(x * 100) + "%" }
    private static func across(_ x: Double) -> String { HTML.number(x * span) }
    private static func down(_ value: Double, _ scale: ChartScale) -> Double { (1 - scale.place(value)) * plotHeight }

    // MARK: Around the lines

    private func axes(_ scale: ChartScale) -> String {
        var svg = ""
        for tick in scale.ticks {
            let y = LineChart.top + LineChart.down(tick, scale)
            svg += """
                <line class="grid" x1="0" x2="100%" y1="\(HTML.number(y))" y2="\(HTML.number(y))"/>\
                <text x="-6" y="\(HTML.number(y + 4))" text-anchor="end">\(HTML.escaped(tickText(tick, kind)))</text>

                """
        }
        for (at, label) in timeTicks() {
            svg += """
                <text x="\(LineChart.percent(x(at)))" y="\(HTML.number(LineChart.drawnHeight - 6))" text-anchor="middle">\(label)</text>

                """
        }
        for guide in guides {
            let y = LineChart.top + LineChart.down(guide.value, scale)
            svg += """
                <line class="guide" x1="0" x2="100%" y1="\(HTML.number(y))" y2="\(HTML.number(y))"/>\
                <text class="small" x="2" y="\(HTML.number(y + 12))">\(HTML.escaped(guide.label))</text>

                """
        }
        return svg
    }

    private static let mostTimeTicks = 6

    /// Under the middle of a day, or at full hours.
    private func timeTicks() -> [(at: Instant, label: String)] {
        switch grain {
        case .day:
            let days = Int(from.day.number)..<Int(max(to.advanced(bySeconds: -1).day.number + 1, from.day.number + 1))
            let step = (days.count + LineChart.mostTimeTicks - 1) / LineChart.mostTimeTicks
            return stride(from: days.lowerBound, to: days.upperBound, by: step).map { number in
                let day = Day(number: Int32(number))
                return (day.start.advanced(bySeconds: 43_200), String(day.description.suffix(5)))
            }
        case .hour:
            let hours = Int(from.hour.number)..<Int(to.hour.number)
            let step = [1, 2, 3, 6, 12, 24, 48, 96, 168].first { hours.count <= $0 * LineChart.mostTimeTicks } ?? 336
            let first = (hours.lowerBound + step - 1) / step * step
            return stride(from: first, to: hours.upperBound, by: step).map { number in
                let start = Hour(number: Int32(number)).start
                let text = start.description
                return (start, String(number % 24 == 0 ? text.prefix(10).suffix(5) : text.dropFirst(11).prefix(5)))
            }
        }
    }

    /// A line each; labels that would lie on each other become one: `2–4`.
    private func eventLines() -> String {
        let shown = events.filter { $0.at >= from && $0.at < to }.sorted { $0.at < $1.at }
        var svg = ""
        var groups: [(x: Double, first: String, last: String)] = []
        for event in shown {
            let x = x(event.at)
            svg += """
                <g><title>\(HTML.escaped(event.text))</title><line class="event" x1="\(LineChart.percent(x))" \
                x2="\(LineChart.percent(x))" y1="\(HTML.number(LineChart.top - 4))" \
                y2="\(HTML.number(LineChart.top + LineChart.plotHeight))"/></g>

                """
            if let group = groups.last, x - group.x < 0.09 {
                groups[groups.count - 1].last = event.label
            } else {
                groups.append((x, event.label, event.label))
            }
        }
        for group in groups {
            let label = group.first == group.last ? group.first : "\(group.first)–\(group.last)"
            svg += """
                <text class="mark" x="\(LineChart.percent(group.x))" y="12" text-anchor="middle">\(HTML.escaped(label))</text>

                """
        }
        return svg
    }

    // MARK: Bands, lines, points

    /// A band over each run of points that have an interval; over a single one a bar.
    private func bands(_ scale: ChartScale) -> String {
        var svg = ""
        for (line, style) in zip(lines, classes) {
            let known = runs(line.points) { $0.value != nil && $0.low != nil && $0.high != nil }
            for run in known {
                let highs = run.map { (x($0.at), $0.high ?? 0) }
                let lows = run.map { (x($0.at), $0.low ?? 0) }
                let path = path(run.count == 1 ? highs + lows : highs + lows.reversed(), scale)
                svg +=
                    run.count == 1
                    ? "<path class=\"whisker \(style)\" d=\"\(path)\"/>\n" : "<path class=\"band \(style)\" d=\"\(path)Z\"/>\n"
            }
        }
        return svg
    }

    /// What is marked lies above the rest.
    private var inOrderOfDrawing: [(line: Line, style: String)] {
        let all = Array(zip(lines, classes))
        return all.filter { !$0.0.isMarked } + all.filter { $0.0.isMarked }
    }

    private func curves(_ scale: ChartScale) -> String {
        var svg = ""
        for (line, style) in inOrderOfDrawing {
            for run in runs(line.points, { $0.value != nil }) where run.count > 1 {
                svg += "<path class=\"line \(style)\" d=\"\(path(run.map { (x($0.at), $0.value ?? 0) }, scale))\"/>\n"
            }
            // Where points stand close, the line says it all.
            let showsAll = line.points.count <= 40
            for run in runs(line.points, { $0.value != nil }) where showsAll || run.count == 1 {
                for point in run {
                    // A stroke of no length with round ends stays a dot however the picture is stretched.
                    svg += """
                        <g><title>\(HTML.escaped("\(line.label), \(point.text)"))</title><path class="dot \(style)" \
                        d="\(path([(x(point.at), point.value ?? 0)], scale))h0"/></g>

                        """
                }
            }
        }
        return svg
    }

    private func path(_ places: [(x: Double, value: Double)], _ scale: ChartScale) -> String {
        places.enumerated().map { number, place in
            "\(number == 0 ? "M" : "L")\(LineChart.across(place.x)) \(HTML.number(LineChart.down(place.value, scale)))"
        }.joined()
    }

    private func runs(_ points: [Point], _ isKnown: (Point) -> Bool) -> [ArraySlice<Point>] {
        points.split(omittingEmptySubsequences: true) { !isKnown($0) }
    }

    private func valueText(_ point: Point) -> String {
        point.value.map { Report.humanText(.real($0), Column("", "", kind)) } ?? "no data"
    }
}
