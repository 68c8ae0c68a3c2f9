import FleetCore
import StrictJSON

extension ReportDecoder {
    /// Entries are taken or left out one by one, as those of `decrypt_failures`.
    mutating func readCrashGroups(_ bytes: Span<UInt8>) throws(JSONError) {
        guard try scanner.kind(bytes) == .array else {
            draft.refuse("crash_groups", at: scanner.at)
            try scanner.skipValue(bytes)
            return
        }
        try scanner.beginArray(bytes)
        while try scanner.nextElement(bytes) {
            guard try scanner.kind(bytes) == .object else {
                draft.leaveOut("crash_groups.entry", at: scanner.at)
                try scanner.skipValue(bytes)
                continue
            }
            let entry = try readCrashEntry(bytes)
            if let problem = entry.problem ?? entry.missing {
                draft.leaveOut(problem, at: entry.offset)
            } else {
                draft.crashEntries.append(entry)
            }
        }
    }

    private mutating func readCrashEntry(_ bytes: Span<UInt8>) throws(JSONError) -> CrashDraft {
        var entry = CrashDraft(offset: scanner.at)
        try scanner.beginObject(bytes)
        var seen: UInt64 = 0
        while let name = try scanner.nextMember(bytes) {
            guard let member = CrashMember.table.index(of: name) else {
                try skipUnknown(name, .crashGroups, bytes)
                continue
            }
            let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: member)
            guard seen & bit == 0 else { throw JSONError(.duplicateMember, at: name.offset) }
            seen |= bit
            if try !skipNull(bytes) { try readCrashMember(CrashMember.allCases[member], &entry, bytes) }
        }
        return entry
    }

    private mutating func readCrashMember(
        _ member: CrashMember, _ entry: inout CrashDraft, _ bytes: Span<UInt8>
    ) throws(JSONError) {
        let reason = "crash_groups." + member.rawValue
        switch member {
        case .signature:
            entry.signature = try readText(bytes).flatMap { keptText($0, bytes, limit: ReportFields.signatureBytes) }
            if entry.signature == nil { entry.refuse(reason) }
        case .screen: entry.screen = try readPlain(&entry, reason, bytes)
        case .deviceModel: entry.deviceModel = try readPlain(&entry, reason, bytes)
        case .osVersion: entry.osVersion = try readPlain(&entry, reason, bytes)
        case .flagsOn:
            entry.flagsOn = try readFlags(bytes)
            if entry.flagsOn == nil { entry.refuse(reason) }
        case .firstAt:
            entry.first = try readInstant(bytes)
            if entry.first == nil { entry.refuse("crash_groups.instant") }
        case .count:
            entry.crashes = try readInteger(bytes) ?? 0
            if entry.crashes < 1 || entry.crashes > Int64(Int32.max) { entry.refuse(reason) }
        }
    }

    /// A text of up to 64 bytes; empty is missing.
    private mutating func readPlain(
        _ entry: inout CrashDraft, _ reason: String, _ bytes: Span<UInt8>
    ) throws(JSONError) -> String? {
        let text = try readText(bytes)
        if text?.count == 0 { return nil }
        let kept = text.flatMap { keptText($0, bytes) }
        if kept == nil { entry.refuse(reason) }
        return kept
    }

    /// Distinct names in byte order; nil where it is no list of flags' names, or of too many.
    private mutating func readFlags(_ bytes: Span<UInt8>) throws(JSONError) -> [String]? {
        guard try scanner.kind(bytes) == .array else {
            try scanner.skipValue(bytes)
            return nil
        }
        var names: Set<String> = []
        var isGood = true
        try scanner.beginArray(bytes)
        while try scanner.nextElement(bytes) {
            let name = try readText(bytes).flatMap { text in
                text.withBytes(of: bytes) { ReportFields.isFlagName($0) ? String(validUTF8: $0) : nil }
            }
            guard let name, names.count < ReportFields.flagLimit else {
                isGood = false
                continue
            }
            names.insert(name)
        }
        return isGood ? names.sorted(by: utf8Less) : nil
    }
}

/// The members of an entry of `crash_groups`.
enum CrashMember: String, CaseIterable {
    case signature
    case screen
    case deviceModel = "device_model"
    case osVersion = "os_version"
    case flagsOn = "flags_on"
    case firstAt = "first_at"
    case count

    static let table = JSONNameTable(allCases.map(\.rawValue))
}

/// An entry while the report is read.
struct CrashDraft {
    let offset: Int
    var signature: String?
    var screen: String?
    var deviceModel: String?
    var osVersion: String?
    var flagsOn: [String]?
    var first: Instant?
    var crashes: Int64 = 1
    private(set) var problem: String?

    init(offset: Int) { self.offset = offset }

    mutating func refuse(_ reason: String) { if problem == nil { problem = reason } }

    var missing: String? {
        if signature == nil { return "crash_groups.signature" }
        if first == nil { return "crash_groups.instant" }
        return nil
    }

    /// Nil where the instant is out of the bounds: the day before the report's to an hour after receipt. The report's own
    /// version of the system stands in for one that the entry doesn't name.
    func settled(day: Day, _ receipt: DecodeContext.Receipt, osVersion reportOSVersion: String?) -> CrashGroup? {
        guard let signature, let first else { return nil }
        let at = first.epochSeconds + receipt.correction
        guard at >= day.advanced(by: -1).start.epochSeconds, at <= receipt.instant.epochSeconds + 3600 else { return nil }
        return CrashGroup(
            signature: signature, screen: screen ?? "unknown", deviceModel: deviceModel, osVersion: osVersion ?? reportOSVersion,
            flagsOn: flagsOn, first: at, crashes: crashes)
    }
}
