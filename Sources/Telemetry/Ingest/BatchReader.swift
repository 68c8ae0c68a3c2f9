import Compression
import Digests
import FleetCore
import StrictJSON

/// Cuts a source into batches: decoded, counted, and known by the hash of their bytes. Where a batch of a file ends depends on
/// its content alone, so that the same file again makes the same batches; one of a pipe doesn't wait for ever.
struct BatchReader {
    private let source: IngestSource
    private let options: IngestOptions
    private let packed: DecompressingReader
    private let hash = SHA256()
    private var stream: ReportStream
    private var firstPosition: Int64 = 1
    private var failure: (any Error)?
    private var isAtEnd = false
    /// No batch was made yet.
    private var isFirst = true

    init(_ source: IngestSource, options: IngestOptions, pairKey: [UInt8], now: Instant) throws {
        self.source = source
        self.options = options
        let packed = try source.open()
        self.packed = packed
        let hmac = HMACSHA256(key: pairKey)
        let context = DecodeContext(now: now, receivedAt: options.receivedAt, maxAgeDays: options.maxAgeDays) { device in
            DeviceHash(hmac.authenticate(device))
        }
        let hash = hash
        stream = ReportStream(ReportDecoder(context), onConsumed: { hash.update($0) }) { try packed.read(into: &$0) }
    }

    /// The next batch; nil at the end. Where the source is damaged, what came before the fault is a batch, and the call
    /// after it throws.
    mutating func next() throws -> Batch? {
        if let failure { throw failure }
        guard !isAtEnd else { return nil }
        var batch = Batch()
        batch.source = source.name
        batch.firstPosition = firstPosition
        batch.reports.reserveCapacity(min(options.batchReports, 1 << 17))
        let (packedBefore, unpackedBefore) = (packed.packedBytes, stream.consumedBytes)
        hash.update(Array(options.identity.utf8))
        var begun = 0.0
        do {
            while batch.read < options.batchReports, stream.consumedBytes - unpackedBefore < options.batchBytes {
                if let waits = source.waits, batch.read > 0 {
                    if batch.read == 1 { begun = options.steadySeconds() }
                    if !hasNext(waits, begun) { break }
                }
                guard let read = try stream.next() else {
                    isAtEnd = true
                    break
                }
                try take(read, into: &batch)
            }
            if isAtEnd, isFirst { try refuseMisplaced(batch) }
        } catch let error as MisplacedInput {
            throw error
        } catch {
            failure = source.describe(error)
        }
        isFirst = false
        stream.reportConsumed()
        batch.identity = hash.finish().hex
        batch.joined = JoinedReports(batch.reports)
        batch.counts = stream.decoder.takeCounts()
        batch.sourceBytes = Int64(packed.packedBytes - packedBefore)
        if batch.read > 0 { return batch }
        if let failure { throw failure }
        return nil
    }

    /// False where nothing came for as long as a batch that was begun waits.
    private mutating func hasNext(_ waits: (Double) -> Bool, _ begun: Double) -> Bool {
        let (packed, options) = (packed, options)
        return stream.hasNext {
            if packed.hasInputAtHand { return true }
            let left = begun + options.liveSeconds - options.steadySeconds()
            return left > 0 && waits(left)
        }
    }

    /// Ends early where all there is so far was refused, and looks like something else.
    private func refuseMisplaced(_ batch: Batch) throws {
        guard batch.read > 0, batch.refused.count == batch.read else { return }
        if let misplaced = MisplacedInput(stream.head, wanted: .clientReports, name: source.name) { throw misplaced }
    }

    private mutating func take(_ read: ReadReport, into batch: inout Batch) throws {
        batch.read += 1
        firstPosition = read.position + 1
        switch read.outcome {
        case .accepted(let report): batch.reports.append(report)
        case .quarantined(let report):
            batch.quarantined.append(
                SetAsideReport(
                    reason: report.reason, install: report.install, day: report.day, knownHour: report.knownHour.number,
                    redacted: stream.redactedRecord()))
        case .refused(let refusal):
            batch.refused.append(
                RefusedReport(
                    position: read.position, byteOffset: read.byteOffset + Int64(refusal.offset), reason: refusal.reason,
                    redacted: options.keepsRejects ? stream.redactedRecord() : ""))
            if read.isRest {
                batch.unread.append(
                    UnreadRest(
                        source: source.name, positionName: stream.container?.positionName ?? "report", position: read.position,
                        byteOffset: read.byteOffset + Int64(refusal.offset),
                        byteCount: max(0, read.byteCount - Int64(refusal.offset)), reason: refusal.reason))
            }
            if isFirst, batch.read == MisplacedInput.recordCount { try refuseMisplaced(batch) }
        }
    }
}

extension DeviceHash {
    /// The first 16 bytes of a keyed hash.
    init(_ digest: [UInt8]) {
        func half(_ range: Range<Int>) -> UInt64 { digest[range].reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: half(0..<8), low: half(8..<16))
    }
}
