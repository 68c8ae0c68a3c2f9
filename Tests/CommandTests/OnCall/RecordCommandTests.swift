import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// It is noon of 2026-09-22.
@Suite struct RecordCommandTests {
    private func rollout(_ words: String, because reason: String = "INC-311: crashes on launch", store: TestStore) -> Transcript {
        Transcript("rollout record \(words) --by ana", exactly: ["--reason", reason], store: store)
    }

    private func filledStore(_ engine: Engine) throws -> TestStore {
        let store = try TestStore(engine)
        _ = try store.open(fleetSchema(engine))
        func expectDone(_ transcript: Transcript) { #expect(transcript.code == .success, "\(transcript.errors)") }
        expectDone(
            rollout(
                "start 8.14.0 --platform android --percent 1 --at 2026-09-20T08:00:00Z", because: "the gate said go", store: store
            ))
        expectDone(
            rollout(
                "stage 8.14.0 --platform android --percent 2.5 --at 2026-09-21T08:00:00Z", because: "a day without findings",
                store: store))
        expectDone(
            Transcript(
                "annotate --kind deploy --by bo --at 2026-09-22T09:30:00+02:00",
                exactly: ["sync-gateway 2211 went to all zones, with the new list of devices"], store: store))
        expectDone(rollout("halt 8.14.0 --platform Android --at 2026-09-22T11:00:00Z", store: store))
        return store
    }

    @Test(arguments: bothEngines)
    func `a halt is a record, and says what it does not do`(engine: Engine) throws {
        let store = try filledStore(engine)
        let again = rollout("halt 8.14.0 --platform android --at 2026-09-22T11:00:00Z", store: store)
        #expect(again.errors == "nothing to do: the store has this event already\n")
        #expect(
            again.output == """
                Recorded already: halt of 8.14.0 on android

                record   3
                at       2026-09-22T11:00:00Z
                by       ana
                because  INC-311: crashes on launch
                now      halted at 2.5 % since 2026-09-22T11:00:00Z

                This is a record, and halts nothing. Halt the staged rollout in the Play Console, if that is not done yet.
                A halt is no rollback: who has 8.14.0 keeps it. Kill the feature behind it (chatfleet flags kill NAME --platform android), and watch it arrive (chatfleet flags propagation).
                Still to do: a flag for what had none, the fix with a higher build number, and its rollout again from 1 %.

                """)
    }

    @Test(arguments: bothEngines)
    func `a halt of a version that is a known one written otherwise is refused, and counts where it is meant`(
        engine: Engine
    ) throws {
        let store = try filledStore(engine)
        let slip = rollout("halt v8.14.0 --platform android", store: store)
        #expect(slip.code == .usage && slip.output == "")
        #expect(
            slip.errors == """
                chatfleet: nothing is known of version v8.14.0: no report, and no rollout
                  at: chatfleet rollout record
                  next: did you mean 8.14.0? chatfleet rollout record halt 8.14.0 --platform android --reason 'INC-311: crashes on \
                launch' --by ana; if v8.14.0 is meant, add --new-version

                """, "\(slip.errors)")
        for line in [
            "halt V8.14.0", "halt 8.14", "stage 8.14.0.0 --percent 5", "resume 8.41.0", "complete 8.14.o", "start 8.14",
            "start v8.14.0",
        ] {
            let slip = rollout("\(line) --platform android", store: store)
            #expect(
                slip.code == .usage && slip.errors.contains("did you mean 8.14.0? chatfleet rollout record"), "\(slip.errors)")
        }
        #expect(Transcript("rollout list", store: store).output.contains("halted"))
        // A new version is begun, and halted whether anybody recorded that it began or not.
        for line in ["start 8.14.1", "start 8.41.0", "start 8.15.0-rc.1", "halt 8.13.2", "halt 8.14.0+7"] {
            #expect(rollout("\(line) --platform android", store: store).code == .success, "\(line)")
        }
        #expect(rollout("start v8.14.0 --platform android --new-version", store: store).code == .success)
        #expect(rollout("halt v8.14.0 --platform android", store: store).code == .success, "it is known by its record")
    }

    @Test func `the same in other words is another record, as the help says`() throws {
        let store = try filledStore(.sqlite)
        let halt = "halt 8.14.0 --platform android --at 2026-09-22T11:00:00Z"
        #expect(rollout(halt, store: store).output.contains("record   3\n"))
        #expect(rollout(halt, because: "INC-312", store: store).output.contains("record   4\n"))
        let help = Transcript("rollout record --help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            help.contains(
                "The same again, word for word (--percent, --reason and --by, too) and of the same --at, changes nothing; in other "
                    + "words it is another record."), "\(help)")
    }

    @Test(arguments: bothEngines)
    func `the list shows where each rollout is, and who moved it`(engine: Engine) throws {
        let store = try filledStore(engine)
        let list = Transcript("rollout list", store: store, environment: ["NO_COLOR": "1"], isTerminal: true, width: 80)
        #expect(
            list.output == """
                Staged rollouts, as recorded

                version  platform  state   percent  since                 steps
                8.14.0   android   halted    2.5 %  2026-09-22T11:00:00Z      3  ✗ halted
                (too narrow for: started)

                Who moved them

                #  at                    version  platform  step         by   because
                1  2026-09-20T08:00:00Z  8.14.0   android   start 1 %    ana  the gate said go
                2  2026-09-21T08:00:00Z  8.14.0   android   stage 2.5 %  ana  a day without
                                                                              findings
                3  2026-09-22T11:00:00Z  8.14.0   android   halt         ana  INC-311: crashes
                                                                              on launch

                """)
    }

    @Test(arguments: [60, 80])
    func `a terminal's timeline keeps its lines within it`(width: Int) throws {
        let store = try filledStore(.sqlite)
        let timeline = Transcript("timeline", store: store, environment: ["NO_COLOR": "1"], isTerminal: true, width: width)
        #expect(timeline.code == .success)
        for line in timeline.output.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
        let words = timeline.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("sync-gateway"))
    }

    @Test(arguments: bothEngines)
    func `the timeline is one order of what was done, for the review too`(engine: Engine) throws {
        let store = try filledStore(engine)
        let markdown = Transcript("timeline --from 2026-09-21 --to 2026-09-22T11:00:01Z --format markdown", store: store)
        #expect(
            markdown.output == """
                ## Who did what, and what went bad

                2026-09-21T00:00:00Z to 2026-09-22T11:00:01Z (exclusive)

                - signals: seen at 10 moments, at most 5 h 52 min apart: what was bad only in between is not here

                | at | what | about | by | why |
                | --- | --- | --- | --- | --- |
                | 2026-09-21T08:00:00Z | rollout stage 2.5 % | 8.14.0 android | ana | a day without findings |
                | 2026-09-22T07:30:00Z | deploy |  | bo | sync-gateway 2211 went to all zones, with the new list of devices |
                | 2026-09-22T11:00:00Z | rollout halt | 8.14.0 android | ana | INC-311: crashes on launch |

                """)
        let json = Transcript("timeline --from 2026-09-22T10:00:00Z --format json", store: store).output
        #expect(
            json.contains(
                #"{"at":"2026-09-22T11:00:00Z","source":"rollout","kind":"halt","flags_version":null,"app_version":"8.14.0","#
                    + #""platform":"android","percent":null,"by":"ana","words":"INC-311: crashes on launch","effect":null,"since":null}"#
            ))
        // Programs get the same in numbers: 23 and a half hours cut in four.
        let looks = Transcript("timeline --from 2026-09-21 --to 2026-09-22T11:00:01Z --format json", store: store).output
        #expect(looks.contains(#""looks":10,"widest_gap_s":21150"#), "\(looks.prefix(600))")
        let none = Transcript("timeline --to 2026-09-01", store: store)
        #expect(none.code == .success)
        #expect(none.output.contains("nothing was recorded in it; the first after it is of 2026-09-20T08:00:00Z"))
    }

    @Test(arguments: ["\u{1B}[2Jgone", "a\u{202E}b", "one\ntwo", "bell\u{7}", "a\u{85}b"])
    func `a text that would move the cursor is refused`(text: String) throws {
        let store = try TestStore(.sqlite)
        for transcript in [
            Transcript("annotate --by ana", exactly: [text], store: store),
            rollout("halt 8.14.0 --platform ios", because: text, store: store),
            Transcript("annotate note", exactly: ["--by", text], store: store),
            Transcript("annotate note", exactly: ["--version", text], store: store),
            Transcript("annotate note", exactly: ["--platform", text], store: store),
        ] {
            #expect(transcript.code == .usage)
            #expect(transcript.output == "")
            // The error itself can't carry it.
            #expect(transcript.errors.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F || $0 == "\n" })
        }
    }

    @Test func `what is stored by other means is escaped where it is shown`() throws {
        let store = try TestStore(.sqlite)
        let database = try store.open(fleetSchema(.sqlite))
        try database.execute(
            "insert into annotation values (1, 1790000000, 'note', :text, null, null, 'x', 1)", ["text": "a\u{1B}[31mb"])
        #expect(Transcript("timeline", store: store).output.contains(#"a\u{1b}[31mb"#))
    }

    @Test(arguments: [
        ("stage 8.14.0 --platform ios", "a stage needs --percent"),
        ("halt 8.14.0", "an event of a rollout needs --platform"),
        ("complete 8.14.0 --platform ios --percent 50", "a rollout that is complete is at 100 %, not at 50 %"),
        (
            "start 8.14.0 --platform ios --at 2026-09-22T12:02:00Z",
            "--at 2026-09-22T12:02:00Z is still to come: it is 2026-09-22T12:00:00Z"
        ),
        ("start 8.14.0 --platform i/s", "--platform: \"i/s\" is not a platform's name"),
        ("stage 8.14.0 --platform ios --percent 0", "is not a percentage above 0 up to 100"),
        ("stage 8.14.0 --platform ios --percent 1e1", "is not a percentage above 0 up to 100"),
    ])
    func `what can't be is refused before anything is written`(words: String, error: String) throws {
        let store = try TestStore(.sqlite)
        let transcript = rollout(words, store: store)
        #expect(transcript.code == .usage)
        #expect(transcript.errors.contains(error), "\(transcript.errors)")
        #expect(Transcript("rollout list", store: store).code == .badInput, "there is still no store")
    }

    @Test(arguments: [
        "annotate --by a", "signals silence dead_letters --for 1h --by a --reason",
        "signals ack dead_letters --for 1h --by a --reason",
        "flags kill poll_posts --yes --by a --reason", "flags kill poll_posts --yes --reason x --by",
    ])
    func `whatever is written down, no text of it moves a terminal's cursor`(words: String) throws {
        let store = try TestStore(.sqlite)
        _ = try store.open(fleetSchema(.sqlite))
        let refused = Transcript(words, exactly: ["x\u{1B}[31m\nfake line"], store: store)
        #expect(refused.code == .usage && refused.errors.contains("holds control characters"), "\(refused.errors)")
    }

    @Test(arguments: [
        "annotate x --by a", "rollout record halt 8.14.0 --platform ios --by a --reason r", "rollout void 1 --by a --reason r",
        "signals silence dead_letters --for 1h --by a --reason r", "signals ack dead_letters --for 1h --by a --reason r",
        "signals map push:sent --as Chat/Push:SendAttempts", "flags kill poll_posts --yes --by a --reason r",
        "flags rollback --to 1 --yes --by a --reason r", "flags move www --yes --by a",
        "store forget i_1",
    ])
    func `what is written down is not written to a place that was mistyped`(words: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("mistyped/fleet.db")
        let refused = Transcript(words, environment: ["CHATFLEET_STORE": "sqlite:\(path)"])
        #expect(refused.code != .success && refused.errors.contains("there is no store at \(path)"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("mistyped")))
    }

    @Test func `a text has an end`() throws {
        let store = try TestStore(.sqlite)
        let nowhere = Transcript("annotate x --by a", store: store)
        #expect(nowhere.code == .badInput && nowhere.errors.contains("there is no store at"), "a mistyped place is not made")
        _ = try store.open(fleetSchema(.sqlite))
        #expect(Transcript("annotate --by a", exactly: [String(repeating: "é", count: 1000)], store: store).code == .success)
        let long = Transcript("annotate --by a", exactly: [String(repeating: "é", count: 1001)], store: store)
        #expect(long.code == .usage)
        #expect(long.errors.contains("the note is longer than 2000 bytes"))
        #expect(Transcript("annotate --by a", exactly: ["   "], store: store).code == .usage)
    }

    @Test(arguments: bothEngines)
    func `a record that was wrong is void, struck out, and counts for nothing from then on`(engine: Engine) throws {
        let store = try filledStore(engine)
        let void = Transcript("rollout void 3 --by bo", exactly: ["--reason", "it was 8.13.2"], store: store)
        #expect(void.code == .success && void.errors == "", "\(void.errors)")
        #expect(
            void.output == """
                Void: the halt of 8.14.0 on android

                record        3
                at            2026-09-22T11:00:00Z
                by            ana
                because       INC-311: crashes on launch
                void since    2026-09-22T12:00:00Z
                void by       bo
                void because  it was 8.13.2
                now           running at 2.5 % since 2026-09-21T08:00:00Z

                """)
        #expect(
            Transcript("rollout list", store: store).output == """
                Staged rollouts, as recorded

                version  platform  state    percent  since                 started               steps
                8.14.0   android   running    2.5 %  2026-09-21T08:00:00Z  2026-09-20T08:00:00Z      2

                Who moved them

                #  at                    version  platform  step         by   because
                1  2026-09-20T08:00:00Z  8.14.0   android   start 1 %    ana  the gate said go
                2  2026-09-21T08:00:00Z  8.14.0   android   stage 2.5 %  ana  a day without findings
                3  2026-09-22T11:00:00Z  8.14.0   android   halt         ana  INC-311: crashes on launch (void since 2026-09-22T12:00:00Z, bo: it was 8.13.2)  ○ void

                """)
        #expect(
            Transcript("rollout list --format json", store: store).output.contains(
                #""reason":"INC-311: crashes on launch","recorded_at":"2026-09-22T12:00:00Z","voided_at":"2026-09-22T12:00:00Z","#
                    + #""voided_by":"bo","void_reason":"it was 8.13.2"}"#))
        #expect(!Transcript("timeline", store: store).output.contains("rollout halt"))
        let again = Transcript("rollout void 3 --by cy --reason x", store: store)
        #expect(again.code == .success && again.errors == "nothing to do: the record is void already\n")
        #expect(again.output == void.output)
        // What was right may be recorded again, word for word.
        #expect(
            rollout("halt 8.14.0 --platform android --at 2026-09-22T11:00:00Z", store: store).output.hasPrefix("Recorded: halt"))
        #expect(Transcript("timeline", store: store).output.contains("rollout halt"))
    }

    @Test func `only what is there is made void, and for a reason`() throws {
        let store = try filledStore(.sqlite)
        let none = Transcript("rollout void 4 --reason x --by ana", store: store)
        #expect(none.code == .usage)
        #expect(
            none.errors == """
                chatfleet: there is no record 4 of a rollout
                  at: chatfleet rollout void
                  next: chatfleet rollout list shows them with their numbers

                """)
        #expect(Transcript("rollout void 3 --by ana", store: store).errors.contains("a record is made void for a reason"))
        let moved = Transcript("rollout void 3 --by ana --reason", exactly: ["x\u{1B}[31m"], store: store)
        #expect(moved.code == .usage && moved.errors.contains("holds control characters"))
        #expect(!Transcript("rollout list", store: store).output.contains("void"))
    }

    /// What a look does not count, and records that can't both be right.
    @Test(arguments: bothEngines)
    func `a look at an earlier moment says which records came later`(engine: Engine) throws {
        let store = try filledStore(engine)
        let database = try store.open()
        // The halt was told an hour late.
        try database.execute("update rollout_event set recorded_epoch = at_epoch where entry < 3")
        let list = Transcript("rollout list --as-of 2026-09-22T11:30:00Z", store: store)
        #expect(
            list.output == """
                Staged rollouts, as recorded
                as known at 2026-09-22T11:30:00Z

                version  platform  state    percent  since                 started               steps
                8.14.0   android   running    2.5 %  2026-09-21T08:00:00Z  2026-09-20T08:00:00Z      2

                1 record made since then is not counted: chatfleet rollout list.

                Who moved them

                #  at                    version  platform  step         by   because
                1  2026-09-20T08:00:00Z  8.14.0   android   start 1 %    ana  the gate said go
                2  2026-09-21T08:00:00Z  8.14.0   android   stage 2.5 %  ana  a day without findings

                """)
        _ = Transcript("rollout void 2 --reason x --by ana", store: store)
        let void = Transcript("rollout list --as-of 2026-09-22T11:30:00Z --platform android", store: store).output
        #expect(void.contains("android   running    2.5 %"), "it counted then")
        #expect(
            void.contains(
                "1 record made since then is not counted, 1 record that counts here is void since: "
                    + "chatfleet rollout list --platform android.\n"))
        #expect(!Transcript("rollout list", store: store).output.contains("since then"))
    }

    @Test func `of records of one moment that contradict each other it is said which one counts`() throws {
        let store = try filledStore(.sqlite)
        let words =
            "Records 3 (halt), 4 (stage 5 %) of 8.14.0 on android are all of 2026-09-22T11:00:00Z and contradict each other: the one "
            + "told last counts. A wrong one is made void: chatfleet rollout void 3 --reason TEXT."
        let stage = rollout("stage 8.14.0 --platform android --percent 5 --at 2026-09-22T11:00:00Z", store: store)
        #expect(stage.code == .success && stage.errors.contains("chatfleet: note: \(words)\n"), "\(stage.errors)")
        let list = Transcript("rollout list", store: store).output
        #expect(list.contains("\n\(words)\n") && list.contains("running      5 %"), "\(list)")
        #expect(list.split(separator: "\n").count { $0.hasSuffix("? contradicted") } == 2)
        _ = Transcript("rollout void 4 --reason slip --by ana", store: store)
        #expect(!Transcript("rollout list", store: store).output.contains("contradict"))
    }

    @Test func `what is odd is said, and recorded all the same`() throws {
        let store = try filledStore(.sqlite)
        let stage = rollout("stage 8.14.0 --platform android --percent 1", store: store)
        #expect(stage.code == .success)
        #expect(stage.errors.contains("it was halted at 2026-09-22T11:00:00Z, and nobody recorded that it goes on"))
        #expect(stage.errors.contains("it was at 2.5 %: who has the version keeps it"))
        #expect(stage.output.contains("running at 1 % since 2026-09-22T12:00:00Z"))
        #expect(rollout("halt 9.0 --platform ios", store: store).errors.contains("nobody recorded that its rollout began"))
    }
}
