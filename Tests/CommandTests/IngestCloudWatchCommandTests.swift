import Database
import FleetCore
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct IngestCloudWatchCommandTests {
    private func rows(_ store: TestStore, statistic: String? = nil) throws -> [[SQLValue]] {
        let database = try store.open(fleetSchema(store.engine), mode: .readWrite)
        return try database.rows(
            """
            select m.series_id, m.namespace, m.name, m.dimensions, m.dimension_names, m.unit, s.statistic, s.period_s,
                s.at_epoch, s.value, s.since_epoch
            from metric_series m
            join metric_sample s on s.series_id = m.series_id
            where s.statistic = :statistic
            order by s.at_epoch
            """, ["statistic": .text(statistic ?? "Sum")])
    }

    private func pull(
        _ cloud: FakeCloudWatch, _ store: TestStore, _ options: String = "--signal push --retry-for 1s"
    ) -> Transcript {
        Transcript("ingest cloudwatch \(options)", store: store, environment: cloud.environment)
    }

    private static let stream = [(300, "12.5"), (240, "0.0"), (180, "7.0")].map { before, sum in
        #"{"metric_stream_name":"s","account_id":"1","region":"eu-west-1","namespace":"Chat/Push","metric_name":"SendFailures","#
            + #""dimensions":{"Provider":"FCM"},"timestamp":\#((1_790_078_400 - before + 120) * 1000),"#
            + #""value":{"max":1.0,"min":0.0,"sum":\#(sum),"count":9.0},"unit":"Count"}"#
    }.joined(separator: "\n")

    private static let file = """
        {"Label": "SendFailures", "Datapoints": [
            {"Timestamp": "2026-09-22T11:59:00+00:00", "Sum": 7.0, "Unit": "Count"},
            {"Timestamp": "2026-09-22T11:57:00+00:00", "Sum": 12.5, "Unit": "Count"},
            {"Timestamp": "2026-09-22T11:58:00+00:00", "Sum": 0.0, "Unit": "Count"}
        ]}
        """

    @Test(arguments: bothEngines)
    func `the same points by file, by stream and by pull give the same rows`(engine: Engine) throws {
        let cloud = try FakeCloudWatch()
        let stores = try (0..<3).map { _ in try TestStore(engine) }
        for store in stores { _ = try store.open(fleetSchema(engine)) }
        let pulled = pull(cloud, stores[0])
        #expect(pulled.code == .success, "\(pulled.errors)")
        #expect(pulled.output.contains("new                   3\n"))
        let options = "--namespace Chat/Push --metric SendFailures --dimension Provider=FCM"
        _ = Transcript("ingest metrics - \(options)", store: stores[1], input: IngestCloudWatchCommandTests.file)
        _ = Transcript("ingest metrics -", store: stores[2], input: IngestCloudWatchCommandTests.stream)
        let found = try stores.map { try rows($0) }
        #expect(found[0].count == 3)
        #expect(found[0] == found[1])
        #expect(found[0] == found[2])
        // Any of them into any other: nothing is new.
        _ = Transcript("ingest metrics - \(options)", store: stores[0], input: IngestCloudWatchCommandTests.file)
        let again = pull(cloud, stores[2])
        #expect(again.output.contains("unchanged             3\n"))
        #expect(try rows(stores[0]) == found[0])
    }

    @Test func `a pull asks for whole minutes, and only for what the signal is made of`() throws {
        let cloud = try FakeCloudWatch()
        _ = pull(cloud, try TestStore(.sqlite), "--signal push --since 2h")
        let bodies = cloud.server.requests.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies.filter { $0.contains("MetricDataQueries") }.count == 2)
        #expect(bodies.contains { $0.contains(#""StartTime":1790071200,"EndTime":1790078400"#) })
        #expect(!bodies.contains { $0.contains("AWS/Kinesis") })
        let authorization = cloud.server.requests[0].headers["authorization"] ?? ""
        #expect(authorization.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260922/eu-west-1/monitoring/aws4_request"))
    }

    /// What goes wrong, on which call; what is said; whether it is tried again.
    enum Trouble: String, CaseIterable {
        case wrongKey, wrongKeyXML, throttled, broken, cut, noJSON, partial, endless
    }

    @Test(arguments: Trouble.allCases)
    func `what goes wrong is said, and nothing is half written`(trouble: Trouble) throws {
        let cloud = try FakeCloudWatch { call in
            // Half of the points are there by then.
            let isLate = call.body.contains(#""NextToken":"second""#)
            switch trouble {
            case .wrongKey: return FakeCloudWatch.json(#"{"__type":"UnrecognizedClientException","message":"x"}"#, status: 403)
            case .wrongKeyXML:
                return .reply(403, body: Array("<ErrorResponse><Error><Code>InvalidClientTokenId</Code>".utf8))
            case .throttled where isLate:
                return FakeCloudWatch.json(#"{"__type":"com.amazon.coral#ThrottlingException"}"#, status: 400)
            case .broken where isLate: return .reply(500)
            case .cut where isLate: return .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"Met".utf8))
            case .noJSON where isLate: return .bytes(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"Met".utf8))
            case .partial where isLate:
                return FakeCloudWatch.json(#"{"MetricDataResults":[{"Id":"m0","StatusCode":"InternalError"}]}"#)
            case .endless where isLate:
                return FakeCloudWatch.json(#"{"MetricDataResults":[],"NextToken":"second"}"#)
            default: return nil
            }
        }
        let store = try TestStore(.sqlite)
        let failed = pull(cloud, store)
        #expect(failed.code == .unavailable)
        #expect(failed.output == "")
        let words =
            switch trouble {
            case .wrongKey: "CloudWatch refused: 403 UnrecognizedClientException"
            case .wrongKeyXML: "CloudWatch refused: 403 InvalidClientTokenId"
            case .throttled: "CloudWatch throttles the calls: 400 ThrottlingException"
            case .broken: "CloudWatch refused: 500"
            case .cut: "the connection broke"
            case .noJSON: "CloudWatch's answer is cut off or no JSON"
            case .partial: "CloudWatch gave only a part of what was asked for: InternalError"
            case .endless: "CloudWatch's pages have no end"
            }
        #expect(failed.errors.contains(words), "\(failed.errors)")
        #expect(failed.errors.contains("  next: "))
        #expect(!failed.errors.contains("sesame"))
        #expect(try rows(store).isEmpty)
        let tries = cloud.server.requests.filter { String(decoding: $0.body, as: UTF8.self).contains(#""NextToken":"second""#) }
        switch trouble {
        case .wrongKey, .wrongKeyXML: #expect(cloud.server.requests.count == 1)
        case .throttled, .broken, .cut, .noJSON: #expect(tries.count > 1)
        case .partial, .endless: #expect(tries.count == 1)
        }
    }

    @Test func `what passes is waited for`() throws {
        let cloud = try FakeCloudWatch { call in
            switch call.number {
            case 1: FakeCloudWatch.json(#"{"__type":"Throttling"}"#, status: 400)
            case 3: .reply(503)
            case 5: .bytes([])
            default: nil
            }
        }
        let store = try TestStore(.sqlite)
        let pulled = pull(cloud, store, "--signal push")
        #expect(pulled.code == .success, "\(pulled.errors)")
        #expect(try rows(store).count == 3)
    }

    @Test func `the service's clock is taken for ours where ours is wrong`() throws {
        // Ours stands at 12:00:00.
        let ahead = "Tue, 22 Sep 2026 12:20:30 GMT"
        let cloud = try FakeCloudWatch(date: ahead) { call in
            guard call.date < "20260922T121530Z" else { return nil }
            return FakeCloudWatch.json(#"{"__type":"InvalidSignatureException","message":"expired"}"#, status: 403, ahead)
        }
        let store = try TestStore(.sqlite)
        let pulled = pull(cloud, store)
        #expect(pulled.code == .success, "\(pulled.errors)")
        #expect(try rows(store).count == 3)
        let bodies = cloud.server.requests.map { String(decoding: $0.body, as: UTF8.self) }
        // 12:20 by the service's clock.
        #expect(bodies.contains { $0.contains(#""EndTime":1790079600"#) })
        // Wrong credentials stay wrong: the clock is corrected once.
        let wrong = try FakeCloudWatch { _ in
            FakeCloudWatch.json(#"{"__type":"InvalidSignatureException"}"#, status: 403, ahead)
        }
        #expect(pull(wrong, store).code == .unavailable)
        #expect(wrong.server.requests.count == 2)
    }

    @Test func `nothing there is unknown, not good`() throws {
        let cloud = try FakeCloudWatch { call in
            call.operation == "ListMetrics" ? FakeCloudWatch.json(#"{"Metrics":[]}"#) : nil
        }
        let empty = pull(cloud, try TestStore(.sqlite))
        #expect(empty.code == .unknown)
        #expect(empty.errors.contains("CloudWatch has no points of these metrics"))
    }

    @Test func `credentials and lengths that can't be right are told before anything is asked`() throws {
        #expect(Transcript("ingest cloudwatch").code == .badInput)
        let keys = ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"]
        let noRegion = Transcript("ingest cloudwatch", environment: keys)
        #expect(noRegion.code == .badInput)
        #expect(noRegion.errors.contains("no AWS region is set"))
        #expect(Transcript("ingest cloudwatch --since 16d", environment: keys).code == .usage)
        #expect(Transcript("ingest cloudwatch --signal pushes", environment: keys).code == .usage)
    }
}
