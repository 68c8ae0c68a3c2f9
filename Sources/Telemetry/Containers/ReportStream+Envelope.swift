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
    /// An envelope is open that goes over no line end so far: a line end before its end may as well be one where it was cut
    /// off.
    var isInLineEnvelope: Bool { isInEnvelope && !spansLines }

    /// An envelope is open.
    var isInEnvelope: Bool {
        switch state {
        case .firstElement, .nextElement, .envelope: container != .array
        default: false
        }
    }

    /// Does an envelope come next, after white space at most?
    mutating func beginsEnvelope() -> Bool {
        while true {
            let size = min(buffer.count, JSONScanner.greatestSize)
            if size > 0, let isOne = buffer.withBytes(size, { ReportContainer.isEnvelope($0) }) { return isOne }
            if size == JSONScanner.greatestSize || !buffer.readForRetry() { return false }
        }
    }

    mutating func openEnvelope() {
        envelope = EnvelopeReader()
        spansLines = false
        state = .envelope
    }

    /// Among lines: of its reports, too, the position is the line.
    mutating func openEnvelopeOnLine() -> Step {
        let lineEnds = skipWhiteSpace()
        if container == .lines { position += lineEnds + 1 }
        openEnvelope()
        return .goOn
    }

    /// Looks for the array in an envelope, or for the envelope's end after it.
    mutating func nextEnvelopeMember() throws -> Step {
        while true {
            let size = min(buffer.count, JSONScanner.greatestSize)
            let before = envelope
            let (part, end): (EnvelopeReader.Part, Int)
            do throws(JSONError) {
                (part, end) = try buffer.withBytes(size) { bytes throws(JSONError) in try envelope.next(bytes) }
                if part == .other, end == size, mayGoOn(size) { throw JSONError(.truncated, at: size) }
            } catch {
                envelope = before
                guard error.reason == .truncated else { return try refuseBroken(error.reason, at: error.offset) }
                if size == JSONScanner.greatestSize { return try refuseBroken(.tooLarge, at: size) }
                if !buffer.readForRetry() { return try refuseBroken(.truncated, at: error.offset) }
                continue
            }
            if let lineEnd = buffer.lineEnd(), lineEnd < end {
                // On the line after, an object of its own: not what was to come here.
                let isCut = !spansLines && lineEnd + 1 < end && buffer[lineEnd + 1] == UInt8(ascii: "{")
                if isCut { return try refuseBroken(.truncated, at: lineEnd) }
                spansLines = true
            }
            consumeInEnvelope(end)
            switch part {
            case .other: break
            case .reports: state = .firstElement
            case .end: endEnvelope()
            }
            return .goOn
        }
    }

    /// Where positions are lines, counts those that end in what is consumed.
    mutating func consumeInEnvelope(_ count: Int) {
        if container == .lines {
            for index in 0..<count where buffer[index] == 0x0A { position += 1 }
        }
        buffer.consume(count)
    }

    private mutating func endEnvelope() {
        goOnAfterEnvelope()
        guard container == .lines else {
            skipWhiteSpace()
            return
        }
        // The rest of the line, whose position it was, unless there is more on it.
        while buffer.count > 0 || buffer.readMore() {
            let byte = buffer[0]
            if byte == 0x0A { return buffer.consume(1) }
            guard ReportContainer.isWhiteSpace(byte) else {
                position -= 1
                return
            }
            buffer.consume(1)
        }
    }

    mutating func goOnAfterEnvelope() {
        state = container == .objects ? .objects : .lines
        expectsEnvelope = true
    }
}
