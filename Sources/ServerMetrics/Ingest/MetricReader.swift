import Compression
import Digests
import FleetCore
import StrictJSON

/// Cuts a source into batches, in bounded memory. Where a batch ends depends on the source's content alone, so that the
/// same file again makes the same batches.
package struct MetricReader {
    /// Of a document that is one JSON value, a protobuf message, a line of JSON.
    package static let documentBytesMax = 32 << 20
    private static let batchPoints = 50_000
    private static let batchBytes = 32 << 20

    private let input: MetricInput
    private let kind: MetricSourceKind
    private let context: MetricContext
    private let packed: DecompressingReader
    private var decoder: MetricDecoder?
    private var isLines = false
    private var lineBytesMax = documentBytesMax
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    private var buffer: [UInt8] = []
    /// What was decoded already, at the front of the buffer.
    private var start = 0
    private var line: Int64 = 1
    private var offset: Int64 = 0
    private var isAtEnd = false
    private var isDone = false
    /// The beginning, and how many pieces were decoded: of a whole file of something else the first ones tell.
    private var head: [UInt8] = []
    private var pieces = 0

    package init(_ input: MetricInput, as kind: MetricSourceKind, _ context: MetricContext) throws {
        self.input = input
        self.kind = kind
        self.context = context
        packed = try input.open()
    }

    /// The next batch; nil at the end.
    package mutating func next() throws -> MetricBatch? {
        guard !isDone else { return nil }
        do {
            var decoder = try self.decoder ?? detect()
            let hash = SHA256()
            hash.update(Array(identity.utf8))
            var bytes = 0
            while bytes < MetricReader.batchBytes, decoder.collector.read < MetricReader.batchPoints {
                guard let piece = try piece(&decoder) else {
                    isDone = true
                    break
                }
                bytes += piece.count
                hash.update(Array(buffer[piece]))
                decoder.collector.position = line
                decoder.collector.byteOffset = offset - Int64(buffer.count - piece.lowerBound)
                decoder.decode(buffer, piece)
                line += 1
                pieces += 1
                if pieces == MisplacedInput.recordCount { try refuseMisplaced(decoder.collector) }
            }
            if isDone, pieces < MisplacedInput.recordCount { try refuseMisplaced(decoder.collector) }
            let collected = decoder.collector.takeAll()
            self.decoder = decoder
            guard collected.read > 0 else { return nil }
            return MetricBatch(identity: hash.finish().hex, source: input.name, collected: collected)
        } catch {
            throw input.describe(error)
        }
    }

    /// Ends early where all there is so far was refused, and looks like something else.
    private func refuseMisplaced(_ collector: SampleCollector) throws {
        guard collector.read > 0, collector.refused.values.reduce(0, +) == collector.read else { return }
        if let misplaced = MisplacedInput(head, wanted: .serverMetrics, name: input.name) { throw misplaced.toolError }
    }

    /// The next line, or all there is; nil at the end. Lines that are too long are refused and passed over.
    private mutating func piece(_ decoder: inout MetricDecoder) throws -> Range<Int>? {
        guard isLines else {
            while try fill() { try checkSize() }
            guard start < buffer.count else { return nil }
            defer { start = buffer.count }
            return start..<buffer.count
        }
        var searched = start
        var isTooLong = false
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let range = start..<end
                start = end + 1
                if !isTooLong, range.count <= lineBytesMax { return range }
                refuseLong(&decoder)
                (searched, isTooLong) = (start, false)
                continue
            }
            searched = buffer.count
            if buffer.count - start > lineBytesMax {
                isTooLong = true
                buffer.removeAll(keepingCapacity: true)
                (start, searched) = (0, 0)
            } else if start > 1 << 20 {
                buffer.removeSubrange(..<start)
                searched -= start
                start = 0
            }
            if try !fill() {
                if isTooLong { refuseLong(&decoder) }
                guard start < buffer.count, !isTooLong else { return nil }
                defer { start = buffer.count }
                return start..<buffer.count
            }
        }
    }

    private mutating func refuseLong(_ decoder: inout MetricDecoder) {
        decoder.collector.position = line
        decoder.collector.refuse("line.too_long")
        line += 1
    }

    private func checkSize() throws(ToolError) {
        guard buffer.count > MetricReader.documentBytesMax else { return }
        throw ToolError(
            .badInput, "one document of over \(MetricReader.documentBytesMax >> 20) MiB", at: input.name,
            next: "ask for a shorter time, or write one record a line")
    }

    /// Reads what is at hand; false at the end.
    private mutating func fill() throws -> Bool {
        guard !isAtEnd else { return false }
        let count = try packed.read(into: &chunk)
        buffer.append(contentsOf: chunk[..<count])
        offset += Int64(count)
        isAtEnd = count == 0
        return count > 0
    }

    private mutating func detect() throws -> MetricDecoder {
        while buffer.count < 4096, try fill() {}
        let beginning = Array(buffer.prefix(TextBeginning.length))
        start = try TextBeginning.markLength(beginning.span)
        head = Array(buffer[start...].prefix(InputKind.headLength))
        let format = kind.format(head: head[...])
        switch format {
        case .text: (isLines, lineBytesMax) = (true, PrometheusText.lineBytesMax)
        case .json: isLines = try isLineByLine()
        case .protobuf: isLines = false
        }
        return MetricDecoder(format, context)
    }

    /// One value a line, or one value over many lines? Where the first line is no value by itself, the second one tells:
    /// within a value it would be indented.
    private mutating func isLineByLine() throws -> Bool {
        while !buffer.contains(0x0A), try fill() { try checkSize() }
        guard let end = buffer.firstIndex(of: 0x0A) else { return false }
        if (try? JSONView(buffer, start..<end)) != nil { return true }
        while buffer.count < end + 2, try fill() {}
        return buffer.count > end + 1 && buffer[end + 1] == UInt8(ascii: "{")
    }

    /// What changes the outcome, beside the bytes.
    private var identity: String {
        let dimensions = context.dimensions.map { "\($0.name)=\($0.value)" }.joined(separator: "\u{1}")
        let parts = [
            kind.rawValue, context.namespace, context.metric, dimensions, context.statistic?.name,
            context.periodSeconds.map { "\($0)" }, context.unit, "\(context.measuredAt)",
        ]
        return parts.map { $0 ?? "" }.joined(separator: "\u{2}")
    }
}
