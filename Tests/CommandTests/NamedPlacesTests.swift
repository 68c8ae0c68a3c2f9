import Database
import FleetCore
import TestSupport
import Testing

/// Platforms, versions and times that can't be meant are not taken silently.
@Suite struct NamedPlacesTests {
    private func store() throws -> TestStore {
        try TestStore(
            .sqlite, FleetTables(active(3, "2026-09-20", "8.13.2", "android") + active(3, "2026-09-20", "8.12.0", "web")))
    }

    @Test(arguments: [
        "crash-free", "versions", "versions retire", "queue-ages", "decrypt-failures", "crashes top", "report", "rollout list",
        "rollout gate 8.14.0", "rollout plan 8.14.0", "rollout exposure 8.14.0", "rollout replay 8.14.0",
        "flags lint x --fleet", "flags diff x y", "flags eval x", "flags preview x", "flags export flagd x", "flags impact",
        "flags propagation", "flags kill a --reason x", "flags unkill a --reason x", "flags rollout a 5 --reason x",
        "annotate x", "rollout record halt 8.14.0 --reason x",
    ])
    func `what is no platform's name is refused by each command`(line: String) throws {
        let answer = Transcript(line + " --platform an/droid")
        #expect(answer.code == .usage)
        #expect(
            answer.errors.contains("--platform: \"an/droid\" is not a platform's name as clients report it"), "\(answer.errors)")
    }

    @Test(arguments: ["annotate deploy --by ana", "rollout record halt 8.13.2 --reason x --by ana"])
    func `nothing is recorded for good of a platform that nothing is known of, unless it is meant`(line: String) throws {
        let store = try store()
        let command = line.split(separator: " ").prefix(line.hasPrefix("rollout") ? 2 : 1).joined(separator: " ")
        let slip = Transcript(line + " --platform andriod", store: store)
        #expect(slip.code == .usage)
        #expect(
            slip.errors == """
                chatfleet: --platform: nothing is known of andriod: no report, rollout, flag or server metric
                  at: chatfleet \(command)
                  next: did you mean android? known are android, ios, web; if it is meant, add --new-platform

                """)
        for platform in ["android", "iOS", "web", "vision --new-platform"] {
            #expect(Transcript(line + " --platform \(platform)", store: store).code == .success)
        }
        let timeline = Transcript("timeline --format csv", store: store).output
        #expect(timeline.contains("vision") && !timeline.contains("andriod"))
    }

    @Test(arguments: ["start", "stage --percent 1", "halt", "resume", "complete"])
    func `a rollout is recorded before the first report of its platform`(event: String) throws {
        let store = try TestStore(.sqlite)
        let database = try store.open(fleetSchema(.sqlite))
        try database.execute("insert into flag_document values (2, 'web', 'd', '{}')")
        try database.execute(
            "insert into metric_series values (1, 'Chat/Sync', 'Requests', '{}', 'Platform', null, 0, 9)")
        try database.execute("insert into metric_dimension values (1, 'Platform', 'Desktop'), (1, 'AppVersion', 'tv')")
        let words = event.split(separator: " ")
        func record(_ platform: String) -> Transcript {
            Transcript(
                "rollout record \(words[0]) 8.14.0 \(words.dropFirst().joined(separator: " ")) --reason x --by ana --platform "
                    + platform, store: store)
        }
        for platform in ["ios", "android", "web", "desktop"] { #expect(record(platform).code == .success, "\(platform)") }
        #expect(record("tv").code == .usage)
        #expect(record("tv --new-platform").code == .success)
        #expect(record("tv").code == .success, "it is known by its record")
    }

    @Test(arguments: [
        "versions retire", "rollout plan 8.14.0", "flags impact", "flags propagation --version 1 --since 2026-09-20T00:00:00Z",
    ])
    func `a platform that nobody reports from is not one on which all is quiet`(line: String) throws {
        let answer = Transcript(line + " --platform windows", store: try store())
        #expect(answer.code == .unknown)
        #expect(
            answer.errors.contains("the store never heard of the platform windows\n  next: it knows android, web\n"),
            "\(answer.errors)")
    }

    @Test func `rollouts of another platform are not none at all`() throws {
        let store = try store()
        _ = Transcript("rollout record start 8.13.2 --platform android --reason x --by ana", store: store)
        let list = Transcript("rollout list --platform ios", store: store)
        #expect(list.output.contains("no rollout on ios was recorded; chatfleet rollout list shows those that were"))
        #expect(
            Transcript("rollout list --version 8.14.0 --platform android", store: store).output
                .contains("no rollout of 8.14.0 on android was recorded"))
    }

    @Test(arguments: ["flags kill poll_posts", "flags unkill poll_posts", "flags rollout poll_posts 30"])
    func `flags of a platform without a document can't be changed`(line: String) throws {
        let answer = try FlagFleet().run(line + " --reason x --yes --platform windows")
        #expect(answer.code == .badInput)
        #expect(
            answer.errors == "chatfleet: there is no document for windows\n  next: there are: android, ios\n", "\(answer.errors)")
    }

    @Test func `of a flag that only another platform has it is not asked whether it was meant`() throws {
        let fleet = try FlagFleet()
        try fleet.edit("ios", #"{ "version": 1, "kill": {}, "flags": { "avif_images": { "default": true } } }"#)
        try #require(fleet.run("flags publish \(fleet.edited) --reason x --yes").code == .success)
        let answer = fleet.run("flags rollout poll_posts 30 --platform ios --reason x --yes")
        #expect(answer.errors == "chatfleet: there is no flag poll_posts on ios\n  next: see chatfleet flags history\n")
    }

    @Test(arguments: ["annotate deploy --by ana", "rollout record halt 8.13.2 --platform android --reason x --by ana"])
    func `what happened before 2000 was told by no clock`(line: String) throws {
        let store = try store()
        let answer = Transcript(line + " --at 0001-01-01T00:00:00Z", store: store)
        #expect(answer.code == .usage)
        #expect(answer.errors.contains("--at 0001-01-01T00:00:00Z is before 2000-01-01"), "\(answer.errors)")
        #expect(Transcript(line + " --at 2000-01-01T00:00:00Z", store: store).code == .success)
    }

    @Test(arguments: ["1999-12-31T23:59:59Z", "2026-09-23T12:00:01Z"])
    func `no report was received before 2000, nor after tomorrow`(time: String) {
        let answer = Transcript("ingest reports - --received-at \(time)")
        #expect(answer.code == .usage)
        #expect(answer.errors.contains("no report was received at \(time): it is 2026-09-22T12:00:00Z"), "\(answer.errors)")
    }

    @Test(arguments: ["gate", "plan", "exposure", "replay"])
    func `a baseline that nobody reported compares with nothing, and those that were are named`(verb: String) throws {
        let store = try store()
        let slip = Transcript("rollout \(verb) 8.14.0 --baseline 8.13.3", store: store)
        #expect(slip.code == .unknown)
        #expect(
            slip.errors == """
                chatfleet: --baseline: the store never heard of version 8.13.3
                  next: did you mean 8.13.2? it knows 8.12.0, 8.13.2

                """, "\(slip.errors)")
        #expect(Transcript("rollout \(verb) 8.14.0 --baseline nope", store: store).code == .unknown)
        #expect(Transcript("rollout \(verb) 8.14.0 --baseline 8.13.2", store: store).errors.isEmpty)
    }

    @Test func `a replay of all names no version where there is none`() throws {
        let answer = Transcript("rollout replay --all --platform ios", store: try store())
        #expect(answer.code == .unknown)
        #expect(
            answer.output == """
                INSUFFICIENT: no rollout on ios was measured
                as known at 2026-09-22T12:00:00Z

                no data: the store never heard of the platform ios; it knows android, web

                """)
    }

    /// A platform and a version that the store never heard of are no mistake of the command line: what it asks is not known.
    @Test(arguments: [
        "crash-free", "versions", "queue-ages", "decrypt-failures", "crashes top", "versions retire", "rollout gate 8.13.2",
        "rollout exposure 8.13.2", "rollout replay 8.13.2", "rollout replay --all", "rollout plan 8.14.0", "flags impact",
    ])
    func `what nobody reported from is unknown to every question`(line: String) throws {
        let answer = Transcript(line + " --platform andriod", store: try store())
        #expect(answer.code == .unknown)
        #expect((answer.output + answer.errors).contains("the store never heard of the platform andriod"), "\(answer)")
        #expect((answer.output + answer.errors).contains("did you mean android? it knows android, web"), "\(answer)")
    }

    @Test(arguments: [
        ("rollout gate 8.13.2 --since 2026-09-23", "2026-09-22"), ("rollout replay 8.13.2 --since 2026-09-23", "2026-09-22"),
        ("crash-free --from 2026-09-24", "2026-09-23"), ("queue-ages --from 2026-09-24", "2026-09-23"),
        ("decrypt-failures --from 2026-09-24", "2026-09-23"), ("crashes top --from 2026-09-24", "2026-09-23"),
        ("report --from 2026-09-24", "2026-09-23"), ("flags impact --from 2026-09-24", "2026-09-23"),
        ("install i --from 2026-09-24", "2026-09-23"), ("store verify --from 2026-09-24", "2026-09-23"),
        ("timeline --from 2026-09-22T12:00:01Z --to 2026-09-25", "2026-09-22T12:00:00Z"),
        ("flags propagation --version 1 --since 2026-09-22T12:00:01Z", "2026-09-22T12:00:00Z"),
    ])
    func `what is still to come is not asked about`(line: String, most: String) throws {
        let answer = Transcript(line, store: try store())
        #expect(answer.code == .usage)
        #expect(answer.output == "")
        #expect(answer.errors.contains(" is still to come: it is 2026-09-22T12:00:00Z"), "\(answer.errors)")
        #expect(answer.errors.contains("\n  next: name \(most) at most\n"), "\(answer.errors)")
    }

    @Test(arguments: [
        "crash-free --as-of", "decrypt-failures --as-of", "queue-ages --as-of", "crashes top --as-of", "versions --as-of",
        "rollout gate 8.13.2 --as-of", "rollout exposure 8.13.2 --as-of", "rollout replay 8.13.2 --as-of",
        "rollout plan 8.14.0 --as-of", "rollout list --as-of", "flags propagation --version 1 --as-of", "flags impact --as-of",
        "status --at", "runbook --at", "runbook rollout-halt --at", "report --at", "signals show dead_letters --at",
        "signals check --at", "signals export --at",
    ])
    func `nor what will have been known then`(line: String) throws {
        let answer = Transcript(line + " 2026-09-22T12:05:01Z", store: try store())
        #expect(answer.code == .usage, "\(answer.output)")
        let (command, option) = (line.split(separator: " "), line.split(separator: " ").last ?? "")
        let words =
            "chatfleet: \(option) 2026-09-22T12:05:01Z is still to come: it is 2026-09-22T12:00:00Z\n  at: chatfleet \(command[0])"
        #expect(answer.output == "" && answer.errors.hasPrefix(words), "\(answer.errors)")
        #expect(answer.errors.hasSuffix("\n  next: name 2026-09-22T12:00:00Z at most, or leave \(option) out\n"))
        // Another clock may be ahead of this one by a little.
        #expect(!Transcript(line + " 2026-09-22T12:05:00Z", store: try store()).errors.contains("still to come"))
    }

    /// What a client does on a day is known before the day comes.
    @Test func `a flag's value may be asked for a time that is still to come`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("android.json", #"{"version":1,"flags":{"a":{"default":true}}}"#)
        let answer = Transcript("flags eval \(file) --install-id i1 --app-version 8.13.2 --at 2027-01-01T00:00:00Z")
        #expect(answer.code == .success, "\(answer.errors)")
    }

    @Test(arguments: [
        ("rollout gate 8.13.2 --since 2026-09-21 --as-of", "2026-09-20"), ("crash-free --from 2026-09-22 --as-of", "2026-09-21"),
        ("rollout replay --all --since 2026-09-21 --as-of", "2026-09-20"), ("report --from 2026-09-22 --at", "2026-09-21"),
        ("flags propagation --version 1 --since 2026-09-20T20:00:01Z --as-of", "2026-09-20T20:00:00Z"),
    ])
    func `nor what comes after the moment of the look`(line: String, most: String) throws {
        let answer = Transcript(line + " 2026-09-20T20:00:00Z", store: try store())
        #expect(answer.code == .usage)
        let look = (line.split(separator: " ").last ?? "") + " 2026-09-20T20:00:00Z"
        #expect(answer.errors.contains(" is after \(look)\n"), "\(answer.errors)")
        #expect(answer.errors.hasSuffix("\n  next: name \(most) at most\n"), "\(answer.errors)")
        // The day itself may be asked about.
        #expect(
            Transcript(
                line.replacing("2026-09-22", with: most).replacing("2026-09-21", with: most)
                    .replacing("20:00:01Z", with: "20:00:00Z") + " 2026-09-20T20:00:00Z", store: try store()
            ).code != .usage)
    }

    @Test func `a report of a time before the first speaks of no option that it has not`() throws {
        let answer = Transcript("report --at 1990-01-01T00:00:00Z", store: try store())
        #expect(answer.code == .unknown)
        #expect(
            answer.errors == "chatfleet: the store knew of no report at 1990-01-01T00:00:00Z\n  next: name a later time\n",
            "\(answer.errors)")
    }

    @Test func `a plan is for a version that comes after others`() throws {
        let answer = Transcript("rollout plan hello", store: try store())
        #expect(answer.code == .usage)
        #expect(answer.errors.hasPrefix("chatfleet: \"hello\" is no version that clients can be compared with\n"))
    }
}
