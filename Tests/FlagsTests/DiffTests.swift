import Flags
import Testing

@Suite struct DiffTests {
    private func words(_ old: String, _ new: String, kill: String = "{}", killed: String = "{}", platform: String? = "android")
        throws -> [String]
    {
        FlagDiff.between(try flags(old, kill: kill), try flags(new, kill: killed), platform: platform).map(\.words)
    }

    @Test func `a kill, in the words of a release manager`() throws {
        let flag = #"{"poll_posts":{"rollout_percent":20,"min_app":"5.14.0"}}"#
        #expect(try words(flag, flag, killed: #"{"poll_posts":true}"#) == ["poll_posts: killed; was 20 % of android ≥ 5.14.0"])
        #expect(
            try words(flag, flag, kill: #"{"poll_posts":true}"#) == ["poll_posts: kill lifted; now 20 % of android ≥ 5.14.0"])
        #expect(
            try words(flag, flag, killed: #"{"poll_posts":true}"#, platform: nil) == [
                "poll_posts: killed; was 20 % of installs ≥ 5.14.0"
            ])
        #expect(try words("{}", "{}", killed: #"{"x":true}"#) == ["x: killed, though no flag has this name"])
        #expect(try words("{}", "{}", kill: #"{"x":true}"#) == ["x: kill lifted; no flag has this name"])
    }

    @Test(arguments: [
        (#"{"rollout_percent":20}"#, #"{"rollout_percent":40}"#, "40 % of android; was 20 % of android"),
        (#"{"rollout_percent":20}"#, #"{"rollout_percent":5,"min_app":"5.2"}"#, "5 % of android ≥ 5.2; was 20 % of android"),
        (#"{"default":true}"#, #"{"default":false}"#, "off; was on for all of android"),
        (#"{}"#, #"{"default":true,"min_app":"5.2"}"#, "on for all of android ≥ 5.2; was off"),
        (#"{"rollout_percent":100}"#, #"{"default":true}"#, "on for all of android; was 100 % of android"),
        (
            #"{"rollout_percent":100}"#, #"{"rollout_percent":100,"default":true}"#,
            "100 % of android, on for clients that can't evaluate it; was 100 % of android, off for clients that can't evaluate it"
        ),
    ])
    func `a flag that changes`(old: String, new: String, expected: String) throws {
        #expect(try words("{\"f\":\(old)}", "{\"f\":\(new)}") == ["f: \(expected)"])
    }

    @Test func `what means the same is no change`() throws {
        #expect(
            try words(
                #"{"f":{"default":false,"rollout_percent":20.0,"min_app":"5.14"},"g":{}}"#,
                #"{"g":{"default":false},"f":{"rollout_percent":2e1,"min_app":"5.14.0"}}"#, killed: #"{"f":false}"#) == [])
    }

    @Test func `flags that come, go and are killed all the while, and what is no flag's`() throws {
        let old = try document(
            """
            {"version":43,"kill":{"k":true,"n":true},"flags":{"gone":{"default":true},"k":{"rollout_percent":20}},
             "client_policy":{"min_supported":"5.2.0","flush_only_until":null}}
            """)
        let new = try document(
            """
            {"version":44,"hash":"m3-32/1","kill":{"k":true,"n":true,"c":true},
             "flags":{"new":{"rollout_percent":1},"k":{"rollout_percent":40},"n":{},"c":{"default":true}},
             "client_policy":{"min_supported":"5.4.0","recommended":"6","flush_only_until":"2026-10-31T00:00:00Z"},
             "telemetry":{"session_sample_percent":0.5}}
            """)
        let changes = FlagDiff.between(old, new, platform: "ios")
        #expect(
            changes.map { "\($0.kind.rawValue) \($0.words)" } == [
                "killed c: killed",
                "added new: new; 1 % of ios",
                "rollout_raised k: killed; without the kill 40 % of ios; was 20 % of ios",
                "added n: new; off, but killed",
                "added c: new; on for all of ios, but killed",
                "removed gone: removed: clients fall back to their own default; was on for all of ios",
                "client_policy min_supported: 5.4.0; was 5.2.0",
                "client_policy recommended: 6; was none",
                "client_policy flush_only_until: 2026-10-31T00:00:00Z; was none",
                "telemetry session_sample_percent: 0.5 %; was none",
            ])
        #expect(FlagDiff.between(nil, try flags(#"{"f":{"default":true}}"#)).map(\.words) == ["f: new; on for all installs"])
    }
}
