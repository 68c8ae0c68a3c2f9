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
        guard pushesPerSecond > 0, quotaPerMinute > 0, pushesPerSecond < 1e9, quotaPerMinute < 1e12 else {
            throw ToolError(.usage, "an outage needs pushes and a quota above 0")
        }
        guard binSeconds > 0, outageSeconds > 0, timeToLiveSeconds >= binSeconds, (0...1).contains(invalidShare) else {
            throw ToolError(.usage, "the outage, the time to live or the share of invalid tokens is out of range")
        }
        guard horizonSeconds > outageSeconds else {
            throw ToolError(.usage, "the run ends before the outage does", next: "use a longer --horizon")
        }
        guard horizonSeconds / binSeconds <= 200_000 else {
            throw ToolError(.usage, "the run has more than 200,000 bins", next: "use a wider --bin or a shorter --horizon")
        }
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
