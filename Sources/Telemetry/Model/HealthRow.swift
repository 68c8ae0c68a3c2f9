package import FleetCore

/// What identifies a row of `health_daily`; ordered as its primary key.
package struct HealthKey: Sendable, Hashable {
    package var day: Day
    package var install: InstallID
    package var appVersion: String
    package var platform: String

    package init(day: Day, install: InstallID, appVersion: String, platform: String) {
        self.day = day
        self.install = install
        self.appVersion = appVersion
        self.platform = platform
    }

    package static func == (a: HealthKey, b: HealthKey) -> Bool {
        a.day == b.day && a.install == b.install && sameBytes(a.appVersion, b.appVersion) && sameBytes(a.platform, b.platform)
    }
}

/// One install on one day, whatever it ran.
package struct InstallDay: Sendable, Hashable, Comparable {
    package let day: Day
    package let install: InstallID

    package static func < (a: InstallDay, b: InstallDay) -> Bool {
        a.day != b.day ? a.day < b.day : a.install < b.install
    }
}

extension HealthKey {
    package var installDay: InstallDay { InstallDay(day: day, install: install) }

    package func isInstallDay(of other: HealthKey) -> Bool { day == other.day && install == other.install }
}

extension HealthKey: Comparable {
    package static func < (a: HealthKey, b: HealthKey) -> Bool {
        if a.day != b.day { return a.day < b.day }
        if a.install != b.install { return a.install < b.install }
        if !sameBytes(a.appVersion, b.appVersion) { return utf8Less(a.appVersion, b.appVersion) }
        return utf8Less(a.platform, b.platform)
    }
}

/// One row of `health_daily`, and equally what one report says: an element of a join-semilattice (``join(_:)``), so
/// that reports may repeat, arrive late and in any order or split.
package struct HealthRow: Sendable {
    package var key: HealthKey
    /// Nil is missing, and lowest.
    package var deviceClass: String?
    package var osVersion: String?
    /// ``MemberValues/missing`` where missing, likewise `flagsVersion`.
    package var appBuild: Int64 = MemberValues.missing
    package var flagsVersion: Int64 = MemberValues.missing
    /// Epoch seconds at which `flagsVersion` was first evaluated; ``noInstant`` where missing.
    package var flagsVersionAt: Int64 = HealthRow.noInstant
    /// Nil where the client sends no hours.
    package var activeHours: HourSet?
    package var crashedHours: HourSet?
    package var members = MemberValues()
    /// The hour at which the store first knew that the install reported, was active, had crashed; ``noHour``: not yet.
    package var reportedKnown: Int32
    package var activeKnown: Int32 = HealthRow.noHour
    package var crashedKnown: Int32 = HealthRow.noHour
    package var clockCorrected = false
    package var receiptAssumed = false

    /// Greatest, so that the least of two is right with missing ones, too.
    package static let noInstant = Int64.max
    package static let noHour = Int32.max

    package init(key: HealthKey, reportedKnown: Int32) {
        self.key = key
        self.reportedKnown = reportedKnown
    }

    /// Sessions or crashes: a version that dies at launch has no session.
    package var isActive: Bool { members[HealthMember.sessions] > 0 || members[HealthMember.crashes] > 0 }
    package var hasCrashed: Bool { members[HealthMember.crashes] > 0 }

    /// Books activity and crashes at the hour of this one report; call when a report's members are all set.
    package mutating func bookKnownHours() {
        activeKnown = isActive ? reportedKnown : HealthRow.noHour
        crashedKnown = hasCrashed ? reportedKnown : HealthRow.noHour
    }
}
