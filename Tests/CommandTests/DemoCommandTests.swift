import FleetCore
import Foundation
import Simulation
import Testing

@testable import Commands

/// Slow in a debug build, so each scenario runs once.
@Suite struct DemoCommandTests {
    private static let bad: [Scenario: String] = [
        .badRelease: "8.14.0 android", .decryptSpike: "8.13.2 ios", .stuckOutbox: "8.14.0 android",
    ]

    @Test(arguments: DemoCommand.scenarios)
    func `a demo does the main job, and what it says to type next works`(scenario: Scenario) throws {
        let home = NSTemporaryDirectory() + "chatfleet-demo-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let transcript = Transcript("demo --scenario \(scenario.rawValue)", environment: ["XDG_DATA_HOME": home])
        #expect(transcript.code == .success)
        #expect(transcript.errors == "")
        let output = transcript.output
        for command in [
            "ingest reports demo.ndjson", "ingest metrics servers.ndjson", "crash-free", "decrypt-failures", "queue-ages",
        ] {
            #expect(output.contains("$ chatfleet \(command)\n"))
        }
        #expect(output.contains("What is wrong in this data\n"))
        // The bad row is marked, once in the three answers; in a healthy fleet none is.
        let marks = output.split(separator: "\n").filter { $0.hasPrefix("bad ") }
        #expect(marks == (DemoCommandTests.bad[scenario].map { ["bad       ✗ 1 of 14 rows: \($0)"] } ?? []))
        // What is wrong is a signal, and in a healthy fleet none is over its level or unknown.
        let status = output.components(separatedBy: "Status at ").last?.components(separatedBy: "$ chatfleet").first ?? ""
        #expect((status.contains("✗") || status.contains("?")) == (DemoCommandTests.bad[scenario] != nil), "\(status)")
        // Only the store stays.
        #expect(try !FileManager.default.contentsOfDirectory(atPath: home + "/chatfleet").contains { $0.hasSuffix(".ndjson") })
        let next = output.components(separatedBy: "What to type next\n").last ?? ""
        #expect(next.contains("export CHATFLEET_STORE=sqlite:\(home)/chatfleet/demo.db\n"))
        let commands = next.split(separator: "\n").filter { $0.hasPrefix("  chatfleet ") }
        #expect(commands.count >= 3)
        for line in commands {
            let words = line.dropFirst("  chatfleet ".count)
            let answer = Transcript(String(words), environment: ["CHATFLEET_STORE": "sqlite:\(home)/chatfleet/demo.db"])
            #expect(answer.code == .success, "\(line): \(answer.errors)")
        }
    }

    @Test func `a demo takes no store and no other format`() {
        #expect(Transcript("demo --store sqlite:x.db").code == .usage)
        #expect(Transcript("demo --format json").code == .usage)
    }
}
