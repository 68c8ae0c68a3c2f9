/// What things cost, with the day it was seen and how far to trust it. The list is in `PriceBook+List.swift`.
public enum PriceBook {
    public static let list = Table(text)

    public struct Table: Sendable {
        public let entries: [PriceEntry]
        private let positions: [String: Int]
        /// Lines that can't be read: none, which a test sees to.
        public let faults: [String]

        init(_ text: String) {
            var entries: [PriceEntry] = []
            var positions: [String: Int] = [:]
            var faults: [String] = []
            for line in BookLine.lines(of: text) {
                guard let step = PriceEntry.Step(line), let entry = PriceEntry(line, step) else {
                    faults.append("price line \"\(line.text)\"")
                    continue
                }
                if let position = positions[entry.id] {
                    if !entries[position].append(step) { faults.append("\(entry.id): its steps don't follow each other") }
                } else {
                    positions[entry.id] = entries.count
                    entries.append(entry)
                }
            }
            for i in entries.indices { entries[i].makeNodes() }
            self.entries = entries
            self.positions = positions
            self.faults = faults
        }

        public subscript(_ id: String) -> PriceEntry? { positions[id].map { entries[$0] } }
    }
}

/// A price: of one step, or of several with cumulative thresholds.
public struct PriceEntry: Sendable {
    public let id: String
    /// `Linux/x86 vCPU`.
    public let title: String
    /// What it is paid for: `1,000 requests`.
    public let per: Unit
    public private(set) var steps: [Step]
    /// What the account has free, in `per`; counted only where ``Convention/freeTier`` is taken.
    public let free: Rational?
    /// A node a step: `price.s3.put_1k`, `price.s3.storage.tier1`.
    public private(set) var nodes: [Node] = []

    public struct Step: Sendable {
        /// In `per`; where the step begins.
        public let from: Rational
        public let usd: Rational
        public let source: PriceSource
    }

    fileprivate mutating func append(_ step: Step) -> Bool {
        guard let last = steps.last, step.from > last.from else { return false }
        steps.append(step)
        return true
    }

    fileprivate mutating func makeNodes() {
        let unit = Unit.usd / per
        nodes = steps.enumerated().map { i, step in
            let from = step.from.isZero ? "" : ", from \(step.from.exactText) \(per)"
            return Node(
                steps.count == 1 ? "price.\(id)" : "price.\(id).tier\(i + 1)", .price, unit, .price(step.source),
                value: step.usd * unit.scale, note: title + from)
        }
    }

    var ladder: Ladder {
        Ladder(
            price: id, steps: zip(steps, nodes).map { Ladder.Step(from: $0.from * per.scale, price: $1) },
            free: free.map { Ladder.Free(amount: $0 * per.scale, isTaken: Convention.freeTier) })
    }
}

extension PriceEntry {
    /// `id | per | usd | from | as of | confidence | title | free`.
    fileprivate init?(_ line: BookLine, _ step: Step) {
        guard let per = Unit(text: line[1]) else { return nil }
        id = line[0]
        title = line[6]
        self.per = per
        free = Rational(decimal: line[7])
        steps = [step]
    }
}

extension PriceEntry.Step {
    fileprivate init?(_ line: BookLine) {
        guard let usd = Rational(decimal: line[2]), let confidence = Confidence(rawValue: line[5]) else { return nil }
        self.usd = usd
        guard let from = line[3].isEmpty ? .zero : Rational(decimal: line[3]) else { return nil }
        self.from = from
        source = PriceSource(asOf: line[4], confidence: confidence)
    }
}

/// A line of a book: cells between `|`, blanks around them left out.
struct BookLine {
    let text: String
    private let cells: [String]

    subscript(_ column: Int) -> String { column < cells.count ? cells[column] : "" }

    /// Lines that begin with `#` are comments.
    static func lines(of text: String) -> [BookLine] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            BookLine(
                text: String(line),
                cells: line.split(separator: "|", omittingEmptySubsequences: false).map { trimmed($0) })
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " }
        while text.hasSuffix(" ") { text.removeLast() }
        return String(text)
    }
}
