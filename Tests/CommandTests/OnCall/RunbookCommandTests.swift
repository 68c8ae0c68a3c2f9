import CommandLine
import Database
import FleetCore
import TestSupport
import Testing

@testable import Commands

/// Each branch of each procedure is reached by an incident that is simulated, taken in and asked about like a real one.
@Suite struct RunbookCommandTests {
    static let end = SimulatedStores.end

    private static func stored(_ engine: Engine, metrics: String?, fleet: String? = nil, installs: Int = 900) throws -> TestStore
    {
        try SimulatedStores.store(
            engine, SimulatedStores.Contents(fleet: fleet, installs: fleet == nil ? 0 : installs, metrics: metrics))
    }

    /// The branches that the answer names, and its exit status.
    private func branches(_ runbook: String, _ store: TestStore, at: String = RunbookCommandTests.end) -> (String, ExitCode) {
        let run = Transcript("runbook \(runbook) --at \(at) --format json", store: store)
        let named = run.output.firstMatch(of: #/"branches":"([^"]*)"/#).map { String($0.1) }
        return (named ?? "none: \(run.errors)", run.code)
    }

    /// Every line that begins with the program's name is one that the parser takes.
    private func expectCommandsParse(_ runbook: String, _ store: TestStore) throws {
        let text = Transcript("runbook \(runbook) --at \(RunbookCommandTests.end)", store: store).output
        var calls = 0
        for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) where line.hasPrefix("chatfleet ") {
            let words = EveryCommandTests.words(String(line)).dropFirst().map { $0.filter { $0 != "'" } }
            #expect(throws: Never.self, "\(line)") { _ = try registry.parse(Array(words)) }
            calls += 1
        }
        #expect(calls > 0)
    }

    // MARK: push-outage

    @Test(arguments: [
        ("push-outage", "provider"), ("one-worker", "one-worker"), ("push-credentials", "credentials"),
        ("push-uncoalesced", "provider,uncoalesced"), ("push-recovery", "recovery"),
    ])
    func `each fault of the push workers leads to its branch`(scenario: String, branch: String) throws {
        let store = try RunbookCommandTests.stored(.sqlite, metrics: scenario)
        #expect(branches("push-outage", store) == (branch, .badAnswer))
        try expectCommandsParse("push-outage", store)
        let text = Transcript("runbook push-outage --at \(RunbookCommandTests.end)", store: store).output
        // Whatever it is, nobody is told to add workers.
        #expect(!text.contains("\n  aws ecs update-service --cluster chat --service push-workers --desired-count"))
        #expect(text.contains("--force-new-deployment") == (branch == "one-worker"))
        #expect(text.contains("since 2026-09-15T11:20:00Z") || branch == "recovery")
    }

    @Test(arguments: ["throttle", "lag", "dead-letters", "healthy"])
    func `what is not the push workers' fault leads to no branch`(scenario: String) throws {
        let store = try RunbookCommandTests.stored(.sqlite, metrics: scenario)
        #expect(branches("push-outage", store) == ("", .success))
    }

    @Test func `no metrics, or old ones, are unknown and not sound`() throws {
        let empty = try RunbookCommandTests.stored(.sqlite, metrics: nil)
        #expect(branches("push-outage", empty) == ("", .unknown))
        let store = try RunbookCommandTests.stored(.sqlite, metrics: "push-outage")
        // Metrics that come twelve minutes late still show the outage.
        #expect(branches("push-outage", store, at: "2026-09-15T12:12:00Z") == ("provider", .badAnswer))
        // An hour later nothing newer is there.
        #expect(branches("push-outage", store, at: "2026-09-15T13:00:00Z") == ("", .unknown))
        let text = Transcript("runbook push-outage --at 2026-09-15T13:00:00Z", store: store).output
        #expect(text.contains("unknown: the newest metric of the push workers is of 2026-09-15T11:59:00Z"))
        #expect(text.contains("? not known  FCM fails: ") && !text.contains("● yes") && !text.contains("○ no "), "\(text)")
    }

    @Test(arguments: bothEngines)
    func `the answer reads the same on both engines, in a terminal and in the channel`(engine: Engine) throws {
        let store = try RunbookCommandTests.stored(engine, metrics: "push-outage")
        let terminal = Transcript(
            "runbook push-outage --at \(RunbookCommandTests.end)", store: store, environment: ["NO_COLOR": "1"], isTerminal: true,
            width: 80)
        #expect(terminal.output.hasPrefix(pushOutage80), "\(terminal.output)")
        let markdown = Transcript("runbook push-outage --at \(RunbookCommandTests.end) --format markdown", store: store).output
        #expect(markdown.hasPrefix("## push-outage: A push provider fails\n\n- at: 2026-09-15T12:00:00Z\n- called for: ● yes\n"))
        #expect(markdown.contains("```sh\n# the design's playbook, chat 1\naws cloudwatch get-metric-statistics"))
    }

    @Test func `a narrow terminal keeps its lines, but for commands, which are never cut`() throws {
        let store = try RunbookCommandTests.stored(.sqlite, metrics: "push-outage")
        let narrow = Transcript(
            "runbook push-outage --at \(RunbookCommandTests.end)", store: store, environment: ["NO_COLOR": "1"], isTerminal: true,
            width: 60)
        for line in narrow.output.split(separator: "\n") where !line.hasPrefix("  ") || line.hasPrefix("   ") {
            #expect(line.count <= 60, "\(line)")
        }
        #expect(narrow.output.contains("Name=Provider,Value=FCM --statistics Sum --period 60 --start-time 2026-09-15T10:50:00Z"))
    }

    // MARK: decrypt-spike

    @Test(arguments: [
        ("version-decrypt", 900, "version", "it is 8.14.0"), ("decrypt-spike", 1_500, "version", "it is 8.13.2 on ios"),
        ("prekey-fault", 900, "key-directory", "prekey has"), ("key-changes", 900, "key-changes", "4 devices are the peer of"),
    ])
    func `each kind of spike leads to its branch`(scenario: String, installs: Int, branch: String, words: String) throws {
        let store = try RunbookCommandTests.stored(.sqlite, metrics: scenario, fleet: scenario, installs: installs)
        #expect(branches("decrypt-spike", store) == (branch, .badAnswer))
        try expectCommandsParse("decrypt-spike", store)
        let text = Transcript("runbook decrypt-spike --at \(RunbookCommandTests.end)", store: store).output
        #expect(text.contains(words), "\(text)")
        #expect(text.contains("since       2026-09-13T1"), "\(text)")
    }

    /// The second step's lines, up to the third.
    private func second(_ store: TestStore, _ runbook: String = "decrypt-spike") -> String {
        let text = Transcript("runbook \(runbook) --at \(RunbookCommandTests.end)", store: store).output
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { !$0.hasPrefix("2. ") }.prefix { !$0.hasPrefix("3. ") }.joined(separator: "\n")
    }

    @Test(arguments: bothEngines)
    func `a version that most have had for long is not to be halted, but turned off or fixed`(engine: Engine) throws {
        let store = try RunbookCommandTests.stored(engine, metrics: nil, fleet: "decrypt-spike", installs: 1_500)
        let adopted = second(store)
        #expect(adopted.hasPrefix("2. One version: turn the feature off, or fix it; its rollout is over\n"), "\(adopted)")
        let share = "50.93 % of installs active on ios have it, 74.79 % on 2026-09-07"
        #expect(adopted.contains("○ no     its rollout on ios goes on: nobody recorded it; \(share)\n"), "\(adopted)")
        #expect(adopted.contains("A halt does nothing here: the rollout of 8.13.2 is over, and who has it keeps it."))
        let offers = adopted.split(separator: "\n").filter { $0.hasPrefix("  chatfleet ") }.map(String.init)
        #expect(
            offers == [
                "  chatfleet flags history",
                "  chatfleet rollout record start FIX --platform ios --percent 1 --reason 'fix of 8.13.2'",
            ], "\(adopted)")
        // What people wrote down is known better than who has it shows.
        func record(_ words: String) throws {
            let done = Transcript("rollout record \(words) --platform ios --reason x --by ana", store: store)
            #expect(done.code == .success, "\(done.errors)")
            try store.open().execute("update rollout_event set recorded_epoch = at_epoch")
        }
        try record("stage 8.13.2 --percent 80 --at 2026-09-10T08:00:00Z")
        let running = second(store)
        #expect(running.contains("● yes    its rollout on ios goes on: running at 80 % since 2026-09-10T08:00:00Z; 50.93 %"))
        let first = running.split(separator: "\n").first { $0.hasPrefix("  chatfleet ") } ?? ""
        #expect(first.hasPrefix("  chatfleet rollout record halt 8.13.2 --platform ios"), "\(running)")
        #expect(running.contains("Pause the phased release in App Store Connect. A halt is no rollback"), "\(running)")
        try record("complete 8.13.2 --at 2026-09-12T08:00:00Z")
        #expect(second(store).contains("○ no     its rollout on ios goes on: complete since 2026-09-12T08:00:00Z; 50.93 %"))
        #expect(second(store).contains("A halt does nothing here"))
    }

    @Test func `a version that is being rolled out is to be halted first`() throws {
        let store = try RunbookCommandTests.stored(
            .sqlite, metrics: "version-decrypt", fleet: "version-decrypt", installs: 900)
        let step = second(store)
        #expect(step.hasPrefix("2. One version: halt its rollout, or turn the feature off\n"), "\(step)")
        #expect(step.contains("● yes    its rollout on ") && !step.contains("does nothing"), "\(step)")
        let first = step.split(separator: "\n").first { $0.hasPrefix("  chatfleet ") } ?? ""
        #expect(first.hasPrefix("  chatfleet rollout record halt 8.14.0 --platform "), "\(step)")
    }

    // MARK: rollout-halt

    @Test func `a version that everybody has is not to be halted for its crashes either`() throws {
        let days = (6..<15).flatMap { day -> [ReportedDay] in
            let day = "2026-09-\(day < 10 ? "0" : "")\(day)"
            return active(120, day, "8.13.2", "android", crashed: 6) + active(40, day, "8.12.0", "android")
        }
        let store = try TestStore(.sqlite, FleetTables(days))
        #expect(branches("rollout-halt", store) == ("", .badAnswer))
        try expectCommandsParse("rollout-halt", store)
        let text = Transcript("runbook rollout-halt --at \(RunbookCommandTests.end)", store: store).output
        #expect(text.contains("its rollout on android goes on: nobody recorded it; 100 % of installs active on android"))
        #expect(text.contains("A halt does nothing here: the rollout of 8.13.2 is over") && !text.contains("rollout record halt"))
        #expect(text.contains("the halt is recorded: there is nothing to halt"), "\(text)")
    }

    @Test(arguments: bothEngines)
    func `a bad release is to be halted, and then is`(engine: Engine) throws {
        let store = try RunbookCommandTests.stored(engine, metrics: nil, fleet: "bad-release", installs: 600)
        #expect(branches("rollout-halt", store) == ("halt", .badAnswer))
        try expectCommandsParse("rollout-halt", store)
        for words in ["start 8.14.0 --percent 1 --at 2026-09-08T08:00:00Z", "halt 8.14.0 --at 2026-09-15T11:00:00Z"] {
            #expect(
                Transcript("rollout record \(words) --platform android --reason x --by ana", store: store).code == .success)
        }
        // A week later somebody wrote it down: nobody knew it then, and who reads it now is told.
        #expect(branches("rollout-halt", store) == ("halt", .badAnswer))
        let note =
            "2 records made since then are not counted: chatfleet rollout list --version 8.14.0 --platform android."
        let then = Transcript("runbook rollout-halt --at \(RunbookCommandTests.end)", store: store)
        #expect(then.output.contains("\n\(note)\n"), "\(then.output)")
        let json = Transcript("runbook rollout-halt --at \(RunbookCommandTests.end) --format json", store: store)
        #expect(!json.output.contains("made since then") && json.errors == "chatfleet: note: \(note)\n", "\(json.errors)")
        let all = Transcript("runbook --at \(RunbookCommandTests.end)", store: store).output
        #expect(all.contains("2 records made since then are not counted: chatfleet rollout list"), "\(all)")
        #expect(!Transcript("runbook rollout-halt", store: store).output.contains("made since then"))
        #expect(!Transcript("runbook push-outage --at \(RunbookCommandTests.end)", store: store).output.contains("since then"))
        try store.open().execute("update rollout_event set recorded_epoch = at_epoch")
        #expect(branches("rollout-halt", store) == ("", .badAnswer))
        // Asked of a moment before the halt, it answers as it would have then.
        #expect(branches("rollout-halt", store, at: "2026-09-15T10:59:00Z") == ("halt", .badAnswer))
        let list = Transcript("runbook --at \(RunbookCommandTests.end)", store: store)
        #expect(list.code == .badAnswer)
        #expect(list.output.contains("8.14.0 on android crashes"))
    }

    @Test(arguments: [
        ("8.14.0;curl x|sh", "'8.14.0;curl x|sh'"), ("8.14.0'$(id)'", #"'8.14.0'\''$(id)'\'''"#),
    ])
    func `a version that is a shell's command stays one word of the commands to type`(version: String, word: String) throws {
        let days = (6..<15).flatMap { day -> [ReportedDay] in
            let day = "2026-09-\(day < 10 ? "0" : "")\(day)"
            return active(120, day, "8.13.2", "android") + active(40, day, version, "android", crashed: 4)
        }
        let store = try TestStore(.sqlite, FleetTables(days))
        let run = Transcript("runbook rollout-halt --at \(RunbookCommandTests.end)", store: store)
        #expect(run.code == .badAnswer, "\(run.output)")
        #expect(run.output.contains("chatfleet crash-free --version \(word) --platform android --by hour"), "\(run.output)")
        #expect(run.output.contains("chatfleet rollout record halt \(word) --platform android"), "\(run.output)")
        // Nowhere in a command without its quotes.
        for line in run.output.split(separator: "\n") where line.contains("chatfleet ") {
            #expect(!line.contains("--version \(version)") && !line.contains("halt \(version)"), "\(line)")
        }
    }

    private func publish(_ store: TestStore, _ folder: TemporaryFolder) throws {
        let document = """
            {"version":1,"kill":{},"flags":{"avif_images":{"default":false,"rollout_percent":50},
             "poll_posts":{"default":false,"rollout_percent":20},"new_composer":{"default":false,"rollout_percent":10}}}
            """
        let edited = try TemporaryFolder()
        for platform in ["android", "ios"] { _ = try edited.write("\(platform).json", document) }
        let state = ["HOME": folder.path]
        let published = Transcript(
            "flags publish \(edited.path) --to \(folder.path)/flags --reason first --by bo --yes", store: store,
            environment: state)
        #expect(published.code == .success, "\(published.errors)")
        // The clock of a test is a week after the simulated export.
        try store.open().execute("update flag_change set changed_epoch = 1788800000")
    }

    @Test func `a crash behind a flag is killed by the flag, and one without has no flag to kill`() throws {
        let folder = try TemporaryFolder()
        let flagged = try RunbookCommandTests.stored(.sqlite, metrics: nil, fleet: "flagged-crash", installs: 1_500)
        try publish(flagged, folder)
        #expect(branches("rollout-halt", flagged) == ("halt,kill", .badAnswer))
        try expectCommandsParse("rollout-halt", flagged)
        let text = Transcript("runbook rollout-halt --at \(RunbookCommandTests.end)", store: flagged).output
        #expect(text.contains("the flag poll_posts: "))
        #expect(text.contains("/flags/latest.json\n") && !text.contains("example-flags"), "\(text)")
        // The crash itself, and what its installs share.
        let crash = "● yes    one crash is behind it: IllegalStateException@PollCard.bind on 8 installs, the next of 2 on 1"
        #expect(text.contains(crash), "\(text)")
        #expect(text.contains("chatfleet flags kill poll_posts --platform android --reason '8.14.0 on android crashes'"))
        #expect(!text.contains("flags kill avif_images") && !text.contains("flags kill new_composer"))
        let kill = Transcript(
            "flags kill poll_posts --platform android --reason INC-311 --by ana --yes", store: flagged,
            environment: ["HOME": folder.path])
        #expect(kill.code == .success, "\(kill.errors)")
        try flagged.open().execute("update flag_change set changed_epoch = 1789400000 where kind = 'kill'")
        #expect(branches("rollout-halt", flagged) == ("halt,killed", .badAnswer))

        let unflagged = try RunbookCommandTests.stored(.sqlite, metrics: nil, fleet: "unflagged-crash", installs: 900)
        try publish(unflagged, try TemporaryFolder())
        #expect(branches("rollout-halt", unflagged) == ("halt,no-flag", .badAnswer))
        let without = Transcript("runbook rollout-halt --at \(RunbookCommandTests.end)", store: unflagged).output
        #expect(without.contains("only with flush_only_until set"))
        #expect(!without.contains("flags kill"))
    }

    @Test func `a version whose messages wait and fail is to be halted, though nothing crashes`() throws {
        let store = try RunbookCommandTests.stored(.sqlite, metrics: nil, fleet: "stuck-outbox", installs: 900)
        #expect(branches("rollout-halt", store) == ("halt", .badAnswer))
        try expectCommandsParse("rollout-halt", store)
        let text = Transcript("runbook rollout-halt --at \(RunbookCommandTests.end)", store: store).output
        #expect(text.contains("○ no     a version crashes: no version crashes more than it promises"), "\(text)")
        for signal in ["messages_failed (page): ", "queue_age (page): "] {
            #expect(text.contains("● yes    \(signal)"), "\(text)")
        }
        #expect(text.contains("it is       messages_failed (page): "))
        // Of the fault, not of the version.
        #expect(text.contains("\nsince "))
        #expect(!text.contains("out since"))
        let halt = "chatfleet rollout record halt 8.14.0 --platform android --reason 'messages_failed over its level'"
        #expect(text.contains(halt))
        #expect(text.contains("chatfleet queue-ages --version 8.14.0 --platform android"))
        // What a fleet's own levels allow calls for nothing.
        let folder = try TemporaryFolder()
        let levels = try folder.write(
            "levels.json",
            """
            {"signals": {"messages_failed": {"off": "known"}, "queue_age": {"off": "known"}, "quarantined": {"off": "known"}}}
            """)
        let allowed = Transcript("runbook rollout-halt --at \(RunbookCommandTests.end) --levels \(levels)", store: store)
        #expect(allowed.code == .success, "\(allowed.output)")
    }

    @Test func `a healthy fleet gives exit 0 and no branch`() throws {
        let store = try RunbookCommandTests.stored(.sqlite, metrics: "healthy", fleet: "healthy", installs: 900)
        for runbook in ["push-outage", "decrypt-spike", "rollout-halt"] {
            #expect(branches(runbook, store) == ("", .success), "\(runbook)")
        }
        let list = Transcript("runbook --at \(RunbookCommandTests.end)", store: store)
        #expect(list.code == .success)
        #expect(!list.output.contains("●"))
    }

    @Test func `an empty store is unknown throughout`() throws {
        let store = try RunbookCommandTests.stored(.sqlite, metrics: nil)
        let list = Transcript("runbook", store: store)
        #expect(list.code == .unknown)
        #expect(Transcript("runbook rollout-halt", store: store).code == .unknown)
        #expect(Transcript("runbook decrypt-spike", store: store).code == .unknown)
    }
}

private let pushOutage80 = """
    push-outage: A push provider fails

    at          2026-09-15T12:00:00Z
    called for  ● yes
    it is       FCM fails with UNAVAILABLE, on every worker, since
                2026-09-15T11:20:00Z
    since       2026-09-15T11:20:00Z

    1. Is it the provider?

    finding  evidence
    ○ no     APNs fails: 0.03 % of 716,517 sends in 10 min, usually 0.03 %
    ● yes    FCM fails: 75.04 % of 1,203,018 sends in 10 min, usually 0.02 %
    ○ no     only single workers fail: the worst of 4, w-1, 48.43 %; the best
             45.68 %
    ○ no     we are refused, not unheard: UNAVAILABLE 902,767

    Look at the provider's status page: firebase.google.com/support,
    developer.apple.com/system-status.

    """
