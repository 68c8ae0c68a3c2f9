/// Assumptions that the designs don't state, chosen so that what they do state comes out. Marked wherever they appear.
public enum CalibratedBook {
    public static let list = Table(text)

    public struct Table: Sendable {
        public let entries: [CalibratedEntry]
        public let faults: [String]

        init(_ text: String) {
            var entries: [CalibratedEntry] = []
            var faults: [String] = []
            for line in BookLine.lines(of: text) {
                if let entry = CalibratedEntry(line) { entries.append(entry) } else { faults.append("line \"\(line.text)\"") }
            }
            self.entries = entries
            self.faults = faults
        }

        public subscript(_ id: String) -> CalibratedEntry? { entries.first { $0.node.id == id } }
    }
}

/// A calibrated value, and the window that the stated figures leave to it.
public struct CalibratedEntry: Sendable {
    public let node: Node
    /// In the node's unit; nil where the figures fix no bound.
    public let window: ClosedRange<Rational>?
    /// It is the only value that fits.
    public let isOnlyCandidate: String

    /// `id | value | low | high | unit | range | only candidate | evidence`.
    fileprivate init?(_ line: BookLine) {
        guard let value = Rational(decimal: line[1]), let unit = Unit(text: line[4]) else { return nil }
        let low = Rational(decimal: line[2])
        let high = Rational(decimal: line[3])
        window = if let low, let high, low <= high { low...high } else { nil }
        isOnlyCandidate = line[6]
        node = Node(
            line[0], .calibrated, unit, .calibrated(window: window == nil ? "" : "window \(line[2]) to \(line[3])"),
            value: value * unit.scale, range: line[5] == "share" ? .share : .notNegative, note: line[7])
    }
}

extension Formula {
    /// An assumption of the calibrated book.
    public static func calibrated(_ id: String) -> Formula {
        guard let entry = CalibratedBook.list[id] else { return .faulty("there is no calibrated value \(id)") }
        return Formula(entry.node)
    }

    /// A limit of the quota book, under the book's name.
    public static func quota(_ id: String) -> Formula {
        guard let entry = QuotaBook.list[id] else { return .faulty("there is no quota \(id)") }
        return Formula(entry.node)
    }
}
