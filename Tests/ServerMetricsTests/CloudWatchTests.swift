import FleetCore
import ServerMetrics
import Testing

@Suite struct CloudWatchTests {
    static let statistics = #"""
        {
            "Label": "SendFailures",
            "Datapoints": [
                { "Timestamp": "2026-09-28T21:59:00+00:00", "Sum": 7.0, "Unit": "Count" },
                { "Timestamp": "2026-09-28T21:57:00Z", "Sum": 12.5, "Unit": "Count" },
                { "Timestamp": "2026-09-28T21:58:00+00:00", "Sum": 0.0, "Unit": "Count" }
            ]
        }
        """#

    static let results = #"""
        {
            "MetricDataResults": [
                {
                    "Id": "m1", "Label": "SendFailures", "StatusCode": "Complete",
                    "Timestamps": ["2026-09-28T21:59:00+00:00", "2026-09-28T21:57:00+00:00", "2026-09-28T21:58:00+00:00"],
                    "Values": [7.0, 12.5, 0.0]
                }
            ],
            "Messages": []
        }
        """#

    static let stream =
        [(1_790_632_740_000, "7.0"), (1_790_632_620_000, "12.5"), (1_790_632_680_000, "0.0")].map { at, sum in
            #"{"metric_stream_name":"s","account_id":"1","region":"us-east-1","namespace":"Chat/Push","metric_name":"SendFailures","#
                + #""dimensions":{"Provider":"FCM"},"timestamp":\#(at),"value":{"max":1.0,"min":0.0,"sum":\#(sum),"count":9.0},"#
                + #""unit":"Count"}"#
        }.joined(separator: "\n") + "\n"

    static func describe(_ context: inout MetricContext) {
        context.namespace = "Chat/Push"
        context.dimensions = [MetricDimension("Provider", "FCM")]
    }

    private let points = [
        #"Chat/Push SendFailures {"Provider":"FCM"} Count @-60+60 Sum=7.0"#,
        #"Chat/Push SendFailures {"Provider":"FCM"} Count @-180+60 Sum=12.5"#,
        #"Chat/Push SendFailures {"Provider":"FCM"} Count @-120+60 Sum=0.0"#,
    ]

    @Test func `what get-metric-statistics prints is read with what the user adds`() throws {
        let collected = try decode(CloudWatchTests.statistics, CloudWatchTests.describe)
        #expect(collected.texts == points)
        #expect(collected.notes == ["the period is not in the file; taken to be 60 s from the points: --period says otherwise"])
        let said = try decode(CloudWatchTests.statistics) {
            $0.periodSeconds = 300
            $0.metric = "Other"
        }
        #expect(said.texts[0] == " Other {} Count @-60+300 Sum=7.0")
        #expect(said.notes == [])
    }

    @Test func `what get-metric-data prints is read, too`() throws {
        let collected = try decode(CloudWatchTests.results, CloudWatchTests.describe)
        #expect(collected.texts == points)
        #expect(collected.notes.contains("the statistic is not in the file; taken to be Sum: --statistic says otherwise"))
        let age = try decode(CloudWatchTests.results) {
            $0.namespace = "AWS/Kinesis"
            $0.metric = "GetRecords.IteratorAgeMilliseconds"
        }
        #expect(age.texts[0] == "AWS/Kinesis GetRecords.IteratorAgeMilliseconds {} Milliseconds @-60+60 Maximum=7.0")
    }

    @Test func `a stream's records are read from lines and from a delivery`() throws {
        let expected = points.map { $0.replacing("Sum", with: "Maximum=1.0 Minimum=0.0 SampleCount=9.0 Sum") }
        #expect(try decode(CloudWatchTests.stream).texts == expected)
        #expect(try decode(CloudWatchTests.stream.replacing("\n", with: "")).texts == expected)
        let data = base64(Array(CloudWatchTests.stream.utf8))
        let delivery = #"{"requestId":"r","timestamp":1790632800000,"records":[{"data":"\#(data)"}]}"#
        #expect(try decode(delivery).texts == expected)
    }

    @Test func `points without sense are refused, each with its reason`() throws {
        let bad = try decode(
            #"""
            {"Label": "X", "Datapoints": [
                {"Timestamp": "yesterday", "Sum": 1.0}, {"Timestamp": "2026-09-28T21:59:00Z", "Sum": "1"},
                {"Timestamp": "1970-01-01T00:00:00Z", "Sum": 1.0}, {"Timestamp": "2027-09-28T21:59:00Z", "Sum": 1.0},
                {"Timestamp": "2026-09-28T21:59:00Z", "Unit": "Count"},
                {"Timestamp": "2026-09-28T21:59:00Z", "Sum": 1.0, "Unit": "Seconds"}, {"Timestamp": 1790632740, "Sum": 2}
            ]}
            """#)
        #expect(bad.read == 7)
        #expect(bad.samples.count == 1)
        #expect(
            bad.refused == [
                "instant.unreadable": 1, "value.unreadable": 1, "instant.old": 1, "instant.future": 1, "unit.mixed": 1,
            ])
        #expect(bad.leftOut == ["value.none": 1])
        #expect(try decode("{}\n[]\n{\"a\":1}\n").refused == ["record.unknown": 3])
        #expect(try decode("{\"a\":1\n{\"metric_name\":7}\n").refused == ["json.truncated": 1, "series.namespace": 1])
        let elsewhere = CloudWatchTests.stream + CloudWatchTests.stream.replacing("us-east-1", with: "eu-west-1")
        #expect(try decode(elsewhere).refused == ["stream.other_region": 3])
        #expect(try decode(#"{"records":[{"data":"!!!"}]}"#).refused == ["firehose.data": 1])
        #expect(try decode(CloudWatchTests.results.replacing("[7.0, ", with: "[")).refused == ["cloudwatch.lengths": 3])
    }

    @Test func `dimensions that no store should hold are refused`() throws {
        func reason(_ dimensions: [MetricDimension], name: String = "n") -> String? {
            do {
                _ = try MetricSeries(namespace: "x", name: name, dimensions: dimensions, unit: nil)
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason([MetricDimension("a", "1"), MetricDimension("a", "2")]) == "dimension.twice")
        #expect(reason([MetricDimension("", "1")]) == "dimension.name")
        #expect(reason([MetricDimension("a", "\u{0}")]) == "dimension.value")
        #expect(reason((0..<65).map { MetricDimension("d\($0)", "") }) == "dimension.too_many")
        #expect(reason([], name: "") == "series.name")
        // Composed and decomposed: two names to every store.
        #expect(reason([MetricDimension("\u{E9}", "1"), MetricDimension("e\u{301}", "2")]) == nil)
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 { text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=") }
        }
        return text
    }
}
