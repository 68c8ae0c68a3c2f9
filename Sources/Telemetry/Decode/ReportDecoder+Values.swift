import FleetCore
import StrictJSON

/// One value each, read or skipped; what breaks the contract is noted in the draft.
extension ReportDecoder {
    /// Consumes a null, which is as good as a missing member.
    @inline(__always)
    mutating func skipNull(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
        guard scanner.at < bytes.count, bytes[scanner.at] == UInt8(ascii: "n") else { return false }
        try scanner.null(bytes)
        return true
    }

    mutating func skipUnknown(_ name: JSONName, _ scope: UnknownNames.Scope, _ bytes: Span<UInt8>) throws(JSONError) {
        try scanner.claim(name, bytes)
        draft.unknown.append((name, scope))
        try scanner.skipValue(bytes)
    }

    /// A text; nil, and skipped, where it is none.
    mutating func readText(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText? {
        guard try scanner.kind(bytes) == .string else {
            try scanner.skipValue(bytes)
            return nil
        }
        return try scanner.string(bytes)
    }

    /// A text of up to 64 bytes that is kept as written. Empty is missing, where it may be.
    mutating func readKept(_ bytes: Span<UInt8>, _ reason: String, orEmpty: Bool) throws(JSONError) -> String? {
        let offset = scanner.at
        guard let text = try readText(bytes) else {
            draft.refuse(reason, at: offset)
            return nil
        }
        if orEmpty, text.count == 0 { return nil }
        let kept = keptText(text, bytes)
        if kept == nil { draft.refuse(reason, at: offset) }
        return kept
    }

    /// The text where it is 1 … `limit` bytes without control characters.
    func keptText(_ text: JSONText, _ bytes: Span<UInt8>, limit: Int = ReportFields.textBytes) -> String? {
        text.withBytes(of: bytes) { plain in
            guard (1...limit).contains(plain.count), !ReportFields.hasControl(plain) else { return nil }
            return String(validUTF8: plain)
        }
    }

    /// A whole number 0 … `greatest`; ``MemberValues/missing`` where it is none.
    mutating func readCount(_ bytes: Span<UInt8>, _ greatest: Int64, _ reason: String) throws(JSONError) -> Int64 {
        let offset = scanner.at
        if let value = try readInteger(bytes), value >= 0, value <= greatest { return value }
        draft.refuse(reason, at: offset)
        return MemberValues.missing
    }

    /// A whole number; nil, and skipped, where it is none.
    mutating func readInteger(_ bytes: Span<UInt8>) throws(JSONError) -> Int64? {
        guard try scanner.kind(bytes) == .number else {
            try scanner.skipValue(bytes)
            return nil
        }
        return try scanner.number(bytes).whole
    }

    /// An instant of RFC 3339; nil, and skipped, where it is none.
    mutating func readInstant(_ bytes: Span<UInt8>) throws(JSONError) -> Instant? {
        guard let text = try readText(bytes) else { return nil }
        return text.withBytes(of: bytes) { Instant(utf8: $0) }
    }

    /// A boolean; nil, and skipped, where it is none.
    mutating func readBoolean(_ bytes: Span<UInt8>) throws(JSONError) -> Bool? {
        guard try scanner.kind(bytes) == .boolean else {
            try scanner.skipValue(bytes)
            return nil
        }
        return try scanner.boolean(bytes)
    }
}
