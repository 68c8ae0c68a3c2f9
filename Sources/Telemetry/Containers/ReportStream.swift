import StrictJSON

/// Takes reports out of a stream of bytes, whatever the container, in bounded memory (some 2 MiB, also where a line is
/// 10 GB long), and decodes them where they stand.
///
///     var stream = ReportStream(ReportDecoder(context)) { try reader.read(into: &$0) }
///     while let read = try stream.next() {
///         switch read.outcome { … }       // stream.redactedRecord() is what rejects and quarantine may keep
///     }
///
/// What ends where:
/// - *Lines.* LF or CRLF; blank lines are skipped; the last line needs no end. Each bad line is refused, the next one is
///   read. A line may as well hold an envelope: its reports have the line's position.
/// - *Array, envelope, objects.* A report that breaks the contract or a rule beyond the grammar (a member twice, bad
///   UTF-8, too large …) is refused and the next one is read. Where the grammar is broken the rest is one refusal, since
///   nobody can tell where the next report begins: of an envelope on a line the rest of that line; of one over several
///   lines all up to a line on which another envelope begins, or that holds a report by itself; of objects all up to
///   the next line that begins with a brace; of an array all.
/// - *Envelope.* Others may follow, and lines of reports, on the next line or at once, as deliveries that are put
///   together have it.
/// - A byte order mark at the beginning is skipped. UTF-16 and UTF-32 throw ``ForeignEncoding``.
/// - A source that throws (a truncated gzip): the whole reports before are delivered, then the error is thrown; the
///   beginning of a report that it cut is not one.
package struct ReportStream {
    /// Fills the start of the buffer and gives the number of bytes, which may be few: what is at hand. 0 is the end.
    package typealias Source = (_ buffer: inout [UInt8]) throws -> Int

    package var decoder: ReportDecoder
    /// Known once the first report was read.
    package internal(set) var container: ReportContainer?

    /// The beginning of the stream, for a word on what it looks like.
    package internal(set) var head: [UInt8] = []

    var buffer: StreamBuffer
    var state = State.beginning
    /// Of the last report: the line's number or the report's.
    var position: Int64 = 0
    /// Of an envelope, between its members.
    var envelope = EnvelopeReader()
    /// The envelope that is open goes over several lines.
    var spansLines = false
    /// What came last was an envelope, and so will be the next as a rule.
    var expectsEnvelope = false
    var record = Record.none

    enum State {
        case beginning
        case lines
        /// In an array, also an envelope's, before its first element or after another.
        case firstElement, nextElement
        /// In an envelope, outside its array.
        case envelope
        case objects
        /// The array has ended.
        case after
        case end
    }

    /// The bytes of the last report, for ``redactedRecord()``.
    enum Record {
        case none
        /// Where they are in the buffer's storage.
        case stored(Range<Int>)
        /// They were too many to be kept.
        case skipped(sha256: [UInt8], count: Int64)
    }

    /// `onConsumed` is given every byte of the stream once and in order, at the latest in ``reportConsumed()``.
    package init(_ decoder: ReportDecoder, onConsumed: ((Span<UInt8>) -> Void)? = nil, source: @escaping Source) {
        self.decoder = decoder
        buffer = StreamBuffer(source: source, onConsumed: onConsumed)
    }

    /// The next report; nil at the end. Throws what the source throws, and ``ForeignEncoding``.
    package mutating func next() throws -> ReadReport? {
        record = .none
        while true {
            switch try step() {
            case .read(let report): return report
            case .goOn: continue
            case .end: return nil
            }
        }
    }

    enum Step {
        case read(ReadReport)
        case goOn
        case end
    }

    // Inlined as all are that hand a report on: it has 500 bytes, which are moved at every return.
    @inline(__always)
    private mutating func step() throws -> Step {
        switch state {
        case .lines: return try nextLine()
        case .firstElement, .nextElement, .objects: return try nextElement()
        case .envelope: return try nextEnvelopeMember()
        case .beginning:
            try begin()
            return .goOn
        case .after:
            skipWhiteSpace()
            state = .end
            return buffer.count > 0 ? try refuseRest(buffer.hasFailed ? .truncated : .trailing, at: 0) : .goOn
        case .end:
            try buffer.throwFailure()
            return .end
        }
    }

    /// Reads what is at hand until the next report can be read without a wait: a whole line of lines, of another container a
    /// beginning. `comes` is asked before each read.
    /// - Returns: false where `comes` says that nothing does; the end has come where it is true and there is no next report.
    package mutating func hasNext(_ comes: () -> Bool) -> Bool {
        while !buffer.isAtEnd, !mayHoldNext() {
            guard comes() else { return false }
            _ = buffer.readMore()
        }
        return true
    }

    private func mayHoldNext() -> Bool {
        switch state {
        case .beginning, .after, .end: return true
        case .lines, .firstElement, .nextElement, .envelope, .objects: break
        }
        var first = 0
        while first < buffer.count, ReportContainer.isWhiteSpace(buffer[first]) { first += 1 }
        if first == buffer.count { return false }
        if container == .array || container == .objects { return true }
        return buffer.lineEnd(from: first) != nil || buffer.count > JSONScanner.greatestSize
    }

    /// Bytes of the stream up to the end of the last report (for lines: of its line). Depends on what the stream holds
    /// and not on the pieces it comes in, so that batches cut here are the same in every run.
    package var consumedBytes: Int64 { buffer.offset }

    /// Hands over to `onConsumed` what ``consumedBytes`` counts and it was not given yet.
    package mutating func reportConsumed() { buffer.reportConsumed() }

    /// The last report as it may be kept: device ids hashed; where it can't be scanned its hash and length.
    package func redactedRecord() -> String {
        switch record {
        case .none: ""
        case .stored(let range): Redaction.text(buffer.storage.span.extracting(range), decoder.context.hashDevice)
        case .skipped(let sha256, let count): Redaction.unreadable(sha256: sha256, count: count)
        }
    }
}

/// One report as it was found.
package struct ReadReport: Sendable {
    /// From 1: the line, blank ones counted, or the number of the report in an array, envelopes or a row of objects.
    package let position: Int64
    /// Bytes of the (unpacked) stream before it.
    package let byteOffset: Int64
    /// Its length; of a refused rest, all that follows.
    package let byteCount: Int64
    package let outcome: DecodedReport
    /// Its grammar is broken within an array: what came after the fault, up to its end, may hold reports that nobody can tell.
    package var isRest = false
}
