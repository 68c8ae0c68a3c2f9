package import FleetCore

/// What became of the bytes of one report.
package enum DecodedReport: Sendable {
    case accepted(Report)
    /// Valid, but of a day too far from its receipt: kept and counted, out of every rate.
    case quarantined(QuarantinedReport)
    case refused(Refusal)
}

/// Why a report was refused: a code to count by (`install_id.void`, `health.sessions`, `json.utf8` …) and the place, in
/// bytes from the report's beginning, that shows it (the beginning itself where a member is missing).
package struct Refusal: Error, Sendable, Hashable {
    package let reason: String
    package let offset: Int

    package init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

/// What is known of a report set aside: whose and when it claims to be.
package struct QuarantinedReport: Sendable, Hashable {
    /// `day.future`, `day.past`.
    package let reason: String
    package let install: InstallID
    package let day: Day
    /// The hour of receipt.
    package let knownHour: Hour
}

/// What a decoder met in the reports it took or quarantined, besides the reports.
package struct DecodeCounts: Sendable, Equatable {
    /// Members this version does not know, by name: `new_member`, `health.new_member`, `decrypt_failures.new_member`.
    package var unknownMembers: [String: Int] = [:]
    /// Entries of `decrypt_failures` left out of a report that was taken, by reason: `decrypt_failures.instant` …
    package var refusedEntries: [String: Int] = [:]
    /// A `flags_version_at` that is no instant: the report is taken without.
    package var ignoredFlagsVersionAt = 0
    /// Reports whose app_version has no place in the order of versions.
    package var unreadableVersions = 0

    package init() {}

    package mutating func add(_ other: DecodeCounts) {
        unknownMembers.merge(other.unknownMembers, uniquingKeysWith: +)
        refusedEntries.merge(other.refusedEntries, uniquingKeysWith: +)
        ignoredFlagsVersionAt += other.ignoredFlagsVersionAt
        unreadableVersions += other.unreadableVersions
    }
}
