import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// The clock of ``Transcript`` stands at 2026-09-22T12:00:00Z.
@Suite struct IngestMetricsCommandTests {
    private static let statistics = """
        {"Label": "SendFailures", "Datapoints": [
            {"Timestamp": "2026-09-22T11:59:00Z", "Sum": 7.0, "Unit": "Count"},
            {"Timestamp": "2026-09-22T11:57:00Z", "Sum": 12.0, "Unit": "Count"},
            {"Timestamp": "2026-09-23T11:58:00Z", "Sum": 1.0, "Unit": "Count"}
        ]}
        """
    private static let described = "--namespace Chat/Push --metric SendFailures --dimension Provider=FCM"

    private func count(_ store: TestStore) throws -> Int64? {
        let database = try store.open(fleetSchema(store.engine), mode: .readWrite)
        return try database.integer("select count(*) from metric_sample")
    }

    @Test(arguments: bothEngines)
    func `says what became of every point, and keeps what was refused`(engine: Engine) throws {
        let store = try TestStore(engine)
        _ = try store.open(fleetSchema(engine))
        let folder = try TemporaryFolder()
        let file = try folder.write("failures.json", IngestMetricsCommandTests.statistics)
        let rejects = folder.file("refused.ndjson")
        let first = Transcript("ingest metrics \(file) \(IngestMetricsCommandTests.described) --rejects \(rejects)", store: store)
        #expect(first.code == .partial)
        #expect(first.errors == "")
        for line in ["read                  3", "accepted              2", "new                   2", "refused               1"] {
            #expect(first.output.contains(line + "\n"), "\(first.output)")
        }
        #expect(first.output.contains("refused  instant.future       1"))
        #expect(first.output.contains("The period is not in the file; taken to be "))
        let refused = try String(contentsOfFile: rejects, encoding: .utf8)
        #expect(refused.contains(#""position":3,"#))
        #expect(refused.contains(#""reason":"instant.future","text":"{\"Timestamp\""#))
        let again = Transcript("ingest metrics \(file) \(IngestMetricsCommandTests.described)", store: store)
        #expect(again.output.contains("unchanged             2\n"))
        #expect(again.output.contains("All of this was in the store already"))
        #expect(try count(store) == 2)
    }

    @Test func `dimensions may be written as aws has them`() throws {
        let store = try TestStore(.sqlite)
        for dimension in ["Provider=FCM", "Name=Provider,Value=FCM"] {
            _ = Transcript(
                "ingest metrics - --namespace Chat/Push --period 60s --dimension \(dimension)", store: store,
                input: IngestMetricsCommandTests.statistics)
        }
        #expect(try count(store) == 2)
        #expect(Transcript("ingest metrics - --dimension Provider").code == .usage)
    }

    @Test func `scrapes an address, whole or not at all`() throws {
        let store = try TestStore(.sqlite)
        let body = Array("# TYPE a counter\na{b=\"c\"} 5\nd 2\n".utf8)
        let server = try LoopbackServer { request in
            switch request.line {
            case "GET /metrics": .reply(200, ["Content-Type: text/plain; version=0.0.4"], body: body)
            case "GET /missing": .reply(404)
            case "GET /broken": .reply(500)
            // Says that more comes than does.
            default: .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".utf8) + body)
            }
        }
        for (path, what) in [
            ("missing", "status 404"), ("broken", "status 500"), ("cut", "the connection broke"),
        ] {
            let failed = Transcript("ingest metrics \(server.address)/\(path) --retry-for 1s", store: store)
            #expect(failed.code == .unavailable)
            #expect(failed.output == "")
            #expect(failed.errors.contains(what), "\(failed.errors)")
            #expect(failed.errors.contains("  at: \(server.address)/\(path)\n"))
        }
        #expect(server.requests.filter { $0.line == "GET /broken" }.count > 1)
        #expect(server.requests.filter { $0.line == "GET /missing" }.count == 1)
        #expect(try count(store) == 0)
        let scraped = Transcript("ingest metrics \(server.address)/metrics", store: store)
        #expect(scraped.code == .success)
        #expect(scraped.output.contains("new                   2\n"))
        #expect(try count(store) == 2)
        #expect(Transcript("ingest metrics http://metrics.example/metrics", store: store).code == .usage)
    }

    @Test(arguments: [
        ("prometheus", "--metric a", "--metric"), ("prometheus", "--unit Count", "--unit"), ("otlp", "--period 60s", "--period"),
        ("otlp", "--statistic Sum", "--statistic"), ("cloudwatch", "--at 2026-09-22T11:00:00Z", "--at"),
    ])
    func `what no record of a source can lack is refused`(source: String, words: String, option: String) {
        let answer = Transcript("ingest metrics - --source \(source) \(words)")
        #expect(answer.code == .usage)
        #expect(
            answer.errors == """
                chatfleet: \(option) does nothing with --source \(source): its records say it themselves
                  at: chatfleet ingest metrics
                  next: leave \(option) out

                """)
    }

    @Test(arguments: bothEngines)
    func `an option that did nothing is told with the number of points`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        let text = Transcript(
            "ingest metrics - --namespace node --metric x --statistic Sum --at 2026-09-22T11:00:00Z", store: store,
            input: "a 5\nb 7\n")
        #expect(text.code == .success)
        #expect(text.output.contains("--metric did nothing for 2 points: the records say it themselves.\n"), "\(text.output)")
        #expect(text.output.contains("--statistic did nothing for 2 points: "))
        #expect(!text.output.contains("--namespace did") && !text.output.contains("--at did"))
        let printed = Transcript(
            "ingest metrics - \(IngestMetricsCommandTests.described) --period 60s --statistic Sum --at 2026-09-22T11:00:00Z",
            store: store, input: IngestMetricsCommandTests.statistics)
        #expect(
            printed.output.contains("--statistic did nothing for 3 points: ")
                && printed.output.contains("--at did nothing for 3 "))
        #expect(!printed.output.contains("--metric did") && !printed.output.contains("--period did"))
    }

    @Test func `a damaged or a missing file is named`() throws {
        let store = try TestStore(.sqlite)
        let folder = try TemporaryFolder()
        let cut = try folder.write("cut.gz", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B])
        let damaged = Transcript("ingest metrics \(cut)", store: store)
        #expect(damaged.code == .badInput)
        #expect(damaged.errors.contains("  at: \(cut)\n"))
        #expect(Transcript("ingest metrics \(folder.file("none"))", store: store).code == .badInput)
    }

    @Test func `scrapes a real node exporter`() throws {
        let exporter = try NodeExporter()
        let store = try TestStore(.sqlite)
        for attempt in 1...2 {
            let scraped = Transcript("ingest metrics \(exporter.address)/metrics --retry-for 30s --format json", store: store)
            #expect(scraped.code == .success, "\(scraped.errors)")
            #expect(scraped.output.contains(#""refused": 0"#) || scraped.output.contains(#""refused":0"#), "\(attempt)")
        }
        let database = try store.open(fleetSchema(.sqlite), mode: .readWrite)
        let totals = try database.integer(
            """
            select count(*) from metric_series m join metric_sample s on s.series_id = m.series_id
            where m.name = 'node_cpu_seconds_total' and s.statistic = 'Total'
            """)
        #expect(totals ?? 0 >= 8)
        let memory = try database.integer(
            """
            select count(*) from metric_series m join metric_sample s on s.series_id = m.series_id
            where m.name = 'node_memory_MemTotal_bytes' and s.statistic = 'Value' and s.value > 1000000
            """)
        #expect(memory == 1)
    }
}

/// Debian's `prometheus-node-exporter`, on loopback, for one test. It may not listen yet.
private final class NodeExporter {
    let address: String
    private let process = Process()

    init() throws {
        // A port that was free a moment ago.
        let port = try LoopbackServer { _ in .reply(204) }.port
        address = "http://127.0.0.1:\(port)"
        process.executableURL = URL(fileURLWithPath: "/usr/bin/prometheus-node-exporter")
        process.arguments = ["--web.listen-address=127.0.0.1:\(port)"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}
