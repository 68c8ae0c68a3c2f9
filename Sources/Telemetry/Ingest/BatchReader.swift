import FleetCore

struct BatchReader {
    init(_ s: IngestSource, options: IngestOptions, pairKey: [UInt8], now: Instant) throws {}
    mutating func next() throws -> Batch? { nil }
}
