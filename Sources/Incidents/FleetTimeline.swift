public import FleetCore
public import Health
public import Operations
import Reporting

/// What was done to a fleet in a time, and which signals went bad: in one order, for every answer that shows it.
public struct FleetTimeline: Sendable {
    public enum Item: Sendable {
        case done(TimelineEntry)
        case signal(SignalChange)

        public var at: Instant {
            switch self {
            case .done(let entry): entry.at
            case .signal(let change): change.at
            }
        }
    }

    /// By time; of one second what was done comes first.
    public let items: [Item]

    /// At so many moments the signals were looked at.
    public let looks: Int
    /// The longest time between two of them, or from the beginning to the first. What went bad and was well again within it
    /// may be missing.
    public let widestGapSeconds: Int64

    /// So many moments are looked at for what is bad: the end, and the last ones at which something was done.
    private static let momentsMax = 8
    /// Moments nearer to each other tell nothing new.
    private static let leastSeconds: Int64 = 600
    /// So many more, each in the middle of the longest time without one.
    private static let betweenMax = 7
    /// The store learns of what clients report by the hour.
    private static let closeSeconds: Int64 = 3600

    /// - Parameters:
    ///   - end: exclusive.
    ///   - now: signals are not told of later than that.
    ///   - known: leaves out what was written down later, as ``OperationsLog/timeline(from:to:recordedBy:)`` does.
    public init(
        _ log: OperationsLog, _ signals: Signals, from: Instant, to end: Instant, now: Instant, recordedBy known: Instant? = nil
    ) throws {
        let entries = try log.timeline(from: from, to: end, recordedBy: known)
        let moments = FleetTimeline.moments(from: from, to: min(end, now), done: entries.map(\.at))
        looks = moments.count
        widestGapSeconds = FleetTimeline.gaps(moments, from: from).map(\.seconds).max() ?? 0
        var changes = try SignalChanges(signals: signals, from: from, to: end).all(at: moments)[...]
        var items: [Item] = []
        for entry in entries {
            while let change = changes.first, change.at < entry.at {
                items.append(.signal(change))
                changes = changes.dropFirst()
            }
            items.append(.done(entry))
        }
        self.items = items + changes.map { .signal($0) }
    }

    /// How closely the signals were looked at, in words: silence is no sign that all was well.
    public var closeness: String {
        if looks == 1 { return "seen at the end alone: what was bad only before it is not here" }
        let gap = durationText(seconds: Double(widestGapSeconds))
        return "seen at \(looks) moments, at most \(gap) apart: what was bad only in between is not here"
    }

    // MARK: When the signals are looked at

    /// The moments at which the signals are looked at, the newest first: the last, those at which something was done, and
    /// others between where that leaves long times without one.
    ///
    /// - Parameter done: the oldest first.
    static func moments(from: Instant, to last: Instant, done: [Instant]) -> [Instant] {
        var moments = [last]
        for at in done.reversed() where moments.count < momentsMax {
            if let next = moments.last, next.epochSeconds - at.epochSeconds >= leastSeconds { moments.append(at) }
        }
        for _ in 0..<betweenMax {
            guard let widest = gaps(moments, from: from).max(by: { $0.seconds < $1.seconds }), widest.seconds > closeSeconds
            else { break }
            moments.insert(moments[widest.place].advanced(bySeconds: -widest.seconds / 2), at: widest.place + 1)
        }
        return moments
    }

    /// The times before each of the moments, without a look: to the one before it, or to the beginning.
    private static func gaps(_ moments: [Instant], from: Instant) -> [(place: Int, seconds: Int64)] {
        moments.indices.map { place in
            let before = place + 1 < moments.count ? moments[place + 1] : from
            return (place, max(0, moments[place].epochSeconds - before.epochSeconds))
        }
    }

    /// What was done.
    public var entries: [TimelineEntry] {
        items.compactMap { item in
            if case .done(let entry) = item { entry } else { nil }
        }
    }
}
