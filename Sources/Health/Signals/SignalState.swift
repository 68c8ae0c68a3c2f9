public import FleetCore
public import Statistics

/// What is to be said of one signal at one time.
public struct SignalState: Sendable {
    public let signal: Signal
    public let level: SignalLevel
    /// Over ``window``: of the whole or, where slices are judged one by one, of the one that is worst.
    public let value: Double?
    /// Whose ``value`` is: the slice that was judged by itself, in the order of the signal's dimensions; empty: everything.
    public let judged: [SignalSlicePart]
    /// Of a share.
    public let interval: Interval?
    /// How many chances, or whatever the amounts are of; nil where there is no such thing.
    public let exposure: Double?
    /// The number that the value is held against; of what is usual, or of a burn rate, as it came out now.
    public let limit: Double?
    /// Why the level is unknown; nil: it is not.
    public let unknownBecause: String?
    public let window: InstantWindow?
    /// The end of the newest data.
    public let newest: Instant?
    /// When the value went over the limit that it is over; of what is unknown since its source fell silent, since when it is.
    public let since: Instant?
    /// It was over it already where what was looked at begins.
    public let isSinceBefore: Bool
    /// Whom it is about.
    public let slice: SignalSlice?
    /// ``Signal/stepSeconds`` each, over ``Signal/historySeconds``.
    public let points: [SignalPoint]
    /// The same in at most ``trendPoints`` longer stretches, each with its own value: for a picture.
    public let trend: [Double?]
    public let burns: [BurnRate]
    /// A level that the value is over without being at it; nil: there is none.
    public let uncertain: Uncertain?
    public internal(set) var silence: SignalMute?
    public internal(set) var acknowledgement: SignalMute?

    /// Over a limit by what chance explains.
    public struct Uncertain: Sendable, Equatable {
        public let level: SignalLevel
        public let limit: SignalLimit
        /// So few that no pattern is seen in them; nil: there are enough.
        public let events: Int64?
    }

    public static let trendPoints = 24

    /// It was over its level in the window, which is not the newest, and has not come back under it beyond chance since.
    public var isHeld: Bool {
        guard let window, let newest else { return false }
        return signal.endsBeyondChance && window.to < newest
    }

    /// Bad, and nobody said to leave it alone for now.
    public var counts: Bool { silence == nil }
}

public struct InstantWindow: Sendable, Hashable {
    public let from: Instant
    public let to: Instant

    public init(from: Instant, to: Instant) {
        self.from = from
        self.to = to
    }
}

/// A step's value; nil is a gap.
public struct SignalPoint: Sendable, Hashable {
    public let at: Instant
    public let value: Double?
}

/// How many times faster than it may the error budget is used up.
public struct BurnRate: Sendable, Hashable {
    public let windowSeconds: Int64
    public let rate: Double
}

/// A value of a dimension: `app_version` `8.14.0`.
public struct SignalSlicePart: Sendable, Hashable {
    public let dimension: String
    public let value: String

    public init(_ dimension: String, _ value: String) {
        self.dimension = dimension
        self.value = value
    }
}

/// The part of a signal that carries what is wrong.
public struct SignalSlice: Sendable, Hashable {
    public let parts: [SignalSlicePart]
    /// It has more than its usual share of what happens, beyond chance; else it is only the worst of those judged one by one.
    public let standsOut: Bool
    /// Its rate ÷ that of all else; nil: there is none elsewhere, or no rate to compare.
    public let ratio: Double?
    /// Of the window's events; nil where there are none to count.
    public let shareOfEvents: Double?

    public subscript(_ dimension: String) -> String? { parts.first { $0.dimension == dimension }?.value }
}

/// Somebody's word on a signal, for a time.
public struct SignalMute: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable { case silence, ack }

    public let signal: String
    public let kind: Kind
    public let from: Instant
    public let until: Instant
    public let reason: String
    public let by: String

    public init(signal: String, kind: Kind, from: Instant, until: Instant, reason: String, by: String) {
        self.signal = signal
        self.kind = kind
        self.from = from
        self.until = until
        self.reason = reason
        self.by = by
    }
}

/// All signals at one time, the worst first.
public struct SignalsAnswer: Sendable {
    public let at: Instant
    public let states: [SignalState]

    /// 1 where a signal is over a level, acknowledged or not; else 4 where one is unknown; else 0. What is silenced or
    /// switched off is shown and changes nothing.
    public var exitCode: ExitCode {
        let levels = states.filter { $0.counts && $0.signal.off == nil }.map(\.level)
        if levels.contains(where: \.isBad) { return .badAnswer }
        return levels.contains(.unknown) ? .unknown : .success
    }
}
