package import FleetCore

/// A log's epoch is lost or a region fails over: every phone's cursor is answered 410, and it asks for the head of its feed
/// instead, many times the size of a sync.
package struct RebuildStorm: Sendable, Equatable {
    package var phones: Int
    package var headBytes: Int
    /// Heads a second that the fleet builds: tasks times the planning figure of one.
    package var headsPerSecond: Int
    /// Bytes a second that leave it; nil: the tasks bind first.
    package var egressBytesPerSecond: Int?
    /// Within this each phone syncs anyway, and learns of it.
    package var withinSeconds: Int
    package var timeoutMilliseconds: Int
    package var queueLimit: Int?
    package var policy: ReconnectPolicy
    package var binMilliseconds: Int
    package var horizonSeconds: Int
    package var seed: UInt64

    package init(
        phones: Int, headBytes: Int = 60_000, headsPerSecond: Int, egressBytesPerSecond: Int? = nil, withinSeconds: Int,
        timeoutMilliseconds: Int = 10_000, queueLimit: Int? = nil, policy: ReconnectPolicy = .chat,
        binMilliseconds: Int = 1000, horizonSeconds: Int = 6 * 3600, seed: UInt64 = 1
    ) {
        self.phones = phones
        self.headBytes = headBytes
        self.headsPerSecond = headsPerSecond
        self.egressBytesPerSecond = egressBytesPerSecond
        self.withinSeconds = withinSeconds
        self.timeoutMilliseconds = timeoutMilliseconds
        self.queueLimit = queueLimit
        self.policy = policy
        self.binMilliseconds = binMilliseconds
        self.horizonSeconds = horizonSeconds
        self.seed = seed
    }

    /// What the gateways let through, by the tighter of their two limits.
    package var answeredPerSecond: Int {
        min(headsPerSecond, egressBytesPerSecond.map { $0 / max(1, headBytes) } ?? headsPerSecond)
    }

    package var egressBinds: Bool { answeredPerSecond < headsPerSecond }

    /// Every head once: 80 million of 60 kB are 4.8 TB.
    package var leastBytes: Int { phones * headBytes }

    /// - Throws: ``ToolError`` with `.usage` where a number is out of range.
    package func storm() throws(ToolError) -> AdmissionStorm {
        guard answeredPerSecond > 0 else {
            throw ToolError(
                .usage, "not one head of \(headBytes) bytes a second is answered", next: "give a greater --egress or more --heads"
            )
        }
        let most = answeredPerSecond.multipliedReportingOverflow(by: max(1, horizonSeconds))
        guard !most.overflow, !most.partialValue.multipliedReportingOverflow(by: headBytes).overflow else {
            throw ToolError(
                .usage, "by the end of the run more than \(Int.max) bytes could have left",
                next: "use a shorter --horizon or fewer --head-bytes")
        }
        return try AdmissionStorm(
            classes: [StormClass("phones", clients: phones, policy: policy)], admittedPerSecond: answeredPerSecond,
            queueLimit: queueLimit ?? AdmissionStorm.count(answeredPerSecond, in: timeoutMilliseconds),
            timeoutMilliseconds: timeoutMilliseconds,
            noticedWithinMilliseconds: withinSeconds * 1000, binMilliseconds: binMilliseconds, horizonSeconds: horizonSeconds,
            seed: seed)
    }

    /// Bytes that left the gateways: of each head built, wanted any more or not.
    package func egressBytes(_ outcome: AdmissionOutcome) -> Int { outcome.admissions * headBytes }
    package func greatestEgressBytesPerSecond(_ outcome: AdmissionOutcome) -> Int { outcome.greatestAdmitted * headBytes }
}
