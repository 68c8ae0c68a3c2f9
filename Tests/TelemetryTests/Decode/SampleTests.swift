import Compression
import FleetCore
import Foundation
import Telemetry
import Testing

/// The sample fleet of 2026-09-14 to 2026-09-21, 10,688 lines.
@Suite struct SampleTests {
    @Test func `of the sample's 10,688 reports 31 are refused, each for its reason`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples/reports/sample.ndjson.gz")
        let reader = DecompressingReader(bytes: [UInt8](try Data(contentsOf: file)))
        var stream = ReportStream(testDecoder()) { try reader.read(into: &$0) }
        var outcomes: [String: Int] = [:]
        var corrected = 0
        while let read = try stream.next() {
            outcomes[reason(read.outcome), default: 0] += 1
            if case .accepted(let report) = read.outcome, report.row.clockCorrected { corrected += 1 }
        }
        #expect(stream.container == .lines)
        #expect(
            outcomes == [
                "accepted": 10_657, "health.sessions": 10, "platform.missing": 7, "install_id.void": 4, "day": 4,
                "json.syntax": 3, "json.truncated": 1, "platform": 2,
            ])
        #expect(corrected == 359)
        #expect(
            stream.decoder.takeCounts()
                == {
                    var counts = DecodeCounts()
                    counts.unknownMembers = ["new_member": 1115]
                    return counts
                }())
    }
}
