import Database
import FleetCore
import TestSupport
import Testing

/// A whole file of another kind: the command says so, and what takes it, and takes nothing.
@Suite struct MisplacedInputTests {
    private static let report =
        #"{"install_id":"i_1","app_version":"8.14.0","platform":"ios","day":"2026-09-21","health":{"sessions":1}}"#
    private static let flags = "{\n  \"version\": 43,\n  \"kill\": {},\n  \"flags\": {\"x\": {\"default\": false}}\n}\n"
    private static let stream =
        #"{"metric_stream_name":"s","namespace":"A","metric_name":"m","dimensions":{},"timestamp":1,"value":{}}"#
    private static let metrics: [String] = [
        String(repeating: stream + "\n", count: 250), "{\"Label\": \"m\",\n \"Datapoints\": [\n]}\n",
        "[\(stream),\(stream)]", "# HELP a what\n# TYPE a counter\na{b=\"c\"} 5\n", "a 5\nb 7\n",
        "{\"MetricDataResults\": []}", "{\"resourceMetrics\":[]}", "\u{0A}\u{03}\u{12}\u{01}\u{08}",
    ]

    private func refusal(_ command: String, _ text: String, _ store: TestStore) -> Transcript {
        let answer = Transcript("ingest \(command) -", store: store, input: text)
        #expect(answer.code == .badInput, "\(text.prefix(40)): \(answer.output)")
        #expect(answer.output == "")
        return answer
    }

    @Test(arguments: bothEngines) func `ingest reports knows server metrics and flag documents`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        let database = try store.open(fleetSchema(engine))
        for text in MisplacedInputTests.metrics {
            #expect(
                refusal("reports", text, store).errors == """
                    chatfleet: this looks like server metrics, not like client reports
                      at: -
                      next: chatfleet ingest metrics -

                    """)
        }
        #expect(refusal("reports", MisplacedInputTests.flags, store).errors.contains("  next: chatfleet flags lint -\n"))
        #expect(try database.integer("select count(*) from ingest_batch") == 0)
    }

    @Test(arguments: bothEngines) func `ingest metrics knows client reports and flag documents`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        let database = try store.open(fleetSchema(engine))
        let report = MisplacedInputTests.report
        for text in [
            report, String(repeating: report + "\n", count: 250), "[\(report)]", "{\"batch\":1,\"reports\":[\(report)]}",
        ] {
            #expect(
                refusal("metrics", text, store).errors == """
                    chatfleet: this looks like client reports, not like server metrics
                      at: -
                      next: chatfleet ingest reports -

                    """)
        }
        #expect(refusal("metrics", MisplacedInputTests.flags, store).errors.contains("  next: chatfleet flags lint -\n"))
        #expect(try database.integer("select count(*) from metric_batch") == 0)
    }

    @Test func `of several files those before the other one are kept, and it is said which to leave out`() throws {
        let store = try TestStore.ofFleet(.sqlite)
        let folder = try TemporaryFolder()
        let good = try folder.write("reports.ndjson", MisplacedInputTests.report)
        let other = try folder.write("stream.ndjson", MisplacedInputTests.metrics[0])
        let answer = Transcript("ingest reports \(good) \(other)", store: store)
        #expect(answer.code == .badInput)
        #expect(
            answer.errors == """
                chatfleet: this looks like server metrics, not like client reports; dealt with before that, and kept: 1 report in 1 batch
                  at: \(other)
                  next: chatfleet ingest metrics \(other); leave it out here and run the command again: it skips what is there and goes on

                """)
    }

    @Test func `a file that begins otherwise is read, and each of its records refused or taken`() throws {
        let store = try TestStore.ofFleet(.sqlite)
        let mixed = Transcript(
            "ingest reports - --format json", store: store, input: MisplacedInputTests.stream + "\n" + MisplacedInputTests.report)
        #expect(mixed.code == .partial && mixed.output.contains("\"accepted\":1,"), "\(mixed.output)")
        let poor = Transcript("ingest reports -", store: store, input: "{\"install_id\":\"null\"}\n")
        #expect(poor.code == .partial)
        #expect(Transcript("ingest metrics -", store: store, input: "{\"what\":1}\n").code == .partial)
    }
}
