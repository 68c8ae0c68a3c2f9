import Digests
package import FleetCore
import StrictJSON

/// Fetches a trailing window of the known metrics, whole: what was read before is read again, since CloudWatch completes
/// its points for minutes after.
package struct CloudWatchPull {
    private let client: CloudWatchClient
    private let metrics: [KnownMetric]
    private let sinceSeconds: Int64

    /// Points of a minute are kept for so long.
    package static let sinceSecondsMax: Int64 = 15 * 86_400
    private static let questionsMax = 500
    private static let seriesMax = 10_000
    private static let pointsMax = 2_000_000

    /// - Parameter signals: of ``KnownMetric/signals``; none: all.
    package init(client: CloudWatchClient, signals: [String], sinceSeconds: Int64) {
        self.client = client
        metrics = KnownMetric.all.filter { signals.isEmpty || signals.contains($0.signal) }
        self.sinceSeconds = sinceSeconds
    }

    /// All of it as one batch, once the last page is here. Throws ``ToolError``.
    package func fetch(_ context: MetricContext) throws(ToolError) -> MetricBatch {
        var collector = SampleCollector(context)
        let hash = SHA256()
        let questions = try questions(&collector)
        for period in Set(questions.compactMap(\.periodSeconds)).sorted() {
            let ofPeriod = questions.filter { $0.periodSeconds == period }
            // Whole periods only, up to the last that is over.
            let end = client.serviceTime.epochSeconds / Int64(period) * Int64(period)
            let start = (client.serviceTime.epochSeconds - sinceSeconds) / Int64(period) * Int64(period)
            for first in stride(from: 0, to: ofPeriod.count, by: CloudWatchPull.questionsMax) {
                let some = Array(ofPeriod[first..<min(first + CloudWatchPull.questionsMax, ofPeriod.count)])
                try ask(some, start, end, hash, &collector)
            }
        }
        return MetricBatch(identity: hash.finish().hex, source: client.place, collected: collector)
    }

    // MARK: What there is

    private func questions(_ collector: inout SampleCollector) throws(ToolError) -> [CloudWatchResults.Question] {
        var questions: [CloudWatchResults.Question] = []
        var seen: Set<Int64> = []
        for metric in metrics {
            for series in try series(of: metric, &collector) where seen.insert(series.id).inserted {
                guard seen.count <= CloudWatchPull.seriesMax else {
                    throw ToolError(
                        .usage, "there are over \(CloudWatchPull.seriesMax) series", at: client.place,
                        next: "ask for fewer signals at a time with --signal")
                }
                questions += metric.statistics.map {
                    CloudWatchResults.Question(series: series, statistic: $0, periodSeconds: metric.periodSeconds)
                }
            }
        }
        return questions
    }

    private func series(of metric: KnownMetric, _ collector: inout SampleCollector) throws(ToolError) -> [MetricSeries] {
        var found: [MetricSeries] = []
        var token: String?
        repeat {
            var json = JSONWriter()
            json.object { json in
                json.member("Namespace", metric.namespace as String?)
                json.member("MetricName", metric.name as String?)
                if let token { json.member("NextToken", token as String?) }
            }
            let answer = try client.call("ListMetrics", json.bytes)
            answer["Metrics"]?.forEachElement { entry in
                // Only what was asked for, whatever the service makes of the question.
                guard entry["Namespace"]?.string == metric.namespace, entry["MetricName"]?.string == metric.name else { return }
                var dimensions: [MetricDimension] = []
                entry["Dimensions"]?.forEachElement { dimension in
                    dimensions.append(MetricDimension(dimension["Name"]?.string ?? "", dimension["Value"]?.string ?? ""))
                }
                do throws(MetricRefusal) {
                    found.append(
                        try MetricSeries(
                            namespace: metric.namespace, name: metric.name, dimensions: dimensions, unit: metric.unit))
                } catch {
                    collector.refuse(error.reason, text: entry.text)
                }
            }
            token = try next(answer, after: token)
        } while token != nil
        return found
    }

    /// A token that comes again would be asked for ever.
    private func next(_ answer: JSONView, after token: String?) throws(ToolError) -> String? {
        guard let next = answer["NextToken"]?.string, !next.isEmpty else { return nil }
        guard next != token else {
            throw ToolError(.unavailable, "CloudWatch's pages have no end", at: client.place, next: "try again")
        }
        return next
    }

    // MARK: Its points

    private func ask(
        _ questions: [CloudWatchResults.Question], _ start: Int64, _ end: Int64, _ hash: SHA256,
        _ collector: inout SampleCollector
    ) throws(ToolError) {
        var statuses = [String](repeating: "", count: questions.count)
        var token: String?
        repeat {
            let body = request(questions, start, end, token)
            let answer = try client.call("GetMetricData", body)
            hash.update(body)
            hash.update(answer.bytes)
            answer["MetricDataResults"]?.forEachElement { result in
                guard let id = result["Id"]?.string, id.first == "m", let index = Int(id.dropFirst()),
                    questions.indices.contains(index)
                else { return }
                statuses[index] = result["StatusCode"]?.string ?? "Complete"
                CloudWatchResults.decodePoints(result, questions[index], into: &collector)
            }
            guard collector.read <= CloudWatchPull.pointsMax else {
                throw ToolError(
                    .usage, "there are over \(CloudWatchPull.pointsMax) points", at: client.place,
                    next: "ask for a shorter time with --since, or for fewer signals with --signal")
            }
            token = try next(answer, after: token)
        } while token != nil
        if let incomplete = statuses.first(where: { $0 != "Complete" }) {
            throw ToolError(
                .unavailable,
                "CloudWatch gave only a part of what was asked for" + (incomplete.isEmpty ? "" : ": \(incomplete.prefix(40))"),
                at: client.place, next: "try again; nothing was taken in")
        }
    }

    private func request(
        _ questions: [CloudWatchResults.Question], _ start: Int64, _ end: Int64, _ token: String?
    ) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("StartTime", start as Int64?)
            json.member("EndTime", end as Int64?)
            json.member("ScanBy", "TimestampAscending" as String?)
            if let token { json.member("NextToken", token as String?) }
            json.key("MetricDataQueries")
            json.array { json in
                for (index, question) in questions.enumerated() { write(question, "m\(index)", &json) }
            }
        }
        return json.bytes
    }

    private func write(_ question: CloudWatchResults.Question, _ id: String, _ json: inout JSONWriter) {
        json.object { json in
            json.member("Id", id as String?)
            json.key("MetricStat")
            json.object { json in
                json.key("Metric")
                json.object { json in
                    json.member("Namespace", question.series.namespace as String?)
                    json.member("MetricName", question.series.name as String?)
                    json.key("Dimensions")
                    json.array { json in
                        for dimension in question.series.dimensions {
                            json.object { json in
                                json.member("Name", dimension.name as String?)
                                json.member("Value", dimension.value as String?)
                            }
                        }
                    }
                }
                json.member("Period", question.periodSeconds)
                json.member("Stat", question.statistic.name as String?)
            }
        }
    }
}
