import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// A fleet's flags for one test: a folder to edit, a target, a store.
struct FlagFleet {
    let folder: TemporaryFolder
    let store: TestStore
    var target: String { folder.file("www/flags") }
    var edited: String { folder.file("edited") }

    static let document = """
        { "version": 1,
          "kill": {},
          "flags": { "poll_posts": { "default": false, "rollout_percent": 20, "min_app": "5.14.0" },
                     "avif_images": { "default": true } } }

        """

    /// - Parameter publishes: android and ios as version 1.
    init(_ engine: Engine = .sqlite, publishes: Bool = true) throws {
        folder = try TemporaryFolder()
        store = try TestStore(engine)
        if engine == .postgres { _ = try store.open(fleetSchema(.postgres)) }
        try FileManager.default.createDirectory(atPath: edited, withIntermediateDirectories: true)
        try edit("android", FlagFleet.document)
        try edit("ios", FlagFleet.document)
        guard publishes else { return }
        let first = run("flags publish \(edited) --to \(target) --reason first --yes")
        try #require(first.code == .success, "\(first.errors)")
    }

    func edit(_ platform: String, _ text: String) throws { _ = try folder.write("edited/\(platform).json", text) }

    func run(
        _ words: String, input: String = "", isTerminal: Bool = false, store other: String? = nil,
        now: Instant = Instant(epochSeconds: 1_790_078_400)
    ) -> Transcript {
        var environment = ["XDG_STATE_HOME": folder.file("state"), "USER": "ana"]
        if let other { environment["CHATFLEET_STORE"] = other }
        return Transcript(
            words, store: store, environment: environment, input: input, isTerminal: isTerminal, now: now)
    }

    func published(_ path: String) -> String {
        (try? String(contentsOfFile: "\(target)/\(path)", encoding: .utf8)) ?? ""
    }

    /// What `latest.json` names.
    var version: Int { published("latest.json").firstMatch(of: /"version":(\d+)/).flatMap { Int($0.1) } ?? 0 }
}

@Suite struct FlagChangeTests {
    @Test(arguments: bothEngines)
    func `a kill survives a place that was put back to before it`(engine: Engine) throws {
        let fleet = try FlagFleet(engine)
        let before = fleet.published("latest.json")
        #expect(fleet.run("flags kill poll_posts --reason INC-311 --yes").code == .success)
        try Data(before.utf8).write(to: URL(fileURLWithPath: "\(fleet.target)/latest.json"))
        let rollout = fleet.run("flags rollout poll_posts 50 --reason up --yes")
        #expect(rollout.code == .success, "\(rollout.errors)")
        #expect(fleet.version == 3)
        for platform in ["android", "ios"] {
            #expect(fleet.published("v3/\(platform).json").contains("\"poll_posts\": true"))
            #expect(rollout.errors.contains("\(platform): poll_posts stays killed, which the store knows and the place forgot"))
        }
    }

    @Test func `of a race that was lost nothing waits in the journal`() throws {
        let fleet = try FlagFleet()
        let (target, latest) = (fleet.target, fleet.published("latest.json"))
        let server = try LoopbackServer { request in
            // Somebody else is quicker, once the documents are there and before latest.json names them.
            let other = Data(latest.replacing("\"version\":1,", with: "\"version\":9,").utf8)
            try? other.write(to: URL(fileURLWithPath: "\(target)/latest.json"))
            let path = request.line.split(separator: " ")[1]
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: target + path))).map { Array($0) } ?? []
            return .reply(200, ["Cache-Control: public, immutable"], body: bytes)
        }
        try fleet.edit("ios", FlagFleet.document.replacing("20", with: "30"))
        let lost = fleet.run("flags publish \(fleet.edited) --reason up --yes --public-url http://127.0.0.1:\(server.port)")
        #expect(lost.code == .badAnswer, "\(lost.errors)")
        #expect(lost.errors.contains("version 1 is no longer current: 9 was published meanwhile"), "\(lost.errors)")
        let history = fleet.run("flags history")
        #expect(!history.output.contains("journal") && history.errors == "", "\(history.errors)")
        let journals = try FileManager.default.contentsOfDirectory(atPath: fleet.folder.file("state/chatfleet/flags")).filter {
            $0.hasSuffix(".journal")
        }
        for name in journals {
            #expect(try String(contentsOfFile: fleet.folder.file("state/chatfleet/flags/\(name)"), encoding: .utf8) == "")
        }
    }

    @Test func `a place that can't be published to binds nobody`() throws {
        let fleet = try FlagFleet(publishes: false)
        let file = try fleet.folder.write("afile", "x")
        #expect(fleet.run("flags publish \(fleet.edited) --to \(file) --reason first --yes").code != .success)
        #expect(fleet.run("flags publish \(fleet.edited) --to \(fleet.target) --reason first --yes").code == .success)
    }

    @Test func `a document under the name of a slip is not published beside a platform that gets nothing`() throws {
        let fleet = try FlagFleet()
        try FileManager.default.removeItem(atPath: "\(fleet.edited)/android.json")
        try fleet.edit("andriod", FlagFleet.document.replacing("20", with: "30"))
        let slip = fleet.run("flags publish \(fleet.edited) --reason up --yes")
        #expect(slip.code == .badInput)
        #expect(
            slip.errors.contains(
                "  error: andriod.json:1:1 $: no client is known to ask for the platform andriod, and android gets nothing of this "
                    + "(did you mean android?)\n"), "\(slip.errors)")
        #expect(
            slip.errors.hasSuffix(
                "\n  next: mend the document or its name, then run it again; where the platform is meant, add --new-platform\n"),
            "\(slip.errors)")
        #expect(fleet.version == 1)
        #expect(fleet.run("flags publish \(fleet.edited) --reason up --yes --new-platform").code == .success)
        // It is published there, and known from then on; another one may be a slip of it.
        try fleet.edit("andriod", FlagFleet.document.replacing("20", with: "40"))
        #expect(fleet.run("flags publish \(fleet.edited) --base 2 --reason up --yes").code == .success)
        #expect(fleet.run("flags kill poll_posts --reason x --yes").code == .success)
        #expect(fleet.version == 4)
    }

    @Test func `a new platform that looks like no other is published, also the first time`() throws {
        let fleet = try FlagFleet(publishes: false)
        for platform in ["web", "android-tv", "tvos"] { try fleet.edit(platform, FlagFleet.document) }
        let first = fleet.run("flags publish \(fleet.edited) --to \(fleet.target) --reason first --yes")
        #expect(first.code == .success, "\(first.errors)")
        try fleet.edit("wbe", FlagFleet.document)
        let slip = fleet.run("flags publish \(fleet.edited) --reason next --yes")
        #expect(slip.code == .badInput && slip.errors.contains("(did you mean web?)"), "\(slip.errors)")
    }

    @Test func `a rollback restores a place that was emptied`() throws {
        let fleet = try FlagFleet()
        try FileManager.default.removeItem(atPath: "\(fleet.target)/latest.json")
        let rollback = fleet.run("flags rollback --to 1 --reason lost --yes")
        #expect(rollback.code == .success, "\(rollback.errors)")
        #expect(fleet.version == 2)
    }

    @Test(arguments: bothEngines)
    func `a kill changes one value on every platform, and is shown, recorded and numbered`(engine: Engine) throws {
        let fleet = try FlagFleet(engine)
        let kill = fleet.run("flags kill poll_posts --reason INC-311 --yes")
        #expect(kill.code == .success)
        #expect(
            kill.errors == """
                flags kill: over version 1 at \(fleet.target)
                  android: poll_posts: killed; was 20 % of android ≥ 5.14.0
                  ios: poll_posts: killed; was 20 % of ios ≥ 5.14.0
                  preview: the store holds no active installs to count

                """)
        #expect(
            kill.output == """
                Flags version 2 is published

                over version    1
                at              \(fleet.target)
                by              ana
                because         INC-311
                since           2026-09-22T12:00:00Z
                in the history  yes

                platform  what        changes to
                android   poll_posts  killed; was 20 % of android ≥ 5.14.0
                ios       poll_posts  killed; was 20 % of ios ≥ 5.14.0

                """)
        let expected = FlagFleet.document.replacing("\"version\": 1", with: "\"version\": 2")
            .replacing("\"kill\": {}", with: "\"kill\": { \"poll_posts\": true }")
        #expect(fleet.published("v2/android.json") == expected)
        #expect(fleet.published("v2/ios.json") == expected)
        #expect(fleet.published("v1/ios.json") == FlagFleet.document)
        let history = fleet.run("flags history --verify --format csv")
        #expect(history.code == .success)
        #expect(history.output.contains("2,2026-09-22T12:00:00Z,kill,ana,1,INC-311,"))
        #expect(fleet.run("flags kill poll_posts --reason again --yes").errors == "nothing to do: poll_posts is killed already\n")
        #expect(fleet.version == 2)
    }

    @Test func `a kill on one platform leaves the other's bytes, but for the number`() throws {
        let fleet = try FlagFleet()
        #expect(fleet.run("flags kill avif_images --platform ios --reason x --yes").code == .success)
        #expect(fleet.published("v2/android.json") == FlagFleet.document.replacing("\"version\": 1", with: "\"version\": 2"))
        #expect(fleet.published("v2/ios.json").contains("\"kill\": { \"avif_images\": true }"))
        let wrong = fleet.run("flags kill avif_images --platform andriod --reason x --yes")
        #expect(wrong.code == .badInput)
        #expect(wrong.errors == "chatfleet: there is no document for andriod\n  next: did you mean android?\n")
    }

    @Test func `a kill of a name that no flag has needs to be forced`() throws {
        let fleet = try FlagFleet()
        let typo = fleet.run("flags kill poll_post --reason x --yes")
        #expect(typo.code == .badInput)
        #expect(
            typo.errors == """
                chatfleet: there is no flag poll_post
                  next: did you mean poll_posts? to kill it all the same: --force-unknown

                """)
        #expect(fleet.version == 1)
        #expect(fleet.run("flags kill poll_post --reason x --yes --force-unknown").code == .success)
        #expect(fleet.version == 2)
        try fleet.edit("android", FlagFleet.document.replacing("{},", with: "{\"avif\": true},"))
        let published = fleet.run("flags publish \(fleet.edited) --base 2 --reason x --yes")
        #expect(published.code == .badInput)
        #expect(published.errors.contains("drops the kill of poll_post"))
    }

    @Test func `rollout and rollback change what they say and keep kills; unkill lifts one`() throws {
        let fleet = try FlagFleet()
        #expect(fleet.run("flags rollout poll_posts 50% --reason more --yes").code == .success)
        #expect(fleet.published("v2/ios.json").contains("\"rollout_percent\": 50,"))
        #expect(fleet.run("flags kill avif_images --reason x --yes").code == .success)
        let rollback = fleet.run("flags rollback --to 1 --reason back --yes")
        #expect(rollback.code == .success)
        #expect(rollback.errors.contains("note: ios: avif_images stays killed: only chatfleet flags unkill lifts a kill"))
        #expect(fleet.published("v4/ios.json").contains("\"kill\": { \"avif_images\": true }"))
        #expect(fleet.published("v4/ios.json").contains("\"rollout_percent\": 20,"))
        let never = fleet.run("flags rollback --to 9 --reason x --yes")
        #expect(never.code == .badInput)
        #expect(never.errors.contains("version 9 was never current"))
        let none = fleet.run("flags unkill poll_posts --reason x --yes")
        #expect(none.code == .badInput)
        #expect(none.errors.hasPrefix("chatfleet: there is no kill poll_posts\n"))
        #expect(fleet.run("flags unkill avif_images --reason fixed --yes").code == .success)
        #expect(
            fleet.published("v5/ios.json")
                == FlagFleet.document.replacing("\"version\": 1", with: "\"version\": 5").replacing("{}", with: "{  }"))
        #expect(fleet.run("flags history --verify").code == .success)
    }

    @Test func `documents that others have published over are refused, with what they changed`() throws {
        let fleet = try FlagFleet()
        #expect(fleet.run("flags rollout poll_posts 50 --reason more --yes --by bo").code == .success)
        let stale = fleet.run("flags publish \(fleet.edited) --reason mine --yes")
        #expect(stale.code == .badAnswer)
        #expect(
            stale.errors == """
                published meanwhile, from version 1 to 2:
                  android: poll_posts: 50 % of android ≥ 5.14.0; was 20 % of android ≥ 5.14.0
                  ios: poll_posts: 50 % of ios ≥ 5.14.0; was 20 % of ios ≥ 5.14.0
                chatfleet: version 1 is no longer current: 2 was published meanwhile
                  at: \(fleet.target)
                  next: put your change into the documents of version 2, then publish with --base 2

                """)
        #expect(fleet.version == 2)
    }

    @Test func `a document may leave out other platforms, change nothing, or drop a kill, which is refused`() throws {
        let fleet = try FlagFleet()
        #expect(
            fleet.run("flags publish \(fleet.edited) --reason x --yes").errors
                == "nothing to do: the documents are those of version 1\n")
        #expect(fleet.run("flags kill poll_posts --reason x --yes").code == .success)
        try FileManager.default.removeItem(atPath: fleet.edited + "/ios.json")
        let dropped = fleet.run("flags publish \(fleet.edited) --base 2 --reason x --yes")
        #expect(dropped.code == .badInput)
        #expect(
            dropped.errors == """
                chatfleet: the document drops the kill of poll_posts
                  at: android.json
                  next: keep it in the document; to lift it: chatfleet flags unkill poll_posts --reason …

                """)
        try fleet.edit("android", fleet.published("v2/android.json").replacing("20", with: "30"))
        #expect(fleet.run("flags publish \(fleet.edited) --reason x --yes").code == .success)
        #expect(
            fleet.published("v3/ios.json") == fleet.published("v2/ios.json").replacing("\"version\": 2", with: "\"version\": 3"))
        #expect(fleet.published("v3/android.json").contains("\"rollout_percent\": 30"))
    }

    @Test func `what lint calls an error is shown, and nothing is published`() throws {
        let fleet = try FlagFleet()
        try fleet.edit("ios", FlagFleet.document.replacing("20,", with: "120,"))
        let refused = fleet.run("flags publish \(fleet.edited) --reason x --yes")
        #expect(refused.code == .badInput)
        #expect(refused.errors.contains("  error: ios.json:3:"))
        #expect(refused.errors.contains("chatfleet: nothing was published: lint refuses it (1 above)"))
        #expect(!refused.errors.contains("preview:") && !refused.errors.contains("--force-unknown"))
        try fleet.edit("ios", FlagFleet.document.replacing("{},", with: "{ \"pol\": true },"))
        let typo = fleet.run("flags publish \(fleet.edited) --reason x --yes")
        #expect(typo.code == .badInput)
        #expect(typo.errors.contains("where the kill is meant, add --force-unknown"))
        try fleet.edit("ios", "{\"version\": 1,}")
        #expect(fleet.run("flags publish \(fleet.edited) --reason x --yes").code == .badInput)
        #expect(fleet.version == 1)
    }

    @Test func `it asks, and takes yes for a yes; without a terminal it needs --yes`() throws {
        let fleet = try FlagFleet()
        let asked = fleet.run("flags kill poll_posts --reason x", input: "n\n", isTerminal: true)
        #expect(asked.code == .badAnswer)
        #expect(asked.errors.contains("Publish this over version 1? [y/N] "))
        #expect(fleet.run("flags kill poll_posts --reason x", input: "", isTerminal: true).code == .badAnswer)
        let alone = fleet.run("flags kill poll_posts --reason x")
        #expect(alone.code == .usage)
        #expect(alone.errors.contains("read what would be done, then run it again with --yes"))
        #expect(fleet.version == 1)
        #expect(fleet.run("flags kill poll_posts --reason x", input: "y\n", isTerminal: true).code == .success)
        #expect(fleet.version == 2)
    }

    @Test func `a store's flags are published to one place`() throws {
        let fleet = try FlagFleet()
        let other = fleet.run("flags kill poll_posts --to \(fleet.folder.file("other")) --reason x --yes")
        #expect(other.code == .badInput)
        #expect(other.errors.hasPrefix("chatfleet: the flags of this store are published at \(fleet.target), and nowhere else\n"))
        #expect(fleet.run("flags kill poll_posts --to \(fleet.folder.path)/./www/x/../flags/ --reason x --yes").code == .success)
        let new = try FlagFleet(publishes: false)
        let unknown = new.run("flags publish \(new.edited) --reason x --yes")
        #expect(unknown.code == .usage)
        #expect(unknown.errors.contains("name the place once with --to TARGET"))
        #expect(
            new.run("flags kill poll_posts --to \(new.target) --reason x --yes").errors.hasPrefix(
                "chatfleet: nothing was published yet"))
    }

    @Test func `where a target was made anew, numbers go on from the store's`() throws {
        let fleet = try FlagFleet()
        #expect(fleet.run("flags kill poll_posts --reason x --yes").code == .success)
        try FileManager.default.removeItem(atPath: fleet.target)
        let again = fleet.run("flags publish \(fleet.edited) --reason x --yes")
        #expect(again.code == .success)
        #expect(again.errors.contains("nothing is published there, and the store knows version 2: the place was made anew"))
        #expect(fleet.version == 3)
    }

    @Test(arguments: [
        ("flags kill", "NAME"), ("flags kill a b --reason x", "b"), ("flags kill a", "needs a reason"),
        ("flags kill a --reason x --platform An/droid", "is not a platform's name"),
        ("flags kill a --reason x --to ftp://x/y", "neither a directory nor"),
        ("flags rollout a 101 --reason x", "a percentage from 0 to 100"),
        ("flags rollout a 0.0001 --reason x", "at most three places"),
        ("flags rollout a -1 --reason x", "-1"), ("flags rollout a 1e1 --reason x", "a percentage"),
        ("flags rollout a", "PERCENT"),
        ("flags unkill", "NAME"), ("flags rollback --reason x", "which version?"),
        ("flags rollback --to 0 --reason x", "at least 1"),
        ("flags publish", "DIR"), ("flags publish x --reason x --base -1", "at least 0"),
        ("flags publish x --reason x --public-url ftp://x", "--public-url"), ("flags history --limit 0", "1 to"),
        ("flags frobnicate", "frobnicate"),
    ])
    func `a wrong command line is a usage error that names what is wrong`(words: String, what: String) throws {
        let run = Transcript(words)
        #expect(run.code == .usage)
        #expect(run.errors.contains(what), "\(run.errors)")
        #expect(run.output == "")
    }

    @Test func `folders without documents, or with files of other names, are bad input`() throws {
        let fleet = try FlagFleet()
        #expect(
            fleet.run("flags publish \(fleet.folder.file("none")) --reason x --yes").errors.contains(
                "the directory can't be read"))
        #expect(
            fleet.run("flags publish \(fleet.folder.file("www/flags")) --reason x --yes").errors.contains(
                "there are no documents"))
        try fleet.edit("Android", "{}")
        #expect(fleet.run("flags publish \(fleet.edited) --reason x --yes").errors.contains("is not named for a platform"))
    }

    @Test func `in AWS AppConfig the two calls are printed`() throws {
        let fleet = try FlagFleet(publishes: false)
        let words = "flags publish \(fleet.edited) --to appconfig:chat/prod/flags-android --reason it's --base 7"
        #expect(fleet.run(words).errors.contains("holds one document, and there are 2"))
        try FileManager.default.removeItem(atPath: fleet.edited + "/ios.json")
        #expect(fleet.run(words).errors.contains("the document must say that it is version 8"))
        try fleet.edit("android", FlagFleet.document.replacing("\"version\": 1", with: "\"version\": 8"))
        let calls = fleet.run(words)
        #expect(calls.code == .success)
        #expect(
            calls.output == """
                aws appconfig create-hosted-configuration-version --application-id chat \
                --configuration-profile-id flags-android --content fileb://\(fleet.edited)/android.json \
                --content-type application/json --latest-version-number 7 --description 'it'\\''s' /dev/null &&
                aws appconfig start-deployment --application-id chat --environment-id prod \
                --deployment-strategy-id AppConfig.AllAtOnce --configuration-profile-id flags-android \
                --configuration-version 8 --description 'it'\\''s'

                """)
        // One authority, here too.
        #expect(fleet.run("flags kill x --to \(fleet.target) --reason x --yes").code == .badInput)
        #expect(fleet.run("flags kill x --reason x --yes").errors.contains("which chatfleet prints"))
    }
}
