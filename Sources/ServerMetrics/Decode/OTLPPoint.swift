import FleetCore

/// What OpenTelemetry says of a metric beside its points, in either encoding.
struct OTLPMetric {
    enum Kind {
        case gauge, histogram, summary, exponentialHistogram
        case sum(isMonotonic: Bool)
    }

    var name = ""
    var unit = ""
    var kind = Kind.gauge
    /// 1: a point covers the time since the one before. 2: all since its start.
    var temporality: Int64 = 0
}

/// The resource and the scope that metrics come from, as dimensions.
struct OTLPOrigin {
    var namespace = "OTLP"
    var dimensions: [MetricDimension] = []

    /// `service.namespace/service.name` is the namespace, unless the user names one; all other attributes tell one process
    /// from another and are dimensions.
    init(resource: [MetricDimension], scope: String, _ context: MetricContext) {
        let service = resource.first { $0.name == "service.name" }?.value
        let group = resource.first { $0.name == "service.namespace" }?.value
        dimensions = context.dimensions
        if let namespace = context.namespace {
            self.namespace = namespace
            dimensions += resource
        } else {
            if let service { namespace = [group, service].compactMap { $0 }.joined(separator: "/") }
            dimensions += resource.filter {
                service == nil || ($0.name != "service.name" && $0.name != "service.namespace")
            }
        }
        if !scope.isEmpty { dimensions.append(MetricDimension("otel.scope.name", scope)) }
    }
}

/// A data point of any kind; what it has not is nil or empty.
struct OTLPPoint {
    var startNanoseconds: UInt64 = 0
    var timeNanoseconds: UInt64 = 0
    var attributes: [MetricDimension] = []
    var flags: UInt64 = 0
    var value: Double?
    var count: Double?
    var sum: Double?
    var minimum: Double?
    var maximum: Double?
    var bucketCounts: [UInt64] = []
    var bounds: [Double] = []
    var quantiles: [(quantile: Double, value: Double)] = []

    /// Hands the point over as samples: one a series that it is of. A histogram's buckets are series `…_bucket` with `le`,
    /// each with what is at or below it, as Prometheus has them.
    ///
    /// Source: https://opentelemetry.io/docs/specs/otel/metrics/data-model/
    func take(_ metric: OTLPMetric, _ origin: OTLPOrigin, into collector: inout SampleCollector) {
        // The flag says that there is no value.
        if flags & 1 == 1 { return collector.leaveOut("value.none") }
        do throws(MetricRefusal) {
            let samples = try samples(metric, origin)
            for sample in samples { collector.take(sample) }
        } catch {
            collector.refuse(error.reason, text: metric.name)
        }
    }

    private func samples(_ metric: OTLPMetric, _ origin: OTLPOrigin) throws(MetricRefusal) -> [MetricSample] {
        guard timeNanoseconds > 0 else { throw MetricRefusal("instant.missing") }
        switch metric.kind {
        case .gauge:
            return [try sample(metric, origin, [(.value, try required(value))])]
        case .sum(let isMonotonic):
            switch metric.temporality {
            case 1: return [try sample(metric, origin, isDelta: true, [(.sum, try required(value))])]
            case 2:
                let statistic = isMonotonic ? MetricStatistic.total : .value
                return [try sample(metric, origin, [(statistic, try required(value))])]
            default: throw MetricRefusal("otlp.temporality")
            }
        case .histogram: return try histogram(metric, origin)
        case .summary:
            var samples: [MetricSample] = []
            for (quantile, value) in quantiles where !value.isNaN {
                samples.append(try sample(metric, origin, label: ("quantile", "\(quantile)"), [(.value, value)]))
            }
            return samples + (try countAndSum(metric, origin))
        case .exponentialHistogram: throw MetricRefusal("otlp.exponential_histogram")
        }
    }

    private func histogram(_ metric: OTLPMetric, _ origin: OTLPOrigin) throws(MetricRefusal) -> [MetricSample] {
        let count = try required(count)
        guard bucketCounts.isEmpty || bucketCounts.count == bounds.count + 1 else { throw MetricRefusal("otlp.buckets") }
        guard bounds.allSatisfy(\.isFinite), zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw MetricRefusal("otlp.buckets")
        }
        guard metric.temporality == 1 || metric.temporality == 2 else { throw MetricRefusal("otlp.temporality") }
        let isDelta = metric.temporality == 1
        var samples: [MetricSample] = []
        if isDelta {
            var statistics: [(statistic: MetricStatistic, value: Double)] = [(.sampleCount, count)]
            if let sum { statistics.append((.sum, sum)) }
            if let minimum { statistics.append((.minimum, minimum)) }
            if let maximum { statistics.append((.maximum, maximum)) }
            samples.append(try sample(metric, origin, isDelta: true, statistics))
        } else {
            samples += try countAndSum(metric, origin)
        }
        var below: Double = 0
        for (index, bucket) in bucketCounts.enumerated() {
            below += Double(bucket)
            let bound = index < bounds.count ? "\(bounds[index])" : "+Inf"
            samples.append(
                try sample(
                    metric, origin, suffix: "_bucket", label: ("le", bound), isDelta: isDelta,
                    [(isDelta ? .sum : .total, below)]))
        }
        return samples
    }

    private func countAndSum(_ metric: OTLPMetric, _ origin: OTLPOrigin) throws(MetricRefusal) -> [MetricSample] {
        var samples: [MetricSample] = []
        if let count { samples.append(try sample(metric, origin, suffix: "_count", [(.total, count)])) }
        if let sum { samples.append(try sample(metric, origin, suffix: "_sum", [(.total, sum)])) }
        return samples
    }

    private func sample(
        _ metric: OTLPMetric, _ origin: OTLPOrigin, suffix: String = "", label: (String, String)? = nil,
        isDelta: Bool = false, _ statistics: [(statistic: MetricStatistic, value: Double)]
    ) throws(MetricRefusal) -> MetricSample {
        // An attribute of the point outdoes one of its origin.
        var own = attributes
        if let label { own.append(MetricDimension(label.0, label.1)) }
        let names = Set(own.map(\.name))
        let dimensions = origin.dimensions.filter { !names.contains($0.name) } + own.filter { !$0.value.isEmpty }
        let series = try MetricSeries(
            namespace: origin.namespace, name: metric.name + suffix, dimensions: dimensions,
            unit: suffix == "_count" || suffix == "_bucket" ? nil : metric.unit)
        let time = OTLPPoint.seconds(timeNanoseconds)
        let start = OTLPPoint.seconds(startNanoseconds)
        guard isDelta else {
            let hasStart =
                statistics.contains { $0.statistic == .total } && startNanoseconds > 0 && startNanoseconds < timeNanoseconds
            return MetricSample(series, at: time, since: hasStart ? start : nil, statistics)
        }
        guard startNanoseconds > 0, startNanoseconds <= timeNanoseconds else { throw MetricRefusal("otlp.start") }
        let period = (timeNanoseconds - startNanoseconds + 500_000_000) / 1_000_000_000
        guard let seconds = Int32(exactly: period) else { throw MetricRefusal("otlp.start") }
        return MetricSample(series, at: start, periodSeconds: seconds, statistics)
    }

    private func required(_ value: Double?) throws(MetricRefusal) -> Double {
        guard let value else { throw MetricRefusal("value.missing") }
        return value
    }

    private static func seconds(_ nanoseconds: UInt64) -> Instant {
        Instant(epochSeconds: Int64(nanoseconds / 1_000_000_000))
    }
}
