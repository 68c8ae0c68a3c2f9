/// One line on standard error that says how far long work is: done, share, rate, time left. Shown only on a terminal, only
/// after a second, at most ten times a second; wiped at the end and before anything else is written there.
///
///     ingest reports: 41 % · 2.1 M reports · 212 k/s · 14 s left
///
/// One thread uses it. The clock is passed, so that a test can turn it.
public final class ProgressLine {
    private static let delay = 1.0
    private static let interval = 0.1

    private let stream: OutputStream?
    private let width: Int
    private let label: String
    private let unit: String
    private let now: () -> Double
    private let start: Double
    private var lastShown: Double

    /// - Parameters:
    ///   - stream: nil shows nothing (`--quiet`).
    ///   - now: seconds of a steady clock.
    public init(on stream: OutputStream?, _ traits: TerminalTraits, label: String, unit: String, now: @escaping () -> Double) {
        self.stream = traits.isTerminal ? stream : nil
        width = traits.width ?? 80
        self.label = label
        self.unit = unit
        self.now = now
        start = now()
        lastShown = -.infinity
    }

    /// - Parameters:
    ///   - done: units so far, for the rate.
    ///   - share: of all the work, 0…1, such as bytes read of bytes there are; nil where the end is not known.
    public func update(done: Int64, share: Double? = nil) {
        guard let stream else { return }
        let time = now()
        guard time - start >= ProgressLine.delay, time - lastShown >= ProgressLine.interval else { return }
        lastShown = time
        // The last column stays free: some terminals wrap when it is written.
        stream.setStatus(clipped(escapingControls(text(done, share, time - start)), to: width - 1))
    }

    /// Wipes the line; call it on each way out (`defer`).
    public func finish() { stream?.setStatus(nil) }

    private func text(_ done: Int64, _ share: Double?, _ elapsed: Double) -> String {
        var parts: [String] = []
        if let share { parts.append("\(Int((min(1, max(0, share)) * 100).rounded(.down))) %") }
        parts.append("\(shortCount(Double(done))) \(unit)")
        parts.append("\(shortCount(Double(done) / elapsed))/s")
        if let share, share > 0, share < 1 { parts.append("\(shortTime(elapsed / share - elapsed)) left") }
        return "\(label): " + parts.joined(separator: " · ")
    }
}

/// Three digits at most: `999`, `4.2 k`, `42 k`, `1.3 M`.
func shortCount(_ value: Double) -> String {
    var rest = max(0, value)
    for suffix in ["", " k", " M", " G"] {
        if rest < 9.95, !suffix.isEmpty {
            let tenths = Int((rest * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)\(suffix)"
        }
        if rest < 999.5 || suffix == " G" { return "\(Int(min(rest, 1e15).rounded()))\(suffix)" }
        rest /= 1000
    }
    return ""
}

private func shortTime(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
}
