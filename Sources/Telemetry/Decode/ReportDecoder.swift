import FleetCore
package import StrictJSON

/// From the bytes of one report to what it says, every member checked against the contract. Keeps its scratch memory
/// between reports: one decoder a thread.
///
/// What isn't strict JSON outweighs what breaks the contract, and of the latter the first in the text counts; so a
/// report is read to its end whatever it holds.
package struct ReportDecoder {
    package var context: DecodeContext
    /// How many bytes the last report took, from where it was begun.
    package private(set) var end = 0

    var scanner = JSONScanner()
    var draft = ReportDraft()
    private var counts = DecodeCounts()
    private var unknownNames = UnknownNames()
    private var readability = VersionReadability()

    package init(_ context: DecodeContext) { self.context = context }

    /// One report and nothing else, such as a line of NDJSON.
    package mutating func decode(_ bytes: Span<UInt8>) -> DecodedReport {
        do throws(JSONError) {
            try read(bytes, at: 0)
            try scanner.finish(bytes)
        } catch {
            return .refused(ReportFault(error))
        }
        return settle(bytes)
    }

    /// The report that begins at `start`, whatever follows it: ``end`` says where it ended. Throws where it isn't strict
    /// JSON, also where the bytes end too soon; then nothing was counted, and it may be tried again with more.
    package mutating func decode(_ bytes: Span<UInt8>, at start: Int) throws(JSONError) -> DecodedReport {
        try read(bytes, at: start)
        return settle(bytes)
    }

    /// What the last report, if it was taken, was taken without: entries of `decrypt_failures` and `crash_groups`, a
    /// `flags_version_at`.
    package var leftOut: [ReportFault] { draft.leftOut }

    /// What was counted since the last time.
    package mutating func takeCounts() -> DecodeCounts {
        var taken = counts
        taken.unknownMembers = unknownNames.take()
        counts = DecodeCounts()
        return taken
    }

    // MARK: Reading

    private mutating func read(_ bytes: Span<UInt8>, at start: Int) throws(JSONError) {
        scanner.restart(at: start)
        draft.reset(at: start)
        guard try scanner.kind(bytes) == .object else {
            draft.refuse("json.not_object", at: scanner.at)
            try scanner.skipValue(bytes)
            end = scanner.at
            return
        }
        try scanner.beginObject(bytes)
        var seen: UInt64 = 0
        while let name = try scanner.nextMember(bytes) {
            guard let member = ReportMember.table.index(of: name) else {
                try skipUnknown(name, .report, bytes)
                continue
            }
            let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: member)
            guard seen & bit == 0 else { throw JSONError(.duplicateMember, at: name.offset) }
            seen |= bit
            if try !skipNull(bytes) { try readMember(ReportMember.allCases[member], bytes) }
        }
        end = scanner.at
    }

    private mutating func readMember(_ member: ReportMember, _ bytes: Span<UInt8>) throws(JSONError) {
        let offset = scanner.at
        switch member {
        case .installID:
            guard let text = try readText(bytes) else { return draft.refuse("install_id", at: offset) }
            text.withBytes(of: bytes) { draft.setInstall($0, at: offset) }
        case .appVersion:
            draft.appVersion = try readKept(bytes, "app_version", orEmpty: false)
        case .platform:
            let text = try readText(bytes)
            draft.platform = text.flatMap { $0.withBytes(of: bytes) { ReportFields.lowercasedToken($0) } }
            if draft.platform == nil { draft.refuse("platform", at: offset) }
        case .day:
            let text = try readText(bytes)
            draft.day = text.flatMap { $0.withBytes(of: bytes) { Day(utf8: $0) } }
            if draft.day == nil { draft.refuse("day", at: offset) }
        case .deviceClass: draft.deviceClass = try readKept(bytes, "device_class", orEmpty: true)
        case .osVersion: draft.osVersion = try readKept(bytes, "os_version", orEmpty: true)
        case .appBuild: draft.appBuild = try readCount(bytes, Int64.max, "app_build")
        case .flagsVersion: draft.flagsVersion = try readCount(bytes, Int64.max, "flags_version")
        case .sentAt:
            draft.sentAt = try readInstant(bytes)
            if draft.sentAt == nil { draft.refuse("sent_at", at: offset) }
        case .receivedAt:
            draft.receivedAt = try readInstant(bytes)
            if draft.receivedAt == nil { draft.refuse("received_at", at: offset) }
        case .flagsVersionAt:
            draft.flagsVersionAt = try readInstant(bytes)
            if draft.flagsVersionAt == nil { draft.leaveOut("flags_version_at", at: offset) }
        case .health: try readHealth(bytes)
        case .decryptFailures: try readFailures(bytes)
        case .crashGroups: try readCrashGroups(bytes)
        }
    }

    // MARK: Settling, when all members are known

    @inline(__always)
    private mutating func settle(_ bytes: Span<UInt8>) -> DecodedReport {
        let outcome = draft.settle(context)
        if case .refused = outcome { return outcome }
        for (name, scope) in draft.unknown { unknownNames.count(name, scope, bytes) }
        for fault in draft.leftOut { counts.leftOut[fault.reason, default: 0] += 1 }
        if let version = draft.appVersion, !readability.isReadable(version) { counts.unreadableVersions += 1 }
        return outcome
    }
}

/// The members of a report itself.
enum ReportMember: String, CaseIterable {
    case installID = "install_id"
    case appVersion = "app_version"
    case platform
    case day
    case deviceClass = "device_class"
    case osVersion = "os_version"
    case appBuild = "app_build"
    case sentAt = "sent_at"
    case flagsVersion = "flags_version"
    case flagsVersionAt = "flags_version_at"
    case health
    case decryptFailures = "decrypt_failures"
    case crashGroups = "crash_groups"
    case receivedAt = "received_at"

    static let table = JSONNameTable(allCases.map(\.rawValue))
}

extension ReportFault {
    package init(_ error: JSONError) { self.init("json." + error.reason.rawValue, at: error.offset) }
}
