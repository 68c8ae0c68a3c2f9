/// What a rollout is guarded against, an install at a time: only the first of each on a version counts, since they repeat
/// on the same devices.
package struct GuardedEvents: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let crash = GuardedEvents(rawValue: 1)
    /// A failing device pair.
    package static let decrypt = GuardedEvents(rawValue: 2)
    /// A message that entered FAILED.
    package static let failed = GuardedEvents(rawValue: 4)
    /// An outbox row older than an hour.
    package static let aged = GuardedEvents(rawValue: 8)

    /// In column order; the rank of each is its place here and its bit above.
    package static let all: [GuardedEvents] = [.crash, .decrypt, .failed, .aged]
    package static let names = ["crash", "decrypt", "failed", "aged"]
    /// An outbox row is old past this age.
    static let agedSeconds: Int64 = 3600

    func contains(rank: Int) -> Bool { rawValue >> UInt8(rank) & 1 == 1 }
}

extension ClientReport {
    /// What the report shows to have happened.
    var shownEvents: GuardedEvents {
        var events: GuardedEvents = []
        if row.hasCrashed { events.insert(.crash) }
        if !decryptFailures.isEmpty { events.insert(.decrypt) }
        if row.members[HealthMember.sendFailed] > 0 || row.members[HealthMember.failedRows] > 0 { events.insert(.failed) }
        if row.members[HealthMember.queueAge] > GuardedEvents.agedSeconds { events.insert(.aged) }
        return events
    }

    /// What it would show, had it happened. Failing pairs are always told: a client that has none sends no entry.
    var measuredEvents: GuardedEvents {
        var events: GuardedEvents = .decrypt
        if row.members[HealthMember.crashes] >= 0 { events.insert(.crash) }
        if row.members[HealthMember.sendFailed] >= 0 || row.members[HealthMember.failedRows] >= 0 { events.insert(.failed) }
        if row.members[HealthMember.queueAge] >= 0 { events.insert(.aged) }
        return events
    }
}
