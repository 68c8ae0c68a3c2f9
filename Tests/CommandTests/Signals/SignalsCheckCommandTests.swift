import Database
import FleetCore
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct SignalsCheckCommandTests {
    private static let during = "--at 2026-09-15T12:00:00Z"
    private static let before = "--at 2026-09-15T11:00:00Z"

    private func outage() throws -> TestStore {
        let store = try TestStore(.sqlite)
        _ = try store.open(fleetSchema(.sqlite))
        let made = Transcript("simulate metrics --hours 3 --scenario dead-letters")
        #expect(Transcript("ingest metrics -", store: store, input: made.output).code == .success)
        return store
    }

    @Test func `what changed is posted once, and again when it is well`() throws {
        let store = try outage()
        let bodies = Mutex<[String]>([])
        let server = try LoopbackServer { request in
            bodies.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
            return .reply(200)
        }
        let url = "http://127.0.0.1:\(server.port)/hook/T0P-S3CR3T"
        func check(_ words: String) -> Transcript { Transcript("signals check --webhook", url, words, store: store) }
        // Nothing was wrong before: what is unknown is not told of unless asked.
        #expect(check(SignalsCheckCommandTests.before).errors == "nothing to tell\n")
        let first = check(SignalsCheckCommandTests.during)
        #expect(first.code == .badAnswer)
        #expect(first.errors == "told of dead_letters\n")
        #expect(check("--at 2026-09-15T12:05:00Z").errors == "nothing to tell\n")
        let well = Transcript("simulate metrics --hours 3 --end 2026-09-15T15:00:00Z")
        #expect(Transcript("ingest metrics -", store: store, input: well.output).code == .success)
        #expect(check("--at 2026-09-15T14:00:00Z").errors == "told of dead_letters\n")
        let posted = bodies.withLock { $0 }
        #expect(posted.count == 2)
        let told = try #require(JSONSerialization.jsonObject(with: Data(posted[0].utf8)) as? [String: Any])
        let signal = try #require((told["signals"] as? [[String: Any]])?.first)
        #expect(signal["signal"] as? String == "dead_letters")
        #expect(signal["level"] as? String == "page")
        #expect(signal["is_resolved"] as? Bool == false)
        #expect(signal["since"] as? String == "2026-09-15T11:20:00Z")
        #expect(posted[1].contains(#""is_resolved":true"#))
        for output in [first.output, first.errors] + posted { #expect(!output.contains("S3CR3T")) }
    }

    @Test func `the shapes are those of their receivers`() throws {
        let store = try outage()
        let bodies = Mutex<[Data]>([])
        let server = try LoopbackServer { request in
            bodies.withLock { $0.append(Data(request.body)) }
            return .reply(200)
        }
        for shape in ["slack", "alertmanager", "alertmanager"] {
            let run = Transcript(
                "signals check --shape", shape, SignalsCheckCommandTests.during, store: store,
                environment: ["CHATFLEET_WEBHOOK": "http://127.0.0.1:\(server.port)/"])
            #expect(run.code == .badAnswer)
        }
        // Alertmanager forgets: it is told each time.
        let found = try bodies.withLock { $0 }.map { try JSONSerialization.jsonObject(with: $0) }
        #expect(found.count == 3)
        let text = try #require((found[0] as? [String: Any])?["text"] as? String)
        #expect(text.hasPrefix("✗ dead_letters (page): "))
        #expect(text.contains("over 25 records, since 11:20 UTC, 40 min ago; stream fan-out: 100 % of it"))
        let alert = try #require((found[1] as? [[String: Any]])?.first)
        #expect(alert["labels"] as? [String: String] == ["alertname": "ChatfleetSignal", "signal": "dead_letters"])
        #expect(alert["startsAt"] as? String == "2026-09-15T11:20:00Z")
        #expect(alert["endsAt"] == nil)
    }

    @Test func `a receiver that refuses is 69 without its address, and the next run makes up for it`() throws {
        let store = try outage()
        let status = Mutex(500)
        let server = try LoopbackServer { _ in .reply(status.withLock { $0 }) }
        let url = "http://127.0.0.1:\(server.port)/hook/T0P-S3CR3T?key=S3CR3T"
        status.withLock { $0 = 404 }
        let refused = Transcript("signals check --webhook", url, SignalsCheckCommandTests.during, store: store)
        #expect(refused.code == .unavailable)
        #expect(refused.errors.contains("the webhook answered with status 404\n  at: the webhook at 127.0.0.1\n"))
        #expect(!refused.errors.contains("S3CR3T"))
        status.withLock { $0 = 204 }
        #expect(
            Transcript("signals check --webhook", url, SignalsCheckCommandTests.during, store: store).errors
                == "told of dead_letters\n")
        for (url, what) in [
            ("http://hooks.example/S3CR3T", "is not https"),
            ("ftp://hooks.example/S3CR3T", "--webhook holds no address to post to"),
        ] {
            let wrong = Transcript("signals check --webhook", url, store: store)
            #expect(wrong.code == .usage)
            #expect(wrong.errors.contains(what) && !wrong.errors.contains("S3CR3T"), "\(wrong.errors)")
        }
        #expect(Transcript("signals check", store: store).errors.contains("there is no address to post to"))
        for (url, what) in [
            ("http://hooks.example/S3CR3T", "the address in CHATFLEET_WEBHOOK is not https"),
            ("hooks.example/S3CR3T", "CHATFLEET_WEBHOOK holds no address to post to"),
        ] {
            let wrong = Transcript("signals check", store: store, environment: ["CHATFLEET_WEBHOOK": url])
            #expect(wrong.code == .usage)
            #expect(wrong.errors.contains(what) && !wrong.errors.contains("S3CR3T"), "\(wrong.errors)")
        }
    }

    @Test func `a receiver that says nothing is waited for ten seconds, and the next run makes up for it`() throws {
        let store = try outage()
        let isSilent = Mutex(true)
        let server = try LoopbackServer { _ in isSilent.withLock { $0 } ? .silence(seconds: 30) : .reply(200) }
        let url = "http://127.0.0.1:\(server.port)/hook/T0P-S3CR3T"
        let start = ContinuousClock.now
        let silent = Transcript("signals check --webhook", url, SignalsCheckCommandTests.during, store: store)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        #expect(silent.code == .unavailable)
        #expect(silent.errors.contains("the webhook did not take it within 10 s"), "\(silent.errors)")
        #expect((9...14).contains(seconds), "\(seconds)")
        #expect(!silent.errors.contains("S3CR3T"))
        isSilent.withLock { $0 = false }
        let told = Transcript("signals check --webhook", url, SignalsCheckCommandTests.during, store: store)
        #expect(told.errors == "told of dead_letters\n")
    }

    @Test func `one Ctrl-C ends a post, and says nothing of the address`() throws {
        let store = try outage()
        let server = try LoopbackServer { _ in .silence(seconds: 30) }
        let run = try ProgramRun(
            "signals check \(SignalsCheckCommandTests.during) --webhook http://127.0.0.1:\(server.port)/hook/T0P-S3CR3T",
            store: store.environmentText)
        let deadline = Date().addingTimeInterval(60)
        while server.requests.isEmpty, Date() < deadline { usleep(20_000) }
        let start = Date()
        run.send(SIGINT)
        #expect(run.finish() == ExitCode.interrupted.rawValue)
        #expect(Date().timeIntervalSince(start) < 3)
        #expect(run.errors == "chatfleet: interrupted\n  at: the webhook at 127.0.0.1\n")
        #expect(run.output == "")
    }

    @Test func `what could not be kept as told is not posted`() throws {
        let store = try outage()
        let database = try store.open(fleetSchema(.sqlite))
        // Reads as ever, and takes no writes.
        try database.executeScript(
            "drop table signal_told; create view signal_told as select '' as signal, '' as level, 0 as told_epoch where 1 = 0;")
        let server = try LoopbackServer { _ in .reply(200) }
        let url = "http://127.0.0.1:\(server.port)/"
        let answer = Transcript("signals check --webhook", url, SignalsCheckCommandTests.during, store: store)
        #expect(answer.code == .failure, "\(answer.errors)")
        #expect(server.requests.isEmpty)
    }

    @Test func `what is exported is Prometheus text, whole in a file`() throws {
        let store = try outage()
        let export = Transcript("signals export", SignalsCheckCommandTests.during, store: store)
        #expect(export.code == .success)
        let lines = export.output.split(separator: "\n").map(String.init)
        #expect(lines.contains(#"chatfleet_signal_level{signal="dead_letters",runbook=""} 2"#))
        #expect(lines.contains(#"chatfleet_signal_level{signal="push_failures",runbook="push-outage"} 0"#))
        #expect(lines.contains(#"chatfleet_signal_level{signal="crash_free_days",runbook="rollout-halt"} -1"#))
        #expect(lines.contains(#"chatfleet_signal_limit{signal="dead_letters",level="page"} 25"#))
        #expect(lines.contains(#"chatfleet_signal_since_timestamp_seconds{signal="dead_letters"} 1789471200"#))
        #expect(lines.contains("chatfleet_signals_evaluated_timestamp_seconds 1789473600"))
        #expect(lines.contains { $0.hasPrefix(#"chatfleet_signal_burn_rate{signal="sync_availability",window="1h"} 0."#) })
        // No value where there is none.
        #expect(!lines.contains { $0.hasPrefix(#"chatfleet_signal_value{signal="crash_free_days""#) })
        let sample = /[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[0-9.e-]+/
        for line in lines where !line.hasPrefix("# ") { #expect(line.wholeMatch(of: sample) != nil, "\(line)") }
        #expect(Set(lines).count == lines.count)
        let folder = try TemporaryFolder()
        let file = folder.file("chatfleet.prom")
        #expect(Transcript("signals export --to", file, SignalsCheckCommandTests.during, store: store).output == "")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == export.output)
        #expect(Transcript("signals export --to", folder.path + "/", store: store).code == .usage)
        #expect(Transcript("signals export --to -", SignalsCheckCommandTests.during, store: store).output == export.output)
        let device = Transcript("signals export --to /dev/null", SignalsCheckCommandTests.during, store: store)
        #expect(device.code == .badInput && device.errors.contains("leave --to out to print it"), "\(device.errors)")
    }
}
