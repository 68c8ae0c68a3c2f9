import Terminal
import Testing

@Suite struct TextTableTests {
    let table = TextTable(
        columns: [.init("version", .left), .init("installs", .right), .init("", .left)],
        rows: [
            [.init("8.14.0"), .init("12,345"), .init("✗ below target", .bad)],
            [.init("版本"), .init("7"), .init("")],
        ])

    @Test func `text is left, numbers are right, no spaces trail`() {
        #expect(
            table.lines(for: .pipe) == [
                "version  installs",
                "8.14.0     12,345  ✗ below target",
                "版本            7",
            ])
    }

    @Test func `a table wider than the terminal becomes a block a row, nothing is cut`() {
        let narrow = TerminalTraits(isTerminal: true, width: 30, usesColour: false)
        #expect(
            table.lines(for: narrow) == [
                "version:  8.14.0",
                "installs: 12,345",
                "          ✗ below target",
                "",
                "version:  版本",
                "installs: 7",
            ])
        let fitting = TerminalTraits(isTerminal: true, width: 33, usesColour: false)
        #expect(table.lines(for: fitting) == table.lines(for: .pipe))
    }

    @Test func `a flowing column goes on below, a word that is too long too, and nothing is lost`() {
        let notes = TextTable(
            columns: [.init("at", .left), .init("why", .left, isFlowing: true), .init("by", .left)],
            rows: [
                [.init("09:00"), .init("the gate said go"), .init("ana")],
                [.init("10:00"), .init("see https://example.org/incidents/311 for it"), .init("bo")],
            ])
        #expect(notes.leastWidth == 5 + 2 + 16 + 2 + 3)
        #expect(
            notes.lines(for: TerminalTraits(isTerminal: true, width: 30, usesColour: false)) == [
                "at     why                 by",
                "09:00  the gate said go    ana",
                "10:00  see                 bo",
                "       https://example.or",
                "       g/incidents/311",
                "       for it",
            ])
        // Too narrow even so: a block a row.
        #expect(
            notes.lines(for: TerminalTraits(isTerminal: true, width: 27, usesColour: false)) == [
                "at:  09:00", "why: the gate said go", "by:  ana", "",
                "at:  10:00", "why: see", "     https://example.org/in", "     cidents/311", "     for it", "by:  bo",
            ])
    }

    @Test func `a number stays with its unit, and in one piece`() {
        let figures = TextTable(
            columns: [.init("signal", .left), .init("what it says", .left, isFlowing: true)],
            rows: [
                [.init("crashes"), .init("share of active 12.34 % (of 1,234,567)")],
                [.init("since"), .init("the first was seen at 2026-09-14T03:00:00Z; 2 h 13 min.")],
            ])
        // As wide as the instant, at least.
        #expect(figures.leastWidth == 7 + 2 + 21)
        #expect(
            figures.lines(for: TerminalTraits(isTerminal: true, width: 31, usesColour: false)) == [
                "signal   what it says",
                "crashes  share of active",
                "         12.34 % (of 1,234,567)",
                "since    the first was seen at",
                "         2026-09-14T03:00:00Z;",
                "         2 h 13 min.",
            ])
    }

    @Test func `colour changes nothing but colour`() {
        let coloured = table.lines(for: TerminalTraits(isTerminal: true, width: 80, usesColour: true))
        #expect(coloured[1] == "8.14.0     12,345  \u{1B}[1;31m✗ below target\u{1B}[0m")
        let bare = coloured.map { line in
            ["\u{1B}[1;31m", "\u{1B}[1m", "\u{1B}[0m"].reduce(line) { text, code in
                text.split(separator: code, omittingEmptySubsequences: false).joined()
            }
        }
        #expect(bare == table.lines(for: .pipe))
    }

    @Test func `a cell cannot carry an escape sequence`() {
        let hostile = TextTable(columns: [.init("version", .left)], rows: [[.init("1\u{1B}[31m")]])
        #expect(hostile.lines(for: .pipe) == ["version", "1\\u{1b}[31m"])
    }
}
