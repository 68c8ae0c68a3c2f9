public import FleetCore
public import Terminal

/// A column of a report: its name for programs, its heading for people, and how its values are written.
public struct Column: Sendable {
    /// The member's name in JSON and CSV.
    public let name: String
    /// Above the column in a table.
    public let header: String
    public let kind: ColumnKind
    /// Where it appears: a table shows what fits a glance, JSON and CSV carry everything.
    public private(set) var audience: Audience
    /// What people read where there is no value.
    public private(set) var absentText = "no data"
    /// A table too wide for its terminal leaves out columns, the greatest of these first, and says which; 0: never.
    public private(set) var dispensability = 0
    /// In a table too wide for its terminal its texts are cut at spaces and go on below.
    public private(set) var isFlowing = false

    public enum Audience: Sendable {
        case everyone, programs, people
    }

    public init(_ name: String, _ header: String, _ kind: ColumnKind, for audience: Audience = .everyone) {
        self.name = name
        self.header = header
        self.kind = kind
        self.audience = audience
    }

    /// The same column for programs only.
    public var hidden: Column { changed { $0.audience = .programs } }
    /// The same column for people only.
    public var forPeople: Column { changed { $0.audience = .people } }
    /// The same column, which says `text` where there is no value.
    public func absent(_ text: String) -> Column { changed { $0.absentText = text } }
    /// The same column, which a narrow table leaves out before those with a smaller `rank`.
    public func dispensable(_ rank: Int) -> Column { changed { $0.dispensability = rank } }

    /// The same column, whose texts take several lines of a narrow table.
    public var flowing: Column { changed { $0.isFlowing = true } }

    private func changed(_ change: (inout Column) -> Void) -> Column {
        var column = self
        change(&column)
        return column
    }

    public static func text(_ name: String, _ header: String) -> Column { Column(name, header, .text) }
    public static func figure(_ name: String, _ header: String) -> Column { Column(name, header, .figure) }
    public static func count(_ name: String, _ header: String) -> Column { Column(name, header, .integer) }
    public static func share(_ name: String, _ header: String) -> Column { Column(name, header, .share(.nearest)) }
    /// A share that flatters when rounded up.
    public static func crashFree(_ name: String, _ header: String) -> Column { Column(name, header, .share(.down)) }
    public static func rate(_ name: String, _ header: String) -> Column { Column(name, header, .rate(decimals: 2)) }
    public static func duration(_ name: String, _ header: String) -> Column { Column(name, header, .duration) }
    public static func bytes(_ name: String, _ header: String) -> Column { Column(name, header, .bytes) }
    public static func day(_ name: String, _ header: String) -> Column { Column(name, header, .day) }
    public static func instant(_ name: String, _ header: String) -> Column { Column(name, header, .instant) }
    public static func flag(_ name: String, _ header: String) -> Column { Column(name, header, .flag) }
    /// The interval beside the share `name`: members `name_low` and `name_high`, one column `low – high`.
    public static func interval(of name: String, _ header: String, _ rounding: ShareRounding) -> Column {
        Column(name, header, .interval(rounding))
    }
    public static func trend(_ name: String, _ header: String, _ scale: SparklineScale) -> Column {
        Column(name, header, .sparkline(scale))
    }
}

/// What a column holds, and so how it is written for people. Programs get values as they are: shares 0…1, seconds, bytes.
public enum ColumnKind: Sendable, Equatable {
    case text
    /// A number that is written already, to the right: more digits than a Double has, or with its unit.
    case figure
    /// A count, digits in groups of three.
    case integer
    /// 0…1, as a percentage.
    case share(ShareRounding)
    /// A number with that many decimals.
    case rate(decimals: Int)
    /// Seconds, as `2 h 13 min`.
    case duration
    /// As `4.0 MiB`.
    case bytes
    case day
    case instant
    /// `yes` or `no`.
    case flag
    case interval(ShareRounding)
    case sparkline(SparklineScale)

    var alignment: TextAlignment {
        switch self {
        case .text, .day, .instant, .flag, .sparkline: .left
        case .figure, .integer, .share, .rate, .duration, .bytes, .interval: .right
        }
    }

    func accepts(_ cell: Cell) -> Bool {
        switch (self, cell) {
        case (_, .noData), (_, .blank), (.text, .text), (.text, .mark), (.figure, .text), (.figure, .written),
            (.integer, .integer),
            (.bytes, .integer), (.bytes, .real),
            (.day, .day), (.instant, .instant), (.flag, .flag),
            (.share, .real), (.rate, .real), (.rate, .integer), (.duration, .integer), (.duration, .real),
            (.interval, .interval), (.sparkline, .series):
            true
        default: false
        }
    }
}

/// A value. Absent is ``noData``, never zero: `no data` for people, null for programs.
public enum Cell: Sendable, Equatable {
    case text(String)
    case integer(Int64)
    case real(Double)
    case day(Day)
    case instant(Instant)
    case flag(Bool)
    /// A judgement in words, where a text stands.
    case mark(Mark)
    /// A number of more digits than a Double has: rounded for people, to the last digit for programs (JSON's number), for
    /// which nil is null.
    case written(people: String, programs: String?)
    case interval(low: Double, high: Double)
    case series([Double?])
    case noData
    /// There is nothing to say: empty for people, null for programs.
    case blank

    public static func text(_ value: String?) -> Cell { value.map { .text($0) } ?? .noData }
    public static func integer(_ value: Int64?) -> Cell { value.map { .integer($0) } ?? .noData }
    public static func real(_ value: Double?) -> Cell { value.map { .real($0) } ?? .noData }
    public static func day(_ value: Day?) -> Cell { value.map { .day($0) } ?? .noData }
    public static func instant(_ value: Instant?) -> Cell { value.map { .instant($0) } ?? .noData }
    public static func flag(_ value: Bool?) -> Cell { value.map { .flag($0) } ?? .noData }
}
