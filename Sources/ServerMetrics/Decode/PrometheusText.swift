import FleetCore

/// Prometheus' text exposition, line by line.
///
///     # TYPE http_requests_total counter
///     http_requests_total{method="post",code="200"} 1027 1395066363000
///
/// Counters, and the buckets, counts and sums of histograms and summaries, are totals; everything else is a value. Names
/// stay as they are exposed (`…_bucket` with its `le`). OpenMetrics' seconds with a fraction and exemplars are read, too.
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/
package struct PrometheusText: Sendable {
    package static let lineBytesMax = 64 << 10
    private static let familiesMax = 20_000
    private enum Kind: String, Sendable {
        case counter, gauge, histogram, summary, untyped, unknown, info, stateset, gaugehistogram
    }

    private var kinds: [String: Kind] = [:]
    private var units: [String: String] = [:]

    package init() {}

    /// A line, without its end.
    package mutating func decode(_ bytes: [UInt8], _ line: Range<Int>, into collector: inout SampleCollector) {
        var cursor = TextCursor(bytes, line)
        cursor.skipBlanks()
        if cursor.isAtEnd { return }
        if cursor.peek() == UInt8(ascii: "#") { return comment(&cursor) }
        do throws(MetricRefusal) {
            let sample = try sample(&cursor, collector.context)
            collector.take(sample, text: PrometheusText.text(bytes[line]))
        } catch {
            collector.refuse(error.reason, offset: cursor.at - line.lowerBound, text: PrometheusText.text(bytes[line]))
        }
    }

    static func text(_ line: ArraySlice<UInt8>) -> String { String(decoding: line.prefix(2000), as: UTF8.self) }

    /// `# TYPE name kind`, `# UNIT name unit`; any other comment says nothing.
    private mutating func comment(_ cursor: inout TextCursor) {
        cursor.advance()
        cursor.skipBlanks()
        let word = cursor.word()
        guard word == "TYPE" || word == "UNIT" else { return }
        cursor.skipBlanks()
        let name = (try? cursor.quotedText()) ?? cursor.word()
        cursor.skipBlanks()
        let what = cursor.word()
        guard !name.isEmpty, !what.isEmpty else { return }
        if word == "UNIT" {
            if units.count < PrometheusText.familiesMax { units[name] = what }
        } else if let kind = Kind(rawValue: what), kinds.count < PrometheusText.familiesMax {
            kinds[name] = kind
        }
    }

    private mutating func sample(_ cursor: inout TextCursor, _ context: MetricContext) throws(MetricRefusal) -> MetricSample {
        var name = cursor.name(allowsColon: true)
        cursor.skipBlanks()
        var dimensions = context.dimensions
        if cursor.peek() == UInt8(ascii: "{") { try labels(&cursor, &name, &dimensions) }
        guard !name.isEmpty else { throw MetricRefusal("series.name") }
        cursor.skipBlanks()
        guard let value = PrometheusText.number(cursor.word()) else { throw MetricRefusal("value.unreadable") }
        cursor.skipBlanks()
        var at = context.measuredAt
        if !cursor.isAtEnd, cursor.peek() != UInt8(ascii: "#") {
            guard let stamp = PrometheusText.instant(cursor.word()) else { throw MetricRefusal("instant.unreadable") }
            at = stamp
            cursor.skipBlanks()
        }
        // What follows a "#" is an exemplar.
        guard cursor.isAtEnd || cursor.peek() == UInt8(ascii: "#") else { throw MetricRefusal("line.trailing") }
        let (statistic, family) = statistic(of: name)
        if statistic == .total, value < 0, !name.hasSuffix("_sum") { throw MetricRefusal("counter.negative") }
        let series = try MetricSeries(
            namespace: context.namespace ?? "Prometheus", name: name, dimensions: dimensions, unit: units[family])
        return MetricSample(series, at: at, [(statistic, value)])
    }

    /// Also the family that the name belongs to: `x_bucket` to the histogram `x`.
    private func statistic(of name: String) -> (MetricStatistic, family: String) {
        switch kinds[name] {
        case .counter: return (.total, name)
        case .gauge, .info, .stateset: return (.value, name)
        case .histogram, .summary, .gaugehistogram, .untyped, .unknown, nil: break
        }
        for (suffix, owners) in PrometheusText.suffixes where name.hasSuffix(suffix) {
            let family = String(name.dropLast(suffix.count))
            if let kind = kinds[family], owners.contains(kind) { return (.total, family) }
        }
        // Nobody said what it is: by the convention of names.
        return (kinds[name] == nil && name.hasSuffix("_total") ? .total : .value, name)
    }

    private static let suffixes: [(String, Set<Kind>)] = [
        ("_bucket", [.histogram]), ("_count", [.histogram, .summary]), ("_sum", [.histogram, .summary]),
        ("_total", [.counter]),
    ]

    /// `{a="b",c="d",}`, also `{"name.with.dots", a="b"}`. An empty value is no label.
    private func labels(
        _ cursor: inout TextCursor, _ name: inout String, _ dimensions: inout [MetricDimension]
    ) throws(MetricRefusal) {
        cursor.advance()
        while true {
            cursor.skipBlanks()
            if cursor.take(UInt8(ascii: "}")) { return }
            let isQuoted = cursor.peek() == UInt8(ascii: "\"")
            let label = isQuoted ? try cursor.quotedText() : cursor.name(allowsColon: false)
            cursor.skipBlanks()
            if isQuoted, name.isEmpty, cursor.peek() != UInt8(ascii: "=") {
                name = label
            } else {
                guard !label.isEmpty, cursor.take(UInt8(ascii: "=")) else { throw MetricRefusal("line.syntax") }
                cursor.skipBlanks()
                let value = try cursor.quotedText()
                if !value.isEmpty { dimensions.append(MetricDimension(label, value)) }
                if dimensions.count > MetricSeries.dimensionsMax { throw MetricRefusal("dimension.too_many") }
            }
            cursor.skipBlanks()
            if cursor.take(UInt8(ascii: "}")) { return }
            guard cursor.take(UInt8(ascii: ",")) else { throw MetricRefusal("line.syntax") }
        }
    }

    /// As Go's ParseFloat reads it: decimal, hexadecimal, `+Inf`, `NaN`.
    private static func number(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
        return Double(text)
    }

    /// Milliseconds since the epoch; OpenMetrics has seconds. As milliseconds, fewer than 10¹¹ would be before 1973.
    private static func instant(_ text: String) -> Instant? {
        guard let number = number(text), abs(number) < 1e15 else { return nil }
        let seconds = abs(number) < 1e11 ? number : number / 1000
        return Instant(epochSeconds: Int64(seconds.rounded(.down)))
    }
}
