import FleetCore
import Glibc
import Telemetry

/// Decoding and validating alone: lines in memory, one thread, nothing stored.
struct DecodeBench {
    let reports: Int
    let directory: String

    func run() throws -> [Measure] {
        let path = directory + "/decode.ndjson"
        let sample = min(reports, 200_000)
        let size = try BenchReports(count: sample, part: 0).write(to: path)
        defer { remove(path) }
        let bytes = try readAll(path, size)
        let lines = lineRanges(bytes)
        var decoder = ReportDecoder(
            DecodeContext(now: Instant(epochSeconds: 1_800_000_000), hashDevice: { _ in DeviceHash(high: 0, low: 0) }))
        var best = Double.infinity
        for _ in 0..<5 {
            let begun = ContinuousClock.now
            var accepted = 0
            for line in lines {
                if case .accepted = decoder.decode(bytes.span.extracting(line)) { accepted += 1 }
            }
            guard accepted == sample else { throw ToolError(.failure, "only \(accepted) of \(sample) reports were accepted") }
            best = min(best, (ContinuousClock.now - begun).inSeconds)
        }
        return [
            Measure(
                "decode and validate, one core", "\(thousands(Double(sample) / best)) reports/s (\(size / sample) bytes each)",
                wanted: "500,000 or more", isMet: Double(sample) / best >= 500_000)
        ]
    }

    private func readAll(_ path: String, _ size: Int) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw ToolError(.failure, "can't be read", at: path) }
        defer { close(descriptor) }
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
                guard got > 0 else { return }
                count += got
            }
        }
    }

    private func lineRanges(_ bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            ranges.append(start..<index)
            start = index + 1
        }
        return ranges
    }
}
