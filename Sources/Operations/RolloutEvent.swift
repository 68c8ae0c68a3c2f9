public import FleetCore

/// Something that was done to the rollout of a version on a platform, as whoever did it says.
public struct RolloutEvent: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case start, stage, halt, resume, complete
    }

    public let at: Instant
    /// As clients write it.
    public let version: String
    public let platform: String
    public let kind: Kind
    /// 0…100: the share of the fleet that is offered the version from then on; nil where none was said.
    public let percent: Double?
    public let by: String
    public let reason: String

    public init(
        at: Instant, version: String, platform: String, kind: Kind, percent: Double?, by: String, reason: String
    ) {
        self.at = at
        self.version = version
        self.platform = platform
        self.kind = kind
        self.percent = percent
        self.by = by
        self.reason = reason
    }
}

extension [RecordedRolloutEvent] {
    /// The halt that still holds: the first that nothing but halts follows, in the order in which they happened. Whatever else
    /// is recorded later, a resume above all, says that the rollout goes on.
    public var standingHalt: RolloutEvent? {
        var halt: RolloutEvent?
        for recorded in self { halt = recorded.event.kind == .halt ? halt ?? recorded.event : nil }
        return halt
    }
}

/// How far the rollout of a version on a platform is, by its events in the order in which they happened.
public struct RolloutState: Sendable, Equatable {
    public enum Phase: String, Sendable {
        case running, halted, complete
    }

    public let version: String
    public let platform: String
    public private(set) var phase: Phase
    /// 0…100; nil: nobody said.
    public private(set) var percent: Double?
    /// When the phase or the percentage last changed.
    public private(set) var since: Instant
    /// Its start, else its first stage; nil where neither was recorded. Who records nothing but the halt doesn't say that the
    /// rollout began with it.
    public let startedAt: Instant?
    public private(set) var events = 1

    /// Nil for no event.
    public init?(_ events: [RolloutEvent]) {
        guard let first = events.first else { return nil }
        version = first.version
        platform = first.platform
        phase = .running
        percent = first.percent
        since = first.at
        startedAt = (events.first { $0.kind == .start } ?? events.first { $0.kind == .stage })?.at
        enter(first)
        for event in events.dropFirst() { add(event) }
    }

    private mutating func add(_ event: RolloutEvent) {
        events += 1
        let before = (phase, percent)
        enter(event)
        if before != (phase, percent) { since = event.at }
    }

    private mutating func enter(_ event: RolloutEvent) {
        switch event.kind {
        case .start, .stage, .resume: phase = .running
        case .halt: phase = .halted
        case .complete: phase = .complete
        }
        if let told = event.percent { percent = told } else if event.kind == .complete { percent = 100 }
    }

    /// "halted at 5 % since 2026-09-14T21:30:00Z".
    public var words: String {
        let share = percent.map { phase == .complete ? "" : " at \(percentText($0)) %" } ?? ""
        return "\(phase.rawValue)\(share) since \(since)"
    }

    /// What is odd about an event that would follow, as sentences: it is recorded all the same, since people write down
    /// what happened.
    public func oddities(of event: RolloutEvent) -> [String] {
        var found: [String] = []
        if event.at < since {
            found.append("an event of \(since) is recorded already: this one comes before it")
        }
        switch (event.kind, phase) {
        case (.start, _): if let startedAt { found.append("its rollout began at \(startedAt) already") }
        case (.halt, .halted): found.append("it is halted since \(since)")
        case (.stage, .halted): found.append("it was halted at \(since), and nobody recorded that it goes on: resume says so")
        case (.resume, .running), (.resume, .complete): found.append("it was not halted")
        case (.stage, .complete), (.complete, .complete): found.append("it was complete at \(since)")
        default: break
        }
        if let now = percent, let next = event.percent, next < now, event.kind != .halt {
            found.append("it was at \(percentText(now)) %: who has the version keeps it")
        }
        return found
    }
}

/// `2`, `0.5`: a percentage without the zeros that nobody wrote.
public func percentText(_ percent: Double) -> String {
    percent == percent.rounded() && abs(percent) < 1e6 ? String(Int(percent)) : "\(percent)"
}
