/// One difference between two documents, in the words of whoever releases.
public struct FlagChange: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        case killed
        case killLifted = "kill_lifted"
        case added, removed
        case rolloutRaised = "rollout_raised"
        case rolloutLowered = "rollout_lowered"
        /// Any other change of a flag.
        case changed
        case clientPolicy = "client_policy"
        case telemetry, hash
    }

    public let kind: Kind
    /// The flag, or the member that is no flag's: `min_supported`.
    public let subject: String
    /// `20 % of android ≥ 5.14.0`; nil where there was nothing, or is nothing now.
    public let before: String?
    public let after: String?
    /// What the change means, without the subject: `killed; was 20 % of android ≥ 5.14.0`.
    public let effect: String

    /// `poll_posts: killed; was 20 % of android ≥ 5.14.0`.
    public var words: String { "\(subject): \(effect)" }
}
