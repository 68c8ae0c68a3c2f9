import FleetCore
import StrictJSON

/// How a source is written.
package enum MetricFormat: String, Sendable, CaseIterable {
    case json, text, protobuf
}

/// What the user says a source is; `auto` looks at its first bytes.
package enum MetricSourceKind: String, Sendable, CaseIterable {
    case auto, cloudwatch, prometheus, otlp

    /// Control characters stand in protobuf (the tag of every scope is one) and in neither JSON nor text.
    package func format(head: ArraySlice<UInt8>) -> MetricFormat {
        let isBinary = head.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        let first = head.first { $0 > 0x20 }
        switch self {
        case .prometheus: return .text
        case .cloudwatch: return .json
        case .otlp: return first == UInt8(ascii: "{") && !isBinary ? .json : .protobuf
        case .auto:
            if isBinary { return .protobuf }
            return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .text
        }
    }
}

/// Decodes pieces of a source, each whole: a line of text, a stretch of JSON values, a message.
package struct MetricDecoder: Sendable {
    package var collector: SampleCollector
    private let format: MetricFormat
    private var text = PrometheusText()
    private var stream = CloudWatchStream()

    package init(_ format: MetricFormat, _ context: MetricContext) {
        self.format = format
        collector = SampleCollector(context)
    }

    package mutating func decode(_ bytes: [UInt8], _ range: Range<Int>) {
        switch format {
        case .text: collector.reading(.prometheus) { text.decode(bytes, range, into: &$0) }
        case .json: decodeValues(bytes, range, isInner: false)
        case .protobuf: collector.reading(.otlp) { OTLPProtobuf.decode(Array(bytes[range]), into: &$0) }
        }
    }

    private mutating func decodeValues(_ bytes: [UInt8], _ range: Range<Int>, isInner: Bool) {
        do {
            try JSONView.forEachValue(in: bytes, range) { value in
                decodeRecord(value, isInner: isInner)
                if !isInner { collector.position += 1 }
            }
        } catch {
            let offset = error.offset - range.lowerBound
            collector.refuse(
                "json.\(error.reason.rawValue)", offset: offset, text: PrometheusText.text(bytes[range]))
        }
    }

    private mutating func decodeRecord(_ record: JSONView, isInner: Bool) {
        var names: Set<String> = []
        record.forEachMember { name, _ in if names.count < 64 { names.insert(name) } }
        if names.contains("metric_name") {
            collector.reading(.stream) { stream.decode(record, into: &$0) }
        } else if names.contains("MetricDataResults") {
            collector.reading(.results) { CloudWatchResults.decode(record, into: &$0) }
        } else if names.contains("Datapoints") {
            collector.reading(.statistics) { CloudWatchStatistics.decode(record, into: &$0) }
        } else if names.contains("resourceMetrics") || names.contains("resource_metrics") {
            collector.reading(.otlp) { OTLPJSON.decode(record, into: &$0) }
        } else if names.contains("records"), !isInner {
            var contents: [[UInt8]] = []
            FirehoseDelivery.forEachRecord(record, &collector) { bytes, _ in contents.append(bytes) }
            for (index, bytes) in contents.enumerated() {
                collector.position = Int64(index + 1)
                decodeValues(bytes, 0..<bytes.count, isInner: true)
            }
        } else {
            collector.refuse("record.unknown", offset: record.range.lowerBound, text: record.text)
        }
    }
}
