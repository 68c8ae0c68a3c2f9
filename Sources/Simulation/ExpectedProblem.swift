public import FleetCore

/// What a report on a simulated fleet should find. Written beside the generator, so that a demonstration can say whether
/// it was found.
public struct ExpectedProblem: Sendable, Equatable {
    /// One sentence, with its full stop.
    public let sentence: String
    /// Nil in a healthy fleet.
    public let appVersion: String?
    public let platform: String?
    /// From when on it is wrong.
    public let since: Instant?
}

extension FleetSimulation {
    public var expectedProblem: ExpectedProblem {
        let newest = model.plan[ReleasePlan.newest]
        let current = model.plan[ReleasePlan.current]
        let newestDay = options.window.from.advanced(by: newest.firstDay)
        switch options.scenario {
        case .healthy:
            return ExpectedProblem(
                sentence: "Nothing is wrong: about 3 install-days in 1,000 crash, on every version alike.", appVersion: nil,
                platform: nil, since: nil)
        case .badRelease:
            return ExpectedProblem(
                sentence: "\(newest.text) on android crashes over ten times as often as every other version, since "
                    + "\(newestDay), its first day.",
                appVersion: newest.text, platform: "android", since: newestDay.start)
        case .decryptSpike:
            let since = options.window.from.start.advanced(bySeconds: Int64(model.spikeStart))
            return ExpectedProblem(
                sentence: "Since \(since), \(current.text) on ios fails to decrypt from about eight times as "
                    + "many device pairs as before, nearly all of them first messages (prekey) of restored installs.",
                appVersion: current.text, platform: "ios", since: since)
        case .stuckOutbox:
            return ExpectedProblem(
                sentence: "\(newest.text) on android leaves messages in the outbox since \(newestDay), its first day: in about "
                    + "a quarter of its installs they wait for over 24 hours, and sending fails.",
                appVersion: newest.text, platform: "android", since: newestDay.start)
        case .versionDecrypt:
            return ExpectedProblem(
                sentence: "Since \(spikeStart), \(newest.text) fails to decrypt ordinary messages, on both platforms.",
                appVersion: newest.text, platform: nil, since: spikeStart)
        case .prekeyFault:
            return ExpectedProblem(
                sentence: "Since \(spikeStart), first messages (prekey) can't be decrypted, in every version: the key "
                    + "directory is at fault.",
                appVersion: nil, platform: nil, since: spikeStart)
        case .keyChanges:
            return ExpectedProblem(
                sentence: "Since \(spikeStart), nobody can decrypt what four users' devices send: their keys were changed.",
                appVersion: nil, platform: nil, since: spikeStart)
        case .flaggedCrash:
            return ExpectedProblem(
                sentence: "\(newest.text) on android crashes where the flag \(SimulatedFlag.poll.name) is on, since "
                    + "\(newestDay), its first day.",
                appVersion: newest.text, platform: "android", since: newestDay.start)
        case .unflaggedCrash:
            return ExpectedProblem(
                sentence: "\(newest.text) on android crashes whatever flags are on, since \(newestDay), its first day.",
                appVersion: newest.text, platform: "android", since: newestDay.start)
        }
    }

    private var spikeStart: Instant { options.window.from.start.advanced(bySeconds: Int64(model.spikeStart)) }
}
