/// What a user may tell of points, as the options are called.
package enum MetricDetail: String, Sendable, CaseIterable {
    case namespace, dimension, metric, period, statistic, unit, at
}

/// How points are written, and so which details their records lack or let be overruled.
package enum MetricForm: Sendable, CaseIterable {
    /// `aws cloudwatch get-metric-statistics` and `get-metric-data`.
    case statistics, results
    /// Of a metric stream.
    case stream
    case prometheus, otlp

    package var takes: Set<MetricDetail> {
        switch self {
        case .statistics: [.namespace, .dimension, .metric, .period, .unit]
        case .results: [.namespace, .dimension, .metric, .period, .statistic, .unit]
        case .stream, .otlp: [.namespace, .dimension]
        case .prometheus: [.namespace, .dimension, .at]
        }
    }
}

extension MetricSourceKind {
    /// Whether a detail can matter to any source of the kind.
    package func takes(_ detail: MetricDetail) -> Bool { forms.contains { $0.takes.contains(detail) } }

    private var forms: [MetricForm] {
        switch self {
        case .auto: MetricForm.allCases
        case .cloudwatch: [.statistics, .results, .stream]
        case .prometheus: [.prometheus]
        case .otlp: [.otlp]
        }
    }
}
