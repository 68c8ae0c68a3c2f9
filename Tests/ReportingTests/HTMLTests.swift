import FleetCore
import Foundation
import Reporting
import Terminal
import Testing

@Suite struct HTMLTests {
    private var page: String {
        get throws {
            var report = Report(
                "plan", title: "Bill <of> \"A & B\"", columns: [.text("line", "line"), .figure("usd", "USD/month")])
            report.add(.text("<script>alert(1)</script>"), .written(people: "1,234", programs: "1234.5"), mark: .bad("above"))
            report.summarise(.text("total", "total"), .text("1,234 USD"))
            report.pictures = [
                BarChart(
                    "Cost by line",
                    bars: [BarChart.Bar("egress", to: 2, text: "2"), BarChart.Bar("nodes", from: 1, to: 3, text: "1 … 3")],
                    lines: [(0.8, "80 %")])
            ]
            var detail = Report("limits", title: "Limits", columns: [.text("limit", "limit")])
            detail.add(.text("pushes"))
            report.details = [detail]
            return try report.text(as: .html, for: .pipe)
        }
    }

    @Test func `a page stands alone: no script, nothing loaded`() throws {
        let page = try page
        #expect(page.hasPrefix("<!DOCTYPE html>\n"))
        for word in ["<script", "http:", "https:", "src=", "href=", "@import", "url("] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("prefers-color-scheme: dark"))
    }

    @Test func `what the report says is in it, escaped`() throws {
        let page = try page
        #expect(page.contains("<h1>Bill &lt;of&gt; &quot;A &amp; B&quot;</h1>"))
        // The verdict stands after the name.
        #expect(
            page.contains(
                "<td>&lt;script&gt;alert(1)&lt;/script&gt;</td><td class=\"bad\">✗ above</td><td class=\"right\">1,234</td>"))
        #expect(page.contains("<dt>total</dt><dd>1,234 USD</dd>"))
        #expect(page.contains("<h2>Limits</h2>"))
    }

    @Test func `a picture has its numbers as text, and a name`() throws {
        let page = try page
        #expect(page.contains("<figcaption>Cost by line</figcaption>"))
        #expect(page.contains("role=\"img\" aria-label=\"Cost by line\""))
        #expect(page.contains("<title>egress: 2</title>") && page.contains("<title>nodes: 1 … 3</title>"))
        #expect(page.contains(">80 %</text>"))
        // Every element that is opened is closed.
        for tag in ["g", "svg", "figure", "table", "tr", "td", "h1", "h2", "main"] {
            let opened = page.components(separatedBy: "<\(tag)>").count + page.components(separatedBy: "<\(tag) ").count - 2
            #expect(opened == page.components(separatedBy: "</\(tag)>").count - 1, "\(tag)")
        }
    }

    @Test func `digits go to programs, what is read to people`() throws {
        var report = Report("plan", title: "t", columns: [.figure("usd", "USD"), .figure("gone", "gone")])
        report.add(.written(people: "0.33", programs: "0.33333333333333333"), .written(people: "unpriced", programs: nil))
        #expect(try report.text(as: .json, for: .pipe).contains("{\"usd\":0.33333333333333333,\"gone\":null}"))
        #expect(try report.text(as: .csv, for: .pipe) == "usd,gone\r\n0.33333333333333333,\r\n")
        #expect(try report.text(as: .table, for: .pipe).contains("0.33  unpriced"))
    }
}
