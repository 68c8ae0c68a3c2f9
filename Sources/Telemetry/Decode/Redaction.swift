import Digests
import StrictJSON

/// What rejects, quarantine and logs may keep of a report: device ids only as the hashes that the store knows them by.
package enum Redaction {
    /// Stands in for what a member holds that is not in the contract: a newer client may well put an id there.
    static let withheld = "not kept"

    /// The report with every `device` and `peer_device`, at any depth and however often, replaced by `device_h` and
    /// `peer_h`, and without what unknown members hold; all else as it was written. Such a line can be ingested. Of bytes
    /// that can't be scanned, hash and length.
    package static func text(_ bytes: Span<UInt8>, _ hashDevice: (Span<UInt8>) -> DeviceHash) -> String {
        var redactor = Redactor()
        do throws(JSONError) {
            try redactor.copyReport(bytes, hashDevice)
            return String(decoding: redactor.output, as: UTF8.self)
        } catch {
            return unreadable(sha256: SHA256.digest(bytes), count: Int64(bytes.count))
        }
    }

    /// `{"unreadable_sha256":"…","length":4711}`.
    package static func unreadable(sha256: [UInt8], count: Int64) -> String {
        var json = JSONWriter()
        json.object {
            $0.member("unreadable_sha256", sha256.hex)
            $0.member("length", count)
        }
        return json.text
    }
}

/// Copies a report, replacing as it goes. A member may come twice here: no name is claimed.
private struct Redactor {
    private(set) var output: [UInt8] = []
    private var scanner = JSONScanner()
    /// Bytes before here are in the output, or replaced.
    private var copied = 0

    /// The objects of the contract.
    private enum Scope { case report, health, entry, crashEntry }

    /// Members that hold a device id, in any case of letters, and what stands in for them.
    private static let replacements: [(name: String, replacement: String)] = [("device", "device_h"), ("peer_device", "peer_h")]

    mutating func copyReport(_ bytes: Span<UInt8>, _ hashDevice: (Span<UInt8>) -> DeviceHash) throws(JSONError) {
        // A text or a number alone could be an id.
        guard try scanner.kind(bytes) == .object else { throw JSONError(.syntax, at: scanner.at) }
        try copyObject(.report, bytes, hashDevice)
        try scanner.finish(bytes)
        copy(upTo: bytes.count, bytes)
    }

    private mutating func copyObject(
        _ scope: Scope, _ bytes: Span<UInt8>, _ hashDevice: (Span<UInt8>) -> DeviceHash
    ) throws(JSONError) {
        try scanner.beginObject(bytes)
        while let name = try scanner.nextMember(bytes) {
            if let replacement = replacement(of: name, bytes) {
                try replace(name, by: replacement, bytes, hashDevice)
                continue
            }
            switch scope {
            case .report: try copyMember(ReportMember.table.index(of: name), bytes, hashDevice)
            case .health: try copyValue(isKnown: HealthNames.shared.table.index(of: name) != nil, bytes)
            case .entry: try copyEntryMember(EntryMember.table.index(of: name), bytes)
            case .crashEntry: try copyCrashMember(CrashMember.table.index(of: name), bytes)
            }
        }
    }

    private mutating func copyMember(
        _ index: Int?, _ bytes: Span<UInt8>, _ hashDevice: (Span<UInt8>) -> DeviceHash
    ) throws(JSONError) {
        let member = index.map { ReportMember.allCases[$0] }
        switch (member, try scanner.kind(bytes)) {
        case (.health, .object): try copyObject(.health, bytes, hashDevice)
        case (.decryptFailures, .array): try copyEntries(.entry, bytes, hashDevice)
        case (.crashGroups, .array): try copyEntries(.crashEntry, bytes, hashDevice)
        case (nil, _), (.health, _), (.decryptFailures, _), (.crashGroups, _): try copyValue(isKnown: false, bytes)
        default: try copyValue(isKnown: true, bytes)
        }
    }

    private mutating func copyEntries(
        _ scope: Scope, _ bytes: Span<UInt8>, _ hashDevice: (Span<UInt8>) -> DeviceHash
    ) throws(JSONError) {
        try scanner.beginArray(bytes)
        while try scanner.nextElement(bytes) {
            switch try scanner.kind(bytes) {
            case .object: try copyObject(scope, bytes, hashDevice)
            default: try copyValue(isKnown: false, bytes)
            }
        }
    }

    /// Flags' names are kept; what is none could be an id.
    private mutating func copyCrashMember(_ index: Int?, _ bytes: Span<UInt8>) throws(JSONError) {
        guard index.map({ CrashMember.allCases[$0] }) == .flagsOn, try scanner.kind(bytes) == .array else {
            return try copyValue(isKnown: index != nil, bytes)
        }
        try scanner.beginArray(bytes)
        while try scanner.nextElement(bytes) {
            let start = scanner.at
            guard try scanner.kind(bytes) == .string else {
                try skipValue(bytes)
                withhold(from: start, bytes)
                continue
            }
            let name = try scanner.string(bytes)
            if !name.withBytes(of: bytes, { ReportFields.isFlagName($0) }) { withhold(from: start, bytes) }
        }
    }

    /// A hash that is none could be an id.
    private mutating func copyEntryMember(_ index: Int?, _ bytes: Span<UInt8>) throws(JSONError) {
        let member = index.map { EntryMember.allCases[$0] }
        guard member == .deviceH || member == .peerH, try scanner.kind(bytes) == .string else {
            return try copyValue(isKnown: member != nil && member != .deviceH && member != .peerH, bytes)
        }
        let start = scanner.at
        let text = try scanner.string(bytes)
        if text.withBytes(of: bytes, { ReportFields.deviceHash($0) }) == nil { withhold(from: start, bytes) }
    }

    /// Of a known member a text, a number, or numbers in a list; of others neither yes nor no nor null can be an id.
    private mutating func copyValue(isKnown: Bool, _ bytes: Span<UInt8>) throws(JSONError) {
        let kind = try scanner.kind(bytes)
        let start = scanner.at
        switch kind {
        case .boolean, .null: try scanner.skipValue(bytes)
        case .string, .number:
            try scanner.skipValue(bytes)
            if !isKnown { withhold(from: start, bytes) }
        case .array where isKnown:
            try scanner.beginArray(bytes)
            while try scanner.nextElement(bytes) {
                let isNumber = try scanner.kind(bytes) == .number
                let start = scanner.at
                try skipValue(bytes)
                if !isNumber { withhold(from: start, bytes) }
            }
        case .array, .object:
            try skipValue(bytes)
            withhold(from: start, bytes)
        }
    }

    /// Reads a value as deep as the scanner goes, which is 64.
    private mutating func skipValue(_ bytes: Span<UInt8>) throws(JSONError) {
        switch try scanner.kind(bytes) {
        case .object:
            try scanner.beginObject(bytes)
            while try scanner.nextMember(bytes) != nil { try skipValue(bytes) }
        case .array:
            try scanner.beginArray(bytes)
            while try scanner.nextElement(bytes) { try skipValue(bytes) }
        case .string, .number, .boolean, .null: try scanner.skipValue(bytes)
        }
    }

    private func replacement(of name: JSONName, _ bytes: Span<UInt8>) -> String? {
        // Most names are told apart by their length.
        guard Redactor.replacements.contains(where: { $0.name.utf8.count == name.count }) else { return nil }
        let text = name.text.string(in: bytes).lowercased()
        return Redactor.replacements.first { $0.name == text }?.replacement
    }

    /// Replaces name and value. An id that is no text is hashed as it is written; null says nothing and stays.
    private mutating func replace(
        _ name: JSONName, by replacement: String, _ bytes: Span<UInt8>, _ hashDevice: (Span<UInt8>) -> DeviceHash
    ) throws(JSONError) {
        copy(upTo: name.offset, bytes)
        let hash: DeviceHash?
        switch try scanner.kind(bytes) {
        case .string: hash = try scanner.string(bytes).withBytes(of: bytes, hashDevice)
        case .null:
            try scanner.null(bytes)
            hash = nil
        case .number, .boolean, .object, .array:
            let start = scanner.at
            try skipValue(bytes)
            hash = hashDevice(bytes.extracting(start..<scanner.at))
        }
        var json = JSONWriter()
        json.member(replacement, hash?.bytes.hex)
        output += json.bytes
        copied = scanner.at
    }

    /// Puts a word in the place of the value that was just read.
    private mutating func withhold(from start: Int, _ bytes: Span<UInt8>) {
        copy(upTo: start, bytes)
        output += "\"\(Redaction.withheld)\"".utf8
        copied = scanner.at
    }

    private mutating func copy(upTo end: Int, _ bytes: Span<UInt8>) {
        while copied < end {
            output.append(bytes[copied])
            copied += 1
        }
    }
}
