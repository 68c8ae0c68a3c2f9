/// The figures that the designs print as following from others.
public enum StatedFigures {
    public static let list = Table(text)

    public struct Table: Sendable {
        public let figures: [StatedFigure]
        /// Lines that can't be read: none, which a test sees to.
        public let faults: [String]

        init(_ text: String) {
            var figures: [StatedFigure] = []
            var faults: [String] = []
            for line in BookLine.lines(of: text) {
                if let figure = StatedFigure(line) { figures.append(figure) } else { faults.append("line \"\(line.text)\"") }
            }
            self.figures = figures
            self.faults = faults
        }
    }
}

/// One figure as printed.
public struct StatedFigure: Sendable {
    /// The id of the node that computes it.
    public let id: String
    /// In its unit, as printed.
    public let stated: Quantity
    /// As a share of what is stated.
    public let tolerance: Rational
    public let how: How
    /// `chat R2.6`.
    public let section: String

    public enum How: String, Sendable {
        case value = ""
        /// The text says that it is below, or above, what is stated.
        case below, above
        /// The text states it and gives no formula.
        case estimated
    }

    /// `id | stated | unit | tolerance | how | section`.
    fileprivate init?(_ line: BookLine) {
        guard let number = Rational(decimal: line[1]), let unit = Unit(text: line[2]), let tolerance = Rational(decimal: line[3]),
            let how = How(rawValue: line[4])
        else { return nil }
        id = line[0]
        stated = Quantity(number, unit)
        self.tolerance = tolerance
        self.how = how
        section = "\(line[0].prefix { $0 != "." }) \(line[5])"
    }
}
