import FleetCore
import StrictJSON

/// A report while it is read: its members come in any order, and some can be judged only by others.
struct ReportDraft {
    var install: InstallID?
    var appVersion: String?
    var platform: String?
    var day: Day?
    var deviceClass: String?
    var osVersion: String?
    var appBuild = MemberValues.missing
    var flagsVersion = MemberValues.missing
    var flagsVersionAt: Instant?
    var sentAt: Instant?
    var receivedAt: Instant?
    var hasHealth = false
    var members = MemberValues()
    var activeHours = HourList()
    var crashedHours = HourList()
    var entries: [EntryDraft] = []
    var crashEntries: [CrashDraft] = []
    /// Entries and members that the report is taken without.
    private(set) var leftOut: [ReportFault] = []
    var unknown: [(JSONName, UnknownNames.Scope)] = []
    private var problem: ReportFault?
    private var start = 0

    mutating func reset(at start: Int) {
        install = nil
        appVersion = nil
        platform = nil
        day = nil
        deviceClass = nil
        osVersion = nil
        appBuild = MemberValues.missing
        flagsVersion = MemberValues.missing
        flagsVersionAt = nil
        sentAt = nil
        receivedAt = nil
        hasHealth = false
        members = MemberValues()
        activeHours = HourList()
        crashedHours = HourList()
        entries.removeAll(keepingCapacity: true)
        crashEntries.removeAll(keepingCapacity: true)
        leftOut.removeAll(keepingCapacity: true)
        unknown.removeAll(keepingCapacity: true)
        problem = nil
        self.start = start
    }

    /// The first reason counts. `offset` is a place in the bytes, the refusal's is from the report's beginning.
    mutating func refuse(_ reason: String, at offset: Int) {
        if problem == nil { problem = ReportFault(reason, at: offset - start) }
    }

    /// Notes what the report is taken without.
    mutating func leaveOut(_ reason: String, at offset: Int) {
        leftOut.append(ReportFault(reason, at: offset - start))
    }

    mutating func setInstall(_ bytes: Span<UInt8>, at offset: Int) {
        if ReportFields.isVoid(bytes) { return refuse("install_id.void", at: offset) }
        guard bytes.count <= ReportFields.installIDBytes, !ReportFields.hasControl(bytes) else {
            return refuse("install_id", at: offset)
        }
        install = InstallID(String(validUTF8: bytes))
    }

    @inline(__always)
    mutating func settle(_ context: DecodeContext) -> DecodedReport {
        if let problem { return .refused(problem) }
        guard let install else { return missing("install_id") }
        guard let appVersion else { return missing("app_version") }
        guard let platform else { return missing("platform") }
        guard let day else { return missing("day") }
        guard hasHealth else { return missing("health") }
        guard let active = activeHours.hours(of: day) else {
            return .refused(ReportFault(HealthNames.activeHoursReason, at: activeHours.offset - start))
        }
        guard let crashed = crashedHours.hours(of: day) else {
            return .refused(ReportFault(HealthNames.crashedHoursReason, at: crashedHours.offset - start))
        }
        let receipt = context.receipt(ownReceivedAt: receivedAt, sentAt: sentAt, day: day)
        guard context.isPossible(receipt.instant) else {
            return .quarantined(
                UntimelyReport(reason: "received_at", install: install, day: day, knownHour: context.now.hour))
        }
        let age = receipt.instant.day - day
        if age < -1 || age > context.maxAgeDays {
            let reason = age < 0 ? "day.future" : "day.past"
            return .quarantined(
                UntimelyReport(reason: reason, install: install, day: day, knownHour: receipt.knownHour))
        }
        let key = HealthKey(day: day, install: install, appVersion: appVersion, platform: platform)
        var report = ClientReport(row: row(key, receipt))
        if activeHours.isPresent { report.row.activeHours = active }
        if crashedHours.isPresent { report.row.crashedHours = crashed }
        for entry in entries {
            if let failure = entry.settled(day: day, receipt) {
                report.decryptFailures.append(failure)
            } else {
                leaveOut("decrypt_failures.instant", at: entry.offset)
            }
        }
        for entry in crashEntries {
            if let group = entry.settled(day: day, receipt, osVersion: osVersion) {
                report.crashGroups.append(group)
            } else {
                leaveOut("crash_groups.instant", at: entry.offset)
            }
        }
        return .accepted(report)
    }

    private func missing(_ member: String) -> DecodedReport { .refused(ReportFault(member + ".missing", at: 0)) }

    @inline(__always)
    private func row(_ key: HealthKey, _ receipt: DecodeContext.Receipt) -> HealthRow {
        var row = HealthRow(key: key, reportedKnown: receipt.knownHour.number)
        row.deviceClass = deviceClass
        row.osVersion = osVersion
        row.appBuild = appBuild
        row.flagsVersion = flagsVersion
        // It says when the version was first evaluated: without a version it says nothing.
        if let flagsVersionAt, flagsVersion != MemberValues.missing {
            row.flagsVersionAt = flagsVersionAt.epochSeconds + receipt.correction
        }
        row.members = members
        row.clockCorrected = receipt.correction != 0
        row.receiptAssumed = receipt.isAssumed
        row.bookKnownHours()
        return row
    }
}
