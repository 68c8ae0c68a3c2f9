import Digests
import StrictJSON

/// Going on where the grammar is broken.
extension ReportStream {
    /// One refusal for what begins here and can't be told apart, up to where reading may go on; of an array to its end.
    /// `lineEnds` come before it.
    mutating func refuseBroken(_ reason: JSONError.Reason, at faultOffset: Int, _ lineEnds: Int64 = 0) throws -> Step {
        if container == .array { return try refuseRest(reason, at: faultOffset) }
        let isInArray = isInEnvelope
        // Cut off by the source, not by who wrote it: its error says so.
        if reason == .truncated, buffer.hasFailed, buffer.lineEnd() == nil, lineEnds == 0 || buffer.count == 0 {
            state = .end
            try buffer.throwFailure()
        }
        if container != .lines { position += 1 }
        if lineEnds > 0, isInLineEnvelope || mayGoOn() { return refuseCutLine(lineEnds) }
        if container == .lines { position += lineEnds }
        let (offset, line) = (buffer.offset, position)
        let isOnLine = isInLineEnvelope
        let isBeyond = isOnLine && buffer.lineEnd().map { $0 <= faultOffset } == true
        let digest = SHA256()
        skipLine(digest)
        var count = buffer.offset - offset
        while buffer.count > 0 {
            buffer.consume(1)
            if isOnLine || mayGoOn() { break }
            if container == .lines { position += 1 }
            digest.update([0x0A])
            skipLine(digest)
            count = buffer.offset - offset
        }
        goOnAfterBroken()
        record = .skipped(sha256: digest.finish(), count: count)
        // What is wrong of a line that was cut off is found at its end or on the next one.
        let fault = isBeyond ? JSONError(.truncated, at: Int(count)) : JSONError(reason, at: faultOffset)
        return .read(
            ReadReport(
                position: line, byteOffset: offset, byteCount: count, outcome: .refused(ReportFault(fault)),
                isRest: isInArray && fault.reason != .truncated))
    }

    /// Refuses what was cut off at the end of the line before: nothing of it is left to be read.
    private mutating func refuseCutLine(_ lineEnds: Int64) -> Step {
        record = .skipped(sha256: SHA256().finish(), count: 0)
        let line = position
        if container == .lines { position += lineEnds - 1 }
        goOnAfterBroken()
        let fault = ReportFault(JSONError(.truncated, at: 0))
        return .read(ReadReport(position: line, byteOffset: buffer.offset, byteCount: 0, outcome: .refused(fault)))
    }

    private mutating func goOnAfterBroken() {
        if state == .objects { return }
        goOnAfterEnvelope()
    }

    /// Whether the line that comes next begins something that needs nothing of what came before.
    private mutating func mayGoOn() -> Bool {
        buffer.read(atLeast: 1)
        guard buffer.count > 0, buffer[0] == UInt8(ascii: "{") else { return false }
        return container == .objects || beginsEnvelope() || holdsWholeObject()
    }

    /// Whether the line is an object and nothing else. One that ends with a comma is a part of what came before.
    private mutating func holdsWholeObject() -> Bool {
        while buffer.lineEnd() == nil {
            if buffer.count > JSONScanner.greatestSize { return false }
            if !buffer.readMore() { break }
        }
        let count = buffer.lineEnd() ?? buffer.count
        guard count <= JSONScanner.greatestSize else { return false }
        return buffer.withBytes(count) { line in
            var skipper = RecordSkipper()
            guard let end = skipper.findEnd(line) else { return false }
            return ReportContainer.isBlank(line.extracting(end..<count))
        }
    }

    /// One refusal for all that is left.
    mutating func refuseRest(_ reason: JSONError.Reason, at faultOffset: Int) throws -> Step {
        state = .end
        // Cut off by the source, not by who wrote it: its error says so.
        if reason == .truncated { try buffer.throwFailure() }
        position += 1
        let offset = buffer.offset
        let digest = SHA256()
        repeat {
            buffer.withBytes(buffer.count) { digest.update($0) }
            buffer.consume(buffer.count)
        } while buffer.readMore()
        let count = buffer.offset - offset
        record = .skipped(sha256: digest.finish(), count: count)
        let fault = ReportFault(JSONError(reason, at: faultOffset))
        return .read(
            ReadReport(
                position: position, byteOffset: offset, byteCount: count, outcome: .refused(fault),
                isRest: reason != .truncated))
    }
}
