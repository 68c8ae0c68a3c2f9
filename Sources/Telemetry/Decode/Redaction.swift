import Digests
import StrictJSON

/// What rejects, quarantine and logs may keep of a report: device ids only as the hashes that the store knows them by.
package enum Redaction {
    /// The report with every `device` and `peer_device`, at any depth and however often, replaced by `device_h` and
    /// `peer_h`; all else as it was written. Such a line can be ingested. Of bytes that can't be scanned, hash and length.
    package static func text(_ bytes: Span<UInt8>, _ hashDevice: (Span<UInt8>) -> DeviceHash) -> String {
        var redactor = Redactor()
        do throws(JSONError) {
            try redactor.copyObject(bytes, hashDevice)
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

/// Copies a report, replacing as it goes.
private struct Redactor {
    private(set) var output: [UInt8] = []
    private var scanner = JSONScanner()
    /// Bytes before here are in the output, or replaced.
    private var copied = 0

    /// Members that hold a device id, in any case of letters, and what stands in for them.
    private static let replacements: [(name: String, replacement: String)] = [("device", "device_h"), ("peer_device", "peer_h")]

    mutating func copyObject(_ bytes: Span<UInt8>, _ hashDevice: (Span<UInt8>) -> DeviceHash) throws(JSONError) {
        // A text or a number alone could be an id.
        guard try scanner.kind(bytes) == .object else { throw JSONError(.syntax, at: scanner.at) }
        try copyValue(bytes, hashDevice)
        try scanner.finish(bytes)
        copy(upTo: bytes.count, bytes)
    }

    /// As deep as the scanner goes, which is 64.
    private mutating func copyValue(_ bytes: Span<UInt8>, _ hashDevice: (Span<UInt8>) -> DeviceHash) throws(JSONError) {
        switch try scanner.kind(bytes) {
        case .object:
            try scanner.beginObject(bytes)
            while let name = try scanner.nextMember(bytes) {
                if let replacement = replacement(of: name, bytes) {
                    try replace(name, by: replacement, bytes, hashDevice)
                } else {
                    try copyValue(bytes, hashDevice)
                }
            }
        case .array:
            try scanner.beginArray(bytes)
            while try scanner.nextElement(bytes) { try copyValue(bytes, hashDevice) }
        case .string, .number, .boolean, .null:
            try scanner.skipValue(bytes)
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
            // Without claiming names: a member may come twice here.
            var inner = Redactor()
            inner.scanner = scanner
            try inner.copyValue(bytes, hashDevice)
            scanner = inner.scanner
            hash = hashDevice(bytes.extracting(start..<scanner.at))
        }
        var json = JSONWriter()
        json.member(replacement, hash?.bytes.hex)
        output += json.bytes
        copied = scanner.at
    }

    private mutating func copy(upTo end: Int, _ bytes: Span<UInt8>) {
        while copied < end {
            output.append(bytes[copied])
            copied += 1
        }
    }
}
