public import FleetCore

/// Values over time for the formats that have pictures: a line each, its interval a band around it. Where there is no value
/// there is no line: a gap, never zero. The numbers stand in a table beside it, which a report adds.
///
/// ```swift
/// var chart = LineChart("Crash-free installs on ios", .share(.down), from: window.from.start, to: window.to.start, grain: .day)
/// chart.baseline = .fitted
/// chart.guides = [LineChart.Guide(0.995, "99.5 %")]
/// chart.lines = [LineChart.Line("8.14.0", points)]
/// ```
public struct LineChart: Sendable {
    public struct Point: Sendable {
        /// The middle of what it is about: noon of its day.
        public let at: Instant
        /// Nil: not known.
        public let value: Double?
        public let low: Double?
        public let high: Double?
        /// For whoever points at it: "2026-09-14: 96.31 %, 353 active".
        public let text: String

        public init(_ at: Instant, _ value: Double?, low: Double? = nil, high: Double? = nil, text: String) {
            self.at = at
            self.value = value.flatMap { $0.isFinite ? $0 : nil }
            self.low = low.flatMap { $0.isFinite ? $0 : nil }
            self.high = high.flatMap { $0.isFinite ? $0 : nil }
            self.text = text
        }
    }

    public struct Line: Sendable {
        public let label: String
        /// In the order of time; a missing period is a point without a value.
        public let points: [Point]
        /// What the reader should see first: drawn strongly, and said so in the key.
        public let isMarked: Bool

        public init(_ label: String, _ points: [Point], isMarked: Bool = false) {
            self.label = label
            self.points = points
            self.isMarked = isMarked
        }

        /// The newest known.
        var latest: Point? { points.last { $0.value != nil } }
    }

    /// A value with a line across: a target.
    public struct Guide: Sendable {
        public let value: Double
        public let label: String

        public init(_ value: Double, _ label: String) {
            self.value = value
            self.label = label
        }
    }

    /// Something that happened: a line from top to bottom.
    public struct Event: Sendable {
        public let at: Instant
        /// Short, above the line: the number of a row in a table.
        public let label: String
        public let text: String

        public init(_ at: Instant, _ label: String, text: String) {
            self.at = at
            self.label = label
            self.text = text
        }
    }

    /// What the points are about, and so how the axis of time is written.
    public enum Grain: Sendable {
        case hour, day
    }

    public enum Baseline: Sendable {
        /// The axis begins at zero.
        case zero
        /// It begins near the least value: for shares near 100 %, which from zero would all look alike.
        case fitted
    }

    /// As many lines as a reader can tell apart; further ones stand in the table only.
    public static let linesMax = ChartPalette.light.lines.count

    public let title: String
    /// Of the values.
    public let kind: ColumnKind
    public let from: Instant
    public let to: Instant
    public let grain: Grain
    public var baseline = Baseline.zero
    public var lines: [Line] = []
    public var guides: [Guide] = []
    public var events: [Event] = []
    /// A sentence under the picture.
    public var note: String?

    /// `from` inclusive, `to` exclusive.
    public init(_ title: String, _ kind: ColumnKind, from: Instant, to: Instant, grain: Grain) {
        precondition(from < to, "\(title): a picture needs a span of time")
        self.title = title
        self.kind = kind
        self.from = from
        self.to = to
        self.grain = grain
    }

    /// Which of the palette's colours and patterns each line has. Marked ones begin with the most striking.
    var styles: [Int] {
        var free = Array(0..<LineChart.linesMax)
        return lines.indices.map { place in
            let wanted = lines[place].isMarked ? [1, 3, 5, 0, 2, 4] : [0, 2, 4, 5, 3, 1]
            let style = wanted.first(where: free.contains) ?? place % LineChart.linesMax
            free.removeAll { $0 == style }
            return style
        }
    }

    /// Is there anything to draw?
    public var hasValues: Bool { lines.contains { $0.latest != nil } }
}
