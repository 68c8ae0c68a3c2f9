import FleetCore
import Foundation
import ServerMetrics
import TestSupport

/// 2026-09-28T22:00:00Z.
let now = Instant(epochSeconds: 1_790_632_800)

/// What a text decodes to.
func decode(
    _ text: String, as kind: MetricSourceKind = .auto, _ change: (inout MetricContext) -> Void = { _ in }
) throws -> SampleCollector {
    try decode(Array(text.utf8), as: kind, change)
}

func decode(
    _ bytes: [UInt8], as kind: MetricSourceKind = .auto, _ change: (inout MetricContext) -> Void = { _ in }
) throws -> SampleCollector {
    var context = MetricContext(now: now)
    change(&context)
    var reader = try MetricReader(MetricInput(name: "test", bytes: bytes), as: kind, context)
    return try reader.next()?.collected ?? SampleCollector(context)
}

extension SampleCollector {
    /// `Chat/Push SendFailures {"Provider":"FCM"} Count @-120+60 Sum=12.0`, instants against ``now``.
    var texts: [String] {
        samples.map { sample in
            let series = sample.series
            let values = sample.statistics.map { "\($0.statistic.name)=\($0.value)" }.sorted().joined(separator: " ")
            let since = sample.since.map { " since \($0.epochSeconds - now.epochSeconds)" } ?? ""
            return "\(series.namespace) \(series.name) \(series.dimensionsJSON) \(series.unit ?? "-") "
                + "@\(sample.at.epochSeconds - now.epochSeconds)+\(sample.periodSeconds) \(values)\(since)"
        }
    }
}

func sample(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: repositoryRoot + "/Tests/Samples/metrics/" + name)))
}
