public import FleetCore

/// Which reports a question is about.
public struct ReportFilter: Sendable {
    public var window: WindowRequest
    /// Only this version, as clients write it.
    public var version: String?
    public var platform: String?
    /// Only what was known before the hour that holds this instant: what the same command would have said then.
    public var asOf: Instant?

    public init(
        window: WindowRequest = .newestWeek, version: String? = nil, platform: String? = nil, asOf: Instant? = nil
    ) {
        self.window = window
        self.version = version
        self.platform = platform
        self.asOf = asOf
    }

    /// The queries' `as_of_hour`: what was known in the hours before it counts.
    var asOfHour: Int32 { asOf?.hour.number ?? Int32.max }
}

/// The window as it is asked for.
public enum WindowRequest: Sendable, Equatable {
    /// The seven days that end with the newest day in the store.
    case newestWeek
    /// Half-open. Without `to` up to the newest day and with it; without `from` the seven days before `to`.
    case days(from: Day?, to: Day?)
    /// Half-open; for `--since 2h`, which ends now.
    case instants(from: Instant, to: Instant)
}

/// The window as it was answered, half-open.
public enum ReportWindow: Sendable, Equatable, CustomStringConvertible {
    /// By the installs' local days; for instants 00:00 UTC to 00:00 UTC.
    case days(DayWindow)
    case instants(from: Instant, to: Instant)

    /// `2026-09-14` or `2026-09-14T21:00:00Z`.
    public var from: String {
        switch self {
        case .days(let days): days.from.description
        case .instants(let from, _): from.description
        }
    }

    /// As ``from``, exclusive.
    public var to: String {
        switch self {
        case .days(let days): days.to.description
        case .instants(_, let to): to.description
        }
    }

    /// `[2026-09-14, 2026-09-21)`.
    public var description: String { "[\(from), \(to))" }
}
