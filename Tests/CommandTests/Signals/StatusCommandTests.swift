import CommandLine
import Database
import FleetCore
import Foundation
import Health
import QueryCatalog
import TestSupport
import Testing

@testable import Commands

/// What `status` says of simulated fleets and servers at the end of their window.
@Suite struct StatusCommandTests {
    private static let end = "--at 2026-09-15T12:00:00Z"
    /// Made once: the reports of a healthy fleet, in a store that tests copy.
    private static let fleet = Transcript("simulate fleet --installs 300 --days 14").output

    private func store(_ scenario: String, reports: Bool = true, engine: Engine = .sqlite, hours: Int = 3) throws -> TestStore {
        let store = try TestStore(engine)
        _ = try store.open(fleetSchema(engine))
        if reports {
            let taken = Transcript("ingest reports -", store: store, input: StatusCommandTests.fleet)
            #expect(taken.code == .partial)
        }
        let made = Transcript("simulate metrics --hours \(hours) --scenario \(scenario)")
        let taken = Transcript("ingest metrics -", store: store, input: made.output)
        #expect(taken.code == .success, "\(taken.errors)")
        return store
    }

    @Test(arguments: bothEngines)
    func `a healthy fleet with healthy servers is well, and says so in a line`(engine: Engine) throws {
        let store = try store("healthy", engine: engine)
        let status = Transcript("status", StatusCommandTests.end, store: store)
        #expect(status.code == .success, "\(status.output)")
        let summary = status.output.split(separator: "\n").dropFirst().first ?? ""
        let count = summary.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }.last ?? 0
        #expect(count >= 45)
        #expect(
            status.output == """
                Status at 2026-09-15T12:00:00Z
                ✓ \(count) well

                \(count) signals well; chatfleet status --all --at 2026-09-15T12:00:00Z shows them

                """)
        #expect(status.errors == "")
    }

    @Test(arguments: [80, 60])
    func `an outage says what, over what, since when, for whom, and what to do`(width: Int) throws {
        let store = try store("push-outage", reports: false)
        let status = Transcript("status", StatusCommandTests.end, store: store, isTerminal: true, width: width)
        #expect(status.code == .badAnswer)
        let plain = status.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        // A command to paste stays in one piece.
        for line in plain.split(separator: "\n") where !line.contains("→ chatfleet") {
            #expect(line.count <= width, "\(line)")
        }
        let words = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("✗ page push_failures 4"))
        #expect(words.contains("% of 1,919,535 in 10 min, over 10 %, since 11:20 UTC, 40 min ago provider FCM, error code UNAV"))
        #expect(words.contains("→ chatfleet runbook push-outage"))
        // No report ever came: that is unknown, and a page beats it.
        #expect(words.contains("? unknown no data"))
        #expect(words.contains("crash_free_days"))
    }

    @Test(arguments: [
        ("one-worker", "push_failures", "page", "worker w-3", "push-outage"),
        ("throttle", "mailbox_write_throttles", "page", "", ""),
        ("lag", "iterator_age", "page", "stream name sync-log-events", ""),
        ("dead-letters", "dead_letters", "page", "stream fan-out", ""),
        ("push-uncoalesced", "push_coalescing", "page", "", "push-outage"),
    ])
    func `each fault of the servers shows in its signal, with its slice and runbook`(
        scenario: String, signal: String, level: String, slice: String, runbook: String
    ) throws {
        let store = try store(scenario, reports: false)
        let status = Transcript("status --format json", StatusCommandTests.end, store: store)
        #expect(status.code == .badAnswer)
        let rows = try #require(
            (JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any])?["rows"] as? [[String: Any]])
        let row = try #require(rows.first { $0["signal"] as? String == signal })
        #expect(row["level"] as? String == level)
        #expect((row["slice"] as? String ?? "").hasPrefix(slice), "\(row)")
        #expect(row["runbook"] as? String ?? "" == runbook)
        #expect(row["since"] as? String == "2026-09-15T11:20:00Z")
    }

    @Test func `servers that fell silent are unknown, with how old their last word is`() throws {
        let store = try store("healthy", reports: false)
        let status = Transcript("status --at 2026-09-15T12:43:00Z", store: store)
        #expect(status.output.contains("? unknown  stale: 43 min old\n    account_write_units, apns_throttles,"))
        // The toolkit's own freshness says it as a level.
        #expect(
            status.output.contains(
                "✗ watch  metric_freshness\n    44 min, over 15 min, too old since 12:14 UTC, 29 min ago\n    How old is the newest "
            ),
            "\(status.output)")
        // What to type, and how to see whether the source itself is silent.
        for words in [
            "    → chatfleet ingest cloudwatch --since 6h  # fetch what is missing\n",
            "    → aws cloudwatch list-metrics --namespace Chat/Push --recently-active PT3H  # does the source have newer points\n",
            "    → chatfleet doctor  # what is not reachable, or behind\n",
        ] { #expect(status.output.contains(words), "\(status.output)") }
        let later = Transcript("status --at 2026-09-15T12:50:00Z", store: store).output
        #expect(later.contains("✗ watch  metric_freshness\n    51 min, over 15 min, too old since 12:14 UTC, 36 min ago"))
        #expect(status.code == .badAnswer)
    }

    @Test func `an empty store is unknown throughout`() throws {
        let store = try TestStore(.sqlite)
        _ = try store.open(fleetSchema(.sqlite))
        let status = Transcript("status", store: store)
        #expect(status.code == .unknown)
        #expect(status.output.contains("? unknown  no data"))
        #expect(!status.output.contains("well"))
    }

    @Test func `what a fleet says otherwise counts, and mistakes in it have line and column`() throws {
        let store = try store("throttle", reports: false)
        let folder = try TemporaryFolder()
        func levels(_ text: String) throws -> String {
            let path = folder.path + "/levels.json"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }
        let raised = try levels(
            """
            {"signals": {"mailbox_write_throttles": {"watch": "> 30000", "page": "> 90000"},
             "table_write_units": {"off": "on demand"}}}
            """)
        let status = Transcript("status", StatusCommandTests.end, "--levels", raised, store: store)
        #expect(status.code == .unknown, "\(status.output)")
        #expect(status.output.contains("Off in this fleet: table_write_units (on demand)"))
        let wrong = try levels(
            """
            {"signals": {
              "fcm_qouta": {"watch": "> 1"},
              "fcm_quota": {"watch": "above 5"},
              "open_sockets": {"page": "> 3 times usual"}
            }}
            """)
        let refused = Transcript("status --levels", wrong, store: store)
        #expect(refused.code == .badInput)
        #expect(
            refused.errors.contains(
                "levels.json:2:3 signals.fcm_qouta: no member of this name is known (did you mean fcm_quota?)"))
        #expect(refused.errors.contains("levels.json:3:26 signals.fcm_quota.watch: \"above 5\" is no level"))
        #expect(refused.errors.contains("levels.json:4:28 signals.open_sockets.page: open_sockets is bad below its level"))
        #expect(refused.errors.contains("3 errors in the file of levels"))
        let untrue = try levels(
            """
            {"signals": {
              "fcm_quota": {"watch": "> 960000"},
              "open_sockets": {"watch": "< 0.5 times usual", "page": "< 0.6 times usual"},
              "iterator_age": {"off": " "},
              "dead_letters": {"off": "a\\u001b[2J"},
              "push_failures": {"watch": "> 0.1", "page": "> 0.1"}
            }}
            """)
        let order = Transcript("status --levels", untrue, store: store)
        #expect(order.code == .badInput)
        for words in [
            "levels.json:2:26 signals.fcm_quota.watch: fcm_quota would page over 570,000 messages/min and watch over 960,000 ",
            "levels.json:3:58 signals.open_sockets.page: open_sockets would page under 0.6 times usual and watch under 0.5 times",
            "levels.json:4:27 signals.iterator_age.off: the reason is empty: say why",
            "levels.json:5:27 signals.dead_letters.off: the reason holds control characters: a\\u{1b}[2J",
        ] {
            #expect(order.errors.contains(words), "\(order.errors)")
        }
        #expect(order.errors.contains("4 errors in the file of levels"))
    }

    @Test func `what is silenced is shown and counts for nothing, what is acknowledged counts`() throws {
        let store = try store("dead-letters", reports: false)
        // The clock of a transcript is later than the metrics: they are silenced for 30 days at most, so look from there.
        #expect(Transcript("signals silence dead-letters --for 2h --reason replay --by ana", store: store).code == .success)
        func later(_ words: String) throws -> Transcript {
            Transcript(words, store: store, now: try #require(Instant("2026-09-22T14:00:00Z")))
        }
        let shown = try later("status --at 2026-09-22T12:10:00Z")
        #expect(
            shown.output.contains(
                "Silenced\n? dead_letters  unknown, no data\n    silenced until 2026-09-22T14:00:00Z by ana: replay"))
        let after = try later("status --at 2026-09-22T14:00:00Z")
        #expect(!after.output.contains("Silenced"))
        #expect(Transcript("signals silence dead_letters --lift --by ana", store: store).code == .success)
        #expect(try !later("status --at 2026-09-22T12:10:00Z").output.contains("Silenced"))
        #expect(Transcript("signals ack dead_letters --for 1h --reason pager --by bo", store: store).code == .success)
        let list = try later("signals show dead_letters --at 2026-09-22T12:30:00Z")
        #expect(list.output.contains("acknowledged until 2026-09-22T13:00:00Z by bo: pager"))
        for (words, what) in [
            ("signals ack dead_letters --reason x", "it needs an end"),
            ("signals ack dead_letters --for 1h", "it needs a reason"),
            ("signals ack dead_letters --for 31d --reason x", "is not within the next 30 days"),
            ("signals ack dead_lettres --for 1h --reason x", "there is no signal dead_lettres"),
        ] {
            let refused = Transcript(words, store: store)
            #expect(refused.code == .usage)
            #expect(refused.errors.contains(what), "\(refused.errors)")
        }
    }

    @Test func `a signal that is added as a file appears everywhere by itself`() throws {
        let folder = try TemporaryFolder()
        let queries = folder.path + "/Queries"
        try FileManager.default.copyItem(atPath: repositoryRoot + "/Queries", toPath: queries)
        let sql = try String(contentsOfFile: queries + "/signals/push_queue_depth.sql", encoding: .utf8)
            .replacing("-- push_queue_depth\n", with: "-- conversations_waiting\n")
            .replacing("'QueueDepth'", with: "'QueuedConversations'")
        try sql.write(toFile: queries + "/signals/conversations_waiting.sql", atomically: true, encoding: .utf8)
        let store = try store("push-outage", reports: false)
        let own = ["CHATFLEET_QUERIES": queries]
        #expect(Transcript("signals list", environment: own).output.contains("conversations_waiting"))
        #expect(
            Transcript("status", StatusCommandTests.end, store: store, environment: own).output.contains(
                "✗ watch  conversations_waiting\n"))
        #expect(
            Transcript("signals show conversations-waiting", StatusCommandTests.end, store: store, environment: own).code
                == .badAnswer)
        #expect(Transcript("queries list conversations_waiting", environment: own).code == .success)
        #expect(!Transcript("signals list").output.contains("conversations_waiting"))
    }

    @Test func `the fleet's own names are tied to ours`() throws {
        let store = try TestStore(.sqlite)
        let lines = (0..<20).map { minute in
            let at = 1_789_473_600 - 1200 + minute * 60
            return """
                {"metric_stream_name":"s","account_id":"1","region":"r","namespace":"acme","metric_name":"queue","dimensions":{},\
                "timestamp":\(at)000,"value":{"max":60000,"min":1,"sum":60001,"count":2},"unit":"Count"}
                """
        }
        let taken = Transcript("ingest metrics -", store: store, input: lines.joined(separator: "\n") + "\n")
        #expect(taken.code == .success, "\(taken.errors)")
        #expect(Transcript("signals map", store: store).output.contains("nothing: no signal reads it"))
        #expect(Transcript("signals map acme:queue --as Chat/Push:QueueDepth", store: store).code == .success)
        let shown = Transcript("signals show push_queue_depth", StatusCommandTests.end, store: store)
        #expect(shown.output.contains("watch: 60,000 pushes, over 50,000 pushes, since before"))
        let wrong = Transcript("signals map acme:queue --as Chat/Push:QueueDeth", store: store)
        #expect(wrong.code == .usage)
        #expect(wrong.errors.contains("did you mean Chat/Push:QueueDepth?"))
        let depth = ["acme:queue", "--as", "Chat/Push:QueueDepth"]
        for (words, what) in [
            (depth + ["--dimension", "a=Provider", "--dimension", "a=Worker"], "a twice"),
            (depth + ["--dimension", "a=Worker", "--dimension", "b=Worker"], "Worker twice"),
            (["acme:qu\u{1B}[2Jeue"] + depth[1...], "the metric's name holds control characters: acme:qu\\u{1b}[2J"),
            (depth + ["--dimension", "a\u{1B}=Worker"], "--dimension holds control characters"),
            (["acme:" + String(repeating: "q", count: 1025)] + depth[1...], "is longer than 1024 bytes"),
        ] {
            let refused = Transcript("signals map", exactly: words, store: store)
            #expect(refused.code == .usage && refused.output == "", "\(refused.errors)")
            #expect(refused.errors.contains(what) && !refused.errors.contains("\u{1B}"), "\(refused.errors)")
        }
        // What was written before names were looked at.
        try store.open().execute("insert into metric_name_map values ('a', 'b\u{1B}[2J', 'Chat/Push', 'SendAttempts')")
        for format in ["csv", "json", "table", "markdown"] {
            let listed = Transcript("signals map --format \(format)", store: store)
            #expect(listed.code == .success && !listed.output.contains("\u{1B}"), "\(listed.output)")
        }
        #expect(Transcript("signals map acme:queue --remove", store: store).code == .success)
        #expect(Transcript("signals show push_queue_depth", StatusCommandTests.end, store: store).code == .unknown)
    }

    @Test func `what a signal sends to next is a command line that the parser takes`() throws {
        var calls = 0
        for signal in try Signals.all(in: QueryCatalog(directory: repositoryRoot + "/Queries")) {
            for (line, purpose) in signal.next where line.hasPrefix("chatfleet ") {
                let words = Array(EveryCommandTests.words(line).dropFirst())
                #expect(throws: Never.self, "\(line)") { _ = try registry.parse(words) }
                #expect(!purpose.isEmpty)
                calls += 1
            }
        }
        #expect(calls == 6)
    }
}
