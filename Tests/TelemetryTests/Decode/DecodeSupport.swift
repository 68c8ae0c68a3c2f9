import FleetCore
import Telemetry
import Testing

/// Noon after the day of the contract's example.
let testNow = Instant("2026-09-29T12:00:00Z") ?? Instant(epochSeconds: 0)

/// Stands for the keyed hash; the ids of a test are short, so theirs are distinct.
func hash(_ id: String) -> DeviceHash { hash(id.utf8.span) }

func hash(_ id: Span<UInt8>) -> DeviceHash {
    var high: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<id.count { high = (high ^ UInt64(id[index])) &* 0x100_0000_01B3 }
    return DeviceHash(high: high, low: ~high)
}

func decode(_ text: String, receivedAt: String? = nil, maxAgeDays: Int = DecodeContext.defaultMaxAgeDays) -> DecodedReport {
    var decoder = testDecoder(receivedAt: receivedAt, maxAgeDays: maxAgeDays)
    return decoder.decode(text.utf8.span)
}

func testDecoder(receivedAt: String? = nil, maxAgeDays: Int = DecodeContext.defaultMaxAgeDays) -> ReportDecoder {
    let received = receivedAt.flatMap { Instant($0) }
    return ReportDecoder(DecodeContext(now: testNow, receivedAt: received, maxAgeDays: maxAgeDays) { hash($0) })
}

func accepted(_ text: String, receivedAt: String? = nil) throws -> ClientReport {
    guard case .accepted(let report) = decode(text, receivedAt: receivedAt) else {
        throw NotAccepted(outcome: decode(text, receivedAt: receivedAt))
    }
    return report
}

struct NotAccepted: Error { let outcome: DecodedReport }

func reason(_ outcome: DecodedReport) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .quarantined(let report): report.reason
    case .refused(let refusal): refusal.reason
    }
}
