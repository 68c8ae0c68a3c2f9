/// OTLP metrics in protobuf: an `ExportMetricsServiceRequest`, as it is posted to `/v1/metrics`.
///
/// Source: https://github.com/open-telemetry/opentelemetry-proto, metrics/v1/metrics.proto; the field numbers are its.
enum OTLPProtobuf {
    typealias Failure = ProtobufReader.Failure

    static func decode(_ bytes: [UInt8], into collector: inout SampleCollector) {
        do throws(Failure) {
            var reader = ProtobufReader(bytes)
            while let field = try reader.next() {
                if field.number == 1, let range = field.range { try resourceMetrics(bytes, range, &collector) }
                collector.position += 1
            }
        } catch {
            collector.refuse("protobuf.malformed")
        }
    }

    private static func resourceMetrics(
        _ bytes: [UInt8], _ range: Range<Int>, _ collector: inout SampleCollector
    ) throws(Failure) {
        var resource: [MetricDimension] = []
        var scopes: [Range<Int>] = []
        var reader = ProtobufReader(bytes, range)
        while let field = try reader.next() {
            switch (field.number, field.range) {
            case (1, let range?): try attributes(bytes, range, depth: 0, into: &resource)
            case (2, let range?): scopes.append(range)
            default: break
            }
        }
        for scope in scopes { try scopeMetrics(bytes, scope, resource, &collector) }
    }

    private static func scopeMetrics(
        _ bytes: [UInt8], _ range: Range<Int>, _ resource: [MetricDimension], _ collector: inout SampleCollector
    ) throws(Failure) {
        var scope = ""
        var metrics: [Range<Int>] = []
        var reader = ProtobufReader(bytes, range)
        while let field = try reader.next() {
            switch (field.number, field.range) {
            case (1, let range?):
                var inner = ProtobufReader(bytes, range)
                while let field = try inner.next() {
                    if field.number == 1 { scope = field.string ?? "" }
                }
            case (2, let range?): metrics.append(range)
            default: break
            }
        }
        let origin = OTLPOrigin(resource: resource, scope: scope, collector.context)
        for range in metrics { try metric(bytes, range, origin, &collector) }
    }

    private static func metric(
        _ bytes: [UInt8], _ range: Range<Int>, _ origin: OTLPOrigin, _ collector: inout SampleCollector
    ) throws(Failure) {
        var metric = OTLPMetric()
        var data: Range<Int>?
        var reader = ProtobufReader(bytes, range)
        while let field = try reader.next() {
            switch field.number {
            case 1: metric.name = field.string ?? ""
            case 3: metric.unit = field.string ?? ""
            case 5: (metric.kind, data) = (.gauge, field.range)
            case 7: (metric.kind, data) = (.sum(isMonotonic: false), field.range)
            case 9: (metric.kind, data) = (.histogram, field.range)
            case 10: (metric.kind, data) = (.exponentialHistogram, field.range)
            case 11: (metric.kind, data) = (.summary, field.range)
            default: break
            }
        }
        guard let data else { return }
        var points: [Range<Int>] = []
        reader = ProtobufReader(bytes, data)
        while let field = try reader.next() {
            switch (field.number, metric.kind) {
            case (1, _): if let range = field.range { points.append(range) }
            case (2, _): metric.temporality = Int64(truncatingIfNeeded: field.integer ?? 0)
            case (3, .sum): metric.kind = .sum(isMonotonic: field.integer == 1)
            default: break
            }
        }
        for range in points {
            do throws(Failure) {
                try point(bytes, range, metric.kind).take(metric, origin, into: &collector)
            } catch {
                collector.refuse("protobuf.malformed", offset: range.lowerBound, text: metric.name)
            }
        }
    }

    private static func point(_ bytes: [UInt8], _ range: Range<Int>, _ kind: OTLPMetric.Kind) throws(Failure) -> OTLPPoint {
        var point = OTLPPoint()
        var reader = ProtobufReader(bytes, range)
        while let field = try reader.next() {
            switch (field.number, kind) {
            case (2, _): point.startNanoseconds = field.integer ?? 0
            case (3, _): point.timeNanoseconds = field.integer ?? 0
            case (4, .gauge), (4, .sum): point.value = field.double
            case (6, .gauge), (6, .sum):
                point.value = field.integer.map { Double(Int64(bitPattern: $0)) }
            case (4, _): point.count = field.integer.map { Double($0) }
            case (5, .histogram), (5, .summary): point.sum = field.double
            case (6, .histogram): try field.fixed64s(into: &point.bucketCounts)
            case (6, .summary): if let range = field.range { point.quantiles.append(try quantile(bytes, range)) }
            case (7, .histogram):
                var bits: [UInt64] = []
                try field.fixed64s(into: &bits)
                point.bounds += bits.map { Double(bitPattern: $0) }
            case (7, .gauge), (7, .sum), (7, .summary), (9, .histogram):
                if let range = field.range { try attribute(bytes, range, depth: 0, into: &point.attributes) }
            case (8, .gauge), (8, .sum), (8, .summary), (10, .histogram), (10, .exponentialHistogram):
                point.flags = field.integer ?? 0
            case (11, .histogram): point.minimum = field.double
            case (12, .histogram): point.maximum = field.double
            default: break
            }
        }
        return point
    }

    private static func quantile(_ bytes: [UInt8], _ range: Range<Int>) throws(Failure) -> (quantile: Double, value: Double) {
        var result = (quantile: 0.0, value: 0.0)
        var reader = ProtobufReader(bytes, range)
        while let field = try reader.next() {
            if field.number == 1 { result.quantile = field.double ?? 0 }
            if field.number == 2 { result.value = field.double ?? 0 }
        }
        return result
    }

    // MARK: Attributes

    /// Of a resource, and of a map: field 1 of either.
    private static func attributes(
        _ bytes: [UInt8], _ range: Range<Int>, depth: Int, into list: inout [MetricDimension]
    ) throws(Failure) {
        var reader = ProtobufReader(bytes, range)
        while let field = try reader.next() {
            if field.number == 1, let range = field.range { try attribute(bytes, range, depth: depth, into: &list) }
        }
    }

    private static func attribute(
        _ bytes: [UInt8], _ range: Range<Int>, depth: Int, into list: inout [MetricDimension]
    ) throws(Failure) {
        var key = ""
        var value = ""
        var reader = ProtobufReader(bytes, range)
        while let field = try reader.next() {
            if field.number == 1 { key = field.string ?? "" }
            if field.number == 2, let range = field.range { value = try anyValue(bytes, range, depth: depth) }
        }
        list.append(MetricDimension(key, value))
    }

    /// As text: lists and maps in the form of JSON without quotes, which is for telling one from another.
    private static func anyValue(_ bytes: [UInt8], _ range: Range<Int>, depth: Int) throws(Failure) -> String {
        guard depth < 8 else { throw Failure.malformed }
        var text = ""
        var reader = ProtobufReader(bytes, range)
        while let field = try reader.next() {
            switch field.number {
            case 1: text = field.string ?? ""
            case 2: text = field.integer == 1 ? "true" : "false"
            case 3: text = "\(Int64(bitPattern: field.integer ?? 0))"
            case 4: text = "\(field.double ?? 0)"
            case 5:
                var parts: [String] = []
                if let range = field.range {
                    var inner = ProtobufReader(bytes, range)
                    while let field = try inner.next() {
                        if let range = field.range { parts.append(try anyValue(bytes, range, depth: depth + 1)) }
                    }
                }
                text = "[\(parts.joined(separator: ","))]"
            case 6:
                var parts: [MetricDimension] = []
                if let range = field.range { try attributes(bytes, range, depth: depth + 1, into: &parts) }
                text = "{\(parts.map { "\($0.name):\($0.value)" }.joined(separator: ","))}"
            case 7: text = field.range.map { bytes[$0].hexText } ?? ""
            default: break
            }
        }
        return text
    }
}

extension ArraySlice<UInt8> {
    fileprivate var hexText: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
