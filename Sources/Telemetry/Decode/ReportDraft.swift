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
    var hasBadFlagsVersionAt = false
    var sentAt: Instant?
    var receivedAt: Instant?
    var hasHealth = false
    var members = MemberValues()
    var activeHours = HourList()
    var crashedHours = HourList()
    var entries: [EntryDraft] = []
    /// Reasons of the entries left out.
    var refusedEntries: [String] = []
    var unknown: [(JSONName, UnknownNames.Scope)] = []
    private var problem: Refusal?
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
        hasBadFlagsVersionAt = false
        sentAt = nil
        receivedAt = nil
        hasHealth = false
        members = MemberValues()
        activeHours = HourList()
        crashedHours = HourList()
        entries.removeAll(keepingCapacity: true)
        refusedEntries.removeAll(keepingCapacity: true)
        unknown.removeAll(keepingCapacity: true)
        problem = nil
        self.start = start
    }

    /// The first reason counts. `offset` is a place in the bytes, the refusal's is from the report's beginning.
    mutating func refuse(_ reason: String, at offset: Int) {
        if problem == nil { problem = Refusal(reason, at: offset - start) }
    }

    mutating func setInstall(_ bytes: Span<UInt8>, at offset: Int) {
        if ReportFields.isVoid(bytes) { return refuse("install_id.void", at: offset) }
        guard bytes.count <= ReportFields.installIDBytes, !ReportFields.hasControl(bytes) else {
            return refuse("install_id", at: offset)
        }
        install = InstallID(String(validUTF8: bytes))
    }

    mutating func settle(_ context: DecodeContext) -> DecodedReport {
        if let problem { return .refused(problem) }
        guard let install else { return .refused(Refusal("install_id.missing", at: 0)) }
        guard let appVersion else { return .refused(Refusal("app_version.missing", at: 0)) }
        guard let platform else { return .refused(Refusal("platform.missing", at: 0)) }
        guard let day else { return .refused(Refusal("day.missing", at: 0)) }
        guard hasHealth else { return .refused(Refusal("health.missing", at: 0)) }
        guard let active = activeHours.hours(of: day) else {
            return .refused(Refusal(HealthNames.activeHoursReason, at: activeHours.offset - start))
        }
        guard let crashed = crashedHours.hours(of: day) else {
            return .refused(Refusal(HealthNames.crashedHoursReason, at: crashedHours.offset - start))
        }
        let receipt = context.receipt(ownReceivedAt: receivedAt, sentAt: sentAt)
        let age = receipt.instant.day - day
        if age < -1 || age > context.maxAgeDays {
            let reason = age < 0 ? "day.future" : "day.past"
            return .quarantined(
                QuarantinedReport(reason: reason, install: install, day: day, knownHour: receipt.knownHour))
        }
        let key = HealthKey(day: day, install: install, appVersion: appVersion, platform: platform)
        var report = Report(row: row(key, receipt))
        if activeHours.isPresent { report.row.activeHours = active }
        if crashedHours.isPresent { report.row.crashedHours = crashed }
        for entry in entries {
            if let failure = entry.settled(day: day, receipt) {
                report.decryptFailures.append(failure)
            } else {
                refusedEntries.append("decrypt_failures.instant")
            }
        }
        return .accepted(report)
    }

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
