package import FleetCore

/// One point of a series, whatever it came as: the only form in which server metrics reach a store.
package struct MetricSample: Sendable {
    package let series: MetricSeries
    /// Where a period is told its beginning, as CloudWatch has it.
    package let at: Instant
    /// Seconds that the statistics cover; 0: what was so at that instant.
    package let periodSeconds: Int32
    /// Of a ``MetricStatistic/total``: when it was 0, where the source says so.
    package let since: Instant?
    /// Each statistic at most once.
    package let statistics: [(statistic: MetricStatistic, value: Double)]

    package init(
        _ series: MetricSeries, at: Instant, periodSeconds: Int32 = 0, since: Instant? = nil,
        _ statistics: [(statistic: MetricStatistic, value: Double)]
    ) {
        self.series = series
        self.at = at
        self.periodSeconds = periodSeconds
        self.since = since
        self.statistics = statistics
    }
}

/// What of the measured values a number is. CloudWatch's names, its percentiles (`p99`) among them, and two for sources
/// that don't sum up periods.
package struct MetricStatistic: Sendable, Hashable {
    package let name: String

    /// Nil unless 1 to 64 printable characters of ASCII.
    package init?(_ name: String) {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.name = name
    }

    private init(known name: String) { self.name = name }

    package static let sum = MetricStatistic(known: "Sum")
    package static let average = MetricStatistic(known: "Average")
    package static let minimum = MetricStatistic(known: "Minimum")
    package static let maximum = MetricStatistic(known: "Maximum")
    package static let sampleCount = MetricStatistic(known: "SampleCount")
    /// A measured value, at an instant.
    package static let value = MetricStatistic(known: "Value")
    /// A counter: what came together since its beginning. Only differences mean something, and a fall is a new beginning.
    package static let total = MetricStatistic(known: "Total")
}
