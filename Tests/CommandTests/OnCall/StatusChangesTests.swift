import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// What was done before a signal went bad, and what became of it afterwards.
@Suite struct StatusChangesTests {
    private static let end = "2026-09-15T12:00:00Z"

    /// Metrics of a scenario, with a deploy ten minutes before the fault and a stage of a rollout three days before.
    /// The clock of a test is a week later: what is recorded by it is, unless it was written down as it was done.
    private func store(_ scenario: String, isRecordedAtOnce: Bool = true) throws -> TestStore {
        let store = try TestStore(.sqlite)
        _ = try store.open(fleetSchema(.sqlite))
        let made = Transcript("simulate metrics --scenario \(scenario) -q")
        #expect(Transcript("ingest metrics - -q", store: store, input: made.output).code == .success)
        #expect(
            Transcript(
                "annotate --kind deploy --by bo --at 2026-09-15T11:10:00Z", exactly: ["push-workers 88"], store: store
            ).code == .success)
        #expect(
            Transcript(
                "rollout record stage 8.14.0 --platform ios --percent 5 --by ana --reason clean --at 2026-09-12T11:00:00Z",
                store: store
            ).code == .success)
        if isRecordedAtOnce {
            for table in ["annotation", "rollout_event"] {
                try store.open().execute("update \(table) set recorded_epoch = at_epoch")
            }
        }
        return store
    }

    @Test func `before a bad signal stands what was done, the likeliest first`() throws {
        let store = try store("push-outage")
        let status = Transcript("status --at \(StatusChangesTests.end)", store: store)
        #expect(status.code == .badAnswer)
        let words = status.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("before it: deploy, 10 min before: push-workers 88 (bo)"), "\(status.output)")
        let json = Transcript("status --at \(StatusChangesTests.end) --format json", store: store).output
        #expect(json.contains(#""changes":{"rows":["#))
        #expect(json.contains(#""words":"push-workers 88","seconds_before":600"#), "\(json)")
        #expect(Transcript("status --at \(StatusChangesTests.end) --format csv", store: store).code == .badAnswer)
    }

    /// Whoever is offered a version, and whatever flag is on: neither keeps the servers' metrics from coming.
    @Test func `what stopped coming was not stopped by a rollout or a flag`() throws {
        let status = Transcript("status --at 2026-09-15T12:43:00Z", store: try store("healthy")).output
        let block = status.components(separatedBy: "\n\n").first { $0.hasPrefix("✗ watch  metric_freshness\n") } ?? ""
        #expect(block.contains("44 min, over 15 min, too old since 12:14 UTC, 29 min ago"), "\(status)")
        #expect(block.contains("before it: deploy, ") && block.contains(": push-workers 88 (bo)"), "\(status)")
        #expect(!status.contains("rollout stage"), "\(status)")
    }

    @Test func `asked of an earlier time it says what it said then, without what was written down since`() throws {
        let store = try store("push-outage", isRecordedAtOnce: false)
        let then = Transcript("status --at \(StatusChangesTests.end)", store: store)
        #expect(then.code == .badAnswer && !then.output.contains("before it:"), "\(then.output)")
        try store.open().execute("update annotation set recorded_epoch = at_epoch + 60")
        #expect(Transcript("status --at \(StatusChangesTests.end)", store: store).output.contains("push-workers 88"))
        let mute = Transcript("signals ack --help").output + Transcript("signals silence --help").output
        #expect(mute.split(separator: "from now on").count == 3, "\(mute)")
    }

    @Test(arguments: [60, 80])
    func `a terminal's lines stay within it`(width: Int) throws {
        let status = Transcript(
            "status --at \(StatusChangesTests.end)", store: try store("push-outage"), environment: ["NO_COLOR": "1"],
            isTerminal: true, width: width)
        // A command to paste stays in one piece.
        for line in status.output.split(separator: "\n") where !line.contains("→ chatfleet") {
            #expect(line.count <= width, "\(line)")
        }
    }

    @Test func `a fault is worse after its beginning, and better after its end`() throws {
        let outage = Transcript(
            "status --compare 2026-09-15T11:15:00Z --at \(StatusChangesTests.end)", store: try store("push-outage"))
        #expect(outage.code == .success)
        #expect(outage.output.contains("Before and after 2026-09-15T11:15:00Z"))
        let push = try #require(outage.output.split(separator: "\n").first { $0.hasPrefix("push_failures ") })
        #expect(push.contains("✗ worse: ok to page"), "\(outage.output)")
        let recovery = Transcript(
            "status --compare 2026-09-15T11:47:00Z --at \(StatusChangesTests.end) --format json",
            store: try store("push-recovery"))
        #expect(recovery.output.contains(#"{"signal":"push_failures","level_before":"page""#))
        let line = try #require(recovery.output.split(separator: "\n").first { $0.hasPrefix(#"{"signal":"push_failures""#) })
        #expect(line.contains(#""change":"better""#), "\(line)")
    }

    @Test func `what is still to come has no after`() throws {
        let store = try store("healthy")
        #expect(Transcript("status --compare 2026-09-23T00:00:00Z", store: store).code == .usage)
        // Nothing new is known a week later.
        #expect(Transcript("status --compare 2026-09-22T11:00:00Z", store: store).code == .unknown)
    }

    @Test func `the timeline has the signals between what was done`() throws {
        let store = try store("push-outage")
        let timeline = Transcript(
            "timeline --from 2026-09-15T11:00:00Z --to \(StatusChangesTests.end) --format markdown", store: store)
        let lines = timeline.output.split(separator: "\n").map(String.init)
        let deploy = try #require(lines.firstIndex { $0.contains("push-workers 88") })
        let signal = try #require(lines.firstIndex { $0.contains("signal page") && $0.contains(#"push\_failures: "#) })
        #expect(deploy < signal, "\(timeline.output)")
        #expect(lines[signal].hasPrefix("| 2026-09-15T11:2"))
    }
}
