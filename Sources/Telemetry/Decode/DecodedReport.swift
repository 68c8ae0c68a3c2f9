package import FleetCore

/// What became of the bytes of one report.
package enum DecodedReport: Sendable {
    case accepted(ClientReport)
    /// Valid, but of a day too far from its receipt: kept and counted, out of every rate.
    case quarantined(UntimelyReport)
    case refused(ReportFault)
}

/// Why a report was refused, or a part of it left out: a code to count by (`install_id.void`, `health.sessions`,
/// `json.utf8` …) and the place, in bytes from the report's beginning, that shows it (the beginning itself where a member
/// is missing).
package struct ReportFault: Error, Sendable, Hashable {
    package let reason: String
    package let offset: Int

    package init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

/// A report of a day too far from its receipt: whose, and when it claims to be.
package struct UntimelyReport: Sendable, Hashable {
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
    /// Parts left out of reports that were taken, by reason: `decrypt_failures.instant` …, `flags_version_at`.
    package var leftOut: [String: Int] = [:]
    /// Reports whose app_version has no place in the order of versions.
    package var unreadableVersions = 0

    package init() {}

    package mutating func add(_ other: DecodeCounts) {
        for (name, count) in other.unknownMembers {
            // Names are the clients': a bounded number of them is told apart.
            let isToldApart = unknownMembers[name] != nil || unknownMembers.count < UnknownNames.limit
            unknownMembers[isToldApart ? name : UnknownNames.other, default: 0] += count
        }
        leftOut.merge(other.leftOut, uniquingKeysWith: +)
        unreadableVersions += other.unreadableVersions
    }
}
