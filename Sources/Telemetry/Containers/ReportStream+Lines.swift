import Digests
import StrictJSON

extension ReportStream {
    /// Tells the container by the first bytes.
    mutating func begin() {
        buffer.read(atLeast: ReportStream.byteOrderMark.count)
        let mark = ReportStream.byteOrderMark
        hasByteOrderMark = buffer.count >= mark.count && mark.indices.allSatisfy { buffer[$0] == mark[$0] }
        // Blank lines count as lines; white space after the mark stays, to be refused with it.
        if !hasByteOrderMark { position += skipWhiteSpace() }
        while container == nil {
            let isAtEnd = buffer.isAtEnd
            let start = hasByteOrderMark ? mark.count : 0
            container = buffer.withBytes(buffer.count) { bytes in
                var first = start
                while first < bytes.count, ReportContainer.isWhiteSpace(bytes[first]) { first += 1 }
                let end = min(bytes.count, first + JSONScanner.greatestSize)
                return .recognise(bytes.extracting(first..<end), isWhole: isAtEnd && end == bytes.count)
            }
            if container == nil { _ = buffer.readForRetry() }
        }
        switch container {
        case .array: state = .firstElement
        case .envelope: state = .envelope
        case .objects: state = .objects
        case .lines, nil: state = .lines
        }
        // The bracket belongs to no report. With a mark before it, nothing is read.
        if !hasByteOrderMark, container == .array { buffer.consume(1) }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    @inline(__always)
    mutating func nextLine() throws -> Step {
        var searched = 0
        var lineEnd = buffer.lineEnd()
        while lineEnd == nil, !buffer.isAtEnd {
            if buffer.count > JSONScanner.greatestSize { return skipLongLine() }
            searched = buffer.count
            _ = buffer.readMore()
            lineEnd = buffer.lineEnd(from: searched)
        }
        // Without an end it is the last line, unless the source broke off in it.
        if lineEnd == nil, buffer.count == 0 || buffer.hasFailed {
            state = .end
            return .goOn
        }
        let count = lineEnd ?? buffer.count
        if count > JSONScanner.greatestSize { return skipLongLine() }
        position += 1
        let offset = buffer.offset
        let start = buffer.window.lowerBound
        let outcome = decodeLine(count)
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
        if hasByteOrderMark {
            hasByteOrderMark = false
            return .refused(ReportFault(JSONError(.byteOrderMark, at: 0)))
        }
        if count == 0 || (buffer[0] <= 0x20 && buffer.withBytes(count) { ReportContainer.isBlank($0) }) { return nil }
        return buffer.withBytes(count) { decoder.decode($0) }
    }

    /// Refuses a line of over 1 MiB, however long, without keeping it.
    private mutating func skipLongLine() -> Step {
        position += 1
        hasByteOrderMark = false
        let offset = buffer.offset
        let digest = SHA256()
        while true {
            let lineEnd = buffer.lineEnd()
            let count = lineEnd ?? buffer.count
            buffer.withBytes(count) { digest.update($0) }
            buffer.consume(count)
            if lineEnd != nil || !buffer.readMore() { break }
        }
        let count = buffer.offset - offset
        if buffer.count > 0 { buffer.consume(1) }
        record = .skipped(sha256: digest.finish(), count: count)
        let fault = ReportFault(JSONError(.tooLarge, at: JSONScanner.greatestSize))
        return .read(ReadReport(position: position, byteOffset: offset, byteCount: count, outcome: .refused(fault)))
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
