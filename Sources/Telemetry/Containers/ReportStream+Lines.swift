import Digests
import FleetCore
import StrictJSON

extension ReportStream {
    /// Tells the container by the first bytes.
    mutating func begin() throws {
        buffer.read(atLeast: TextBeginning.length)
        let beginning = try buffer.withBytes(min(buffer.count, TextBeginning.length)) { head throws(ForeignEncoding) in
            try TextBeginning.markLength(head)
        }
        buffer.consume(beginning)
        let first = buffer.count > 0 ? buffer[0] : 0
        // Blank lines count as lines.
        position += skipWhiteSpace()
        while container == nil {
            let isAtEnd = buffer.isAtEnd
            container = buffer.withBytes(buffer.count) { bytes in
                let end = min(bytes.count, JSONScanner.greatestSize)
                return .recognise(bytes.extracting(0..<end), isWhole: isAtEnd && end == bytes.count)
            }
            if container == nil { _ = buffer.readForRetry() }
        }
        // A protobuf message begins with a byte that elsewhere is white space.
        head = (first == 0x0A ? [first] : []) + (0..<min(buffer.count, InputKind.headLength)).map { buffer[$0] }
        switch container {
        case .array: state = .firstElement
        case .envelope: openEnvelope()
        case .objects: state = .objects
        case .lines, nil: state = .lines
        }
        // The bracket belongs to no report.
        if container == .array { buffer.consume(1) }
    }

    @inline(__always)
    mutating func nextLine() throws -> Step {
        if expectsEnvelope {
            expectsEnvelope = false
            if beginsEnvelope() { return openEnvelopeOnLine() }
        }
        var searched = 0
        var lineEnd = buffer.lineEnd()
        while lineEnd == nil, !buffer.isAtEnd {
            if buffer.count > JSONScanner.greatestSize { return nextLongLine() }
            searched = buffer.count
            _ = buffer.readMore()
            lineEnd = buffer.lineEnd(from: searched)
        }
        // Without an end it is the last line, unless the source broke off in it.
        if lineEnd == nil, buffer.count == 0 || (buffer.hasFailed && !beginsEnvelope()) {
            state = .end
            return .goOn
        }
        let count = lineEnd ?? buffer.count
        if count > JSONScanner.greatestSize { return nextLongLine() }
        let offset = buffer.offset
        let start = buffer.window.lowerBound
        let outcome = decodeLine(count)
        // No report: perhaps an envelope, on this line or from it on.
        if case .refused? = outcome, beginsEnvelope() { return openEnvelopeOnLine() }
        // A blank line is a line, and no report.
        if outcome != nil || container == .lines { position += 1 }
        buffer.consume(count + (lineEnd == nil ? 0 : 1))
        guard let outcome else { return .goOn }
        // CR LF ends a line, too.
        let isCut = count > 0 && buffer.storage[start + count - 1] == 0x0D
        record = .stored(start..<start + count - (isCut ? 1 : 0))
        return .read(ReadReport(position: position, byteOffset: offset, byteCount: Int64(count), outcome: outcome))
    }

    /// Nil for a blank line.
    @inline(__always)
    private mutating func decodeLine(_ count: Int) -> DecodedReport? {
        if count == 0 || (buffer[0] <= 0x20 && buffer.withBytes(count) { ReportContainer.isBlank($0) }) { return nil }
        return buffer.withBytes(count) { decoder.decode($0) }
    }

    /// Takes a line of over 1 MiB for an envelope, or refuses it, however long, without keeping it.
    private mutating func nextLongLine() -> Step {
        if beginsEnvelope() { return openEnvelopeOnLine() }
        position += 1
        let offset = buffer.offset
        let digest = SHA256()
        skipLine(digest)
        let count = buffer.offset - offset
        if buffer.count > 0 { buffer.consume(1) }
        record = .skipped(sha256: digest.finish(), count: count)
        let fault = ReportFault(JSONError(.tooLarge, at: JSONScanner.greatestSize))
        return .read(ReadReport(position: position, byteOffset: offset, byteCount: count, outcome: .refused(fault)))
    }

    /// Consumes what is left of the line, without its end.
    mutating func skipLine(_ digest: SHA256) {
        while true {
            let lineEnd = buffer.lineEnd()
            let count = lineEnd ?? buffer.count
            buffer.withBytes(count) { digest.update($0) }
            buffer.consume(count)
            if lineEnd != nil || !buffer.readMore() { break }
        }
    }

    /// Consumes white space, reading on as long as there is nothing else; the number of line ends in it.
    @discardableResult
    mutating func skipWhiteSpace() -> Int64 {
        var lineEnds: Int64 = 0
        repeat {
            var count = 0
            while count < buffer.count, ReportContainer.isWhiteSpace(buffer[count]) {
                if buffer[count] == 0x0A { lineEnds += 1 }
                count += 1
            }
            buffer.consume(count)
        } while buffer.count == 0 && buffer.readMore()
        return lineEnds
    }
}
