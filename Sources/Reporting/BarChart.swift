/// A picture of a report's numbers for the formats that have pictures: bars one below the other, each from a value to
/// another, on one scale.
public struct BarChart: Sendable {
    public struct Bar: Sendable {
        public let label: String
        public let from: Double
        public let to: Double
        /// The value in words, beside the bar: nothing is told by length or colour alone.
        public let text: String
        public let level: Mark.Level?

        public init(_ label: String, from: Double = 0, to: Double, text: String, level: Mark.Level? = nil) {
            self.label = label
            self.from = from
            self.to = to
            self.text = text
            self.level = level
        }
    }

    public let title: String
    public let bars: [Bar]
    /// Values with a line across all bars: 80 %.
    public let lines: [(value: Double, label: String)]

    public init(_ title: String, bars: [Bar], lines: [(value: Double, label: String)] = []) {
        self.title = title
        self.bars = bars
        self.lines = lines
    }
}
