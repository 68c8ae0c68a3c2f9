import Testing

@testable import Terminal

/// A clock that a test turns.
private final class Clock {
    var seconds = 100.0
}

@Suite struct ProgressLineTests {
    private let terminal = TerminalTraits(isTerminal: true, width: 60, usesColour: true)
    private let clock = Clock()

    private func shown(_ stream: OutputStream) -> [String] {
        stream.captured.split(separator: OutputStream.wipe, omittingEmptySubsequences: false).map(String.init)
    }

    @Test func `says share, amount, rate and time left, after a second`() {
        let stream = OutputStream(capturingAsTerminal: true)
        let clock = clock
        let line = ProgressLine(on: stream, terminal, label: "ingest", unit: "reports") { clock.seconds }
        clock.seconds += 0.9
        line.update(done: 100, share: 0.1)
        #expect(stream.captured == "")
        clock.seconds += 9.1
        line.update(done: 2_100_000, share: 0.25)
        clock.seconds += 0.05
        line.update(done: 2_200_000, share: 0.26)
        line.finish()
        #expect(shown(stream) == ["", "ingest: 25 % · 2.1 M reports · 210 k/s · 30 s left", ""])
    }

    @Test func `without an end it shows no share and no time left`() {
        let stream = OutputStream(capturingAsTerminal: true)
        let clock = clock
        let line = ProgressLine(on: stream, terminal, label: "ingest", unit: "reports") { clock.seconds }
        clock.seconds += 2
        line.update(done: 84)
        #expect(shown(stream) == ["", "ingest: 84 reports · 42/s"])
    }

    @Test func `short work and work without a terminal show nothing`() {
        let stream = OutputStream(capturingAsTerminal: true)
        let clock = clock
        let short = ProgressLine(on: stream, terminal, label: "x", unit: "x") { clock.seconds }
        short.update(done: 1)
        short.finish()
        let piped = ProgressLine(on: stream, .pipe, label: "x", unit: "x") { clock.seconds }
        clock.seconds += 10
        piped.update(done: 1)
        piped.finish()
        #expect(stream.captured == "")
    }

    @Test func `the line never wraps`() {
        let stream = OutputStream(capturingAsTerminal: true)
        let clock = clock
        let narrow = TerminalTraits(isTerminal: true, width: 20, usesColour: false)
        let line = ProgressLine(on: stream, narrow, label: "ingest", unit: "reports") { clock.seconds }
        clock.seconds += 2
        line.update(done: 84)
        #expect(shown(stream) == ["", "ingest: 84 reports "])
    }

    @Test(arguments: [
        (0, "0"), (9, "9"), (999, "999"), (1000, "1.0 k"), (9940, "9.9 k"), (9960, "10 k"), (212_345, "212 k"),
        (999_600, "1.0 M"),
        (2_100_000, "2.1 M"), (5e9, "5.0 G"),
    ])
    func `counts are short`(value: Double, text: String) { #expect(shortCount(value) == text) }
}
