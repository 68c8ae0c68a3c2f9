import FleetCore
import Testing

@Suite struct FlagsEvalCommandTests {
    @Test func `for an install: every flag, its value and why`() throws {
        let files = try FlagFiles()
        try files.publish(43, ["android": FlagFiles.example])
        // 0f7opVYDt has bucket 12499 for poll_posts (bucket_edge_install_ids.json).
        let answer = Transcript("flags eval \(files.path) --install-id 0f7opVYDt --app-version 5.14.0")
        #expect(answer.code == .success && answer.errors == "")
        #expect(
            answer.output == """
                Flags of \(files.path)/v43/android.json

                version          43
                install          0f7opVYDt
                app version      5.14.0
                platform         android
                client policy    supported
                session sampled  no

                flag         value  reason  bucket
                poll_posts   on     SPLIT   12,499
                avif_images  on     STATIC
                stories      off    KILLED

                """)
    }

    @Test func `JSON has what programs need, and a flag that is not there is the caller's default`() throws {
        let files = try FlagFiles(["android.json": FlagFiles.example])
        let answer = Transcript(
            "flags eval \(files.path)/android.json --install-id 0f7opVYDt --app-version 5.13.9 --platform android --flag poll_posts "
                + "--flag nope --default true --format json")
        #expect(
            answer.output == """
                {"schema_version":1,"report":"flags-eval","window":null,"as_of":null,"summary":{"version":43,"install_id":"0f7opVYDt",\
                "app_version":"5.13.9","platform":"android","client_policy":"upgrade_recommended","session_sampled":false},"rows":[
                {"flag":"poll_posts","value":false,"reason":"VERSION","bucket":null,"kill":false},
                {"flag":"nope","value":true,"reason":"FLAG_NOT_FOUND","bucket":null,"kill":false}
                ]}

                """)
    }

    private static let contexts = """
        {"install_id":"0f7opVYDt","app_version":"5.14.0","platform":"android"}
        {"install_id":"","app_version":"5.14","platform":"ios","other":[1]}
        {"install_id":null,"app_version":null,"platform":"android"}
        oops
        {"install_id":"a","install_id":"b"}

        [1]
        {"install_id":7,"app_version":"v5","platform":"web"}
        {"platform":"ios"}
        """

    @Test func `contexts give a line each, in order, none left out`() throws {
        let files = try FlagFiles()
        let ios = #"{"version":43,"flags":{"poll_posts":{"rollout_percent":100}},"client_policy":{"min_supported":"6"}}"#
        try files.publish(43, ["android": FlagFiles.example, "ios": ios])
        let path = try files.write("contexts.ndjson", FlagsEvalCommandTests.contexts)
        let expected = """
            {"install_id":"0f7opVYDt","flags":[{"flag":"poll_posts","value":true,"reason":"SPLIT","bucket":12499,"kill":false}],"client_policy":"supported"}
            {"install_id":"","flags":[{"flag":"poll_posts","value":true,"reason":"SPLIT","bucket":null,"kill":false}],"client_policy":"unsupported"}
            {"install_id":null,"flags":[{"flag":"poll_posts","value":false,"reason":"VERSION","bucket":null,"kill":false}],"client_policy":"unknown"}
            {"error":"no JSON"}
            {"error":"byte 19: a member given twice"}
            {"error":"an empty line"}
            {"error":"expected an object with install_id, app_version and platform"}
            {"error":"no document for this platform; there are android, ios"}
            {"install_id":null,"flags":[{"flag":"poll_posts","value":true,"reason":"SPLIT","bucket":null,"kill":false}],"client_policy":"unknown"}

            """
        let answer = Transcript("flags eval \(files.path) --contexts \(path) --format json --flag poll_posts")
        #expect(answer.output == expected)
        #expect(answer.code == .partial)
        #expect(answer.errors == "chatfleet: note: 5 lines of \(path) could not be evaluated\n")
        // From standard input, with the line ends of Windows, the same.
        let piped = Transcript(
            "flags eval \(files.path) --contexts - --format json --flag poll_posts --quiet",
            input: FlagsEvalCommandTests.contexts.replacing("\n", with: "\r\n"))
        #expect(piped.output == expected && piped.errors == "")
    }

    @Test func `in other formats contexts are counted`() throws {
        let files = try FlagFiles(["android.json": FlagFiles.example])
        let lines = ["5.14.0", "5.13.0", "5.1.0", "x"].map { "{\"install_id\":\"0f7opVYDt\",\"app_version\":\"\($0)\"}" }
        let answer = Transcript(
            "flags eval \(files.path)/android.json --contexts -", input: lines.joined(separator: "\n") + "\n")
        #expect(answer.code == .success)
        #expect(
            answer.output == """
                Flags of 4 contexts

                no context           0
                supported            1
                upgrade recommended  1
                unsupported          1
                unknown              1

                flag         on  off  KILLED  FLAG_NOT_FOUND  VERSION  UNKNOWN_HASH  TARGETING_KEY_MISSING  SPLIT  STATIC
                poll_posts    1    3       0               0        3             0                      0      1       0
                avif_images   4    0       0               0        0             0                      0      0       4
                stories       0    4       4               0        0             0                      0      0       0

                """)
    }

    @Test func `a line of over a megabyte is refused in its place, whatever pieces it comes in`() throws {
        let files = try FlagFiles(["android.json": "{\"version\":1,\"flags\":{\"f\":{}}}"])
        let good = #"{"install_id":"i"}"#
        let long = "{\"install_id\":\"" + String(repeating: "a", count: 3 << 20) + "\"}"
        let answer = Transcript(
            "flags eval \(files.path)/android.json --contexts - --format json",
            input: [good, long, good, long].joined(separator: "\n"))
        let lines = answer.output.split(separator: "\n")
        let evaluated =
            #"{"install_id":"i","flags":[{"flag":"f","value":false,"reason":"STATIC","bucket":null,"kill":false}],"client_policy":"supported"}"#
        #expect(
            lines.map(String.init) == [
                evaluated, "{\"error\":\"over 1048576 bytes\"}", evaluated, "{\"error\":\"over 1048576 bytes\"}",
            ])
    }

    @Test func `ten thousand contexts give ten thousand lines`() throws {
        let files = try FlagFiles(["android.json": FlagFiles.example])
        let input = (0..<10_000).map { "{\"install_id\":\"i\($0)\",\"app_version\":\"5.14.0\"}\n" }.joined()
        let answer = Transcript("flags eval \(files.path)/android.json --contexts - --format json", input: input)
        let lines = answer.output.split(separator: "\n")
        #expect(lines.count == 10_000)
        #expect(
            lines.enumerated().allSatisfy {
                $0.element.hasPrefix("{\"install_id\":\"i\($0.offset)\",\"flags\":[{\"flag\":\"poll_posts\"")
            })
    }

    @Test func `a document that clients can't read is refused, one that lint calls wrong is not`() throws {
        let files = try FlagFiles([
            "broken.json": "{\"version\":1,\"flags\":{\"f\":{\"rollout_percent\":101,\"min_ap\":\"5\"}}}",
            "wrong.json": "{\"version\":1,\"flags\":{\"f\":{\"rollout_percent\":20,\"default\":true}}}",
        ])
        let broken = Transcript("flags eval \(files.path)/broken.json --quiet")
        #expect(broken.code == .badInput && broken.output == "")
        #expect(
            broken.errors == """
                \(files.path)/broken.json:1:46 flags.f.rollout_percent: 101 is outside 0 … 100
                \(files.path)/broken.json:1:50 flags.f.min_ap: no member of this name is known (did you mean min_app?)
                chatfleet: this document is refused: 2 problems
                  at: \(files.path)/broken.json
                  next: mend it; chatfleet flags lint \(files.path)/broken.json shows its problems again

                """)
        let wrong = Transcript("flags eval \(files.path)/wrong.json --install-id i")
        #expect(wrong.code == .success)
        #expect(wrong.errors.contains("lint finds 1 problem, 1 error among them; see them with chatfleet flags lint"))
    }

    @Test func `what latest json names is what is evaluated, or nothing`() throws {
        let files = try FlagFiles()
        try files.publish(43, ["android": FlagFiles.example, "ios": FlagFiles.example])
        #expect(Transcript("flags eval \(files.path)").code == .usage)
        let unknown = Transcript("flags eval \(files.path) --platform androd")
        #expect(unknown.code == .badInput && unknown.errors.contains("did you mean android?"))
        try files.write("v43/android.json", FlagFiles.example + "\n")
        let changed = Transcript("flags eval \(files.path) --platform android")
        #expect(changed.code == .badInput && changed.errors.contains("not the bytes whose hash latest.json names"))
        try files.publish(44, ["android": FlagFiles.example])
        #expect(
            Transcript("flags eval \(files.path)").errors.contains("latest.json names version 44, and the document is version 43")
        )
        #expect(Transcript("flags eval /nonexistent").code == .badInput)
        #expect(Transcript("flags eval - --contexts -", input: FlagFiles.example).code == .usage)
        #expect(Transcript("flags eval \(files.path) --contexts - --install-id x").code == .usage)
    }

    @Test(arguments: [("2026-10-30T23:59:59Z", "flush_only"), ("2026-10-31T00:00:00Z", "blocked")])
    func `the policy is that of the time asked about`(time: String, status: String) throws {
        let files = try FlagFiles([
            "d.json":
                #"{"version":1,"flags":{},"client_policy":{"min_supported":"5.2","flush_only_until":"2026-10-31T00:00:00Z"}}"#
        ])
        let answer = Transcript("flags eval \(files.path)/d.json --app-version 5.1 --at \(time) --format json")
        #expect(answer.output.contains("\"client_policy\":\"\(status)\""))
    }
}
