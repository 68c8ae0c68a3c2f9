import FleetCore
import Reporting
import Terminal
import Testing

@Suite struct RenderingTests {
    /// Every kind of column; a judged row, a row without data, a hostile version.
    private func sample() throws -> Report {
        var report = Report(
            "crash-free", title: "Crash-free installs, by version",
            columns: [
                .text("app_version", "version"), .count("active_installs", "active"), .crashFree("crash_free", "crash-free"),
                .interval(of: "crash_free", "95 % interval", .down), .duration("max_s", "oldest"), .bytes("wal_bytes", "WAL"),
                .day("day", "first seen"), .rate("pairs_per_10k", "pairs/10k"), .trend("trend", "trend", .fromZero),
                .count("sessions", "sessions").hidden,
            ])
        report.window = .days(try #require(DayWindow(from: try day("2026-09-14"), to: try day("2026-09-21"))))
        report.asOf = Instant("2026-09-21T06:00:00Z")
        report.add(
            .text("8.14.0"), .integer(12_345), .real(0.9999961), .interval(low: 0.9991, high: 1), .integer(7980),
            .integer(4_194_304),
            .day(try day("2026-09-01")), .real(0.25), .series([0, nil, 1]), .integer(99_000), mark: .ok("on target"))
        report.add(
            .text("8.15.0-rc,1|\u{1B}[2J\""), .integer(2), .real(0.5), .interval(low: 0.0125, high: 0.9875), .integer(45),
            .integer(10),
            .day(try day("2026-09-20")), .real(0), .series([nil, nil, 0.5]), .integer(3), mark: .bad("below target"))
        report.add(
            .text("8.16.0"), .integer(0), .noData, .noData, .noData, .noData, .noData, .noData, .noData, .integer(0),
            mark: .unknown("no data"))
        report.notes = ["9,876 of 12,347 reports carried hours."]
        return report
    }

    private func day(_ text: String) throws -> Day { try #require(Day(text)) }

    @Test func `a table for people`() throws {
        #expect(
            try sample().text(as: .table, for: .pipe) == #"""
                Crash-free installs, by version
                2026-09-14 to 2026-09-21 (exclusive, 7 days) · as known at 2026-09-21T06:00:00Z

                version                 active  crash-free   95 % interval      oldest      WAL  first seen  pairs/10k  trend
                8.14.0                  12,345     99.99 %   99.91 – 100 %  2 h 13 min  4.0 MiB  2026-09-01       0.25  ▁·█      ✓ on target
                8.15.0-rc,1|\u{1b}[2J"       2     50.00 %  1.25 – 98.75 %        45 s     10 B  2026-09-20       0.00  ··█      ✗ below target
                8.16.0                       0     no data         no data     no data  no data  no data       no data  no data  ? no data

                9,876 of 12,347 reports carried hours.

                """#)
    }

    @Test func `JSON for programs, the same on a terminal and in a pipe`() throws {
        let expected = #"""
            {"schema_version":1,"report":"crash-free","window":{"from":"2026-09-14","to":"2026-09-21"},"as_of":"2026-09-21T06:00:00Z","rows":[
            {"app_version":"8.14.0","active_installs":12345,"crash_free":0.9999961,"crash_free_low":0.9991,"crash_free_high":1.0,"max_s":7980,"wal_bytes":4194304,"day":"2026-09-01","pairs_per_10k":0.25,"trend":[0.0,null,1.0],"sessions":99000,"verdict":"ok","verdict_reason":"on target"},
            {"app_version":"8.15.0-rc,1|\u001b[2J\"","active_installs":2,"crash_free":0.5,"crash_free_low":0.0125,"crash_free_high":0.9875,"max_s":45,"wal_bytes":10,"day":"2026-09-20","pairs_per_10k":0.0,"trend":[null,null,0.5],"sessions":3,"verdict":"bad","verdict_reason":"below target"},
            {"app_version":"8.16.0","active_installs":0,"crash_free":null,"crash_free_low":null,"crash_free_high":null,"max_s":null,"wal_bytes":null,"day":null,"pairs_per_10k":null,"trend":null,"sessions":0,"verdict":"unknown","verdict_reason":"no data"}
            ]}

            """#
        #expect(try sample().text(as: .json, for: .pipe) == expected)
        #expect(try sample().text(as: .json, for: TerminalTraits(isTerminal: true, width: 20, usesColour: true)) == expected)
    }

    @Test func `CSV as RFC 4180 has it`() throws {
        let lines = [
            "app_version,active_installs,crash_free,crash_free_low,crash_free_high,max_s,wal_bytes,day,pairs_per_10k,trend,sessions,"
                + "verdict,verdict_reason",
            "8.14.0,12345,0.9999961,0.9991,1.0,7980,4194304,2026-09-01,0.25,0.0;;1.0,99000,ok,on target",
            "\"8.15.0-rc,1|\u{1B}[2J\"\"\",2,0.5,0.0125,0.9875,45,10,2026-09-20,0.0,;;0.5,3,bad,below target",
            "8.16.0,0,,,,,,,,,0,unknown,no data",
        ]
        let text = lines.map { $0 + "\r\n" }.joined()
        #expect(try sample().text(as: .csv, for: .pipe) == text)
        let onTerminal = try sample().text(as: .csv, for: TerminalTraits(isTerminal: true, width: 80, usesColour: true))
        #expect(!onTerminal.unicodeScalars.contains("\u{1B}"))
    }

    @Test func `Markdown for an incident's notes`() throws {
        var report = Report(
            "queue-ages", title: "Queue ages", columns: [.text("app_version", "version"), .count("installs", "installs")])
        report.add(.text("8.14|<b>"), .integer(1234), mark: .bad("over 1 h"))
        report.notes = ["One note."]
        #expect(
            try report.text(as: .markdown, for: .pipe) == #"""
                ## Queue ages

                | version | installs | verdict |
                | --- | ---: | --- |
                | 8.14\|&lt;b> | 1,234 | ✗ over 1 h |

                One note.

                """#)
    }

    @Test func `JSON carries no control that a terminal would obey`() throws {
        var report = Report("versions", title: "Versions", columns: [.text("app_version", "version")])
        report.add(.text("8\u{9B}31m\u{7F}é"))
        #expect(try report.text(as: .json, for: .pipe).contains(#"{"app_version":"8\u009b31m\u007fé"}"#))
    }

    @Test func `nothing to show is said`() throws {
        let report = Report("versions", title: "Versions", columns: [.text("app_version", "version")])
        #expect(try report.text(as: .table, for: .pipe) == "Versions\n\nno data\n")
        #expect(
            try report.text(as: .json, for: .pipe)
                == "{\"schema_version\":1,\"report\":\"versions\",\"window\":null,\"as_of\":null,\"rows\":[]}\n")
        #expect(try report.text(as: .csv, for: .pipe) == "app_version\r\n")
    }

    @Test func `a narrow table leaves out what it may, the greatest rank first, and says so`() throws {
        var report = Report(
            "x", title: "Rows",
            columns: [
                .text("app_version", "version"), .count("active", "active").dispensable(1),
                .count("sessions", "sessions").dispensable(2), .share("share", "share"),
            ])
        report.add(.text("8.14.0"), .integer(12), .integer(99), .real(0.5), mark: .bad("low"))
        func table(_ width: Int) throws -> [Substring] {
            try report.text(as: .table, for: TerminalTraits(isTerminal: true, width: width, usesColour: false))
                .split(separator: "\n").dropFirst().map { $0 }
        }
        #expect(
            try table(41) == ["version  active  sessions    share", "8.14.0       12        99  50.00 %  ✗ low"])
        #expect(
            try table(40) == ["version  active    share", "8.14.0       12  50.00 %  ✗ low", "(too narrow for: sessions)"])
        #expect(
            try table(24) == ["version    share", "8.14.0   50.00 %  ✗ low", "(too narrow for: active,", "sessions)"])
        // Too narrow for what it must show: a row a block, nothing cut.
        #expect(
            try table(20) == [
                "version: 8.14.0", "share:   50.00 %", "         ✗ low", "(too narrow for:", "active, sessions)",
            ])
    }

    @Test func `long titles and notes are filled to a terminal's width, and lines in a pipe are not`() throws {
        var report = Report("x", title: "One two three four")
        report.summarise(.text("why", "why"), .text("five six seven eight nine ten"))
        report.notes = ["Eleven twelve thirteen."]
        let narrow = try report.text(as: .table, for: TerminalTraits(isTerminal: true, width: 14, usesColour: false))
        #expect(
            narrow == "One two three\nfour\n\nwhy  five six seven eight\n     nine ten\n\nEleven twelve\nthirteen.\n")
        #expect(try report.text(as: .table, for: .pipe).contains("\nwhy  five six seven eight nine ten\n"))
    }

    @Test func `a flag, a column for people, and a value that is absent for a reason`() throws {
        var report = Report(
            "x", title: "X",
            columns: [
                .flag("restored", "restored"), .count("days", "days").forPeople,
                .share("completeness", "complete").absent("unknown"),
            ])
        report.add(.flag(true), .integer(3), .noData)
        #expect(try report.text(as: .table, for: .pipe) == "X\n\nrestored  days  complete\nyes          3   unknown\n")
        #expect(try report.text(as: .json, for: .pipe).contains("{\"restored\":true,\"completeness\":null}"))
        #expect(try report.text(as: .csv, for: .pipe) == "restored,completeness\r\ntrue,\r\n")
    }

    @Test func `a judgement among the single values, and a table for programs only`() throws {
        var report = Report("install", title: "Install i")
        report.summarise(Column("outbox", "outbox", .text, for: .people), .mark(.bad("stuck")))
        var findings = Report("findings", title: "Findings", columns: [.text("topic", "topic")])
        findings.audience = .programs
        findings.add(.text("outbox"), mark: .bad("stuck"))
        report.details = [findings]
        #expect(try report.text(as: .table, for: .pipe) == "Install i\n\noutbox  ✗ stuck\n")
        let coloured = try report.text(as: .table, for: TerminalTraits(isTerminal: true, width: 80, usesColour: true))
        #expect(coloured.hasSuffix("outbox  \u{1B}[1;31m✗ stuck\u{1B}[0m\n"))
        #expect(try report.text(as: .markdown, for: .pipe) == "## Install i\n\n- outbox: ✗ stuck\n")
        #expect(
            try report.text(as: .json, for: .pipe).hasSuffix(
                "\"as_of\":null,\"details\":{\"findings\":{\"rows\":[\n"
                    + "{\"topic\":\"outbox\",\"verdict\":\"bad\",\"verdict_reason\":\"stuck\"}\n]}}}\n"))
    }

    @Test func `marks for people only are in no document for programs`() throws {
        var report = Report("x", title: "X", columns: [.count("a", "a")])
        report.markAudience = .people
        report.add(.integer(1), mark: .bad("low"))
        #expect(try report.text(as: .table, for: .pipe).contains("1  ✗ low"))
        #expect(try report.text(as: .markdown, for: .pipe).contains("✗ low"))
        #expect(try report.text(as: .csv, for: .pipe) == "a\r\n1\r\n")
        #expect(try report.text(as: .json, for: .pipe).contains("\n{\"a\":1}\n"))
    }

    @Test func `single values and further tables`() throws {
        var report = Report("install", title: "Install i_4f9c2e")
        report.summarise(.count("days", "days seen"), .integer(14))
        report.summarise(.text("platform", "platform"), .noData)
        var days = Report("days", title: "Its days", columns: [.day("day", "day")])
        days.add(.day(try day("2026-09-14")))
        let alone = report
        report.details = [days]
        #expect(
            try report.text(as: .table, for: .pipe) == """
                Install i_4f9c2e

                days seen  14
                platform   no data

                Its days

                day
                2026-09-14

                """)
        #expect(
            try report.text(as: .json, for: .pipe) == """
                {"schema_version":1,"report":"install","window":null,"as_of":null,"summary":{"days":14,"platform":null},\
                "details":{"days":{"rows":[
                {"day":"2026-09-14"}
                ]}}}

                """)
        #expect(try alone.text(as: .csv, for: .pipe) == "name,value\r\ndays,14\r\nplatform,\r\n")
        // Of several tables CSV has the first, and says which it left out.
        #expect(try report.text(as: .csv, for: .pipe) == "day\r\n2026-09-14\r\n")
        #expect(report.tablesLeftOut(of: .csv) == [] && report.tablesLeftOut(of: .json) == [])
        var two = Report("two", title: "Two", columns: [.count("installs", "installs")])
        two.add(.integer(3))
        two.details = report.details
        #expect(try two.text(as: .csv, for: .pipe) == "installs\r\n3\r\n")
        #expect(two.tablesLeftOut(of: .csv) == ["days"])
    }

    @Test func `a narrow table keeps the columns that a mark speaks of`() throws {
        var report = Report(
            "narrow", title: "Narrow",
            columns: [
                .text("app_version", "version"), .share("over_1h_share", "over 1 h").dispensable(2),
                .interval(of: "over_1h_share", "1 h 95 %", .nearest).dispensable(3),
                .share("failed_share", "failed").dispensable(1),
            ])
        report.add(
            .text("8.14.0"), .real(0.2), .interval(low: 0.1, high: 0.3), .real(0.01),
            mark: .bad("over 1 h 3.4 × others").about("over_1h_share"))
        let text = try report.text(as: .table, for: TerminalTraits(isTerminal: false, width: 45, usesColour: false))
        #expect(text.contains("version  over 1 h"), "\(text)")
        #expect(text.contains("(too narrow for: 1 h 95 %, failed)"), "\(text)")
    }
}
