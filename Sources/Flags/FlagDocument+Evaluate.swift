public import FleetCore

extension FlagDocument {
    /// What can be evaluated: the flags in the document's order, then names that are killed without being defined.
    public var names: [String] { rules.names }

    /// The place of a name in ``names``, for ``evaluate(at:_:)``.
    public func index(of name: String) -> Int? { rules.index(of: name) }

    /// - Parameter fallback: the caller's own default, for a flag that the document does not have.
    public func evaluate(_ name: String, _ context: FlagContext, default fallback: Bool = false) -> FlagEvaluation {
        guard let index = rules.index(of: name) else { return FlagEvaluation(fallback, .flagNotFound) }
        return evaluate(at: index, context)
    }

    /// Evaluates the flag at a place of ``names``, by the contract's order: kill, minimum version, rollout, default. Takes
    /// no memory.
    public func evaluate(at index: Int, _ context: FlagContext) -> FlagEvaluation {
        let row = rules.rows[index]
        if row.isKilled { return FlagEvaluation(false, .killed) }
        if row.gate >= 0 {
            guard let version = context.appVersion, version.isReadable,
                !utf8Less(version.gateKey, rules.gates[Int(row.gate)])
            else { return FlagEvaluation(false, .version) }
        }
        if row.threshold < 0 { return FlagEvaluation(row.isOnByDefault, .static) }
        if !rules.knowsHash { return FlagEvaluation(row.isOnByDefault, .unknownHash) }
        return FlagDocument.split(row.prefix, context.installID, row.threshold)
    }

    /// Is this install's session among those that report in full? Nil where the document says nothing about it.
    public func samplesSession(_ context: FlagContext) -> FlagEvaluation? {
        guard let sessionSample else { return nil }
        if !rules.knowsHash { return FlagEvaluation(false, .unknownHash) }
        return FlagDocument.split(rules.samplePrefix, context.installID, sessionSample.thousandths)
    }

    /// The policy's word on the client; without a policy every client is supported.
    public func clientStatus(_ context: FlagContext, now: Instant) -> ClientPolicy.Status {
        policy?.status(context.appVersion, now: now) ?? .supported
    }

    private static func split(_ prefix: Murmur3, _ installID: [UInt8], _ threshold: Int32) -> FlagEvaluation {
        if installID.isEmpty {
            // At 0 and at 100 the bucket does not matter.
            if threshold == 0 || threshold == Bucketing.bucketCount { return FlagEvaluation(threshold != 0, .split) }
            return FlagEvaluation(false, .targetingKeyMissing)
        }
        let bucket = Bucketing.bucket(prefix, installID.span)
        return FlagEvaluation(bucket < threshold, .split, bucket: bucket)
    }
}
