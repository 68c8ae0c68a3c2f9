import StrictJSON

/// OTLP metrics in protobuf's JSON: whole numbers of 64 bits are texts or numbers, enums names or numbers, members in
/// camelCase or as the schema has them.
enum OTLPJSON {
    static func decode(_ document: JSONView, into collector: inout SampleCollector) {
        guard let resources = document["resourceMetrics", "resource_metrics"], resources.kind == .array else {
            return collector.refuse("otlp.resource_metrics", text: document.text)
        }
        resources.forEachElement { resource in
            let shared = attributes(resource["resource"]?["attributes"])
            resource["scopeMetrics", "scope_metrics"]?.forEachElement { scope in
                let origin = OTLPOrigin(
                    resource: shared, scope: scope["scope"]?["name"]?.string ?? "", collector.context)
                scope["metrics"]?.forEachElement { metric($0, origin, &collector) }
            }
            collector.position += 1
        }
    }

    private static func metric(_ view: JSONView, _ origin: OTLPOrigin, _ collector: inout SampleCollector) {
        var metric = OTLPMetric()
        metric.name = view["name"]?.string ?? ""
        metric.unit = view["unit"]?.string ?? ""
        var data: JSONView?
        if let gauge = view["gauge"] {
            data = gauge
        } else if let sum = view["sum"] {
            data = sum
            metric.kind = .sum(isMonotonic: sum["isMonotonic", "is_monotonic"]?.boolean ?? false)
        } else if let histogram = view["histogram"] {
            data = histogram
            metric.kind = .histogram
        } else if let histogram = view["exponentialHistogram", "exponential_histogram"] {
            data = histogram
            metric.kind = .exponentialHistogram
        } else if let summary = view["summary"] {
            data = summary
            metric.kind = .summary
        }
        guard let data else { return }
        metric.temporality = temporality(data["aggregationTemporality", "aggregation_temporality"])
        data["dataPoints", "data_points"]?.forEachElement { view in
            do throws(MetricRefusal) {
                try point(view).take(metric, origin, into: &collector)
            } catch {
                collector.refuse(error.reason, offset: view.range.lowerBound, text: view.text)
            }
        }
    }

    private static func temporality(_ view: JSONView?) -> Int64 {
        switch view?.string {
        case "AGGREGATION_TEMPORALITY_DELTA": 1
        case "AGGREGATION_TEMPORALITY_CUMULATIVE": 2
        default: view?.whole ?? 0
        }
    }

    private static func point(_ view: JSONView) throws(MetricRefusal) -> OTLPPoint {
        var point = OTLPPoint()
        var bad: String?
        func unsigned(_ view: JSONView) -> UInt64 {
            let value = view.string.flatMap { UInt64($0) } ?? view.whole.flatMap { UInt64(exactly: $0) }
            if value == nil { bad = "value.unreadable" }
            return value ?? 0
        }
        func real(_ view: JSONView) -> Double {
            let value = view.number ?? view.string.flatMap(number)
            if value == nil { bad = "value.unreadable" }
            return value ?? 0
        }
        view.forEachMember { name, value in
            switch name {
            case "startTimeUnixNano", "start_time_unix_nano": point.startNanoseconds = unsigned(value)
            case "timeUnixNano", "time_unix_nano": point.timeNanoseconds = unsigned(value)
            case "attributes": point.attributes = attributes(value)
            case "flags": point.flags = unsigned(value)
            case "asDouble", "as_double", "asInt", "as_int": point.value = real(value)
            case "count": point.count = Double(unsigned(value))
            case "sum": point.sum = real(value)
            case "min": point.minimum = real(value)
            case "max": point.maximum = real(value)
            case "bucketCounts", "bucket_counts": value.forEachElement { point.bucketCounts.append(unsigned($0)) }
            case "explicitBounds", "explicit_bounds": value.forEachElement { point.bounds.append(real($0)) }
            case "quantileValues", "quantile_values":
                value.forEachElement {
                    point.quantiles.append(($0["quantile"].map(real) ?? 0, $0["value"].map(real) ?? 0))
                }
            default: break
            }
        }
        if let bad { throw MetricRefusal(bad) }
        // Protobuf's JSON leaves out what is 0.
        if point.count == nil, !point.bucketCounts.isEmpty || !point.quantiles.isEmpty { point.count = 0 }
        return point
    }

    private static func number(_ text: String) -> Double? {
        switch text {
        case "NaN": .nan
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        default: text.utf8.count <= 64 ? Double(text) : nil
        }
    }

    private static func attributes(_ view: JSONView?) -> [MetricDimension] {
        var list: [MetricDimension] = []
        view?.forEachElement { attribute in
            list.append(MetricDimension(attribute["key"]?.string ?? "", text(attribute["value"], depth: 0)))
        }
        return list
    }

    /// As the protobuf decoder writes it.
    private static func text(_ view: JSONView?, depth: Int) -> String {
        guard let view, depth < 8 else { return "" }
        if let text = view["stringValue", "string_value"]?.string { return text }
        if let value = view["boolValue", "bool_value"]?.boolean { return value ? "true" : "false" }
        if let value = view["intValue", "int_value"] { return value.string ?? value.whole.map { "\($0)" } ?? "" }
        if let value = view["doubleValue", "double_value"] { return value.number.map { "\($0)" } ?? value.string ?? "" }
        if let list = view["arrayValue", "array_value"] {
            var parts: [String] = []
            list["values"]?.forEachElement { parts.append(text($0, depth: depth + 1)) }
            return "[\(parts.joined(separator: ","))]"
        }
        if let map = view["kvlistValue", "kvlist_value"] {
            var parts: [String] = []
            map["values"]?.forEachElement { pair in
                parts.append("\(pair["key"]?.string ?? ""):\(text(pair["value"], depth: depth + 1))")
            }
            return "{\(parts.joined(separator: ","))}"
        }
        guard let data = view["bytesValue", "bytes_value"]?.string, let bytes = base64Bytes(data) else { return "" }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
