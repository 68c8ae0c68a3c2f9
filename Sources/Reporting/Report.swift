public import FleetCore
public import Terminal

/// The answer of a command, once, whatever it is printed as: ``text(as:for:)``.
///
/// ```swift
/// var report = Report(
///     "crash-free", title: "Crash-free installs by version",
///     columns: [.text("app_version", "version"), .count("active_installs", "active"), .crashFree("crash_free", "crash-free")])
/// report.window = .days(window)
/// report.add(.text("8.14.0"), .integer(12_345), .real(0.9987), mark: .bad("below target"))
/// ```
public struct Report: Sendable {
    /// The name of the report in JSON: that of its command.
    public let name: String
    /// One line above the table.
    public let title: String
    public var window: Window?
    /// What was known when; nil: all that is known now.
    public var asOf: Instant?
    /// Single values, above the table; in JSON the object `summary`.
    public private(set) var summary: [(column: Column, cell: Cell)] = []
    public let columns: [Column]
    public private(set) var rows: [Row] = []
    /// Who sees the marks: in JSON and CSV they are members that a report has only where a verdict was asked for.
    public var markAudience = Column.Audience.everyone
    /// Pictures between the single values and the table, for people; not in JSON and CSV.
    public var charts: [ColumnChart] = []
    /// Sentences under the table, for people; not in JSON and CSV.
    public var notes: [String] = []
    /// What to type next, under the notes: never cut, and never run from here.
    public var commands: [CommandLine] = []
    /// Pictures of what the tables say, in HTML.
    public var pictures: [BarChart] = []
    /// What the tables say over time, in HTML.
    public var lineCharts: [LineChart] = []
    /// As a detail of another report: in HTML behind a line that opens it, not in a table and in Markdown, which a reader
    /// goes through from top to bottom. The table behind a picture.
    public var isFolded = false
    /// In a page on a telephone the cells of a row stand below each other, with their headers: none is off the screen.
    public var isStacked = false
    /// Further tables, in JSON members of the object `details` by their names.
    public var details: [Report] = []
    /// Where it appears, when it is one of the details of another.
    public var audience = Column.Audience.everyone
    /// What stands where there are no rows.
    public var emptyText = "no data"

    public init(_ name: String, title: String, columns: [Column] = []) {
        self.name = name
        self.title = title
        self.columns = columns
    }

    /// A shell's command line, and what it is for in a few words; nil: it says so itself.
    public struct CommandLine: Sendable, Equatable {
        public let line: String
        public let purpose: String?

        public init(_ line: String, purpose: String?) {
            self.line = line
            self.purpose = purpose
        }
    }

    /// Half open: from inclusive, to exclusive.
    public enum Window: Sendable, Equatable {
        case days(DayWindow)
        case instants(from: Instant, to: Instant)

        var bounds: (from: String, to: String) {
            switch self {
            case .days(let window): (window.from.description, window.to.description)
            case .instants(let from, let to): (from.description, to.description)
            }
        }
    }

    /// A cell for each column, in order.
    public mutating func add(_ cells: Cell..., mark: Mark? = nil) { add(row: cells, mark: mark) }

    public mutating func add(row cells: [Cell], mark: Mark? = nil) {
        precondition(cells.count == columns.count, "\(name): \(cells.count) cells for \(columns.count) columns")
        for (cell, column) in zip(cells, columns) {
            precondition(column.kind.accepts(cell), "\(name): \(cell) does not fit the column \(column.name)")
        }
        rows.append(Row(cells: cells, mark: mark, isForPeople: true))
    }

    /// Leaves rows to programs, since no page holds them all; `note`, the first under the table, says so.
    public mutating func hideFromPeople(_ places: [Int], saying note: String) {
        for place in places { rows[place] = Row(cells: rows[place].cells, mark: rows[place].mark, isForPeople: false) }
        notes.insert(note, at: 0)
    }

    /// Those that a table, a page and Markdown show; JSON and CSV have all.
    var rowsForPeople: [Row] { rows.filter(\.isForPeople) }

    public mutating func summarise(_ column: Column, _ cell: Cell) {
        precondition(column.kind.accepts(cell), "\(name): \(cell) does not fit \(column.name)")
        summary.append((column, cell))
    }
}

/// A row and what is to be thought of it.
public struct Row: Sendable {
    public let cells: [Cell]
    public let mark: Mark?
    public let isForPeople: Bool
}

/// The judgement of a row, by sign and word; colour only adds.
public struct Mark: Sendable, Equatable {
    public enum Level: String, Sendable {
        case ok, bad, unknown
        /// What was looked for is there, or is not: neither good nor bad by itself.
        case found, absent
    }

    public let level: Level
    /// "below target".
    public let words: String
    /// The same for people; nil: in the same words.
    public var shown: String?
    /// The columns, by name, that the words speak of: a narrow table keeps them.
    public private(set) var columns: [String] = []

    public static func ok(_ words: String) -> Mark { Mark(level: .ok, words: words) }
    public static func bad(_ words: String) -> Mark { Mark(level: .bad, words: words) }
    public static func unknown(_ words: String) -> Mark { Mark(level: .unknown, words: words) }
    public static func found(_ words: String) -> Mark { Mark(level: .found, words: words) }
    public static func absent(_ words: String) -> Mark { Mark(level: .absent, words: words) }

    /// The mark with the names of the columns that its words speak of.
    public func about(_ columns: String...) -> Mark { about(columns) }
    public func about(_ columns: [String]) -> Mark {
        var mark = self
        mark.columns = columns
        return mark
    }

    /// How it is shown: the sign, and the colour where there is one.
    public var signAndStyle: (sign: String, style: TextStyle) {
        switch level {
        case .ok: ("✓", .good)
        case .bad: ("✗", .bad)
        case .unknown: ("?", .doubtful)
        case .found: ("●", .heading)
        case .absent: ("○", .faint)
        }
    }

    var text: String { "\(signAndStyle.sign) \(shown ?? words)" }
}

public enum ReportFormat: String, Sendable, CaseIterable {
    case table, json, csv, markdown, html
}
