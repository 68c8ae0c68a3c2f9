import StrictJSON

/// How a stream holds its reports; told by its first bytes, never by its name.
package enum ReportContainer: String, Sendable {
    /// NDJSON: a report a line, or an envelope.
    case lines
    /// `[report, report …]`.
    case array
    /// `{"reports": [report, report …]}`, with other members before and after; or several such one after the other, with
    /// lines of reports among them.
    case envelope
    /// One object over several lines, or several such one after the other.
    case objects

    /// What `position` counts, from 1.
    package var positionName: String { self == .lines ? "line" : "report" }

    /// Looks at the beginning of a stream, without leading white space. Nil: more bytes are needed to tell; never where
    /// there is no more, or the bytes are as many as a report may have.
    static func recognise(_ bytes: Span<UInt8>, isWhole: Bool) -> ReportContainer? {
        guard !bytes.isEmpty else { return isWhole ? .lines : nil }
        if bytes[0] == UInt8(ascii: "[") { return .array }
        guard bytes[0] == UInt8(ascii: "{") else { return .lines }
        let isAll = isWhole || bytes.count >= JSONScanner.greatestSize
        switch isEnvelope(bytes) {
        case true?: return .envelope
        case nil where !isAll: return nil
        default: break
        }
        guard let lineEnd = bytes.firstIndex(of: 0x0A, from: 0) else { return isAll ? .lines : nil }
        var skipper = RecordSkipper()
        if let end = skipper.findEnd(bytes.extracting(0..<lineEnd)), isBlank(bytes.extracting(end..<lineEnd)) { return .lines }
        // The first line holds no whole object: the object goes on, or the line is broken.
        var scanner = JSONScanner()
        do throws(JSONError) {
            try scanner.skipValue(bytes)
            return .objects
        } catch {
            if error.reason == .truncated, !isAll { return nil }
        }
        for index in lineEnd..<bytes.count where !isWhiteSpace(bytes[index]) {
            return bytes[index] == UInt8(ascii: "{") ? .lines : .objects
        }
        return isAll ? .lines : nil
    }

    /// Whether the object has a member `reports` that is an array, before any that only a report has (a delivery may well
    /// say its platform, version or time); nil where the bytes end before that is clear.
    static func isEnvelope(_ bytes: Span<UInt8>) -> Bool? {
        var scanner = JSONScanner()
        do throws(JSONError) {
            try scanner.beginObject(bytes)
            while let name = try scanner.nextMember(bytes) {
                if reportTable.index(of: name) != nil { return false }
                if envelopeTable.index(of: name) != nil { return try scanner.kind(bytes) == .array }
                try scanner.skipValue(bytes)
            }
            return false
        } catch {
            return error.reason == .truncated ? nil : false
        }
    }

    /// The one member of an envelope that is read.
    static let envelopeTable = JSONNameTable(["reports"])
    private static let reportTable = JSONNameTable([ReportMember.installID.rawValue, ReportMember.health.rawValue])

    static func isBlank(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<bytes.count where !isWhiteSpace(bytes[index]) { return false }
        return true
    }

    @inline(__always)
    static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
