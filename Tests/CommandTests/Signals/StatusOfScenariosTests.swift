import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// What `status` says of everything that can be simulated: bad, of the slice that is, with the procedure to open.
@Suite struct StatusOfScenariosTests {
    struct Row: Decodable {
        let signal: String
        let level: String
        let slice: String?
        let since: String?
        let runbook: String?
        var isBad: Bool { level == "page" || level == "watch" }
    }

    private struct Answer: Decodable { let rows: [Row] }

    private func bad(
        _ contents: SimulatedStores.Contents, at: String = SimulatedStores.end
    ) throws -> (rows: [Row], code: ExitCode) {
        let status = Transcript("status --format json --at \(at)", store: try SimulatedStores.store(.sqlite, contents))
        let answer = try JSONDecoder().decode(Answer.self, from: Data(status.output.utf8))
        return (answer.rows.filter(\.isBad), status.code)
    }

    /// The sizes are those of ``RunbookCommandTests``: a fleet is made once for both.
    @Test(arguments: [
        ("bad-release", 600, "crash_free_days", "app version 8.14.0, platform android", "rollout-halt"),
        ("flagged-crash", 1_500, "crash_free_days", "app version 8.14.0, platform android", "rollout-halt"),
        ("unflagged-crash", 900, "crash_free_days", "app version 8.14.0, platform android", "rollout-halt"),
        ("stuck-outbox", 900, "queue_age", "app version 8.14.0, platform android", "rollout-halt"),
        ("version-decrypt", 900, "decrypt_pairs_reported", "app version 8.14.0", "decrypt-spike"),
        ("decrypt-spike", 1_500, "decrypt_pairs_reported", "restored yes", "decrypt-spike"),
        ("prekey-fault", 900, "decrypt_pairs_reported", "message type prekey", "decrypt-spike"),
        ("key-changes", 900, "decrypt_pairs_reported", "restored no", "decrypt-spike"),
    ])
    func `what is wrong with a fleet shows from its reports alone`(
        scenario: String, installs: Int, signal: String, slice: String, runbook: String
    ) throws {
        let (rows, code) = try bad(SimulatedStores.Contents(fleet: scenario, installs: installs))
        #expect(code == .badAnswer)
        #expect(rows.first?.runbook == runbook, "\(rows)")
        let row = try #require(rows.first { $0.signal == signal }, "\(rows)")
        #expect((row.slice ?? "").contains(slice), "\(row)")
    }

    @Test func `a healthy fleet with healthy servers is well`() throws {
        let (rows, code) = try bad(SimulatedStores.Contents(fleet: "healthy", installs: 900, metrics: "healthy"))
        #expect(rows.isEmpty && code == .success, "\(rows)")
    }

    /// From 14:00 of the 13th on. A day is half in at night, and more of it is in hour by hour.
    @Test(arguments: bothEngines)
    func `a fault of one version is in the status and the runbook from its first night on`(engine: Engine) throws {
        let store = try SimulatedStores.store(engine, SimulatedStores.Contents(fleet: "decrypt-spike", installs: 1_500))
        for time in ["14T00", "14T06", "14T12", "14T18", "15T00", "15T03", "15T06", "15T12"] {
            let at = "2026-09-\(time):00:00Z"
            let status = Transcript("status --format json --at \(at)", store: store)
            let rows = try JSONDecoder().decode(Answer.self, from: Data(status.output.utf8)).rows
            let row = try #require(rows.first { $0.signal == "decrypt_pairs_reported" })
            #expect(row.level == "watch" && row.since == "2026-09-13T00:00:00Z", "\(time): \(row)")
            let slice = "app version 8.13.2, platform ios, message type prekey, restored yes: "
            #expect((row.slice ?? "").hasPrefix(slice), "\(row)")
            let runbook = Transcript("runbook decrypt-spike --at \(at)", store: store)
            #expect(runbook.code == .badAnswer && runbook.output.contains("it is 8.13.2 on ios"), "\(runbook.output)")
            // The same beginning, by the hour.
            #expect(runbook.output.contains("\nsince       2026-09-13T1"), "\(runbook.output)")
        }
        let before = Transcript("runbook decrypt-spike --at 2026-09-13T12:00:00Z", store: store)
        #expect(before.code == .success, "\(before.output)")
    }

    /// A version's release and the beginning of its crashes are two things, told under two names.
    @Test func `one fault began at one time, whoever tells of it`() throws {
        let store = try SimulatedStores.store(.sqlite, SimulatedStores.Contents(fleet: "bad-release", installs: 600))
        let at = "--at 2026-09-15T03:00:00Z"
        let status = Transcript("status --format json \(at)", store: store)
        let rows = try JSONDecoder().decode(Answer.self, from: Data(status.output.utf8)).rows
        let since = try #require(rows.first { $0.signal == "crash_free_days" && $0.isBad }?.since)
        let runbook = Transcript("runbook rollout-halt --format json \(at)", store: store).output
        #expect(runbook.contains(#""since":"\#(since)","out_since":"2026-09-11T00:00:00Z""#), "\(runbook)")
        let list = Transcript("runbook --format json \(at)", store: store).output
        #expect(
            list.contains(#""runbook":"rollout-halt","called_for":"yes","since":"\#(since)","out_since":"2026-09-11T00:00:00Z""#))
        let text = Transcript("runbook rollout-halt \(at)", store: store).output
        #expect(text.contains(", since \(since.prefix(10)), out since 2026-09-11\n"), "\(text)")
        let timeline = Transcript("timeline --from 2026-09-08 --to 2026-09-15T03:00Z --format csv", store: store).output
        let row = try #require(timeline.split(whereSeparator: \.isNewline).first { $0.contains("crash_free_days: ") })
        #expect(row.hasSuffix(",\(since)") && !row.hasPrefix("2026-09-11"), "\(row)")
    }

    /// Of the night before, 25 pairs were known when that day was over: the change is there, and not at the day's beginning
    /// with what the day came to.
    @Test(arguments: bothEngines)
    func `a change is in the timeline when it could be known, as it was then, and so on the page`(engine: Engine) throws {
        let store = try SimulatedStores.store(engine, SimulatedStores.Contents(fleet: "decrypt-spike", installs: 1_500))
        let words =
            "decrypt_pairs_reported: 8.13.2 on ios: 25 pairs on 2026-09-13, over 2 times usual for so many installs, which is 11 "
            + "pairs, since 2026-09-13; app version 8.13.2, platform ios, message type prekey, restored yes: 92.00 % of it, 32 × others"
        let timeline = Transcript("timeline --from 2026-09-08 --to 2026-09-15T03:00Z --format csv", store: store).output
        let row = "2026-09-14T00:00:00Z,signal,watch,,8.13.2,ios,,,\"\(words)\",,2026-09-13T00:00:00Z"
        #expect(timeline.split(whereSeparator: \.isNewline).dropFirst().map(String.init) == [row], "\(timeline)")
        // It is what the status said, and an hour before did not.
        let status = Transcript("status --at 2026-09-14T00:00:00Z", store: store).output
        #expect(status.contains("8.13.2 on ios: 25 pairs on 2026-09-13, over 2 times usual"), "\(status)")
        let before = Transcript("status --at 2026-09-13T23:00:00Z", store: store).output
        #expect(!before.contains("✗ watch  decrypt_pairs_reported"), "\(before)")
        let page = Transcript("report --from 2026-09-08 --to 2026-09-15 --format json", store: store).output
        let told = #"{"number":null,"at":"2026-09-14T00:00:00Z","what":"signal watch","because":"\#(words)","by":null}"#
        #expect(page.contains(told), "\(page)")
    }

    /// 43 pairs of that day are of everybody, 30 of 8.13.2 on ios, for whose installs five or six are usual.
    @Test(arguments: bothEngines)
    func `a slice's value is told with whose it is, wherever it is told`(engine: Engine) throws {
        let store = try SimulatedStores.store(engine, SimulatedStores.Contents(fleet: "decrypt-spike", installs: 1_500))
        let at = "--at 2026-09-15T03:00:00Z"
        let value = "8.13.2 on ios: 30 pairs on 2026-09-14, over 2 times usual for so many installs, which is 11 pairs, since "
        for command in ["status", "signals show decrypt_pairs_reported", "runbook decrypt-spike"] {
            let told = Transcript("\(command) \(at)", store: store)
            let known =
                command.hasPrefix("runbook") ? "\nknown       reports as the store had them before 2026-09-15T03:00:00Z\n" : ""
            #expect(known.isEmpty || told.output.contains(known), "\(told.output)")
            if command.hasPrefix("runbook") {
                // 36 - 14 of 42 - 23: where others have less than usual it is no share of what is more.
                let more = "8.13.2 has 22 more than usual, all together 19 more (36 of 42 new pairs in 24 h, usually 14)\n"
                #expect(told.output.contains("● yes    one version: \(more)"), "\(told.output)")
                #expect(!told.output.contains("100 % of what"), "\(told.output)")
            }
            let words = told.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(value), "\(command): \(told.output)")
        }
        for (command, members) in [
            (
                "status",
                #""signal":"decrypt_pairs_reported","level":"watch","value":30.0,"value_of":"8.13.2 on ios","unit":"pairs","#
            ),
            ("signals show decrypt_pairs_reported", #""value":30.0,"value_of":"8.13.2 on ios","#),
            ("report", #""signal":"decrypt_pairs_reported","value":30.0,"value_of":"8.13.2 on ios","#),
        ] {
            let json = Transcript("\(command) --format json \(at)", store: store).output
            #expect(json.contains(members), "\(json)")
        }
        #expect(Transcript("status --format json \(at)", store: store).output.contains(#""value":0.0,"value_of":null"#))
        // What is well is told so, too, where it is the worst slice's.
        let all = Transcript("status --all \(at)", store: store).output
        #expect(all.contains(/✓  crash_loop_guard +0 trips\/1,000 installs  8\.[0-9.]+ on [a-z]/), "\(all)")
        let compared = Transcript("status --compare 2026-09-14T00:00:00Z \(at)", store: store).output
        #expect(compared.contains("8.13.2 on ios: "), "\(compared)")
    }

    @Test(arguments: [("decrypt-spike", 600), ("decrypt-spike", 900), ("version-decrypt", 900), ("healthy", 900)])
    func `status and runbook see the same decrypt fault, on the same version`(scenario: String, installs: Int) throws {
        let store = try SimulatedStores.store(.sqlite, SimulatedStores.Contents(fleet: scenario, installs: installs))
        for time in ["12T12", "13T22", "14T06", "14T12", "14T18", "15T00", "15T12"] {
            let at = "2026-09-\(time):00:00Z"
            let status = Transcript("status --format json --at \(at)", store: store)
            let rows = try JSONDecoder().decode(Answer.self, from: Data(status.output.utf8)).rows
            let row = try #require(rows.first { $0.signal == "decrypt_pairs_reported" })
            let runbook = Transcript("runbook decrypt-spike --at \(at)", store: store)
            #expect(runbook.code == (row.isBad ? .badAnswer : .success), "\(time): \(row) \(runbook.output)")
            guard let place = row.slice?.firstMatch(of: /^app version ([0-9.]+)(?:, platform ([a-z]+))?/) else { continue }
            let name = "\(place.1)" + (place.2.map { " on \($0)" } ?? "")
            let lines = runbook.output.split(separator: "\n").filter { $0.hasPrefix("● yes") }
            #expect(lines.contains { $0.hasSuffix(" it is \(name)") }, "\(time): \(row) \(runbook.output)")
        }
    }

    /// In each of these fleets a slice has many pairs on a few installs.
    @Test(arguments: [2, 5])
    func `healthy fleets have no decrypt failures to look at, at any hour`(seed: Int) throws {
        let store = try TestStore(.sqlite)
        _ = try store.open(fleetSchema(.sqlite))
        let made = Transcript("simulate fleet --start 2026-09-06 --days 9 --installs 900 --seed \(seed) -q")
        #expect(Transcript("ingest reports - -q", store: store, input: made.output).code == .partial)
        for time in ["12T12", "13T00", "13T18", "14T06", "14T18", "15T00", "15T06", "15T12"] {
            let status = Transcript("status --format json --at 2026-09-\(time):00:00Z", store: store)
            let rows = try JSONDecoder().decode(Answer.self, from: Data(status.output.utf8)).rows
            #expect(!rows.contains { $0.signal == "decrypt_pairs_reported" && $0.isBad }, "seed \(seed), \(time): \(rows)")
        }
    }
}
