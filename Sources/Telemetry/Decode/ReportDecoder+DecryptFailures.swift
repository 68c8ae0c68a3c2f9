import FleetCore
import StrictJSON

extension ReportDecoder {
    mutating func readFailures(_ bytes: Span<UInt8>) throws(JSONError) {
        guard try scanner.kind(bytes) == .array else {
            draft.refuse("decrypt_failures", at: scanner.at)
            try scanner.skipValue(bytes)
            return
        }
        try scanner.beginArray(bytes)
        while try scanner.nextElement(bytes) {
            guard try scanner.kind(bytes) == .object else {
                draft.leaveOut("decrypt_failures.entry", at: scanner.at)
                try scanner.skipValue(bytes)
                continue
            }
            let entry = try readEntry(bytes)
            if let problem = entry.problem ?? entry.missing {
                draft.leaveOut(problem, at: entry.offset)
            } else {
                draft.entries.append(entry)
            }
        }
    }

    private mutating func readEntry(_ bytes: Span<UInt8>) throws(JSONError) -> EntryDraft {
        var entry = EntryDraft(offset: scanner.at)
        try scanner.beginObject(bytes)
        var seen: UInt64 = 0
        while let name = try scanner.nextMember(bytes) {
            guard let member = EntryMember.table.index(of: name) else {
                try skipUnknown(name, .decryptFailures, bytes)
                continue
            }
            let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: member)
            guard seen & bit == 0 else { throw JSONError(.duplicateMember, at: name.offset) }
            seen |= bit
            if try !skipNull(bytes) { try readEntryMember(EntryMember.allCases[member], &entry, bytes) }
        }
        return entry
    }

    private mutating func readEntryMember(
        _ member: EntryMember, _ entry: inout EntryDraft, _ bytes: Span<UInt8>
    ) throws(JSONError) {
        switch member {
        case .device: entry.setDevice(try readDevice(bytes))
        case .deviceH: entry.setDevice(try readDeviceHash(bytes))
        case .peerDevice: entry.setPeer(try readDevice(bytes))
        case .peerH: entry.setPeer(try readDeviceHash(bytes))
        case .messageType:
            let text = try readText(bytes)
            let isToken = text.map { $0.withBytes(of: bytes) { ReportFields.isToken($0) } } ?? false
            entry.messageType = isToken ? text?.string(in: bytes) : nil
            if !isToken { entry.refuse("decrypt_failures.message_type") }
        case .peerVersion:
            let text = try readText(bytes)
            if text?.count == 0 { return }
            entry.peerVersion = text.flatMap { keptText($0, bytes) }
            if entry.peerVersion == nil { entry.refuse("decrypt_failures.peer_version") }
        case .firstAt:
            entry.first = try readInstant(bytes)
            if entry.first == nil { entry.refuse("decrypt_failures.instant") }
        case .lastAt:
            entry.last = try readInstant(bytes)
            if entry.last == nil { entry.refuse("decrypt_failures.instant") }
        case .count:
            let value = try readInteger(bytes)
            entry.failures = value ?? 0
            if entry.failures < 1 || entry.failures > Int64(Int32.max) { entry.refuse("decrypt_failures.count") }
        case .restoredRecently:
            let value = try readBoolean(bytes)
            entry.restoredRecently = value ?? false
            if value == nil { entry.refuse("decrypt_failures.restored_recently") }
        case .recovered:
            let value = try readBoolean(bytes)
            entry.recovered = value ?? false
            if value == nil { entry.refuse("decrypt_failures.recovered") }
        }
    }

    /// A device id, as an install id is read; it leaves here as its keyed hash.
    private mutating func readDevice(_ bytes: Span<UInt8>) throws(JSONError) -> DeviceHash? {
        guard let text = try readText(bytes) else { return nil }
        return text.withBytes(of: bytes) { id in
            guard id.count <= ReportFields.installIDBytes, !ReportFields.isVoid(id), !ReportFields.hasControl(id) else {
                return nil
            }
            return context.hashDevice(id)
        }
    }

    private mutating func readDeviceHash(_ bytes: Span<UInt8>) throws(JSONError) -> DeviceHash? {
        guard let text = try readText(bytes) else { return nil }
        return text.withBytes(of: bytes) { ReportFields.deviceHash($0) }
    }
}

/// The members of an entry of `decrypt_failures`: a client sends ids, an export the hashes.
enum EntryMember: String, CaseIterable {
    case device
    case deviceH = "device_h"
    case peerDevice = "peer_device"
    case peerH = "peer_h"
    case peerVersion = "peer_version"
    case messageType = "message_type"
    case firstAt = "first_at"
    case lastAt = "last_at"
    case count
    case restoredRecently = "restored_recently"
    case recovered

    static let table = JSONNameTable(allCases.map(\.rawValue))
}

/// An entry while the report is read: its instants can be judged only when the receipt is known.
struct EntryDraft {
    let offset: Int
    var device: DeviceHash?
    var peer: DeviceHash?
    var messageType: String?
    var peerVersion: String?
    var first: Instant?
    var last: Instant?
    var failures: Int64 = 1
    var restoredRecently = false
    var recovered = false
    private(set) var problem: String?

    init(offset: Int) { self.offset = offset }

    mutating func refuse(_ reason: String) { if problem == nil { problem = reason } }

    /// Bad, or said twice: an id beside a hash could contradict it.
    mutating func setDevice(_ hash: DeviceHash?) {
        if hash == nil || device != nil { refuse("decrypt_failures.device") }
        device = hash
    }

    mutating func setPeer(_ hash: DeviceHash?) {
        if hash == nil || peer != nil { refuse("decrypt_failures.peer_device") }
        peer = hash
    }

    var missing: String? {
        if device == nil { return "decrypt_failures.device" }
        if peer == nil { return "decrypt_failures.peer_device" }
        if messageType == nil { return "decrypt_failures.message_type" }
        if first == nil { return "decrypt_failures.instant" }
        return nil
    }

    /// Nil where the instants are out of order or out of the bounds: the day before the report's to an hour after receipt.
    func settled(day: Day, _ receipt: DecodeContext.Receipt) -> DecryptFailure? {
        guard let device, let peer, let messageType, let first else { return nil }
        let from = first.epochSeconds + receipt.correction
        let to = (last ?? first).epochSeconds + receipt.correction
        let earliest = day.advanced(by: -1).start.epochSeconds
        guard from <= to, from >= earliest, to <= receipt.instant.epochSeconds + 3600 else { return nil }
        return DecryptFailure(
            device: device, peerDevice: peer, messageType: messageType, peerVersion: peerVersion ?? "unknown",
            restoredRecently: restoredRecently, first: from, last: to, failures: failures, recovered: recovered)
    }
}
