/// What a flag is for an install, and why.
public struct FlagEvaluation: Sendable, Hashable {
    public let value: Bool
    public let reason: FlagReason
    /// 0 … 99,999, where it was looked at: the install is inside if it is less than the percentage's thousandths.
    public let bucket: Int32?

    /// A kill decided.
    public var isKilled: Bool { reason == .killed }

    init(_ value: Bool, _ reason: FlagReason, bucket: Int32? = nil) {
        self.value = value
        self.reason = reason
        self.bucket = bucket
    }
}

/// Which rule decided, in the order in which they are tried. The raw value is what programs read.
public enum FlagReason: String, Sendable, CaseIterable {
    case killed = "KILLED"
    /// The caller's own default.
    case flagNotFound = "FLAG_NOT_FOUND"
    /// The app is below the flag's `min_app`, or does not say which it is.
    case version = "VERSION"
    /// The document names a bucketing that this client does not have: the flag's default.
    case unknownHash = "UNKNOWN_HASH"
    /// No install id, and the percentage is neither 0 nor 100.
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    case split = "SPLIT"
    /// The flag's default, for everybody.
    case `static` = "STATIC"
}
