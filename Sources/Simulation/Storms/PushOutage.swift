package import FleetCore

/// A push provider is down for a while. What should have been sent waits, at most one push a user and conversation and none
/// longer than its time to live, and goes out afterwards as fast as the provider's quota a minute lets it, behind what
/// still comes.
///
/// A push for a conversation that has one waiting replaces it and goes to the end of the line. What was waiting is spread
/// evenly over users and conversations, so an arrival finds one with the share of them that waits.
package struct PushOutage: Sendable, Equatable {
    package enum Load: Sendable, Equatable {
        /// `pushesPerSecond` all the time: the closed form's case.
        case constant
        /// `pushesPerSecond` in the busiest hour, which has `peakFactor` times the mean; the outage begins in `startHour`.
        case diurnal(peakFactor: Double, startHour: Int)
    }

    /// At the peak, those to invalid tokens with them: the provider counts both.
    package var pushesPerSecond: Double
    package var quotaPerMinute: Double
    package var outageSeconds: Int
    package var timeToLiveSeconds: Int
    /// Users times conversations in which a push may wait; nil: nothing replaces anything.
    package var conversations: Double?
    /// Share of pushes whose token the provider doesn't know: they use the quota and reach nobody.
    package var invalidShare: Double
    package var load: Load
    package var binSeconds: Int
    package var horizonSeconds: Int
    package var seed: UInt64

    /// - Throws: ``ToolError`` with `.usage` where a number is out of range.
    package init(
        pushesPerSecond: Double, quotaPerMinute: Double, outageSeconds: Int = 3600, timeToLiveSeconds: Int = 86_400,
        conversations: Double? = nil, invalidShare: Double = 0, load: Load = .constant, binSeconds: Int = 10,
        horizonSeconds: Int = 3 * 86_400, seed: UInt64 = 1
    ) throws(ToolError) {
        self.pushesPerSecond = pushesPerSecond
        self.quotaPerMinute = quotaPerMinute
        self.outageSeconds = outageSeconds
        self.timeToLiveSeconds = timeToLiveSeconds
        self.conversations = conversations
        self.invalidShare = invalidShare
        self.load = load
        self.binSeconds = binSeconds
        self.horizonSeconds = horizonSeconds
        self.seed = seed
        try check()
    }

    private func check() throws(ToolError) {
        guard pushesPerSecond > 0, quotaPerMinute > 0 else {
            throw ToolError(.usage, "an outage needs pushes and a quota above 0")
        }
        guard pushesPerSecond < 1e9 else { throw ToolError(.usage, "pushes are below 1,000,000,000 a second") }
        guard quotaPerMinute < 1e12 else { throw ToolError(.usage, "a quota is below 1,000,000,000,000 a minute") }
        guard conversations.map({ $0 >= 1 && $0 < 1e15 }) != false else {
            throw ToolError(.usage, "conversations are 1 or more, and below 1,000,000,000,000,000")
        }
        guard binSeconds > 0, outageSeconds > 0, timeToLiveSeconds > 0, (0...1).contains(invalidShare) else {
            throw ToolError(.usage, "the outage, the time to live or the share of invalid tokens is out of range")
        }
        for (name, seconds) in [("an outage", outageSeconds), ("a time to live", timeToLiveSeconds)]
        where seconds % binSeconds != 0 {
            throw ToolError(
                .usage, "\(name) of \(seconds) s is not a multiple of the bin of \(binSeconds) s",
                next: "use --bin \(Self.widestBin(outage: outageSeconds, timeToLive: timeToLiveSeconds))")
        }
        guard horizonSeconds > outageSeconds else {
            throw ToolError(.usage, "the run ends before the outage does", next: "use a longer --horizon")
        }
        let bins = horizonSeconds / binSeconds
        let next = "use a wider --bin or a shorter --horizon"
        guard bins <= Self.mostBins else {
            throw ToolError(
                .usage, "the run has \(bins) bins of \(binSeconds) s, more than the \(Self.mostBins) it can hold", next: next)
        }
        let waiting = min(bins, timeToLiveSeconds / binSeconds)
        guard conversations == nil || bins * waiting <= Self.mostSteps else {
            throw ToolError(
                .usage,
                "pushes of up to \(waiting) bins wait to be replaced in a run of \(bins), which can look at \(Self.mostSteps / bins)",
                next: next)
        }
    }

    /// Three days of seconds, and some.
    private static let mostBins = 300_000
    /// Bins that all bins look through for pushes to replace: some ten seconds.
    private static let mostSteps = 5_000_000_000

    /// The widest of the bins of ten seconds or less that measures both exactly.
    package static func widestBin(outage: Int, timeToLive: Int) -> Int {
        [10, 5, 2].first { outage % $0 == 0 && timeToLive % $0 == 0 } ?? 1
    }

    // MARK: What a sheet of paper says

    /// λ · min(D, TTL) / (q − λ): from the provider's return to an empty backlog, at constant load and nothing replaced;
    /// nil: the quota is no more than what comes, and the backlog stays.
    package var drainSeconds: Double? {
        let quota = quotaPerMinute / 60
        guard quota > pushesPerSecond else { return nil }
        return pushesPerSecond * Double(min(outageSeconds, timeToLiveSeconds)) / (quota - pushesPerSecond)
    }

    /// λ · min(D, TTL), and no more than a push a conversation.
    package var greatestBacklog: Double {
        let waiting = pushesPerSecond * Double(min(outageSeconds, timeToLiveSeconds))
        return conversations.map { min($0, waiting) } ?? waiting
    }
}

/// What came of a ``PushOutage``.
package struct PushOutcome: Sendable, Equatable {
    package struct Step: Sendable, Equatable {
        package var arrived = 0
        package var sent = 0
        package var expired = 0
        /// At the end of the step.
        package var backlog = 0
    }

    package enum Verdict: String, Sendable {
        /// The backlog is gone in no longer than the outage took.
        case recovers
        case slow
        /// The run ends with a backlog.
        case behind = "falls-behind"
    }

    package let binSeconds: Int
    package internal(set) var steps: [Step] = []
    package internal(set) var arrived = 0
    package internal(set) var sent = 0
    /// Of those sent, to tokens the provider doesn't know.
    package internal(set) var sentInvalid = 0
    /// Replaced by a later push for the same conversation.
    package internal(set) var replaced = 0
    /// Waited past their time to live, and never went out.
    package internal(set) var expired = 0
    package internal(set) var greatestBacklog = 0
    package internal(set) var longestWaitSeconds = 0
    /// From the provider's return until nothing waited any more; nil: not by the end.
    package internal(set) var drainSeconds: Double?
    package internal(set) var verdict = Verdict.behind

    init(binSeconds: Int) { self.binSeconds = binSeconds }
}
