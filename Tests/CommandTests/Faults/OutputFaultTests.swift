import Database
import FleetCore
import Glibc
import Terminal
import TestSupport
import Testing

/// The answer of a command that changes something can't be printed: it says that the thing is done, and not to do it again.
@Suite struct OutputFaultTests {
    /// Runs `words` with a full disk for its output.
    private func run(
        _ words: String, _ store: TestStore, input: String = "", environment: [String: String] = [:]
    ) throws -> Transcript {
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        return Transcript(
            words, store: store, environment: environment.merging(["USER": "ana"]) { $0 + $1 }, input: input,
            to: Terminal.OutputStream(descriptor: full, name: "standard output"))
    }

    private func words(_ done: String, shownBy command: String) -> String {
        """
        chatfleet: could not write the output: no space left on device; \(done) all the same
          at: standard output
          next: don't run it again: \(command) shows it

        """
    }

    @Test(arguments: [
        ("annotate deploy", "the note is recorded", "chatfleet timeline"),
        (
            "rollout record halt 8.14.0 --platform android --reason INC-311",
            "the halt of 8.14.0 on android is recorded", "chatfleet rollout list"
        ),
        (
            "signals silence dead_letters --for 2h --reason replay", "dead_letters is silenced", "chatfleet status --all"
        ),
        ("signals ack dead_letters --for 2h --reason seen", "dead_letters is acknowledged", "chatfleet status --all"),
        ("signals silence dead_letters --lift", "dead_letters is no longer left alone", "chatfleet status --all"),
        (
            "signals map push:sent --as Chat/Push:SendAttempts", "the mapping of push:sent is kept", "chatfleet signals map"
        ),
        ("store forget i0", "install i0 is forgotten", "chatfleet install i0"),
        ("store migrate", "the schema is brought up to date", "chatfleet store status"),
    ])
    func `what is recorded and can't be printed is recorded`(line: String, done: String, command: String) throws {
        let store = try TestStore(.sqlite, FleetTables(active(1, "2026-09-20", "8.14.0", "android")))
        let transcript = try run(line, store)
        #expect(transcript.errors.hasSuffix(words(done, shownBy: command)), "\(transcript.errors)")
        #expect(transcript.code == .failure)
    }

    @Test func `a note that could not be printed is there once`() throws {
        let store = try TestStore(.sqlite, FleetTables([]))
        _ = try run("annotate deploy", store)
        let timeline = Transcript("timeline --format csv", store: store)
        #expect(timeline.output.split(separator: "\n").filter { $0.contains("deploy") }.count == 1, "\(timeline.output)")
    }

    @Test(arguments: [
        (
            "ingest reports -",
            #"{"install_id":"i_1","app_version":"8.14.0","platform":"ios","day":"2026-09-21","health":{"sessions":1}}"#,
            "what is right of 1 report is in the store"
        ),
        ("ingest metrics - --namespace node", "node_load1 0.5\n", "what is right of 1 point is in the store"),
    ])
    func `what is taken in and can't be counted up is taken in`(line: String, input: String, done: String) throws {
        let store = try TestStore(.sqlite, FleetTables([]))
        let transcript = try run(line, store, input: input)
        #expect(transcript.errors.hasSuffix(words(done, shownBy: "chatfleet store status")), "\(transcript.errors)")
        #expect(transcript.code == .failure)
    }

    @Test func `dashboards that are written and can't be listed are written`() throws {
        let store = try TestStore(.sqlite, FleetTables([]))
        let folder = try TemporaryFolder()
        let transcript = try run("dashboards render \(folder.path)", store)
        #expect(
            transcript.errors
                == words("the dashboards are written", shownBy: "chatfleet dashboards check \(folder.path)"))
        #expect(transcript.code == .failure)
        #expect(Transcript("dashboards check \(folder.path)").code == .success)
        // Nothing was written the second time: then it may as well be run again.
        #expect(try run("dashboards render \(folder.path)", store).errors.contains("then run the command again"))
    }

    @Test(arguments: ["flags kill poll_posts", "flags rollout poll_posts 30", "flags publish edited"])
    func `flags that are published and can't be shown are published`(line: String) throws {
        let fleet = try FlagFleet()
        try fleet.edit("ios", FlagFleet.document.replacing("\"rollout_percent\": 20", with: "\"rollout_percent\": 50"))
        let transcript = try run(
            line.replacing("edited", with: fleet.edited) + " --reason INC-311 --yes", fleet.store,
            environment: ["XDG_STATE_HOME": fleet.folder.file("state")])
        #expect(
            transcript.errors.hasSuffix(words("flags version 2 is published", shownBy: "chatfleet flags history")),
            "\(transcript.errors)")
        #expect(transcript.code == .failure)
        #expect(fleet.version == 2)
    }

    @Test func `of an answer that changed nothing it is said to ask again`() throws {
        let store = try TestStore(.sqlite, FleetTables(active(1, "2026-09-20", "8.14.0", "android")))
        let transcript = try run("versions", store)
        #expect(
            transcript.errors == """
                chatfleet: could not write the output: no space left on device
                  at: standard output
                  next: make room, or send the output elsewhere, then run the command again

                """)
        #expect(transcript.code == .failure)
    }

    @Test func `an ingest that ended before its end keeps its exit status, and nobody is told not to run it again`() throws {
        let store = try TestStore(.sqlite, FleetTables([]))
        let folder = try TemporaryFolder()
        let good = try folder.write(
            "good", #"{"install_id":"i_1","app_version":"8.14.0","platform":"ios","day":"2026-09-21","health":{"sessions":1}}"#)
        let damaged = try folder.write("damaged.gz", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF])
        let transcript = try run("ingest reports \(good) \(damaged)", store)
        #expect(transcript.code == .badInput)
        #expect(transcript.errors.contains("damaged.gz"), "\(transcript.errors)")
        #expect(transcript.errors.contains("could not write the output: no space left on device\n"), "\(transcript.errors)")
        #expect(!transcript.errors.contains("don't run it again"), "\(transcript.errors)")
        #expect(try store.open().integer("select count(*) from health_daily") == 1)
    }

    @Test(arguments: bothEngines)
    func `with standard output closed nothing is printed into what is opened next`(engine: Engine) throws {
        let store = try TestStore(engine)
        _ = try store.open(fleetSchema(engine))
        let run = try ProgramRun("annotate deploy --by ana", store: store.environmentText, limits: "exec >&-")
        #expect(run.finish() == ExitCode.failure.rawValue)
        #expect(
            run.errors.hasPrefix(
                "chatfleet: could not write the output: bad file descriptor; the note is recorded all the same\n"),
            "\(run.errors)")
    }
}
