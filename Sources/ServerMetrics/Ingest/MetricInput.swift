package import Compression
import FleetCore

/// Where metrics come from: a file or standard input, or an answer that is here already.
package struct MetricInput: Sendable {
    package let name: String
    private let source: IngestSource?
    private let bytes: [UInt8]

    package init(_ source: IngestSource) {
        name = source.name
        self.source = source
        bytes = []
    }

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        source = nil
        self.bytes = bytes
    }

    package func open() throws -> DecompressingReader { try source?.open() ?? DecompressingReader(bytes: bytes) }

    func describe(_ error: any Error) -> any Error {
        if let error = error as? ForeignEncoding { return error.toolError(at: name) }
        return source?.describe(error) ?? error
    }
}
