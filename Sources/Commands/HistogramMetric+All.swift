import Health
import Telemetry

extension HistogramMetric {
    /// Every member that the telemetry contract marks histogram.
    static let all: [HistogramMetric] = HealthMember.all.filter { $0.derived == .histogram }.map { member in
        HistogramMetric(name: member.name, unit: ending(member.unit))
    }

    private static func ending(_ unit: HealthMember.Unit) -> String? {
        switch unit {
        case .seconds: "s"
        case .milliseconds: "ms"
        case .bytes: "bytes"
        case .count, .tenthsOfPercent: nil
        }
    }
}
