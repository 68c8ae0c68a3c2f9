import Flags
import Testing

@Suite struct FlagdDefinitionTests {
    private func definition(_ flag: String, kill: String = "{}") throws -> String {
        let json = FlagdDefinition.json(try flags("{\"f\":\(flag)}", kill: kill)).filter { !$0.isWhitespace }
        let start = try #require(json.firstRange(of: "\"defaultVariant\":"))
        return String(json[start.upperBound...])
    }

    @Test(arguments: [
        (#"{"default":true}"#, "\"on\"}}}"), ("{}", "\"off\"}}}"), (#"{"rollout_percent":0,"min_app":"5"}"#, "\"off\"}}}"),
        (#"{"rollout_percent":100}"#, "\"on\"}}}"),
        (
            #"{"rollout_percent":0.001}"#,
            #""off","targeting":{"if":[{"var":"targetingKey"},{"fractional":[{"cat":["f:",{"var":"targetingKey"}]},["on",1],["off",99999]]},"off"]}}}}"#
        ),
    ])
    func `a flag becomes a rule, or none where it needs none`(flag: String, expected: String) throws {
        #expect(try definition(flag) == expected)
        #expect(try definition(flag, kill: #"{"f":true}"#) == "\"off\"}}}")
    }

    @Test(arguments: [
        ("5", ">=", "5.0.0"), ("5.14", ">=", "5.14.0"), ("5.14.0", ">=", "5.14.0"), ("5.14.0-rc.1+7", ">=", "5.14.0-rc.1"),
        ("5-rc.1", ">=", "5.0.0-rc.1"), ("5.14.0.0", ">=", "5.14.0"), ("5.14.0.0-rc.1", ">=", "5.14.0-rc.1"),
        ("5.14.0.1", ">", "5.14.0"), ("5.14.0.1-rc.1", ">", "5.14.0"), ("5.14.0+7", ">=", "5.14.0"),
    ])
    func `a minimum becomes one of three parts`(minimum: String, comparison: String, bound: String) throws {
        let gate = #"{"sem_ver":[{"var":"app_version"},"\#(comparison)","\#(bound)"]}"#
        #expect(
            try definition(#"{"default":true,"min_app":"\#(minimum)"}"#).hasPrefix(
                #""off","targeting":{"if":[\#(gate),"on","off"]},"metadata""#))
    }

    @Test func `where flagd differs is listed, flag by flag`() throws {
        let document = try flags(
            #"{"a":{"default":true,"min_app":"5"},"b":{"default":true},"c":{"min_app":"5"},"d":{"rollout_percent":1,"min_app":"5"}}"#,
            kill: #"{"d":true}"#)
        #expect(Set(FlagdDefinition.differences(document).map(\.flag)) == ["a"])
    }
}
