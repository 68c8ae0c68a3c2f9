public import FleetCore

/// What is true of a whole report, beside its rows.
public struct ReportFrame: Sendable {
    public let window: ReportWindow
    /// The start of the hour before which something had to be known to count; nil: all that is known.
    public let asOf: Instant?
    /// In the order of ``Dimension/allCases``.
    public let by: [Dimension]
    /// Share of what the window will hold that is in already; nil: unknown.
    public let completeness: Double?
    /// Sentences that a reader of the numbers has to know.
    public var notes: [String]

    init(window: ReportWindow, filter: ReportFilter, by: Set<Dimension>, completeness: Double?, notes: [String] = []) {
        self.window = window
        asOf = filter.asOf.map { $0.hour.start }
        self.by = Dimension.allCases.filter(by.contains)
        self.completeness = completeness
        self.notes = notes
    }
}

/// What a report's answer means for an exit status.
public enum Outcome: Sendable, Equatable {
    /// Rows with data, and no target that one of them misses.
    case answered
    /// A target was asked for, and a row with data misses it.
    case targetMissed
    /// No row has data, or the version that was named has none: never reported as good or bad.
    case noData

    /// Rows without data among others are shown and change nothing.
    init(hasData: Bool, missesTarget: Bool = false) {
        self = !hasData ? .noData : missesTarget ? .targetMissed : .answered
    }

    public var exitCode: ExitCode {
        switch self {
        case .answered: .success
        case .targetMissed: .badAnswer
        case .noData: .unknown
        }
    }
}
