public import FleetCore

/// An event as the journal has it: when it was written down, which a look before that could not know, and whether it was made
/// void since.
public struct RecordedRolloutEvent: Sendable, Equatable {
    /// Records are numbered in the order in which the store learned of them.
    public let number: Int64
    public let event: RolloutEvent
    public let recorded: Instant
    public let voided: Voiding?

    public struct Voiding: Sendable, Equatable {
        public let at: Instant
        public let by: String
        public let reason: String

        public init(at: Instant, by: String, reason: String) {
            self.at = at
            self.by = by
            self.reason = reason
        }
    }

    public init(_ event: RolloutEvent, number: Int64, recorded: Instant, voided: Voiding? = nil) {
        self.number = number
        self.event = event
        self.recorded = recorded
        self.voided = voided
    }

    /// Does it count for who looks at this moment? A record counts from when it was made until it is void.
    /// - Parameter moment: nil: now, with all that is recorded.
    public func counts(at moment: Instant?) -> Bool {
        guard let moment else { return voided == nil }
        return recorded <= moment && voided.map { $0.at > moment } ?? true
    }

    /// "the halt of 8.14.0 on android".
    public var words: String { "the \(what) of \(event.version) on \(event.platform)" }

    /// "stage 5 %".
    public var what: String { event.kind.rawValue + (event.percent.map { " \(percentText($0)) %" } ?? "") }
}

extension [RecordedRolloutEvent] {
    public func counting(at moment: Instant?) -> [RecordedRolloutEvent] { filter { $0.counts(at: moment) } }

    /// So many were made, or made void, after the moment: a look at it counts them otherwise than one now does.
    public func changedSince(_ moment: Instant) -> Int { count { $0.counts(at: moment) != $0.counts(at: nil) } }

    /// Of those that count at the moment, the ones of one version, platform and second that leave a rollout in different
    /// states: the one told last counts, and one of them is wrong.
    public func contradictions(at moment: Instant?) -> [[RecordedRolloutEvent]] {
        let groups = Dictionary(grouping: counting(at: moment)) { record in
            [record.event.version, record.event.platform, record.event.at.description]
        }
        return groups.values.filter { records in
            let states = records.compactMap { RolloutState([$0.event]) }
            return Set(states.map(\.phase)).count > 1 || Set(states.compactMap(\.percent)).count > 1
        }.sorted { ($0.first?.number ?? 0) < ($1.first?.number ?? 0) }
    }
}
