import FleetCore
import Testing

@Suite struct FlagsDiffCommandTests {
    private static let killed = FlagFiles.example.replacing("\"stories\": true", with: "\"poll_posts\": true, \"stories\": true")
        .replacing("43", with: "44")

    @Test func `a kill in the words of a release manager`() throws {
        let files = try FlagFiles(["v43/android.json": FlagFiles.example, "v44/android.json": FlagsDiffCommandTests.killed])
        let answer = Transcript("flags diff \(files.path)/v43/android.json \(files.path)/v44/android.json")
        #expect(
            answer == Transcript("flags diff \(files.path)/v43/android.json \(files.path)/v44/android.json --platform android"))
        #expect(answer.output == "poll_posts: killed; was 20 % of android ≥ 5.14.0\n")
        #expect(answer.code == .success && answer.errors == "")
        let json = Transcript("flags diff \(files.path)/v43/android.json \(files.path)/v44/android.json --format json")
        #expect(
            json.output.contains(
                """
                {"platform":"android","subject":"poll_posts","kind":"killed","before":"20 % of android ≥ 5.14.0","after":"killed",\
                "words":"poll_posts: killed; was 20 % of android ≥ 5.14.0"}
                """))
        let same = Transcript("flags diff \(files.path)/v43/android.json \(files.path)/v43/android.json")
        #expect(same.output == "nothing changes for anybody\n")
    }

    @Test func `of two folders every platform is compared`() throws {
        let old = try FlagFiles()
        let new = try FlagFiles()
        try old.publish(43, ["android": FlagFiles.example, "ios": FlagFiles.example])
        try new.publish(
            44,
            [
                "android": FlagsDiffCommandTests.killed, "ios": FlagsDiffCommandTests.killed,
                "web": #"{"version":44,"flags":{"f":{"default":true}}}"#,
            ])
        let answer = Transcript("flags diff \(old.path) \(new.path)")
        #expect(
            answer.output == """
                android: poll_posts: killed; was 20 % of android ≥ 5.14.0
                ios: poll_posts: killed; was 20 % of ios ≥ 5.14.0
                web: f: new; on for all of web

                """)
        let gone = Transcript("flags diff \(new.path) \(old.path)")
        #expect(gone.code == .badInput && gone.errors.contains("the new documents have none for web"))
    }

    @Test func `flagd gets a definition, and what it can't do is said`() throws {
        let files = try FlagFiles(["android.json": FlagFiles.example])
        let answer = Transcript("flags export flagd \(files.path)/android.json")
        #expect(answer.code == .success)
        let squeezed = answer.output.filter { !$0.isWhitespace }
        #expect(
            squeezed.contains(
                """
                "targeting":{"if":[{"and":[{"sem_ver":[{"var":"app_version"},">=","5.14.0"]},{"var":"targetingKey"}]},\
                {"fractional":[{"cat":["poll_posts:",{"var":"targetingKey"}]},["on",20000],["off",80000]]},"off"]}
                """))
        #expect(squeezed.contains(#""stories":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"}"#))
        #expect(answer.errors.contains("Not the same, for poll_posts: flagd reads no version of four parts: off there."))
        let broken = Transcript("flags export flagd -", input: "{}")
        #expect(broken.code == .badInput && broken.output == "")
    }
}
