import StrictJSON

/// Reads the members of an envelope around its array.
struct EnvelopeReader {
    private var scanner = JSONScanner()
    private var hasSeenReports = false

    enum Part {
        /// The envelope's bracket, or a member that says nothing.
        case other
        /// `"reports": [`.
        case reports
        case end
    }

    /// The next part and where it ends, in bytes that begin where the last part ended. Nothing has changed where it
    /// throws.
    mutating func next(_ bytes: Span<UInt8>) throws(JSONError) -> (part: Part, end: Int) {
        var copy = self
        let part = try copy.read(bytes)
        self = copy
        return (part, scanner.at)
    }

    private mutating func read(_ bytes: Span<UInt8>) throws(JSONError) -> Part {
        scanner.move(to: 0)
        if scanner.depth == 0 {
            try scanner.beginObject(bytes)
            return .other
        }
        guard let name = try scanner.nextMember(bytes) else { return .end }
        guard ReportContainer.envelopeTable.index(of: name) != nil else {
            try scanner.skipValue(bytes)
            return .other
        }
        if hasSeenReports { throw JSONError(.duplicateMember, at: name.offset) }
        hasSeenReports = true
        guard try scanner.kind(bytes) == .array else { throw JSONError(.syntax, at: scanner.at) }
        // The scanner stays in the envelope: the array's elements are read one by one.
        scanner.move(to: scanner.at + 1)
        return .reports
    }
}

extension ReportStream {
    /// Looks for the array in an envelope, or for the envelope's end after it.
    mutating func nextEnvelopeMember() throws -> Step {
        if hasByteOrderMark { return try refuseRest(.byteOrderMark, at: 0) }
        while true {
            let size = min(buffer.count, JSONScanner.greatestSize)
            do throws(JSONError) {
                let before = envelope
                let (part, end) = try buffer.withBytes(size) { bytes throws(JSONError) in try envelope.next(bytes) }
                if part == .other, end == size, mayGoOn(size) {
                    envelope = before
                    throw JSONError(.truncated, at: size)
                }
                buffer.consume(end)
                switch part {
                case .other: break
                case .reports: state = .firstElement
                case .end: state = .after
                }
                return .goOn
            } catch {
                guard error.reason == .truncated else { return try refuseRest(error.reason, at: error.offset) }
                if size == JSONScanner.greatestSize { return try refuseRest(.tooLarge, at: size) }
                if !buffer.readForRetry() { return try refuseRest(.truncated, at: error.offset) }
            }
        }
    }
    /// Does another envelope come next? Of any other object nobody said what it is doing here.
    mutating func beginsEnvelope() -> Bool {
        while true {
            let size = min(buffer.count, JSONScanner.greatestSize)
            if size == 0 { return false }
            if let isOne = buffer.withBytes(size, { ReportContainer.isEnvelope($0) }) { return isOne }
            if size == JSONScanner.greatestSize || !buffer.readForRetry() { return false }
        }
    }
}
