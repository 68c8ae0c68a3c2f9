import Database
import Flags
import FleetCore
import TestSupport
import Testing

@Suite struct FlagsLintCommandTests {
    private static let wrong = """
        { "version": 44,
          "kill": { "poll_post": true },
          "flags": { "poll_posts": { "default": true, "rollout_percent": 20.0, "min_ap": "5.14.0" } } }
        """

    @Test func `errors and warnings are told apart, each with its place and what was meant`() throws {
        let files = try FlagFiles(["android.json": FlagsLintCommandTests.wrong])
        let path = "\(files.path)/android.json"
        let answer = Transcript("flags lint \(path)")
        #expect(answer.code == .badInput && answer.errors == "")
        #expect(
            answer.output == """
                ✗ 2 errors
                \(path):3:41 flags.poll_posts.default: true for whoever can't evaluate the rollout, and 20 % for the rest: say false, or \
                roll out to 100
                \(path):3:72 flags.poll_posts.min_ap: no member of this name is known (did you mean min_app?)

                ? 2 warnings
                \(path):2:13 kill.poll_post: no flag has this name: the kill does nothing (did you mean poll_posts?)
                \(path):3:66 flags.poll_posts.rollout_percent: 20.0: an older client may not decode this form (did you mean 20?)

                """)
    }

    @Test func `programs get rows and counts`() throws {
        let files = try FlagFiles(["a/android.json": FlagsLintCommandTests.wrong, "a/ios.json": "{\"version\":44,\"flags\":{}}"])
        let json = Transcript("flags lint \(files.path)/a --format json").output
        #expect(
            json.contains(
                """
                "summary":{"documents":2,"errors":2,"warnings":2,\
                "read":"\(files.path)/a/android.json, \(files.path)/a/ios.json"}
                """))
        #expect(
            json.contains(
                """
                {"file":"\(files.path)/a/android.json","line":2,"column":13,"path":"kill.poll_post","rule":"kill.unknown_flag",\
                "severity":"warning","message":"no flag has this name: the kill does nothing","suggestion":"poll_posts"}
                """))
        let csv = Transcript("flags lint \(files.path)/a --format csv").output.split(separator: "\r\n")
        #expect(csv.count == 5 && csv.first == "file,line,column,path,rule,severity,message,suggestion")
        #expect(Transcript("flags lint \(files.path)/a --format markdown").output.contains(#"| kill.unknown\_flag | warning |"#))
    }

    @Test func `warnings are no failure, and a document without a problem says so`() throws {
        let files = try FlagFiles(["a.json": #"{"version":1,"kill":{"x":true},"flags":{}}"#, "b.json": FlagFiles.example])
        #expect(Transcript("flags lint \(files.path)/a.json").code == .success)
        #expect(Transcript("flags lint \(files.path)/b.json").output == "✓ 1 document without a problem\n")
        #expect(Transcript("flags lint -", input: FlagFiles.example).output == "✓ 1 document without a problem\n")
        #expect(Transcript("flags lint").code == .usage)
    }

    @Test func `a name that is a slip of a platform's is a warning`() throws {
        let files = try FlagFiles(["new/andriod.json": FlagFiles.example, "new/ios.json": FlagFiles.example])
        let file = "\(files.path)/new/andriod.json"
        let words =
            "\(file):1:1 $: no client is known to ask for the platform andriod, and android gets nothing of this "
            + "(did you mean android?)"
        let folder = Transcript("flags lint \(files.path)/new")
        #expect(folder.code == .success)
        #expect(
            folder.output == "? 1 warning\n\(words)\n\n2 documents read: \(file), \(files.path)/new/ios.json\n",
            "\(folder.output)")
        #expect(Transcript("flags lint \(file)").output == "? 1 warning\n\(words)\n")
        // Published already, it is meant.
        try files.publish(43, ["andriod": FlagFiles.example])
        #expect(Transcript("flags lint \(files.path)/new --platform andriod --previous \(files.path)").output.hasPrefix("✓ "))
    }

    @Test func `a hostile document is a clear refusal`() throws {
        let files = try FlagFiles([
            "d.json": String(repeating: "[", count: 1 << 20), "e.json": String(repeating: "[", count: 2 << 20),
        ])
        let deep = Transcript("flags lint \(files.path)/d.json")
        #expect(deep.code == .badInput && deep.output.contains("nested over 64 deep"))
        let large = Transcript("flags lint \(files.path)/e.json")
        #expect(large.code == .badInput && large.output.contains("/e.json:1:1 $: 1048577 bytes; at most 1048576 are read"))
        #expect(Transcript("flags lint \(files.path)/nothing.json").code == .badInput)
    }

    @Test func `the rules are listed with their severities`() {
        let answer = Transcript("flags lint --rules --format csv")
        #expect(answer.code == .success)
        for line in [
            "kill.unknown_flag,warning,", "json.duplicate_member,error,", "unknown_member,error,", "number.form,warning,",
        ] {
            #expect(answer.output.contains(line))
        }
    }

    @Test func `what is replaced is held against it, platform by platform`() throws {
        let old = try FlagFiles()
        try old.publish(43, ["android": FlagFiles.example, "ios": #"{"version":43,"flags":{}}"#])
        let new = try FlagFiles([
            "android.json": #"{"version":44,"flags":{"stories":{}}}"#, "ios.json": #"{"version":44,"flags":{}}"#,
        ])
        let answer = Transcript("flags lint \(new.path) --previous \(old.path)")
        #expect(answer.code == .badInput)
        #expect(
            answer.output == """
                ✗ 1 error
                \(new.path)/android.json:1:1 $: the kill of stories in version 43 is gone; lifting one is a command of its own

                2 documents read: \(new.path)/android.json, \(new.path)/ios.json

                """)
        let ios = Transcript("flags lint \(new.path) --previous \(old.path) --platform iOS")
        #expect(ios.code == .success && ios.output == "✓ 1 document without a problem: \(new.path)/ios.json\n", "\(ios.errors)")
    }

    /// A folder of documents, and one in which they are published.
    @Test func `of a folder one platform's document is checked, or all of them, and it says which`() throws {
        let files = try FlagFiles(["android.json": FlagsLintCommandTests.wrong, "ios.json": #"{"version":44,"flags":{}}"#])
        #expect(
            Transcript("flags lint \(files.path) --platform ios").output
                == "✓ 1 document without a problem: \(files.path)/ios.json\n")
        let android = Transcript("flags lint \(files.path) --platform android")
        #expect(android.code == .badInput && android.output.hasSuffix("\n\n1 document read: \(files.path)/android.json\n"))
        let slip = Transcript("flags lint \(files.path) --platform andriod")
        #expect(slip.code == .badInput)
        #expect(
            slip.errors.contains("there is no document for the platform andriod") && slip.errors.contains("did you mean android?")
        )
        let published = try FlagFiles()
        try published.publish(43, ["android": FlagFiles.example, "ios": #"{"version":43,"flags":{}}"#])
        let all = Transcript("flags lint \(published.path)")
        #expect(
            all.output
                == "✓ 2 documents without a problem: \(published.path)/v43/android.json, \(published.path)/v43/ios.json\n",
            "\(all.output)")
        #expect(
            Transcript("flags lint \(published.path) --platform ios").output
                == "✓ 1 document without a problem: \(published.path)/v43/ios.json\n")
        // With a fleet, that of the platform.
        let store = try TestStore(.sqlite, FleetTables(active(1, "2026-09-21", "5.14.0", "ios")))
        let fleet = Transcript("flags lint \(published.path) --platform ios --fleet", store: store)
        #expect(fleet.code == .success && fleet.output.contains("\(published.path)/v43/ios.json"), "\(fleet)")
        let one = Transcript("flags lint \(files.path)/ios.json --platform ios")
        #expect(one.code == .usage && one.errors.contains("--platform does nothing: this is one document"))
    }

    @Test func `help tells every member that a document may have`() {
        let page = Transcript("flags lint --help", width: 200).output
        for path in FlagDocument.members.map(\.path) { #expect(page.contains("  \(path) ")) }
    }

    // MARK: With a fleet

    /// Thirty days up to 2026-09-21 of a thousand installs on 5.14.0, and some on 5.3.0 that come every sixth day.
    private func fleet(old: Int) -> FleetTables {
        let first = Day("2026-08-23") ?? Day(number: 0)
        return FleetTables(
            (0..<30).flatMap { offset in
                let day = first.advanced(by: offset).description
                let late = (0..<old * 6).filter { $0 % 6 == offset % 6 }.map { "old\($0)" }
                return active(1000 - old, day, "5.14.0", "android")
                    + late.map { ReportedDay(day, $0, "5.3.0", "android", ["sessions": 1, "queue_age_max_s": 90]) }
            })
    }

    private func lint(_ store: TestStore, _ until: String) throws -> Transcript {
        let before = #"{"version":43,"flags":{},"client_policy":{"min_supported":"5.2.0"}}"#
        let after = """
            {"version":44,"flags":{"f":{"min_app":"51.4.0"}},
             "client_policy":{"min_supported":"5.4.0","flush_only_until":"\(until)"}}
            """
        let files = try FlagFiles(["v44/android.json": after, "v43/android.json": before])
        let answer = Transcript(
            "flags lint \(files.path)/v44/android.json --previous \(files.path)/v43/android.json --fleet --format csv",
            store: store)
        #expect(answer.errors == "")
        return answer
    }

    /// It is noon of 2026-09-22.
    @Test(arguments: bothEngines)
    func `min_supported rises only where the store shows that few are left, and late enough`(engine: Engine) throws {
        let few = try TestStore(engine, fleet(old: 4))
        let late = try lint(few, "2026-09-29T12:00:00Z")
        #expect(late.code == .success)
        #expect(
            late.output.contains(
                "flag.min_app_above_fleet,warning,no install has 51.4.0 or newer; the greatest version of the fleet is 5.14.0"))
        #expect(late.output.contains("policy.min_supported_requests_unknown,warning,"))
        #expect(late.output.split(separator: "\r\n").count == 3)
        let early = try lint(few, "2026-09-28T11:59:59Z")
        #expect(early.code == .badInput)
        #expect(early.output.contains("99 % of them come back within 6 d; not before 2026-09-28T12:00:00Z"))
        let many = try lint(TestStore(engine, fleet(old: 5)), "2026-09-29T12:00:00Z")
        #expect(many.code == .badInput)
        #expect(many.output.contains("raised above versions that 0.5 % of active installs had on 2026-09-21"))
    }

    @Test func `an empty store is no fleet`() throws {
        let files = try FlagFiles(["a.json": FlagFiles.example])
        let answer = Transcript("flags lint \(files.path)/a.json --fleet", store: try TestStore(.sqlite, FleetTables([])))
        #expect(answer.code == .success)
        #expect(answer.errors.contains("the store holds no reports"))
    }
}
