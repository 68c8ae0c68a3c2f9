import FleetCore
import Foundation
import Terminal
import Testing

@testable import Reporting

@Suite struct LineChartTests {
    private let from = Day("2026-09-08")?.start ?? Instant(epochSeconds: 0)

    private func day(_ number: Int64) -> Instant { from.advanced(bySeconds: number * 86_400 + 43_200) }

    private func chart(_ values: [Double?], _ change: (inout LineChart) -> Void = { _ in }) -> LineChart {
        var chart = LineChart(
            "Share", .share(.down), from: from, to: from.advanced(bySeconds: Int64(values.count) * 86_400), grain: .day)
        chart.lines = [
            LineChart.Line(
                "1.0",
                values.enumerated().map { number, value in
                    LineChart.Point(
                        day(Int64(number)), value, low: value.map { $0 - 0.1 }, high: value.map { $0 + 0.1 },
                        text: "day \(number)")
                })
        ]
        change(&chart)
        return chart
    }

    /// The `d` of each path of a kind.
    private func paths(_ svg: String, _ kind: String) -> [String] {
        svg.matches(of: /<path class="(\w+) [^"]*" *d="([^"]*)"/).filter { $0.1 == kind }.map { String($0.2) }
    }

    @Test func `no data is a gap: no point, no line through it`() {
        let svg = chart([0.5, 0.5, nil, 0.5, nil]).svg()
        // Days 0 and 1 are joined; day 3 stands alone. Half of the height is in the middle: the axis goes from 0 to 60 %.
        #expect(paths(svg, "line").count == 1)
        #expect(paths(svg, "line").first?.hasPrefix("M100 ") == true)
        #expect(paths(svg, "dot").count == 3)
        #expect(paths(svg, "band").count == 1)
        #expect(paths(svg, "whisker").count == 1)
        #expect(!svg.contains("day 2") && !svg.contains("day 4"))
    }

    @Test func `a chart without a value is not drawn`() throws {
        var report = Report("r", title: "r")
        report.lineCharts = [chart([nil, nil])]
        #expect(try report.text(as: .html, for: .pipe).contains("<svg") == false)
        #expect(!chart([nil]).hasValues && chart([0]).hasValues)
        // Not a number is not a value.
        #expect(!chart([.nan, .infinity]).hasValues)
    }

    @Test(arguments: [[0.0], [1.0], [0.995, 1], [0.9999999], [0.2, 0.4], [1e-9]])
    func `a share's axis stays within 0 and 100 %`(values: [Double]) {
        for baseline in [LineChart.Baseline.zero, .fitted] {
            let chart = chart(values) { $0.baseline = baseline }
            let scale = chart.scale
            #expect(scale.low >= 0 && scale.high <= 1.0000001 && scale.low < scale.high)
            #expect((2...7).contains(scale.ticks.count), "\(scale.ticks)")
            for value in values { #expect((-1e-9...1.0000001).contains(scale.place(value))) }
            if baseline == .zero { #expect(scale.low == 0) }
        }
    }

    @Test func `axes have round numbers`() {
        func ticks(_ values: [Double], fromZero: Bool) -> [Double] {
            ChartScale(covering: values, fromZero: fromZero, limits: 0...1e12).ticks
        }
        #expect(ticks([3, 930], fromZero: true) == [0, 250, 500, 750, 1000])
        #expect(ticks([41, 79], fromZero: false) == [40, 50, 60, 70, 80])
        #expect(ticks([0], fromZero: true) == [0, 0.25, 0.5, 0.75, 1])
        #expect(tickText(0.995, .share(.down)) == "99.5 %")
        #expect(tickText(2500, .rate(decimals: 1)) == "2,500")
        #expect(tickText(0.25, .rate(decimals: 1)) == "0.3")
    }

    @Test func `events are lines with a number; those that lie close share one`() {
        let svg = chart([0.5, 0.5, 0.5]) { chart in
            chart.events = [
                LineChart.Event(day(0), "1", text: "kill <x>"), LineChart.Event(day(0).advanced(bySeconds: 60), "2", text: "b"),
                LineChart.Event(day(2), "3", text: "c"), LineChart.Event(day(9), "4", text: "outside"),
            ]
        }.svg()
        #expect(svg.contains("text-anchor=\"middle\">1–2</text>") && svg.contains("text-anchor=\"middle\">3</text>"))
        #expect(svg.contains("<title>kill &lt;x&gt;</title>"))
        #expect(!svg.contains("outside"))
    }

    @Test func `a marked line is drawn last, in a colour of its own, and the key says so`() {
        let chart = chart([0.5, 0.6]) { chart in
            chart.lines = [LineChart.Line("2.0", chart.lines[0].points, isMarked: true), chart.lines[0]]
        }
        #expect(chart.styles == [1, 0])
        let html = chart.html()
        #expect(html.contains("</svg>✗ 2.0 <b>60.00 %</b>") && html.contains("</svg>1.0 <b>60.00 %</b>"))
        #expect(
            html.ranges(of: "class=\"line line1 marked\" d=").first?.lowerBound ?? html.startIndex
                > html.ranges(of: "class=\"line line0\" d=").first?.lowerBound ?? html.endIndex)
        // More lines than colours: the last ones share.
        let many = self.chart([0.5]) { chart in chart.lines = Array(repeating: chart.lines[0], count: 9) }
        #expect(Set(many.styles.prefix(6)) == [0, 1, 2, 3, 4, 5] && many.styles.count == 9)
    }

    @Test func `hours are labelled at round hours, days at no more than fit`() {
        let hours = LineChart("h", .rate(decimals: 0), from: from, to: from.advanced(bySeconds: 2 * 86_400), grain: .hour).svg()
        for label in ["09-08", "12:00", "09-09"] { #expect(hours.contains(">\(label)</text>"), "\(label)") }
        let days = LineChart("d", .rate(decimals: 0), from: from, to: from.advanced(bySeconds: 90 * 86_400), grain: .day).svg()
        #expect(days.matches(of: />\d\d-\d\d<\/text>/).count == 6)
    }
}

/// A reader who lacks a kind of cone still tells the lines apart, and everybody sees them on their paper.
@Suite struct ChartPaletteTests {
    /// Linear light, from `#rrggbb`.
    private func light(_ colour: String) -> [Double] {
        let digits = Int(colour.dropFirst(), radix: 16) ?? 0
        return [16, 8, 0].map { shift in
            let part = Double(digits >> shift & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
    }

    private func luminance(_ light: [Double]) -> Double { 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] }

    private func contrast(_ one: String, _ other: String) -> Double {
        let both = [luminance(light(one)), luminance(light(other))].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    /// CIE 1976 L*a*b*, D65.
    private func lab(_ light: [Double]) -> [Double] {
        let xyz = [
            (0.4124 * light[0] + 0.3576 * light[1] + 0.1805 * light[2]) / 0.9505, luminance(light),
            (0.0193 * light[0] + 0.1192 * light[1] + 0.9505 * light[2]) / 1.089,
        ].map { $0 > 0.008856 ? cbrt($0) : 7.787 * $0 + 16.0 / 116 }
        return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])]
    }

    private func distance(_ one: [Double], _ other: [Double]) -> Double {
        zip(lab(one), lab(other)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
    }

    /// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of color vision
    /// deficiency", IEEE TVCG 15 (2009), table 1, severity 1.0.
    private static let sights: [(name: String, matrix: [[Double]])] = [
        ("usual", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
        ("deuteranopia", [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
        ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
    ]

    private func seen(_ colour: String, _ matrix: [[Double]]) -> [Double] {
        let light = light(colour)
        return matrix.map { row in min(max(zip(row, light).map { $0 * $1 }.reduce(0, +), 0), 1) }
    }

    @Test(arguments: [ChartPalette.light, ChartPalette.dark])
    func `lines stand out from the paper, and texts can be read`(palette: ChartPalette) {
        for line in palette.lines + [palette.bar] { #expect(contrast(line, palette.paper) >= 3, "\(line)") }
        for text in [palette.ink, palette.faint, palette.bad, palette.ok, palette.unknown] {
            #expect(contrast(text, palette.paper) >= 4.5, "\(text)")
        }
    }

    @Test(arguments: [ChartPalette.light, ChartPalette.dark])
    func `no two lines of a picture look alike to anybody`(palette: ChartPalette) {
        for (name, matrix) in ChartPaletteTests.sights {
            for (i, one) in palette.lines.enumerated() {
                for other in palette.lines.dropFirst(i + 1) {
                    // Nearly ten times what can just be noticed side by side, which is 2.3.
                    let seen = distance(seen(one, matrix), self.seen(other, matrix))
                    #expect(seen >= 20, "\(one) and \(other), \(name): \(seen)")
                }
            }
        }
        #expect(Set(ChartPalette.patterns).count == palette.lines.count)
    }
}
