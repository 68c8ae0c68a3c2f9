import FleetCore
import StrictJSON

/// What `aws cloudwatch get-metric-statistics` prints. The file names neither namespace nor dimensions nor period: the
/// context must.
///
///     {"Label": "SendFailures", "Datapoints": [{"Timestamp": "2026-09-28T21:04:00+00:00", "Sum": 12.0, "Unit": "Count"}]}
enum CloudWatchStatistics {
    static func decode(_ document: JSONView, into collector: inout SampleCollector) {
        guard let datapoints = document["Datapoints"], datapoints.kind == .array else {
            return collector.refuse("cloudwatch.datapoints", text: document.text)
        }
        guard let name = collector.context.metric ?? document["Label"]?.string else {
            return collector.refuse("series.name", points: max(1, datapoints.count))
        }
        var points: [(view: JSONView, at: Instant)] = []
        datapoints.forEachElement { point in
            collector.position = Int64(points.count + 1)
            if let at = point["Timestamp"].flatMap(instant) {
                points.append((point, at))
            } else {
                collector.refuse("instant.unreadable", offset: point.range.lowerBound, text: point.text)
            }
        }
        let period = period(points.map(\.at), &collector)
        var units = UnitGuard()
        for (index, point) in points.enumerated() {
            collector.position = Int64(index + 1)
            do throws(MetricRefusal) {
                let unit = collector.context.unit ?? point.view["Unit"]?.string
                let series = try units.series(named: name, unit: unit, collector.context)
                let sample = MetricSample(series, at: point.at, periodSeconds: period, try statistics(point.view))
                collector.take(sample, text: point.view.text)
            } catch {
                collector.refuse(error.reason, offset: point.view.range.lowerBound, text: point.view.text)
            }
        }
    }

    private static let names: [(String, MetricStatistic)] = [
        ("Sum", .sum), ("Average", .average), ("Minimum", .minimum), ("Maximum", .maximum), ("SampleCount", .sampleCount),
    ]

    private static func statistics(_ point: JSONView) throws(MetricRefusal) -> [(statistic: MetricStatistic, value: Double)] {
        var found: [(statistic: MetricStatistic, value: Double)] = []
        for (name, statistic) in names {
            guard let member = point[name] else { continue }
            guard let value = member.number else { throw MetricRefusal("value.unreadable") }
            found.append((statistic, value))
        }
        var isBad = false
        point["ExtendedStatistics"]?.forEachMember { name, member in
            if let value = member.number, let statistic = MetricStatistic(name) {
                found.append((statistic, value))
            } else {
                isBad = true
            }
        }
        if isBad { throw MetricRefusal("value.unreadable") }
        return found
    }

    /// RFC 3339, or seconds since the epoch as the service's own JSON has it.
    static func instant(_ view: JSONView) -> Instant? {
        if let text = view.string { return Instant(text) }
        guard let seconds = view.number, abs(seconds) < 1e11 else { return nil }
        return Instant(epochSeconds: Int64(seconds.rounded(.down)))
    }

    /// What was asked for, else what the points' distances have in common: the file does not say it.
    static func period(_ instants: [Instant], _ collector: inout SampleCollector) -> Int32 {
        if let period = collector.context.periodSeconds { return period }
        var common: Int64 = 0
        for instant in instants.dropFirst() {
            var (a, b) = (common, abs(instant.epochSeconds - instants[0].epochSeconds))
            while b != 0 { (a, b) = (b, a % b) }
            common = a
        }
        let period = common == 0 ? 60 : Int32(clamping: common)
        if !instants.isEmpty {
            collector.note("the period is not in the file; taken to be \(period) s from the points: --period says otherwise")
        }
        return period
    }
}

/// Makes one series and keeps to its unit: CloudWatch keeps values of other units apart, and so they can't be one series.
struct UnitGuard {
    private var series: MetricSeries?

    mutating func series(
        named name: String, unit: String?, _ context: MetricContext
    ) throws(MetricRefusal) -> MetricSeries {
        if let series {
            guard let unit, unit != "None", unit != series.unit else { return series }
            if series.unit != nil { throw MetricRefusal("unit.mixed") }
        }
        let made = try MetricSeries(
            namespace: context.namespace ?? "", name: name, dimensions: context.dimensions, unit: unit)
        series = made
        return made
    }
}
