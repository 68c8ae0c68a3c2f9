import CommandLine
import FleetCore
import Testing

@Suite struct ParserTests {
    @Test func `options come in both forms, in any order, before and after the command`() throws {
        let invocation = try Sample.run(
            "--store sqlite:a.db -q crash-free --from=2026-09-14 --by version,day --top 5 --format json")
        #expect(invocation.command.name == "crash-free")
        #expect(invocation[Sample.store] == "sqlite:a.db")
        #expect(invocation[Sample.quiet])
        #expect(invocation[Sample.from] == Day("2026-09-14"))
        #expect(invocation[Sample.by] == ["version", "day"])
        #expect(invocation[Sample.top] == 5)
        #expect(invocation[Sample.format] == "json")
        #expect(invocation[Sample.target] == nil)
    }

    @Test func `an option that is not given is nil, its default, or an empty list`() throws {
        let invocation = try Sample.run("crash-free")
        #expect(invocation[Sample.from] == nil)
        #expect(invocation[Sample.top] == 10)
        #expect(invocation[Sample.version] == [])
        #expect(!invocation[Sample.quiet])
    }

    @Test func `values are typed`() throws {
        let invocation = try Sample.run(
            "crash-free --target 99.5% --since 2h --as-of 2026-09-28T23:04:11+02:00 --version 8.14.0 --version 8.15.0")
        #expect(invocation[Sample.target]?.share == 0.995)
        #expect(invocation[Sample.since]?.seconds == 7200)
        #expect(invocation[Sample.asOf] == Instant("2026-09-28T21:04:11Z"))
        #expect(invocation[Sample.version] == ["8.14.0", "8.15.0"])
    }

    @Test func `after two dashes everything is an argument, and a single dash is one`() throws {
        #expect(try Sample.run("ingest reports a - b")[Sample.paths] == ["a", "-", "b"])
        #expect(try Sample.run("ingest reports -- --quiet -x")[Sample.paths] == ["--quiet", "-x"])
        #expect(try Sample.run("completion zsh")[Sample.shell] == .zsh)
        #expect(try Sample.run("queries list")[Sample.pattern] == nil)
        #expect(try Sample.run("queries list health")[Sample.pattern] == "health")
    }

    @Test func `a value may hold equals signs, and be what looks like an option when attached`() throws {
        #expect(try Sample.run("--store=host=/tmp crash-free")[Sample.store] == "host=/tmp")
        #expect(try Sample.run("crash-free --version=--x")[Sample.version] == ["--x"])
    }

    @Test func `help and version are requests of their own`() throws {
        func request(_ line: String) throws -> String {
            switch try Sample.registry.parse(Sample.words(line)) {
            case .run(let invocation): "run \(invocation.command.name)"
            case .help(let path, let isLong): "\(isLong ? "long" : "short") help on \(path.joined(separator: " "))"
            case .version: "version"
            }
        }
        #expect(try request("--help") == "long help on ")
        #expect(try request("-h") == "short help on ")
        #expect(try request("ingest --help") == "long help on ingest")
        #expect(try request("crash-free --from 2026-09-14 -h") == "short help on crash-free")
        #expect(try request("help queries list") == "long help on queries list")
        #expect(try request("--version") == "version")
        #expect(try request("completion --version") == "version")
        #expect(try request("crash-free --version 8.14.0") == "run crash-free")
    }

    @Test(arguments: [
        ("", "which command?", "chatfleet --help"),
        ("crashfree", "\"crashfree\" is no command", "did you mean crash-free? else: chatfleet --help"),
        ("crash", "\"crash\" is no command", "did you mean crash-free? else: chatfleet --help"),
        ("frobnicate", "\"frobnicate\" is no command", "chatfleet --help"),
        ("ingest", "ingest needs a verb: reports", "chatfleet ingest --help"),
        ("ingest report x", "ingest has no verb \"report\"", "did you mean reports? else: chatfleet ingest --help"),
        ("help crashfree", "\"crashfree\" is no command", "did you mean crash-free? else: chatfleet --help"),
        ("crash-free --form x", "there is no option --form", "did you mean --from? else: chatfleet crash-free --help"),
        ("crash-free --zzz", "there is no option --zzz", "chatfleet crash-free --help"),
        ("--from 2026-09-14 crash-free", "--from comes after the command it belongs to", "chatfleet --help"),
        ("crash-free --from", "--from needs a value, DAY", "chatfleet crash-free --help"),
        ("crash-free --from --top 3", "--from needs a value, DAY", "chatfleet crash-free --help"),
        ("crash-free --quiet=1", "--quiet takes no value", "chatfleet crash-free --help"),
        ("crash-free --top 3 --top 4", "--top is given twice", "chatfleet crash-free --help"),
        ("crash-free --top 0", "--top: \"0\" is not a whole number, 1 to 100", "chatfleet crash-free --help"),
        ("crash-free --top +5", "--top: \"+5\" is not a whole number, 1 to 100", "chatfleet crash-free --help"),
        (
            "crash-free --target 99.5", "--target: \"99.5\" is not a percentage from 0% to 100%, such as 99.5%",
            "did you mean 99.5%? else: chatfleet crash-free --help"
        ),
        (
            "crash-free --target 99,95%", "--target: \"99,95%\" is not a percentage from 0% to 100%, such as 99.5%",
            "did you mean 99.95%? else: chatfleet crash-free --help"
        ),
        (
            "crash-free --target 0.9995", "--target: \"0.9995\" is not a percentage from 0% to 100%, such as 99.5%",
            "did you mean 99.95% or 0.9995%? else: chatfleet crash-free --help"
        ),
        (
            "crash-free --target high", "--target: \"high\" is not a percentage from 0% to 100%, such as 99.5%",
            "chatfleet crash-free --help"
        ),
        (
            "crash-free --from 2026-02-30", "--from: \"2026-02-30\" is not a day of the calendar, YYYY-MM-DD",
            "chatfleet crash-free --help"
        ),
        (
            "crash-free --by version,platfrom",
            "--by: \"version,platfrom\" is not a comma-separated list of version, platform, day, each at most once",
            "did you mean platform? else: chatfleet crash-free --help"
        ),
        (
            "crash-free --format jsn", "--format: \"jsn\" is not one of table, json",
            "did you mean json? else: chatfleet crash-free --help"
        ),
        ("crash-free x", "\"x\" is one argument too many", "chatfleet crash-free --help"),
        ("ingest reports", "PATH is missing: files of reports, or - for standard input", "chatfleet ingest reports --help"),
        ("completion csh", "SHELL: \"csh\" is not one of bash, zsh, fish", "did you mean zsh? else: chatfleet completion --help"),
    ])
    func `a mistake says what, and what to type`(line: String, what: String, next: String) throws {
        let error = try #require(throws: ToolError.self) { try Sample.registry.parse(Sample.words(line)) }
        #expect(error.exitCode == .usage)
        #expect(error.what == what)
        #expect(error.next == next)
    }

    @Test func `an empty word is an error, not a value`() {
        #expect(throws: ToolError.self) { try Sample.registry.parse(["--store", "", "crash-free"]) }
        #expect(throws: ToolError.self) { try Sample.registry.parse([""]) }
    }

    @Test(arguments: ["100%", "0%", "99.5%", "99.95%"])
    func `percentages are read with their sign`(text: String) { #expect(Percentage(text)?.description == text) }

    @Test(arguments: ["99.5", "0.995", "100.1%", "-1%", "+1%", "1e1%", ".5%", "5.%", "%", "nan%", "0x1%", "1 %", "٩%"])
    func `anything else is no percentage`(text: String) { #expect(Percentage(text) == nil) }

    @Test(arguments: [("99.9%", 0.999), ("99.5%", 0.995), ("99.99%", 0.9999), ("7%", 0.07), ("100%", 1), ("0.0%", 0)])
    func `a percentage is the share nearest to its digits`(text: String, share: Double) {
        #expect(Percentage(text)?.share == share)
    }

    @Test(
        arguments: [
            ("99.5", "99.5%"), ("5", "5%"), ("0", "0%"), ("1", "1%"), ("99,5", "99.5%"), ("99.5 %", "99.5%"),
            ("0.1", "10% or 0.1%"),
            ("0.05", "5% or 0.05%"), ("1.0", "100% or 1.0%"), ("0.00125", "0.125% or 0.00125%"), ("0.5 %", "0.5%"), ("101", nil),
            ("-1", nil), ("", nil), ("x", nil),
        ] as [(String, String?)])
    func `a number without its sign is told with it`(text: String, meant: String?) {
        #expect(Percentage.meant(by: text) == meant)
    }

    @Test func `every percentage of two decimals is the share of four`() {
        for hundredths in 0...10_000 {
            let digits = String(100_000 + hundredths).dropFirst(2)
            let text = hundredths == 10_000 ? "100.00%" : "\(digits.prefix(2)).\(digits.suffix(2))%"
            #expect(Percentage(text)?.share == Double(hundredths) / 10_000, "\(text)")
        }
    }

    @Test(arguments: [("90s", 90), ("30m", 1800), ("2h", 7200), ("14d", 1_209_600)])
    func `lengths of time carry their unit`(text: String, seconds: Int64) { #expect(TimeLength(text)?.seconds == seconds) }

    @Test(arguments: ["2", "h", "0h", "-1h", "1.5h", "2w", "1h30m", "99999999999999999999d", "10001d", "+2h"])
    func `anything else is no length of time`(text: String) { #expect(TimeLength(text) == nil) }

    @Test func `a command may have verbs, which come right after it`() throws {
        let show = CommandSpec(
            "crash-free show", group: .answers, purpose: "one of them", arguments: [Sample.pattern],
            examples: [Example("chatfleet crash-free show x", "x")])
        let registry = Registry(
            program: "chatfleet", purpose: "x", commands: [Sample.crashFree, show], globalOptions: [Sample.store])
        #expect(registry.faults == [])
        func name(_ line: String) throws -> String? {
            guard case .run(let invocation) = try registry.parse(Sample.words(line)) else { return nil }
            return invocation.command.name
        }
        #expect(try name("crash-free") == "crash-free")
        #expect(try name("--store s crash-free show") == "crash-free show")
        #expect(try name("crash-free show show") == "crash-free show")
        // Its options were those of crash-free.
        #expect(throws: ToolError.self) { try name("crash-free --top 3 show") }
        #expect(throws: ToolError.self) { try name("crash-free -- show") }
        #expect(registry.help(["crash-free"], isLong: false, width: 80).contains("Verbs:\n  crash-free show  one of them\n"))
        for shell in Shell.allCases { #expect(registry.completions(for: shell).contains("show")) }
    }

    @Test func `faults of a registry are found`() {
        #expect(Sample.registry.faults == [])
        let bad = CommandSpec("ingest", group: .data, purpose: "Ends badly.", options: [Sample.from, Sample.from], examples: [])
        let noun = CommandSpec(
            "ingest", group: .data, purpose: "a noun", arguments: [Sample.pattern], examples: [Example("chatfleet ingest", "x")])
        let registry = Registry(program: "chatfleet", purpose: "x", commands: [Sample.ingest, bad, bad, noun], globalOptions: [])
        #expect(registry.faults.contains("ingest: given twice"))
        #expect(registry.faults.contains("ingest: a command with arguments and a noun"))
        #expect(registry.faults.contains("ingest: an option given twice"))
        #expect(registry.faults.contains("ingest: no example"))
        #expect(registry.faults.contains("ingest: \"Ends badly.\" ends in a full stop or is empty"))
        let lonely = CommandSpec(
            "x", group: .data, purpose: "x", options: [Sample.top.needing(Sample.by).excluding(Sample.pattern)],
            examples: [Example("chatfleet x", "x")])
        #expect(
            Registry(program: "chatfleet", purpose: "x", commands: [lonely], globalOptions: []).faults == [
                "x: --top speaks of --by, which the command does not take",
                "x: --top speaks of PATTERN, which the command does not take",
            ])
    }

    @Test func `an option that needs another, or excludes it, is refused without it, or with it`() throws {
        let command = CommandSpec(
            "queries list", group: .tools, purpose: "x", arguments: [Sample.pattern],
            options: [Sample.from, Sample.top.needing(Sample.from, Sample.version), Sample.version.excluding(Sample.pattern)],
            examples: [Example("chatfleet queries list", "x")])
        let registry = Registry(program: "chatfleet", purpose: "x", commands: [command], globalOptions: [])
        #expect(registry.faults == [])
        func words(_ line: String) -> String? {
            do throws(ToolError) {
                _ = try registry.parse(Sample.words(line))
                return nil
            } catch {
                return "\(error.what); \(error.next ?? "")"
            }
        }
        #expect(words("queries list --from 2026-09-14 --top 3") == nil)
        #expect(words("queries list --version 8.14.0 --top 3") == nil)
        #expect(words("queries list x") == nil)
        #expect(
            words("queries list --top 3")
                == "--top does nothing without --from or --version; add --from or --version, or leave --top out; "
                + "chatfleet queries list --help")
        #expect(
            words("queries list --version 8.14.0 x")
                == "--version and PATTERN exclude each other; leave one of them out; chatfleet queries list --help")
    }
}
