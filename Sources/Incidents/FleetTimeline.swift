public import FleetCore
public import Health
public import Operations

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

    /// So many moments are looked at for what is bad: the end, and the last ones at which something was done.
    private static let momentsMax = 8
    /// Moments nearer to each other tell nothing new.
    private static let leastSeconds: Int64 = 600

    /// - Parameters:
    ///   - end: exclusive.
    ///   - now: signals are not told of later than that.
    ///   - known: leaves out what was written down later, as ``OperationsLog/timeline(from:to:recordedBy:)`` does.
    public init(
        _ log: OperationsLog, _ signals: Signals, from: Instant, to end: Instant, now: Instant, recordedBy known: Instant? = nil
    ) throws {
        let entries = try log.timeline(from: from, to: end, recordedBy: known)
        var moments = [min(end, now)]
        for entry in entries.reversed() where moments.count < FleetTimeline.momentsMax {
            if let last = moments.last, last.epochSeconds - entry.at.epochSeconds >= FleetTimeline.leastSeconds {
                moments.append(entry.at)
            }
        }
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

    /// What was done.
    public var entries: [TimelineEntry] {
        items.compactMap { item in
            if case .done(let entry) = item { entry } else { nil }
        }
    }
}
