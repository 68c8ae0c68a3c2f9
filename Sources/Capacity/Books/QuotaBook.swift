/// What providers and the designs themselves allow. The list is in `QuotaBook+List.swift`.
public enum QuotaBook {
    public static let list = Table(text)

    public struct Table: Sendable {
        public let entries: [QuotaEntry]
        private let positions: [String: Int]
        public let faults: [String]

        init(_ text: String) {
            var entries: [QuotaEntry] = []
            var faults: [String] = []
            for line in BookLine.lines(of: text) {
                guard let entry = QuotaEntry(line) else {
                    faults.append("quota line \"\(line.text)\"")
                    continue
                }
                entries.append(entry)
            }
            self.entries = entries
            self.faults = faults
            positions = Dictionary(entries.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        }

        public subscript(_ id: String) -> QuotaEntry? { positions[id].map { entries[$0] } }
    }

    static func entry(of node: Node) -> QuotaEntry? {
        node.id.hasPrefix("quota.") ? list[String(node.id.dropFirst(6))] : nil
    }
}

/// A limit: its value, whose it is, and whether more can be asked for.
public struct QuotaEntry: Sendable {
    public let id: String
    public let kind: Kind
    /// `quota.fcm.project.messages_per_min`; without a value where nothing is published.
    public let node: Node
    public let title: String
    /// What it is counted over: account, table, stream, device.
    public let scope: String
    /// `yes`, `no`, or how.
    public let adjustable: String

    public enum Kind: String, Sendable, CaseIterable {
        case quota
        case planning = "planning figure"
        case size = "size limit"
        case time = "time limit"
        case policy
        case billing = "price rule"

        /// Watch at 60 %, act at 80 %. The others are kept or broken.
        public var hasAlarms: Bool { self == .quota || self == .planning }
    }

    /// `id | class | value | unit | scope | adjustable | where from | title`.
    fileprivate init?(_ line: BookLine) {
        guard let kind = Kind(rawValue: line[1]), let unit = Unit(text: line[3]) else { return nil }
        let value = Rational(decimal: line[2])
        guard value != nil || line[2].isEmpty else { return nil }
        id = line[0]
        self.kind = kind
        scope = line[4]
        adjustable = line[5]
        title = line[7]
        node = Node(
            "quota.\(line[0])", .quota, unit, .quota(line[6]), value: value.map { $0 * unit.scale }, range: .positive,
            note: line[7])
    }
}
