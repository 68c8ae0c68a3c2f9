import Database
import FleetCore
import TestSupport
import Testing

/// What the answers have in common: windows, filters, and what is wrong with them.
@Suite struct AnswerOptionTests {
    private static let answers = ["crash-free", "decrypt-failures", "queue-ages"]

    private func store() throws -> TestStore {
        try TestStore(
            .sqlite,
            FleetTables(
                active(3, "2026-09-14", "8.13.2") + active(3, "2026-09-15", "8.14.0")
                    + active(1, "2026-09-15", "8.9.10", "android")))
    }

    @Test(arguments: answers)
    func `a window that holds no day is a wrong command line`(command: String) throws {
        let backwards = Transcript(command, "--from 2026-09-21 --to 2026-09-14", store: try store())
        #expect(backwards.code == .usage)
        #expect(backwards.output == "")
        #expect(
            backwards.errors == """
                chatfleet: the window from 2026-09-21 to 2026-09-14 (exclusive) holds no day
                  next: name a --to after --from

                """)
        #expect(Transcript(command, "--from 2026-09-14 --to 2026-09-14", store: try store()).code == .usage)
        #expect(Transcript(command, "--from 2026-02-30", store: try store()).code == .usage)
    }

    @Test(arguments: answers)
    func `a window outside the data is unknown, and says what there is`(command: String) throws {
        let later = Transcript(command, "--from 2026-09-20", store: try store())
        #expect(later.code == .unknown)
        #expect(later.errors.contains("the store holds nothing from 2026-09-20 on: its newest day is 2026-09-15\n"))
        let both = Transcript(command, "--from 2026-09-20 --to 2026-09-27", store: try store())
        #expect(both.code == .unknown)
        #expect(both.output.contains("\nno data: the store has reports of 2026-09-14 to 2026-09-16 (exclusive)\n"))
        #expect(both.output.contains("\n2026-09-20 to 2026-09-27 (exclusive, 7 days)\n"))
    }

    @Test(arguments: answers + ["versions"])
    func `a version that the store never saw is unknown, and the one that was meant is named`(command: String) throws {
        func reason(_ version: String) throws -> String {
            let answer = Transcript(command, "--version", version, store: try store())
            #expect(answer.code == .unknown)
            return answer.output.split(separator: "\n").first { $0.hasPrefix("no data: ") }.map(String.init) ?? answer.output
        }
        // Newer than all there is: seldom a mistake.
        #expect(
            try reason("8.14.1")
                == "no data: no report of version 8.14.1 is in yet; the newest version with reports is 8.14.0, and the reports are "
                + "of 2026-09-14 to 2026-09-16 (exclusive)")
        #expect(try reason("8.14.o") == "no data: the store never heard of version 8.14.o; did you mean 8.14.0?")
        #expect(try reason("8.13.1") == "no data: the store never heard of version 8.13.1; the nearest it knows: 8.9.10, 8.13.2")
        #expect(try reason("8.31.2") == "no data: the store never heard of version 8.31.2; did you mean 8.13.2?")
        #expect(try reason("7") == "no data: the store never heard of version 7; the nearest it knows: 8.9.10")
        #expect(
            try reason("8.12.99") == "no data: the store never heard of version 8.12.99; the nearest it knows: 8.9.10, 8.13.2")
    }

    @Test(arguments: answers)
    func `a platform is read without regard to case, and an unknown one is unknown`(command: String) throws {
        #expect(Transcript(command, "--platform iOS", store: try store()).output.contains("; ios only\n"))
        let answer = Transcript(command, "--platform windows", store: try store())
        #expect(answer.code == .unknown)
        #expect(answer.output.contains("no data: the store never heard of the platform windows; it knows android, ios\n"))
    }

    @Test(arguments: answers + ["versions", "install x"], bothEngines)
    func `an empty store is unknown, and says how to fill it`(command: String, engine: Engine) throws {
        let store = try TestStore(engine, FleetTables([]))
        let answer = Transcript(command, store: store)
        #expect(answer.code == .unknown)
        #expect(answer.output == "")
        #expect(
            answer.errors == """
                chatfleet: the store holds no reports
                  next: load some with chatfleet ingest reports FILE, see some with chatfleet demo, or name another store with --store

                """)
        if command.hasPrefix("install") || command == "versions" { return }
        let window = Transcript(command, "--from 2026-09-14 --to 2026-09-21", store: store)
        #expect(window.code == .unknown)
        #expect(window.output.contains("no data: the store is empty; load reports with chatfleet ingest reports FILE, or see "))
    }

    @Test func `words of --by that are none are refused with the one that was meant`() throws {
        let wrong = Transcript("crash-free --by versoin", store: try store())
        #expect(wrong.code == .usage)
        #expect(wrong.errors.contains("  next: did you mean version? else: chatfleet crash-free --help\n"))
        let nonsense = Transcript("queue-ages --by nonsense", store: try store())
        #expect(nonsense.code == .usage)
        #expect(
            nonsense.errors.contains(
                "\"nonsense\" is not a comma-separated list of version, platform, device-class, day, all, each at most once\n"))
        #expect(Transcript("crash-free --by version,version", store: try store()).code == .usage)
        #expect(Transcript("crash-free --by restored", store: try store()).code == .usage)
        #expect(Transcript("queue-ages --by hour", store: try store()).code == .usage)
    }

    @Test func `a target is a percentage`() throws {
        for wrong in ["100.1%", "0.995", "99,5%", "-1%", "%", "99.5 %"] {
            let answer = Transcript("crash-free --target=\(wrong)", store: try store())
            #expect(answer.code == .usage, "\(wrong)")
        }
        #expect(Transcript("queue-ages --target 99%", store: try store()).code == .usage)
    }

    @Test func `hours are no days, and have no target`() throws {
        #expect(Transcript("crash-free --by hour,day", store: try store()).code == .usage)
        let target = Transcript("crash-free --by hour --target 99%", store: try store())
        #expect(target.code == .usage)
        #expect(target.errors.contains("--target applies to install-days, and an hour has none"))
    }

    @Test func `--since is a window of its own`() throws {
        for days in ["--from 2026-09-14", "--to 2026-09-21"] {
            let both = Transcript("decrypt-failures --since 2h", days, store: try store())
            #expect(both.code == .usage)
            #expect(both.errors.contains("--since and \(days.prefix { $0 != " " }) exclude each other\n"), "\(both.errors)")
        }
        #expect(Transcript("decrypt-failures --since 2", store: try store()).code == .usage)
        // Up to now, which is noon of 2026-09-22; up to --as-of where that is given.
        let stale = Transcript("decrypt-failures --since 2h --format json", store: try store())
        #expect(stale.code == .unknown)
        #expect(stale.output.contains("\"window\":{\"from\":\"2026-09-22T10:00:00Z\",\"to\":\"2026-09-22T12:00:00Z\"}"))
        let then = Transcript("decrypt-failures --since 1h --as-of 2026-09-16T09:30:00Z --format json", store: try store())
        #expect(
            then.output.contains(
                "{\"from\":\"2026-09-16T08:30:00Z\",\"to\":\"2026-09-16T09:30:00Z\"},\"as_of\":\"2026-09-16T09:00:00Z\""))
    }

    @Test func `a metric is a histogram member, by its name`() throws {
        let wrong = Transcript("queue-ages --metric queue_age", store: try store())
        #expect(wrong.code == .usage)
        #expect(wrong.errors.contains("did you mean queue_age_max_s?"))
        #expect(Transcript("queue-ages --metric sessions", store: try store()).code == .usage)
    }
}
