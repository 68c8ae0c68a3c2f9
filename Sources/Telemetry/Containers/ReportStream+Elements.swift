import Digests
import StrictJSON

/// Containers in which a report ends where its value ends.
extension ReportStream {
    /// The element of the array, or the object, that comes next.
    mutating func nextElement() throws -> Step {
        if hasByteOrderMark { return try refuseRest(.byteOrderMark, at: 0) }
        skipWhiteSpace()
        if buffer.count == 0 {
            guard state != .objects else {
                state = .end
                return .goOn
            }
            return try refuseRest(.truncated, at: 0)
        }
        if state != .objects {
            let first = buffer[0]
            if first == UInt8(ascii: "]") {
                buffer.consume(1)
                state = container == .envelope ? .envelope : .after
                return .goOn
            }
            if state == .nextElement {
                guard first == UInt8(ascii: ",") else { return try refuseRest(.syntax, at: 0) }
                buffer.consume(1)
                skipWhiteSpace()
                if buffer.count == 0 { return try refuseRest(.truncated, at: 0) }
            }
            state = .nextElement
        }
        return try readElement()
    }

    private mutating func readElement() throws -> Step {
        while true {
            let size = min(buffer.count, JSONScanner.greatestSize)
            switch decodeElement(size) {
            case .success(let outcome):
                guard decoder.end == size, mayGoOn(size) else { return take(decoder.end, outcome) }
                buffer.read(atLeast: size + 1)
            case .failure(let error) where error.reason != .truncated:
                return error.reason.keepsGrammar ? try skipElement(error) : try refuseRest(error.reason, at: error.offset)
            case .failure(let error):
                if size == JSONScanner.greatestSize { return try skipElement(JSONError(.tooLarge, at: size)) }
                if buffer.isAtEnd { return try refuseRest(.truncated, at: error.offset) }
                _ = buffer.readForRetry()
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

    private mutating func take(_ count: Int, _ outcome: DecodedReport) -> Step {
        position += 1
        let offset = buffer.offset
        let start = buffer.window.lowerBound
        record = .stored(start..<start + count)
        buffer.consume(count)
        return .read(ReadReport(position: position, byteOffset: offset, byteCount: Int64(count), outcome: outcome))
    }

    /// Refuses a value whose end can be told, and goes on after it.
    private mutating func skipElement(_ error: JSONError) throws -> Step {
        let outcome = DecodedReport.refused(ReportFault(error))
        // Kept, where it is no longer than a report may be.
        if error.reason != .tooLarge {
            while true {
                let size = min(buffer.count, JSONScanner.greatestSize)
                var skipper = RecordSkipper()
                let end = buffer.withBytes(size) { skipper.findEnd($0) }
                if let end, end < size || !mayGoOn(size) { return take(end, outcome) }
                if size == JSONScanner.greatestSize || !buffer.readForRetry() { break }
            }
        }
        position += 1
        let offset = buffer.offset
        let digest = SHA256()
        var skipper = RecordSkipper()
        while true {
            let end = buffer.withBytes(buffer.count) { skipper.findEnd($0) }
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
        record = .skipped(sha256: digest.finish(), count: count)
        return .read(ReadReport(position: position, byteOffset: offset, byteCount: count, outcome: outcome))
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
        return .read(ReadReport(position: position, byteOffset: offset, byteCount: count, outcome: .refused(fault)))
    }
}
