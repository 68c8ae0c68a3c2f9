import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// The page as a reader's browser has it.
@Suite struct PageInBrowserTests {
    /// Texts that would do something, or be in the way, if a page took them for its own.
    private static let hostile = [
        "</title><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "8.14.0&lt;", "'--></style><h1>x",
        "\u{202E}8.14.0", String(repeating: "9", count: 60),
    ]

    private let folder: TemporaryFolder
    private let page: String

    init() throws {
        folder = try TemporaryFolder()
        let odd = PageInBrowserTests.hostile.flatMap { active(30, "2026-09-14", $0, "a<ndroid", crashed: 20) }
        let store = try TestStore(.sqlite, FleetTables(smallIncident.days + odd, pairs: smallIncident.pairs))
        page = folder.file("week.html")
        let transcript = Transcript("report --html", page, store: store)
        #expect(transcript.code == .success)
    }

    @Test func `hostile texts stay texts, and the console is silent`() throws {
        let look = try Chromium.document(page)
        #expect(look.console == [])
        #expect(look.output.contains("</html>"))
        #expect(look.output.contains("<h2>Signals at 2026-09-15T12:00:00Z</h2>"))
        for tag in ["<script", "<img", "<h1>x", "onerror=\"", "<iframe"] { #expect(!look.output.contains(tag), "\(tag)") }
        #expect(look.output.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        // Right-to-left marks don't turn a line around.
        #expect(!look.output.contains("\u{202E}") && look.output.contains("\\u{202e}8.14.0"))
    }

    /// In a frame of the width, since a window has a least one; what is measured is told in the title.
    private func measured(width: Int) throws -> [String: Double] {
        let source = try String(contentsOfFile: page, encoding: .utf8).replacing("&", with: "&amp;")
            .replacing("\"", with: "&quot;")
        let frame = try folder.write(
            "frame-\(width).html",
            """
            <!DOCTYPE html><meta charset="utf-8">
            <iframe id="f" width="\(width)" height="800" style="border:0" srcdoc="\(source)"></iframe>
            <script>
            onload = () => {
              const d = f.contentDocument, w = f.contentWindow, all = [...d.querySelectorAll('body *')];
              const inScroller = e => e.closest('.wide');
              const texts = [...d.querySelectorAll('svg.plot text')];
              const box = e => e.getBoundingClientRect();
              const ticks = [...d.querySelectorAll('svg.plot')].map(p =>
                [...p.children].filter(e => e.tagName === 'text' && e.getAttribute('text-anchor') === 'middle').map(box));
              const overlaps = ticks.flatMap(row => row.flatMap((a, i) => row.slice(i + 1).filter(b =>
                a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom))).length;
              document.title = JSON.stringify({
                scrollWidth: d.documentElement.scrollWidth,
                outside: all.filter(e => !inScroller(e) && !e.closest('svg svg') && box(e).width > 0
                  && (box(e).right > \(width) + 0.5 || box(e).left < -0.5)).length,
                cut: [...d.querySelectorAll('table.stacked td')].filter(e => box(e).right > \(width) + 0.5).length,
                leastLetter: Math.min(...texts.map(t => parseFloat(w.getComputedStyle(t).fontSize) * t.getScreenCTM().a)),
                texts: texts.length, overlaps: overlaps,
                plots: d.querySelectorAll('svg.plot').length,
                least: Math.min(...[...d.querySelectorAll('svg.plot')].map(p => box(p).width)),
                tables: d.querySelectorAll('details table').length });
            };
            </script>
            """)
        let look = try Chromium.document(frame)
        #expect(look.console == [])
        let title = try #require(look.output.firstMatch(of: /<title>(\{[^<]*\})<\/title>/)?.1, "\(look.output.prefix(300))")
        return try JSONDecoder().decode([String: Double].self, from: Data(title.utf8))
    }

    @Test(arguments: [360, 768, 1280])
    func `nothing lies outside a screen, and labels can be read`(width: Int) throws {
        let found = try measured(width: width)
        #expect(found["scrollWidth"] == Double(width))
        #expect(found["outside"] == 0)
        #expect(try #require(found["leastLetter"]) >= 11)
        #expect(try #require(found["texts"]) > 20)
        #expect(found["overlaps"] == 0)
        #expect(try #require(found["plots"]) >= 4)
        #expect(try #require(found["least"]) >= Double(width) * 0.3)
        #expect(try #require(found["tables"]) == 5)
        #expect(width > 480 || found["cut"] == 0)
    }

    @Test(arguments: [(360, false), (360, true), (1280, false), (1280, true)])
    func `its picture is not blank, light or dark`(width: Int, dark: Bool) throws {
        let blank = try folder.write("blank.html", "<meta name=\"color-scheme\" content=\"light dark\">")
        func picture(_ file: String, _ name: String) throws -> Data {
            let look = try Chromium.picture(file, to: folder.file(name), width: max(width, 500), height: 1500, dark: dark)
            #expect(look.console == [])
            return try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
        }
        let empty = try picture(blank, "blank.png")
        let seen = try picture(page, "page.png")
        #expect(seen.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(seen.count > 10 * empty.count, "\(seen.count) and \(empty.count) bytes")
    }

    @Test func `dark is another picture than light`() throws {
        let scheme = try ["light", "dark"].map { name in
            let file = folder.file("\(name).png")
            _ = try Chromium.picture(page, to: file, width: 800, height: 800, dark: name == "dark")
            return try Data(contentsOf: URL(fileURLWithPath: file))
        }
        #expect(scheme[0] != scheme[1])
    }
}
