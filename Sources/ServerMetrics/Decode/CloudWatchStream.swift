import FleetCore
import StrictJSON

/// A record of a CloudWatch metric stream in the JSON format: a metric's minute.
///
///     {"metric_stream_name":"s","account_id":"1","region":"us-east-1","namespace":"AWS/DynamoDB","metric_name":"WriteThrottleEvents",
///      "dimensions":{"TableName":"Mailboxes"},"timestamp":1790629440000,"value":{"max":1.0,"min":1.0,"sum":9.0,"count":9.0},"unit":"Count"}
///
/// Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-metric-streams-formats-json.html
struct CloudWatchStream: Sendable {
    /// A stream's statistics are of one minute.
    private static let periodSeconds: Int32 = 60
    private static let names: [String: MetricStatistic] = [
        "sum": .sum, "min": .minimum, "max": .maximum, "count": .sampleCount,
    ]
    /// Account and region of the first record: those of others would be mixed into the same series.
    private var origin: String?

    mutating func decode(_ record: JSONView, into collector: inout SampleCollector) {
        do throws(MetricRefusal) {
            collector.take(try sample(record, collector.context), text: record.text)
        } catch {
            collector.refuse(error.reason, offset: record.range.lowerBound, text: record.text)
        }
    }

    /// One pass over the members: streams are what comes in bulk.
    private struct Parts {
        var texts: [String: String] = [:]
        var milliseconds: Double?
        var dimensions: [MetricDimension] = []
        var statistics: [(statistic: MetricStatistic, value: Double)] = []
        var problem: MetricRefusal?

        init(_ record: JSONView) {
            record.forEachMember { name, value in
                switch name {
                case "namespace", "metric_name", "account_id", "region", "unit": texts[name] = value.string
                case "timestamp": milliseconds = value.number
                case "dimensions":
                    value.forEachMember { name, value in
                        if let value = value.string {
                            dimensions.append(MetricDimension(name, value))
                        } else {
                            problem = MetricRefusal("dimension.value")
                        }
                    }
                case "value":
                    value.forEachMember { name, member in
                        if let value = member.number, let statistic = CloudWatchStream.names[name] ?? MetricStatistic(name) {
                            statistics.append((statistic, value))
                        } else {
                            problem = problem ?? MetricRefusal("value.unreadable")
                        }
                    }
                default: break
                }
            }
        }
    }

    private mutating func sample(_ record: JSONView, _ context: MetricContext) throws(MetricRefusal) -> MetricSample {
        let parts = Parts(record)
        guard let namespace = parts.texts["namespace"] else { throw MetricRefusal("series.namespace") }
        guard let name = parts.texts["metric_name"] else { throw MetricRefusal("series.name") }
        let place = "\(parts.texts["account_id"] ?? "") \(parts.texts["region"] ?? "")"
        if let origin, origin != place { throw MetricRefusal("stream.other_region") }
        origin = place
        if let problem = parts.problem { throw problem }
        guard let milliseconds = parts.milliseconds, abs(milliseconds) < 1e14 else {
            throw MetricRefusal("instant.unreadable")
        }
        let series = try MetricSeries(
            namespace: context.namespace ?? namespace, name: name, dimensions: context.dimensions + parts.dimensions,
            unit: parts.texts["unit"])
        return MetricSample(
            series, at: Instant(epochSeconds: Int64((milliseconds / 1000).rounded(.down))),
            periodSeconds: CloudWatchStream.periodSeconds, parts.statistics)
    }
}

/// What Firehose delivers over HTTP, or hands to a function: records whose `data` is base64 of lines.
///
///     {"requestId": "…", "timestamp": 1790629500000, "records": [{"data": "eyJtZXRyaWNf…"}]}
enum FirehoseDelivery {
    /// Calls `body` with what each record holds. Records that are not base64 are refused.
    static func forEachRecord(
        _ document: JSONView, _ collector: inout SampleCollector, _ body: ([UInt8], inout SampleCollector) -> Void
    ) {
        var index: Int64 = 0
        document["records"]?.forEachElement { record in
            index += 1
            collector.position = index
            guard let text = record["data"]?.string, let bytes = base64Bytes(text) else {
                return collector.refuse("firehose.data", offset: record.range.lowerBound)
            }
            body(bytes, &collector)
        }
    }
}

/// The bytes that base64 stands for (RFC 4648 §4, padded); nil where it is none.
func base64Bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var group: UInt32 = 0
    for (index, digit) in digits.enumerated() {
        let value: UInt8
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): value = digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): value = 62
        case UInt8(ascii: "/"): value = 63
        case UInt8(ascii: "=") where index >= digits.count - padding: value = 0
        default: return nil
        }
        group = group << 6 | UInt32(value)
        if index % 4 == 3 {
            bytes.append(UInt8(truncatingIfNeeded: group >> 16))
            bytes.append(UInt8(truncatingIfNeeded: group >> 8))
            bytes.append(UInt8(truncatingIfNeeded: group))
        }
    }
    bytes.removeLast(padding)
    return bytes
}
