import FleetCore
import Testing

/// An option that would do nothing is refused, and the other one named. Nothing is opened before: there is no store here.
@Suite struct IdleOptionTests {
    @Test(arguments: [
        ("status --hours 2", "--hours", "--compare"),
        ("status --every 1m", "--every", "--watch"),
        ("flags lint x --security", "--security", "--fleet"),
        ("flags eval x --default true", "--default", "--flag"),
        ("signals map --as Chat/Push:SendAttempts", "--as", "METRIC"),
        ("signals map push:sent --dimension a=Provider", "--dimension", "--as"),
        ("signals map --remove", "--remove", "METRIC"),
        ("queries show newest_day --from 2026-09-14", "--from", "--psql or --sqlite3"),
        ("queries show newest_day --to 2026-09-14", "--to", "--psql or --sqlite3"),
        ("simulate push-outage --peak-factor 3", "--peak-factor", "--start-hour"),
        ("simulate reconnect-storm --window 10s", "--window", "--policy"),
        ("simulate rebuild-storm --window 10s", "--window", "--policy"),
    ])
    func `an option needs the one without which it does nothing`(line: String, option: String, needed: String) {
        let answer = Transcript(line)
        #expect(answer.code == .usage)
        #expect(answer.errors.hasPrefix("chatfleet: \(option) does nothing without \(needed)\n"), "\(answer.errors)")
        #expect(answer.errors.contains("next: add \(needed), or leave \(option) out; chatfleet "), "\(answer.errors)")
    }

    @Test(arguments: [
        ("status --watch --compare 2026-09-20T12:00:00Z", "--watch", "--compare"),
        ("status --all --compare 2026-09-20T12:00:00Z", "--all", "--compare"),
        ("status --watch --at 2026-09-20T12:00:00Z", "--watch", "--at"),
        ("flags lint x --rules", "--rules", "DOC"),
        ("flags lint --rules --fleet", "--rules", "--fleet"),
        ("flags eval x --contexts y --install-id i_1", "--contexts", "--install-id"),
        ("signals silence dead_letters --for 1h --until 2026-09-22T13:00:00Z --reason x", "--until", "--for"),
        ("signals ack dead_letters --for 1h --lift", "--lift", "--for"),
        ("signals map push:sent --as Chat/Push:SendAttempts --remove", "--remove", "--as"),
        ("queries show newest_day --psql --sqlite3", "--sqlite3", "--psql"),
        ("decrypt-failures --since 2h --from 2026-09-14", "--since", "--from"),
        ("report --html week.html --format json", "--html", "--format"),
        ("--format csv report --html -", "--html", "--format"),
    ])
    func `options that say different things exclude each other`(line: String, option: String, other: String) {
        let answer = Transcript(line)
        #expect(answer.code == .usage)
        #expect(answer.errors.hasPrefix("chatfleet: \(option) and \(other) exclude each other\n"), "\(answer.errors)")
    }

    @Test(arguments: ["reconnect-storm", "rebuild-storm"])
    func `the window is of the policy window alone`(storm: String) {
        let answer = Transcript("simulate \(storm) --policy full-jitter --window 10s")
        #expect(answer.code == .usage)
        #expect(answer.errors.hasPrefix("chatfleet: --window does nothing without the policy window\n"))
    }

    @Test func `other values for a figure are for people`() {
        let answer = Transcript("capacity explain chat-r1 chat.r1.msgs.peak_per_s --why-not 1000 --format json")
        #expect(answer.code == .usage)
        #expect(answer.errors.hasPrefix("chatfleet: --why-not is told to people"))
    }

    @Test func `what is of AppConfig does nothing in a folder, and the other way round`() throws {
        let fleet = try FlagFleet()
        let strategy = fleet.run("flags publish \(fleet.edited) --reason x --strategy AllAtOnce")
        #expect(strategy.code == .usage)
        #expect(
            strategy.errors.hasPrefix("chatfleet: --strategy does nothing: the flags are published at "), "\(strategy.errors)")
        let new = try FlagFleet(publishes: false)
        let address = new.run("flags publish \(new.edited) --to appconfig:a/b/c --reason x --public-url https://flags.example")
        #expect(address.code == .usage)
        #expect(address.errors.hasPrefix("chatfleet: --public-url does nothing: "), "\(address.errors)")
    }

    @Test func `help says which other option is needed`() {
        let help = Transcript("status --help").output.split(separator: "\n").joined(separator: " ")
        #expect(help.contains("how long between; only with --watch (default: 30s)"), "\(help)")
    }
}
