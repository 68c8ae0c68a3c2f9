import Database
public import FleetCore
import Operations
import QueryCatalog
public import Statistics

/// What the gate would have said, hour by hour, on one platform.
public struct Replay: Sendable {
    public struct Step: Sendable {
        /// As of this hour's end.
        public let at: Instant
        public let verdict: Verdict
        /// The measures that had been shown to be harmful by then.
        public let harmful: [GuardedMeasure]
    }

    public let version: String
    public let platform: String
    public let baseline: BaselineChoice
    public let from: Hour
    public let horizon: Hour
    /// The hours at which the verdict changed, the first among them.
    public let steps: [Step]
    /// Hours that were looked at.
    public let looks: Int
    public let last: Verdict
    public let haltedAt: Instant?
    public let passedAt: Instant?
    /// Who came after the halt, and everybody who came.
    public let sparedInstalls: Int64?
    public let installs: Int64
    /// When somebody recorded a halt.
    public let recordedHalt: Instant?
    /// Of a halt: does the rate of a measure that was shown to be harmful still lie over its margin, with all that is known
    /// now? Nil: there was no halt.
    public let isConfirmed: Bool?

    /// From the gate's halt to the recorded one; negative: somebody was quicker.
    public var savedHours: Double? {
        guard let haltedAt, let recordedHalt else { return nil }
        return Double(recordedHalt.epochSeconds - haltedAt.epochSeconds) / 3600
    }
}

extension Rollouts {
    /// Rollouts are replayed for as long; Apple's phased release may take 37 days with its pauses.
    static let replayDays = 37

    /// The verdict at each hour of a version's rollout, a platform each; those without a baseline are left out beside others.
    public func replay(_ request: GateRequest) throws -> [Replay] {
        let begun = try begunRollouts(request)
        let replays = try begun.compactMap { try replay($0, request) }
        if replays.isEmpty, let first = begun.first { throw Rollouts.noBaseline(request.version, first.platform) }
        return replays
    }

    /// Every version that came while the store was looking, two days after its first report or later.
    public func replayAll(_ request: GateRequest) throws -> [Replay] {
        let values: [String: SQLValue] = [
            "platform": SQLValue(request.platform), "as_of_hour": SQLValue(request.at.hour),
        ]
        var replays: [Replay] = []
        for row in try rows("rollout/rollout_versions", values) {
            let began = row.hour("first_known_hour").number - row.hour("platform_first_known_hour").number
            guard began >= 48, row.count("active_installs") > 0 else { continue }
            var request = request
            request.version = row.text("app_version") ?? ""
            request.platform = row.text("platform")
            for begun in try begunRollouts(request) {
                // Nothing to compare it with: no rollout.
                if let replay = try replay(begun, request) { replays.append(replay) }
            }
        }
        return replays
    }

    /// Nil: there is no baseline.
    private func replay(_ begun: BegunRollout, _ request: GateRequest) throws -> Replay? {
        var request = request
        let limit = Hour(number: begun.from.number + Int32(Rollouts.replayDays) * 24)
        request.at = min(request.at.hour, limit).start
        guard let answer = try platformGate(begun, request, before: request.at.hour, isReplayed: true) else { return nil }
        let horizon = request.at.hour
        // By the beginning that was known: a start that was recorded late moves it for the looks from then on.
        var gates: [Hour: Gate?] = [begun.from: answer.gate]
        func gate(before end: Hour) throws -> Gate? {
            guard let known = begun.asKnown(at: answer.gate.facts.recordedBy(end), before: end) else { return nil }
            if let gate = gates[known.from] { return gate }
            let gate = try platformGate(known, request, before: horizon, isReplayed: true)?.gate
            gates.updateValue(gate, forKey: known.from)
            return gate
        }
        var steps: [Replay.Step] = []
        var looks = 0
        var halting: Gate?
        for hour in begun.from.number..<max(begun.from.number, horizon.number) {
            let end = Hour(number: hour + 1)
            looks += 1
            let known = try gate(before: end)
            let verdict = known?.verdict(before: end) ?? .insufficient
            if halting == nil, verdict == .halt { halting = known }
            if steps.last?.verdict != verdict {
                steps.append(Replay.Step(at: end.start, verdict: verdict, harmful: known?.harmful(before: end) ?? []))
            }
        }
        let arrivals = try arrivals(request.version, begun.platform, before: horizon)
        let halted = steps.first { $0.verdict == .halt }?.at
        let recorded = begun.records.first { $0.event.kind == .halt }?.event.at
        return Replay(
            version: request.version, platform: begun.platform, baseline: answer.baseline, from: begun.from, horizon: horizon,
            steps: steps, looks: looks, last: steps.last?.verdict ?? .insufficient, haltedAt: halted,
            passedAt: steps.first { $0.verdict == .pass }?.at,
            sparedInstalls: halted.map { halt in
                arrivals.reduce(0) { $0 + ($1.arrived >= halt.hour ? $1.installs : 0) }
            }, installs: arrivals.reduce(0) { $0 + $1.installs }, recordedHalt: recorded,
            isConfirmed: halting.map { confirmed($0.assessment(before: horizon)) })
    }

    /// With everything that is known now, does a measure that was shown to be harmful have a rate over the margin?
    private func confirmed(_ assessment: GateAssessment) -> Bool {
        assessment.measures.contains { measure in
            guard measure.harmSince != nil, let margin = measure.harmMargin else { return false }
            return measure.ratio?.value.map { $0 > margin } ?? true
        }
    }

    /// Installs by when they came, and went on to a higher version.
    func arrivals(_ version: String, _ platform: String, before horizon: Hour) throws -> [Arrival] {
        try rows(
            "rollout/arrivals",
            [
                "app_version": .text(version), "platform": .text(platform), "above_key": .text(AppVersion(version).sortKey),
                "as_of_hour": SQLValue(horizon),
            ]
        ).map { Arrival(arrived: $0.hour("arrived_hour"), left: $0.hourIfKnown("left_hour"), installs: $0.count("installs")) }
    }

    struct Arrival {
        let arrived: Hour
        let left: Hour?
        let installs: Int64
    }
}
