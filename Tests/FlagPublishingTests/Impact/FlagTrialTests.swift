import Flags
import FleetCore
import Testing

@testable import FlagPublishing

/// From versions of the flags to the trials that they made.
@Suite struct FlagTrialTests {
    private func at(_ hour: Int64) -> Instant { Instant(epochSeconds: 1_789_000_000 / 3600 * 3600 + hour * 3600) }

    /// A version an hour; each of both platforms unless it says otherwise.
    private func trials(_ versions: [[String: String]]) throws -> [FlagTrial] {
        FlagTrial.all(
            in: try zip(Int64(1)..., versions).map { version, documents in
                PublishedFlagVersion(
                    version: version, at: at(version),
                    documents: try documents.mapValues { try .some(read("{\"version\":\(version),\($0)}")) })
            })
    }

    private func read(_ text: String) throws -> FlagDocument {
        try #require(FlagDocument.decode(Array(text.utf8), file: "x.json").document, "\(text)")
    }

    private func polls(_ rule: String, kill: String = "") -> [String: String] {
        ["ios": "\"kill\":{\(kill)},\"flags\":{\"polls\":{\"default\":false\(rule)}}"]
    }

    @Test func `a percentage is a trial, and a change of it another stretch of the same`() throws {
        let found = try trials([
            polls(""), polls(#","rollout_percent":1"#), polls(#","rollout_percent":1"#), polls(#","rollout_percent":20"#),
        ])
        let trial = try #require(found.first)
        #expect(found.count == 1)
        #expect(trial.flag == "polls" && trial.platform == "ios" && trial.ending == nil && trial.minApp == nil)
        #expect(
            trial.stretches == [
                FlagTrial.Stretch(percent: RolloutPercent(checking: 1000)!, version: 2, from: at(2), to: at(4)),
                FlagTrial.Stretch(percent: RolloutPercent(checking: 20_000)!, version: 4, from: at(4), to: nil),
            ])
    }

    @Test(arguments: [
        ("", #""polls":true"#, FlagTrial.Ending.killed), (#","rollout_percent":100"#, "", .everybody),
        (#","rollout_percent":0"#, "", .nobody), ("", "", .nobody),
        (#","rollout_percent":20,"min_app":"8.14.0"#, "", .minimumMoved),
    ])
    func `what ends a trial, and begins another where ids still decide`(rule: String, kill: String, ending: FlagTrial.Ending)
        throws
    {
        let rule = rule.hasSuffix("8.14.0") ? rule + "\"" : rule
        let found = try trials([polls(#","rollout_percent":20"#), polls(rule, kill: kill), polls(#","rollout_percent":20"#)])
        #expect(found.map(\.ending) == (ending == .minimumMoved ? [.minimumMoved, .minimumMoved, nil] : [ending, nil]))
        #expect(found.first?.stretches.last?.to == at(2))
        #expect(found.last?.from == at(3))
    }

    @Test func `platforms are trials of their own, and a document that is gone ends one`() throws {
        let both = polls(#","rollout_percent":20"#).merging([
            "android": #""flags":{"polls":{"default":false,"rollout_percent":5}}"#
        ]) {
            $1
        }
        let found = try trials([both, polls(#","rollout_percent":20"#)])
        #expect(found.map(\.platform) == ["android", "ios"])
        #expect(found.map(\.ending) == [.removed, nil])
        #expect(found.map(\.percent.text) == ["5 %", "20 %"])
    }

    @Test func `only hours between the change and the next lie in a stretch`() {
        let stretch = FlagTrial.Stretch(
            percent: .nobody, version: 1, from: Instant(epochSeconds: 3600 * 100 + 59), to: Instant(epochSeconds: 3600 * 110))
        #expect(stretch.holds(101...109))
        #expect(!stretch.holds(100...109) && !stretch.holds(101...110))
    }
}
