import FleetCore
import StrictJSON

/// What `aws cloudwatch get-metric-data` prints, and what the service answers.
///
///     {"MetricDataResults": [{"Id": "m0", "Label": "SendFailures", "Timestamps": […], "Values": […], "StatusCode": "Complete"}]}
enum CloudWatchResults {
    /// What a result is of: the answer itself names only the question's id.
    struct Question {
        let series: MetricSeries
        let statistic: MetricStatistic
        let periodSeconds: Int32?
    }

    /// A file: the questions are not in it, the context answers for all of them.
    static func decode(_ document: JSONView, into collector: inout SampleCollector) {
        guard let results = document["MetricDataResults"], results.kind == .array else {
            return collector.refuse("cloudwatch.results", text: document.text)
        }
        if results.count > 1, collector.context.metric != nil {
            return collector.refuse("cloudwatch.several_metrics", points: results.count)
        }
        results.forEachElement { result in
            guard let name = collector.context.metric ?? result["Label"]?.string else {
                return collector.refuse("series.name", offset: result.range.lowerBound, text: result.text)
            }
            do throws(MetricRefusal) {
                let context = collector.context
                let known = KnownMetric.all.first { $0.namespace == context.namespace && $0.name == name }
                let series = try MetricSeries(
                    namespace: context.namespace ?? "", name: name, dimensions: context.dimensions,
                    unit: context.unit ?? known?.unit)
                let statistic = context.statistic ?? known?.statistics.first ?? .sum
                if context.statistic == nil {
                    collector.note(
                        "the statistic is not in the file; taken to be \(statistic.name): --statistic says otherwise")
                }
                decode(result, Question(series: series, statistic: statistic, periodSeconds: nil), into: &collector)
            } catch {
                collector.refuse(error.reason, offset: result.range.lowerBound, text: result.text)
            }
        }
    }

    /// One result of a file, with the status that says what is missing.
    static func decode(_ result: JSONView, _ question: Question, into collector: inout SampleCollector) {
        if let status = result["StatusCode"]?.string, status != "Complete", status != "PartialData" {
            // Nothing more is known of what is missing than that it is.
            collector.refuse("cloudwatch.status", offset: result.range.lowerBound, text: status)
        }
        decodePoints(result, question, into: &collector)
    }

    /// The points of one result, whatever its status.
    static func decodePoints(_ result: JSONView, _ question: Question, into collector: inout SampleCollector) {
        var instants: [Instant?] = []
        var values: [Double?] = []
        result["Timestamps"]?.forEachElement { instants.append(CloudWatchStatistics.instant($0)) }
        result["Values"]?.forEachElement { values.append($0.number) }
        guard instants.count == values.count else {
            return collector.refuse("cloudwatch.lengths", points: max(1, instants.count), offset: result.range.lowerBound)
        }
        let period = question.periodSeconds ?? CloudWatchStatistics.period(instants.compactMap { $0 }, &collector)
        for (index, (at, value)) in zip(instants, values).enumerated() {
            collector.position = Int64(index + 1)
            guard let at else {
                collector.refuse("instant.unreadable", offset: result.range.lowerBound)
                continue
            }
            guard let value else {
                collector.refuse("value.unreadable", offset: result.range.lowerBound)
                continue
            }
            collector.take(MetricSample(question.series, at: at, periodSeconds: period, [(question.statistic, value)]))
        }
    }
}
