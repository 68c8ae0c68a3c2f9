import Database
import FleetCore
import TestSupport
import Testing

@Suite struct CrashFreeCommandTests {
    /// 8.14.0 crashes on android; 8.9.0 reported without a session; the order of versions is not that of texts.
    private let fleet = FleetTables(
        active(200, "2026-09-14", "8.14.0", "android", crashed: 40, sessions: 5)
            + active(1000, "2026-09-14", "8.13.0", "android", crashed: 1, sessions: 2)
            + active(300, "2026-09-15", "8.13.0", "android", crashed: 1)
            + [ReportedDay("2026-09-14", "x", "8.9.0", "android")])

    @Test(arguments: bothEngines)
    func `a table in version order, the bad row marked by sign and word`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("crash-free --from 2026-09-14 --to 2026-09-16", store: store)
        #expect(answer.code == .success)
        #expect(answer.errors == "")
        let launch = "An install that used several versions counts in each: installs by version don't add up to the total."
        #expect(
            answer.output == """
                Crash-free installs, share of active installs, by version and platform
                2026-09-14 to 2026-09-16 (exclusive, 2 days)

                complete  unknown
                bad       ✗ 1 of 3 rows: 8.14.0 android

                version  platform  active  crashed  crash-free    95 % interval    daily       95 % daily  sessions  crashes  per 1,000  complete
                8.9.0    android        0        0     no data          no data  no data          no data         0        0    no data   unknown  ? no data
                8.13.0   android    1,000        1     99.90 %  99.43 – 99.98 %  99.84 %  99.44 – 99.95 %     2,300        2       0.87   unknown
                8.14.0   android      200       40     80.00 %  73.91 – 84.95 %  80.00 %  73.91 – 84.95 %     1,000       40      40.00   unknown  ✗ below 99.5 %

                \(launch)
                Active: with a session or a crash, each install once in the window. Daily: the same over install-days, which windows of any \
                length share; crash-free of the window is not the mean of its days.
                Marked: what is below 99.5 % of install-days, or crashes more often than all other rows together, beyond chance.

                """)
    }

    @Test func `on a terminal it fits the width, colour only adds, and a pipe gets the plain text`() throws {
        let store = try TestStore(.sqlite, fleet)
        let words = "crash-free --from 2026-09-14 --to 2026-09-16"
        for width in [120, 80, 60] {
            let plain = Transcript(words, store: store, environment: ["NO_COLOR": "1"], isTerminal: true, width: width)
            for line in plain.output.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
            // Aligned, whatever was left out.
            #expect(plain.output.contains("\n8.14.0   android"))
            #expect(plain.output.contains("✗ below 99.5 %\n"))
            let coloured = Transcript(words, store: store, isTerminal: true, width: width)
            #expect(coloured.output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain.output)
            #expect(coloured.output != plain.output)
        }
        let json = Transcript(words, "--format json", store: store)
        #expect(Transcript(words, "--format json", store: store, isTerminal: true, width: 40).output == json.output)
    }

    @Test(arguments: bothEngines)
    func `JSON has the members of the contract, no more, and no data is null`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let answer = Transcript("crash-free --from 2026-09-14 --to 2026-09-15 --format json", store: store)
        #expect(answer.code == .success)
        #expect(
            answer.output == """
                {"schema_version":1,"report":"crash-free","window":{"from":"2026-09-14","to":"2026-09-15"},"as_of":null,"rows":[
                {"app_version":"8.9.0","platform":"android","active_installs":0,"reporting_installs":1,"crashed_installs":0,\
                "crash_free":null,"crash_free_low":null,"crash_free_high":null,"crash_free_of_reporting":1.0,\
                "crash_free_install_days":null,"sessions":0,"crashes":0,"completeness":null},
                {"app_version":"8.13.0","platform":"android","active_installs":1000,"reporting_installs":1000,"crashed_installs":1,\
                "crash_free":0.999,"crash_free_low":0.9943574414020421,"crash_free_high":0.999823453629374,\
                "crash_free_of_reporting":0.999,"crash_free_install_days":0.999,"sessions":2000,"crashes":1,"completeness":null},
                {"app_version":"8.14.0","platform":"android","active_installs":200,"reporting_installs":200,"crashed_installs":40,\
                "crash_free":0.8,"crash_free_low":0.7391448134346212,"crash_free_high":0.8495479907390189,"crash_free_of_reporting":0.8,\
                "crash_free_install_days":0.8,"sessions":1000,"crashes":40,"completeness":null}
                ]}

                """)
    }

    @Test func `groupings add their field, absent ones are left out`() throws {
        let store = try TestStore(.sqlite, fleet)
        func json(_ by: String) -> String { Transcript("crash-free --format json --by", by, store: store).output }
        #expect(json("version").contains("\n{\"app_version\":\"8.9.0\",\"active_installs\":0,"))
        #expect(json("platform").contains("\n{\"platform\":\"android\",\"active_installs\":"))
        #expect(json("day").contains("\n{\"day\":\"2026-09-14\",\"active_installs\":"))
        #expect(json("all").contains("\n{\"active_installs\":"))
        let classes = Transcript("crash-free --by device-class,day --format csv", store: store)
        #expect(classes.output.hasPrefix("device_class,day,active_installs,reporting_installs,crashed_installs,crash_free,"))
        #expect(classes.output.contains("\r\nunknown,2026-09-15,300,300,1,"))
    }

    @Test(arguments: bothEngines)
    func `a target gives each row a verdict, and 1 where a row with data misses it`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        let missed = Transcript("crash-free --target 99.5% --format csv", store: store)
        #expect(missed.code == .badAnswer)
        let verdicts = missed.output.split(separator: "\r\n").map { $0.split(separator: ",").suffix(2).joined(separator: ": ") }
        #expect(verdicts == ["verdict: verdict_reason", "unknown: no data", "ok: meets 99.5 %", "bad: below 99.5 %"])
        // The row without data changes nothing.
        #expect(Transcript("crash-free --target 80%", store: store).code == .success)
        #expect(Transcript("crash-free --target 80.1%", store: store).code == .badAnswer)
        #expect(Transcript("crash-free --target 99.5% --version 8.13.0", store: store).code == .success)
        // By the point, and said where chance could explain it.
        let close = Transcript("crash-free --target 99.9% --version 8.13.0", store: store)
        #expect(close.code == .badAnswer)
        #expect(close.output.contains("✗ below 99.9 %, maybe by chance\n"))
        #expect(close.output.contains("\ntarget    at least 99.9 % of install-days\n"))
        // Without a target a bad row is no bad answer.
        #expect(Transcript("crash-free", store: store).code == .success)
    }

    /// Health case 2.
    @Test(arguments: bothEngines)
    func `three crashes of two installs are no rate below zero`(engine: Engine) throws {
        let store = try TestStore(
            engine,
            FleetTables([
                ReportedDay("2026-09-14", "a", "8.13.0", "ios", ["sessions": 2, "crashes": 3]),
                ReportedDay("2026-09-14", "b", "8.13.0", "ios", ["sessions": 1]),
            ]))
        let answer = Transcript("crash-free --from 2026-09-14 --to 2026-09-15", store: store)
        #expect(
            answer.output.contains(
                """

                version  platform  active  crashed  crash-free   95 % interval  sessions  crashes  per 1,000  complete
                8.13.0   ios            2        1     50.00 %  9.45 – 90.54 %         3        3   1,000.00   unknown

                """))
    }

    /// Health cases 3 and 4.
    @Test func `crashes without a session are worst case and said; nothing is no data and exit 4`() throws {
        let store = try TestStore(
            .sqlite,
            FleetTables(
                [ReportedDay("2026-09-14", "a", "8.13.0", "ios", ["sessions": 0, "crashes": 9])]
                    + active(5, "2026-09-14", "8.12.0") + [ReportedDay("2026-09-14", "b", "8.11.0", "ios", ["sessions": 0])]))
        let fault = Transcript("crash-free --version 8.13.0", store: store)
        #expect(fault.code == .success)
        #expect(fault.output.contains("\n8.13.0   ios            1        1         0 %  "))
        #expect(
            fault.output.contains(
                "Some installs crashed on a day without a session: at launch, or their clients do not count sessions; most, 1 of 1 "
                    + "crashed installs, of 8.13.0 on ios.\n"))
        let none = Transcript("crash-free --version 8.11.0 --target 1%", store: store)
        #expect(none.code == .unknown)
        #expect(none.output.contains("\n8.11.0   ios            0        0     no data  "))
        #expect(none.output.contains("Nothing in the window matches; the store has reports of 2026-09-14 to 2026-09-15 "))
        let nothing = Transcript("crash-free --format json --from 2026-09-01 --to 2026-09-02", store: store)
        #expect(nothing.code == .unknown)
        #expect(nothing.output.hasSuffix("\"as_of\":null,\"rows\":[]}\n"))
        #expect(nothing.errors.hasPrefix("chatfleet: note: no data: the store has reports of 2026-09-14 to "))
        #expect(Transcript("crash-free -q --format json --version 8.11.0", store: store).errors == "")
    }

    /// Health case 5.
    @Test func `crash-free rounds down, and is 100 % only when nothing crashed`() throws {
        let store = try TestStore(.sqlite, FleetTables(active(1, "2026-09-14", "8.13.0", crashed: 1)))
        try store.open().execute("update health_day set reporting_installs = 20000, active_installs = 20000", [:])
        let table = Transcript("crash-free --from 2026-09-14 --to 2026-09-15", store: store).output
        #expect(table.contains("\n8.13.0   ios       20,000        1     99.99 %  99.97 – 99.99 %  "))
        #expect(!table.contains("100 %"))
    }

    /// Health case 9: 99 % a day for seven days, other installs every day.
    @Test(arguments: bothEngines)
    func `a week is not the mean of its days, and both are shown under their names`(engine: Engine) throws {
        let days = (14...20).flatMap { day -> [ReportedDay] in
            (0..<100).map { install in
                ReportedDay(
                    "2026-09-\(day)", "i\(install)", "8.13.0", "ios", ["sessions": 1, "crashes": install == day ? 1 : 0])
            }
        }
        let store = try TestStore(engine, FleetTables(days))
        let week = Transcript("crash-free", store: store).output
        #expect(week.contains("\n8.13.0   ios          100        7     93.00 %  86.25 – 96.56 %  99.00 %  "))
        let daily = Transcript("crash-free --by day --format csv", store: store).output
        #expect(daily.split(separator: "\r\n").filter { $0.contains(",100,100,1,0.99,") }.count == 7)
    }

    /// Health cases 10 and 11.
    @Test(arguments: bothEngines)
    func `windows are half-open and printed, and one that grows never counts fewer`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        func row(_ window: String) -> Substring {
            let answer = Transcript("crash-free --by all --format csv", window, store: store)
            return answer.output.split(separator: "\r\n").dropFirst().first ?? ""
        }
        // i0 … i299 are in both days and in two versions.
        #expect(row("--from 2026-09-14 --to 2026-09-15").hasPrefix("1000,1001,40,0.96,"))
        #expect(row("--from 2026-09-15 --to 2026-09-16").hasPrefix("300,300,1,"))
        #expect(row("--from 2026-09-14 --to 2026-09-16").hasPrefix("1000,1001,40,0.96,"))
        #expect(row("--from 2026-09-01 --to 2026-09-30").hasPrefix("1000,1001,40,0.96,"))
        for command in ["crash-free", "crash-free --by hour", "decrypt-failures", "queue-ages"] {
            let answer = Transcript(command, "--from 2026-09-14 --to 2026-09-16 --format json", store: store)
            #expect(answer.output.contains("\"window\":{\"from\":\"2026-09-14\",\"to\":\"2026-09-16\"}"))
            let table = Transcript(command, "--from 2026-09-14 --to 2026-09-16", store: store)
            #expect(table.output.contains("\n2026-09-14 to 2026-09-16 (exclusive, 2 days)\n"))
        }
    }

    /// A fifth of each day's installs is heard of a day after it began, the rest two days after.
    @Test(arguments: bothEngines)
    func `what is mostly not in yet is said, of the window or of the row`(engine: Engine) throws {
        let days = (1...10).flatMap { number -> [ReportedDay] in
            let day = "2026-09-" + (number < 10 ? "0" : "") + "\(number)"
            return (0..<20).map { install in
                var row = ReportedDay(day, "i\(install)", "8.13.0", "ios", ["sessions": 1])
                row.known = row.day.number * 24 + (install < 4 ? 24 : 48)
                row.activeKnown = row.known
                return row
            }
        }
        let store = try TestStore(engine, FleetTables(days))
        let newest = Transcript("crash-free --from 2026-09-10 --as-of 2026-09-11T12:00:00Z", store: store)
        #expect(
            newest.output.contains(
                "\ncomplete  ? 20.00 % of what the window will hold is in: too little to call anything sound\n"))
        #expect(!newest.output.contains("is in\n"))
        let week = Transcript("crash-free --by version,day --as-of 2026-09-11T12:00:00Z", store: store)
        #expect(week.output.contains("\ncomplete  88.57 % of what the window will hold is in\n"))
        #expect(week.output.contains("\n8.13.0   2026-09-10       4        0"))
        #expect(week.output.contains(" 20.00 %  ? 20.00 % is in\n"))
        #expect(Transcript("crash-free --as-of 2026-09-14T00:00:00Z", store: store).output.contains("\ncomplete  100 % of"))
    }

    @Test(arguments: bothEngines)
    func `as of a time it says what it would have said then`(engine: Engine) throws {
        let store = try TestStore(engine, fleet)
        // Everything of the 14th was known at 06:00 on the 15th, all of the 15th a day later.
        let answer = Transcript("crash-free --as-of 2026-09-15T12:30:00+02:00 --format json", store: store)
        #expect(
            answer.output.contains(
                "\"window\":{\"from\":\"2026-09-08\",\"to\":\"2026-09-15\"},\"as_of\":\"2026-09-15T10:00:00Z\""))
        #expect(answer.output.contains("\"app_version\":\"8.13.0\",\"platform\":\"android\",\"active_installs\":1000,"))
        let before = Transcript("crash-free --as-of 2026-09-15T06:30:00Z", store: store)
        #expect(before.code == .unknown)
        #expect(before.errors.contains("the store knew of no report at 2026-09-15T06:30:00Z\n  next: name a later time\n"))
    }
}
