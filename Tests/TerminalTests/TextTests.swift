import Terminal
import Testing

@Suite struct TextTests {
    @Test func `a version string cannot drive the terminal`() {
        #expect(escapingControls("8.14\u{1B}[2J") == "8.14\\u{1b}[2J")
        #expect(escapingControls("a\u{9B}31mb\u{7F}") == "a\\u{9b}31mb\\u{7f}")
        #expect(escapingControls("one\r\ntwo\tthree") == "one\\r\\ntwo\\tthree")
        #expect(escapingControls("\u{202E}0.1.8") == "\\u{202e}0.1.8")
        #expect(escapingControls("one\ntwo\u{7}", keepingLineBreaks: true) == "one\ntwo\\u{7}")
        #expect(escapingControls("é 漢 👩‍🚒 plain") == "é 漢 👩‍🚒 plain")
    }

    @Test func `width counts columns, not characters or bytes`() {
        #expect(displayWidth("crash") == 5)
        #expect(displayWidth("e\u{301}") == 1)
        #expect(displayWidth("版本") == 4)
        #expect(displayWidth("👩‍🚒") == 2)
        #expect(displayWidth("🇩🇪") == 2)
        #expect(displayWidth("▁█·") == 3)
        #expect(displayWidth("각") == 2)
        #expect(displayWidth("❤️") == 2)
    }

    @Test func `a gap in a sparkline is a gap`() {
        #expect(sparkline([0, 0.5, nil, 1], scale: .fromZero) == "▁▅·█")
        #expect(sparkline([nil, nil], scale: .fromZero) == "··")
        #expect(sparkline([], scale: .fromZero) == "")
        #expect(sparkline([0.99, 0.995, 1], scale: .betweenExtremes) == "▁▅█")
        #expect(sparkline([0.5, 0.5], scale: .betweenExtremes) == "▄▄")
        #expect(sparkline([0, 0], scale: .fromZero) == "▁▁")
        #expect(sparkline([0.5, 2, -1, .nan], scale: .fixed(0...1)) == "▅█▁·")
    }

    @Test(
        arguments: [
            ([:], true, 120, 120, true), ([:], true, nil, 80, true), ([:], false, nil, nil, false),
            (["COLUMNS": "60"], false, nil, 60, false), (["COLUMNS": "60"], true, 120, 60, true),
            (["COLUMNS": "x"], true, 120, 120, true),
            (["NO_COLOR": "1"], true, 120, 120, false), (["NO_COLOR": ""], true, 120, 120, true),
            (["TERM": "dumb"], true, 120, 120, false),
        ] as [([String: String], Bool, Int?, Int?, Bool)])
    func `width and colour follow the environment`(
        environment: [String: String], isTerminal: Bool, window: Int?, width: Int?, usesColour: Bool
    ) {
        let traits = TerminalTraits(isTerminal: isTerminal, windowWidth: window, environment: environment)
        #expect(traits.width == width)
        #expect(traits.usesColour == usesColour)
    }

    @Test func `no-color wins over a colour terminal`() {
        #expect(!TerminalTraits(isTerminal: true, windowWidth: 80, environment: [:], refusesColour: true).usesColour)
    }
}
