import FleetCore
import Foundation
import TestSupport
import Testing

@testable import Dashboards

@Suite struct PrometheusRuleTests {
    private static let folder = repositoryRoot + "/Dashboards/prometheus"

    /// Runs Prometheus's own tool; what it said.
    private func promtool(_ arguments: String..., in folder: String = folder) throws -> (output: String, status: Int32) {
        let path = "/usr/bin/promtool"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw ToolError(
                .unavailable, "there is no promtool on this machine, and a test checks the rules with it", at: path,
                next: "run .ci/setup, or apt-get install prometheus")
        }
        let place = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        let output = FileHandle(forWritingAtPath: try place.write("output", ""))
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        return (try String(contentsOfFile: place.file("output"), encoding: .utf8), process.terminationStatus)
    }

    @Test func `promtool takes the rules, and their tests pass`() throws {
        let check = try promtool("check", "rules", "alerts.yml", "recording.yml")
        #expect(check.status == 0, "\(check.output)")
        #expect(check.output.contains("5 rules found") && check.output.contains("4 rules found"))
        let tests = try promtool("test", "rules", "tests.yml")
        #expect(tests.status == 0, "\(tests.output)")
    }

    /// Each alert without its condition, or with another, fails a test: the tests look at all of them.
    @Test(arguments: ["== 2", "== 1", "== -1", "> 900", "for: 1h", "for: 15m"])
    func `the rules' tests notice a change`(condition: String) throws {
        let place = try TemporaryFolder()
        for name in ["alerts.yml", "recording.yml", "tests.yml"] {
            var text = try String(contentsOfFile: "\(PrometheusRuleTests.folder)/\(name)", encoding: .utf8)
            if name == "alerts.yml" {
                #expect(text.contains(condition))
                let changed = condition.hasPrefix("for") ? "for: 0s" : condition.hasPrefix(">") ? "> 1e12\n" : "== 77"
                text = text.replacing(condition, with: changed)
            }
            _ = try place.write(name, text)
        }
        #expect(try promtool("test", "rules", "tests.yml", in: place.path).status != 0, "\(condition)")
    }

    @Test func `panels over Prometheus ask what it can parse`() throws {
        let place = try TemporaryFolder()
        let rules = Dashboard.all.flatMap(\.signals).enumerated().map {
            "      - record: panel\($0)\n        expr: \($1.expression)\n"
        }
        #expect(rules.count >= 2)
        _ = try place.write("panels.yml", "groups:\n  - name: panels\n    rules:\n" + rules.joined())
        let check = try promtool("check", "rules", "panels.yml", in: place.path)
        #expect(check.status == 0, "\(check.output)")
    }

    /// What `chatfleet signals export` writes.
    private static let names: Set = [
        "chatfleet_signal_level", "chatfleet_signal_value", "chatfleet_signal_limit", "chatfleet_signal_age_seconds",
        "chatfleet_signal_since_timestamp_seconds", "chatfleet_signal_burn_rate", "chatfleet_signal_silenced",
        "chatfleet_signal_acknowledged", "chatfleet_signals_evaluated_timestamp_seconds",
    ]

    @Test func `rules and panels use names that are written`() throws {
        let rules = try ["alerts.yml", "recording.yml"].map {
            try String(contentsOfFile: "\(PrometheusRuleTests.folder)/\($0)", encoding: .utf8)
        }
        let texts = rules + Dashboard.all.flatMap(\.signals).map(\.expression)
        for text in texts {
            for match in text.matches(of: /\bchatfleet_\w+/) {
                #expect(PrometheusRuleTests.names.contains(String(match.output)), "\(match.output)")
            }
        }
    }
}
