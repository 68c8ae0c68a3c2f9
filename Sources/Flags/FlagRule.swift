public import StrictJSON

/// The rules that a flag document is held to beside those of every document, and how grave each is: an error is never
/// published. The raw value is the name that problems carry.
public enum FlagRule: String, Sendable, CaseIterable {
    case flagName = "flag.name"
    case percentRange = "flag.percent_range"
    case percentPlaces = "flag.percent_places"
    case defaultWithRollout = "flag.default_with_rollout"
    case minAppAboveFleet = "flag.min_app_above_fleet"
    case versionUnreadable = "version.unreadable"
    case numberForm = "number.form"
    case unknownHash = "hash.unknown"
    case killOfUnknownFlag = "kill.unknown_flag"
    case killDropped = "kill.dropped"
    case platformAlike = "platform.alike"
    case recommendedBelowMinimum = "policy.recommended_below_min_supported"
    case flushUntilUnreadable = "policy.flush_only_until_unreadable"
    case flushUntilAlone = "policy.flush_only_until_alone"
    case flushUntilPast = "policy.flush_only_until_past"
    case flushUntilOver = "policy.flush_only_until_over"
    case flushUntilMissing = "policy.flush_only_until_missing"
    case flushUntilEarly = "policy.flush_only_until_early"
    case minimumShare = "policy.min_supported_share"
    case minimumShareUnknown = "policy.min_supported_share_unknown"
    case minimumUnchecked = "policy.min_supported_unchecked"
    case minimumRequestsUnknown = "policy.min_supported_requests_unknown"
    case minimumLocksOut = "policy.min_supported_locks_out"

    public var severity: DocumentProblem.Severity {
        switch self {
        case .flagName, .percentRange, .percentPlaces, .defaultWithRollout, .versionUnreadable, .unknownHash, .killDropped,
            .recommendedBelowMinimum, .flushUntilUnreadable, .flushUntilPast, .flushUntilMissing, .flushUntilEarly,
            .minimumShare, .minimumShareUnknown:
            .error
        case .minAppAboveFleet, .numberForm, .killOfUnknownFlag, .platformAlike, .flushUntilAlone, .flushUntilOver,
            .minimumUnchecked,
            .minimumRequestsUnknown, .minimumLocksOut:
            .warning
        }
    }

    public var meaning: String {
        switch self {
        case .flagName: "a flag's name is not of a-z, 0-9 and _, from a letter on, at most 64"
        case .percentRange: "a percentage outside 0 … 100"
        case .percentPlaces: "a percentage with more than three places"
        case .defaultWithRollout: "default: true beside a rollout under 100: two answers for who is outside"
        case .minAppAboveFleet: "a minimum that no version of the fleet reaches"
        case .versionUnreadable: "a version that no client can compare with"
        case .numberForm: "a number form that an older client may not decode, such as 20.0 or 2e1"
        case .unknownHash: "a bucketing that clients don't have: their rollouts would answer the default"
        case .killOfUnknownFlag: "a kill of a name that no flag has"
        case .killDropped: "a kill of the document before is gone; lifting one is a command of its own"
        case .platformAlike: "a platform whose name is a letter or two from another one's, which then gets nothing"
        case .recommendedBelowMinimum: "recommended is below min_supported"
        case .flushUntilUnreadable: "flush_only_until is no time of RFC 3339"
        case .flushUntilAlone: "flush_only_until without min_supported says nothing"
        case .flushUntilPast: "a new flush_only_until in the past: it blocks outboxes at once"
        case .flushUntilOver: "flush_only_until, as it was before, is over: who is below min_supported is blocked"
        case .flushUntilMissing: "min_supported is raised without flush_only_until"
        case .flushUntilEarly: "flush_only_until is earlier than the locked-out versions' queues and usual return allow"
        case .minimumShare: "min_supported is raised above versions that 0.5 % or more of installs had in the last 30 days"
        case .minimumShareUnknown: "min_supported is raised, and how many installs that locks out is not known for 30 days"
        case .minimumUnchecked: "min_supported is raised, or flush_only_until is earlier, and nobody looked whom that locks out"
        case .minimumRequestsUnknown: "min_supported is raised, and the servers' share of requests by version is not known"
        case .minimumLocksOut: "min_supported locks installs out"
        }
    }
}

extension DocumentProblems {
    func report(_ rule: FlagRule, at offset: Int, _ message: String, suggestion: String? = nil) {
        report(rule.rawValue, rule.severity, at: offset, message, suggestion: suggestion)
    }
}
