import Flags
import FleetCore
import Testing

@Suite struct EvaluationTests {
    private func result(
        _ document: FlagDocument, _ name: String, _ id: String?, _ version: String?, default fallback: Bool = false
    )
        -> String
    {
        let found = document.evaluate(name, FlagContext(installID: id, appVersion: version), default: fallback)
        return "\(found.value) \(found.reason.rawValue) \(found.bucket.map { "\($0)" } ?? "-")"
    }

    @Test func `the design's example is valid as it stands`() throws {
        let example = try document(exampleText)
        #expect(example.version == 43)
        #expect(example.names == ["poll_posts", "avif_images"])
        #expect(String(decoding: example.bytes, as: UTF8.self) == exampleText)
        #expect(result(example, "poll_posts", "i_1", "5.14.0") == "false KILLED -")
        #expect(result(example, "avif_images", nil, nil) == "true STATIC -")
        #expect(result(example, "nothing", "i_1", "5.14.0", default: true) == "true FLAG_NOT_FOUND -")
        #expect(example.sessionSample?.text == "10 %")
        #expect(try lint(exampleText) == [])
    }

    /// Me4mhqgLX has bucket 499 for poll_posts (bucket_edge_install_ids.json).
    @Test(arguments: [
        ("{}", "5.14.0", "Me4mhqgLX", "true SPLIT 499"), ("{}", "5.13.0", "Me4mhqgLX", "false VERSION -"),
        ("{}", nil, "Me4mhqgLX", "false VERSION -"), ("{}", "x", nil, "false VERSION -"),
        ("{}", "5.14.0", nil, "false TARGETING_KEY_MISSING -"), ("{}", "5.14.0", "", "false TARGETING_KEY_MISSING -"),
        ("{}", "5.14.0", "ijOxoo_DQ", "false SPLIT 500"), ("{\"poll_posts\":true}", "5.14.0", "Me4mhqgLX", "false KILLED -"),
        ("{\"poll_posts\":true}", nil, nil, "false KILLED -"),
        ("{\"poll_posts\":false}", "5.14.0", "Me4mhqgLX", "true SPLIT 499"),
    ])
    func `kill, then version, then rollout`(kill: String, version: String?, id: String?, expected: String) throws {
        let document = try flags(#"{"poll_posts":{"default":false,"rollout_percent":0.5,"min_app":"5.14"}}"#, kill: kill)
        #expect(result(document, "poll_posts", id, version) == expected)
    }

    @Test func `a kill wins for a name that no flag has, and for a flag that is on for everybody`() throws {
        let document = try flags(#"{"a":{"default":true}}"#, kill: #"{"b":true,"a":true,"c":false}"#)
        #expect(document.names == ["a", "b"])
        #expect(result(document, "a", nil, nil, default: true) == "false KILLED -")
        #expect(result(document, "b", nil, nil, default: true) == "false KILLED -")
        #expect(result(document, "c", nil, nil, default: true) == "true FLAG_NOT_FOUND -")
    }

    @Test func `at exactly 0 and 100 no install id is needed`() throws {
        let document = try flags(
            #"{"none":{"rollout_percent":0},"all":{"rollout_percent":100},"most":{"rollout_percent":99.999}}"#)
        #expect(result(document, "none", nil, nil) == "false SPLIT -")
        #expect(result(document, "all", nil, nil) == "true SPLIT -")
        #expect(result(document, "most", nil, nil) == "false TARGETING_KEY_MISSING -")
        #expect(result(document, "all", "i_1", nil).hasPrefix("true SPLIT "))
    }

    @Test func `an unknown bucketing answers the default, after kills and minimums`() throws {
        let document = try document(
            """
            {"version":43,"hash":"xx-64/2","kill":{"d":true},"flags":{
              "a":{"default":false,"rollout_percent":100},"b":{"default":true,"rollout_percent":100},
              "c":{"default":true,"rollout_percent":100,"min_app":"5.0"},"d":{"rollout_percent":100},"e":{"default":true}}}
            """)
        #expect(!document.knowsHash)
        #expect(result(document, "a", "i_1", "4.0") == "false UNKNOWN_HASH -")
        #expect(result(document, "b", nil, "4.0") == "true UNKNOWN_HASH -")
        #expect(result(document, "c", "i_1", "4.0") == "false VERSION -")
        #expect(result(document, "d", "i_1", "4.0") == "false KILLED -")
        #expect(result(document, "e", "i_1", "4.0") == "true STATIC -")
    }

    @Test(
        arguments: [
            ("5.14.0", nil, .supported), ("5.13.9", nil, .upgradeRecommended), ("5.2.0", nil, .upgradeRecommended),
            ("5.2.0-rc.1", nil, .unsupported), ("5.1.9", nil, .unsupported), ("x", nil, .unknown), (nil, nil, .unknown),
            ("5.1.9", "2026-09-22T12:00:01Z", .flushOnly), ("5.1.9", "2026-09-22T12:00:00Z", .blocked),
            ("5.1.9", "2026-09-22T14:00:01+02:00", .flushOnly), ("5.2.0", "2020-01-01T00:00:00Z", .upgradeRecommended),
            ("x", "2020-01-01T00:00:00Z", .unknown),
        ] as [(String?, String?, ClientPolicy.Status)])
    func `the policy locks out by minimum, date and nothing else`(
        version: String?, until: String?, status: ClientPolicy.Status
    ) throws {
        let date = until.map { "\"\($0)\"" } ?? "null"
        let document = try document(
            """
            {"version":1,"flags":{},"client_policy":{"min_supported":"5.2.0","recommended":"5.14.0","flush_only_until":\(date)}}
            """)
        #expect(document.clientStatus(FlagContext(installID: nil, appVersion: version), now: noon) == status)
    }

    @Test func `without a policy every client is supported`() throws {
        let context = FlagContext(installID: nil, appVersion: "x")
        #expect(try flags("{}").clientStatus(context, now: noon) == .supported)
        #expect(try document(#"{"version":1,"flags":{},"client_policy":{}}"#).clientStatus(context, now: noon) == .supported)
    }

    /// Buckets by an implementation in another language (mmh3 5.3.1 for Python).
    @Test func `sessions are sampled by a key of their own`() throws {
        let document = try document(#"{"version":1,"flags":{},"telemetry":{"session_sample_percent":10}}"#)
        let found = ["i_1", "i_2", "i_3"].map { document.samplesSession(FlagContext(installID: $0, appVersion: nil)) }
        #expect(found.map { $0?.bucket } == [13072, 23301, 52948])
        #expect(found.map { $0?.value } == [false, false, false])
        #expect(document.samplesSession(FlagContext(installID: "", appVersion: nil))?.reason == .targetingKeyMissing)
        #expect(try flags("{}").samplesSession(FlagContext(installID: "i_1", appVersion: nil)) == nil)
    }

    @Test(arguments: [
        ("20", "20"), ("0.5", "0.5"), ("1.005", "1.005"), ("99.999", "99.999"), ("0.001", "0.001"), ("100", "100"), ("0", "0"),
        ("12.500", "12.5"), ("10.010", "10.01"), ("2e1", "20"),
    ])
    func `a percentage is exact and is written in its shortest form`(text: String, digits: String) throws {
        let document = try flags("{\"f\":{\"rollout_percent\":\(text)}}")
        #expect(document.flag("f")?.rollout?.digits == digits)
    }
}
