import Digests
import StrictJSON

/// Containers in which a report ends where its value ends.
extension ReportStream {
    /// The element of the array, or the object, that comes next.
    mutating func nextElement() throws -> Step {
        var lineEnds = skipWhiteSpace()
        if buffer.count == 0 {
            guard state != .objects else {
                state = .end
                return .goOn
            }
            return try refuseBroken(.truncated, at: 0, lineEnds)
        }
        if state == .objects {
            if beginsEnvelope() {
                openEnvelope()
                return .goOn
            }
            return try readElement(lineEnds)
        }
        let first = buffer[0]
        if first == UInt8(ascii: "]") {
            pass(lineEnds)
            buffer.consume(1)
            state = container == .array ? .after : .envelope
            return .goOn
        }
        if state == .nextElement {
            guard first == UInt8(ascii: ",") else { return try refuseBroken(.syntax, at: 0, lineEnds) }
            pass(lineEnds)
            buffer.consume(1)
            lineEnds = skipWhiteSpace()
            if buffer.count == 0 { return try refuseBroken(.truncated, at: 0, lineEnds) }
        }
        state = .nextElement
        return try readElement(lineEnds)
    }

    /// Goes past line ends between two reports.
    private mutating func pass(_ lineEnds: Int64) {
        guard lineEnds > 0 else { return }
        spansLines = true
        if container == .lines { position += lineEnds }
    }

    /// `lineEnds` come before it.
    private mutating func readElement(_ lineEnds: Int64) throws -> Step {
        let mayBeNextLine = lineEnds > 0 && isInLineEnvelope
        while true {
            let size = min(buffer.count, JSONScanner.greatestSize)
            switch decodeElement(size) {
            case .success(let outcome):
                guard decoder.end == size, mayGoOn(size) else {
                    if mayBeNextLine, case .refused = outcome, beginsEnvelope() {
                        return try refuseBroken(.truncated, at: 0, lineEnds)
                    }
                    pass(lineEnds)
                    return take(decoder.end, outcome)
                }
                buffer.read(atLeast: size + 1)
            case .failure(let error) where error.reason != .truncated:
                if mayBeNextLine, beginsEnvelope() { return try refuseBroken(.truncated, at: 0, lineEnds) }
                pass(lineEnds)
                return keepsGrammar(error) ? try skipElement(error) : try refuseBroken(error.reason, at: error.offset)
            case .failure(let error):
                guard size == JSONScanner.greatestSize || buffer.isAtEnd else {
                    _ = buffer.readForRetry()
                    continue
                }
                if mayBeNextLine, beginsEnvelope() { return try refuseBroken(.truncated, at: 0, lineEnds) }
                pass(lineEnds)
                if size == JSONScanner.greatestSize { return try skipElement(JSONError(.tooLarge, at: size)) }
                return try refuseBroken(.truncated, at: error.offset)
            }
        }
    }

    private mutating func decodeElement(_ size: Int) -> Result<DecodedReport, JSONError> {
        do throws(JSONError) {
            return .success(try buffer.withBytes(size) { bytes throws(JSONError) in try decoder.decode(bytes, at: 0) })
        } catch {
            return .failure(error)
        }
    }

    /// Whether a value that ends with these bytes may go on in the next ones: `12`, `tru`.
    func mayGoOn(_ size: Int) -> Bool {
        if buffer.isAtEnd || size == JSONScanner.greatestSize { return false }
        let last = buffer[size - 1]
        return last != UInt8(ascii: "}") && last != UInt8(ascii: "]") && last != UInt8(ascii: "\"")
    }

    /// Can the report's end be told? A text that doesn't end on its line lacks a quote, most likely, and would end
    /// anywhere; in an array there is no other line to go on with.
    private func keepsGrammar(_ error: JSONError) -> Bool {
        if container != .array, error.reason == .controlCharacter, buffer[error.offset] == 0x0A { return false }
        return error.reason.keepsGrammar
    }

    private mutating func take(_ count: Int, _ outcome: DecodedReport) -> Step {
        if container != .lines { position += 1 }
        let (offset, line) = (buffer.offset, position)
        let start = buffer.window.lowerBound
        record = .stored(start..<start + count)
        consumeInEnvelope(count)
        return .read(ReadReport(position: line, byteOffset: offset, byteCount: Int64(count), outcome: outcome))
    }

    /// Refuses a value whose end can be told, and goes on after it.
    private mutating func skipElement(_ error: JSONError) throws -> Step {
        let outcome = DecodedReport.refused(ReportFault(error))
        // Kept, where it is no longer than a report may be.
        while true {
            let size = min(buffer.count, JSONScanner.greatestSize)
            var skipper = RecordSkipper()
            let end = buffer.withBytes(size) { skipper.findEnd($0) }
            if isInLineEnvelope, let lineEnd = buffer.lineEnd(), lineEnd < end ?? size {
                return try refuseBroken(error.reason, at: error.offset)
            }
            if error.reason == .tooLarge { break }
            if let end, end < size || !mayGoOn(size) { return take(end, outcome) }
            if size == JSONScanner.greatestSize || !buffer.readForRetry() { break }
        }
        if container != .lines { position += 1 }
        let offset = buffer.offset
        let digest = SHA256()
        var skipper = RecordSkipper()
        while true {
            var end = buffer.withBytes(buffer.count) { skipper.findEnd($0) }
            if isInLineEnvelope, let lineEnd = buffer.lineEnd(), lineEnd < end ?? buffer.count {
                goOnAfterEnvelope()
                end = lineEnd
            }
            let count = end ?? buffer.count
            buffer.withBytes(count) { digest.update($0) }
            buffer.consume(count)
            if end != nil { break }
            if !buffer.readMore() {
                // The container has no end; this refusal says it all.
                state = .end
                break
            }
        }
        let count = buffer.offset - offset
        if state == .lines, buffer.count > 0 { buffer.consume(1) }
        record = .skipped(sha256: digest.finish(), count: count)
        return .read(
            ReadReport(
                position: position, byteOffset: offset, byteCount: count, outcome: outcome,
                isRest: container == .array && state == .end))
    }
}
