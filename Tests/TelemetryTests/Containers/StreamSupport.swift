import FleetCore
import Telemetry
import Testing

/// What a stream gave for one report, in a form that tests can write down.
struct Found: Equatable, CustomStringConvertible {
    let position: Int64
    let byteOffset: Int64
    let byteCount: Int64
    /// `accepted`, or the reason.
    let outcome: String
    let redacted: String

    var description: String { "\(position)@\(byteOffset)+\(byteCount) \(outcome)" }
}

struct SourceFailure: Error {}

/// Reads all of `bytes`, given in pieces of `piece`; the source fails after them where it is told to.
func readAll(
    _ bytes: [UInt8], piece: Int = 1 << 16, failing: Bool = false, container: inout ReportContainer?
) throws -> [Found] {
    var at = 0
    var consumed: [UInt8] = []
    let collect: (Span<UInt8>) -> Void = { piece in piece.withUnsafeBufferPointer { consumed.append(contentsOf: $0) } }
    var stream = ReportStream(testDecoder(), onConsumed: collect) { buffer in
        let count = min(piece, buffer.count, bytes.count - at)
        if count == 0, failing { throw SourceFailure() }
        buffer.replaceSubrange(0..<count, with: bytes[at..<at + count])
        at += count
        return count
    }
    var found: [Found] = []
    while let read = try stream.next() {
        found.append(
            Found(
                position: read.position, byteOffset: read.byteOffset, byteCount: read.byteCount, outcome: reason(read.outcome),
                redacted: stream.redactedRecord()))
    }
    stream.reportConsumed()
    let isAll = consumed == bytes
    #expect(isAll, "every byte is consumed once, in order")
    #expect(stream.consumedBytes == Int64(bytes.count))
    container = stream.container
    return found
}

func readAll(_ text: String, piece: Int = 1 << 16) throws -> [Found] {
    var container: ReportContainer?
    return try readAll(Array(text.utf8), piece: piece, container: &container)
}

/// `1 accepted, 2 json.syntax`: position and outcome of each report, the same in whatever pieces the text comes.
func outcomes(_ text: String) throws -> String {
    let found = try readAll(text)
    for piece in [1, 2, 7, 100] {
        #expect(try readAll(text, piece: piece) == found, "in pieces of \(piece)")
    }
    return found.map { "\($0.position) \($0.outcome)" }.joined(separator: ", ")
}

/// A report that is accepted.
func report(_ install: String, more: String = "") -> String {
    """
    {"install_id":"\(install)","app_version":"8.14.0","platform":"ios","day":"2026-09-28","health":{"sessions":1}\(more)}
    """
}
