import Database
import FleetCore
import Foundation
import TestSupport
import Testing

/// What `status` says of everything that can be simulated: bad, of the slice that is, with the procedure to open.
@Suite struct StatusOfScenariosTests {
    struct Row: Decodable {
        let signal: String
        let level: String
        let slice: String?
        let runbook: String?
        var isBad: Bool { level == "page" || level == "watch" }
    }

    private struct Answer: Decodable { let rows: [Row] }

    private func bad(_ contents: SimulatedStores.Contents) throws -> (rows: [Row], code: ExitCode) {
        let status = Transcript(
            "status --format json --at \(SimulatedStores.end)", store: try SimulatedStores.store(.sqlite, contents))
        let answer = try JSONDecoder().decode(Answer.self, from: Data(status.output.utf8))
        return (answer.rows.filter(\.isBad), status.code)
    }

    /// The sizes are those of ``RunbookCommandTests``: a fleet is made once for both.
    @Test(arguments: [
        ("bad-release", 600, "crash_free_days", "app version 8.14.0, platform android", "rollout-halt"),
        ("flagged-crash", 1_500, "crash_free_days", "app version 8.14.0, platform android", "rollout-halt"),
        ("unflagged-crash", 900, "crash_free_days", "app version 8.14.0, platform android", "rollout-halt"),
        ("stuck-outbox", 900, "queue_age", "app version 8.14.0, platform android", "rollout-halt"),
        ("version-decrypt", 900, "decrypt_pairs_reported", "message type normal, restored no", "decrypt-spike"),
        ("decrypt-spike", 1_500, "decrypt_pairs_reported", "restored yes", "decrypt-spike"),
        ("prekey-fault", 900, "decrypt_pairs_reported", "message type prekey", "decrypt-spike"),
        ("key-changes", 900, "decrypt_pairs_reported", "restored no", "decrypt-spike"),
    ])
    func `what is wrong with a fleet shows from its reports alone`(
        scenario: String, installs: Int, signal: String, slice: String, runbook: String
    ) throws {
        let (rows, code) = try bad(SimulatedStores.Contents(fleet: scenario, installs: installs))
        #expect(code == .badAnswer)
        #expect(rows.first?.runbook == runbook, "\(rows)")
        let row = try #require(rows.first { $0.signal == signal }, "\(rows)")
        #expect((row.slice ?? "").contains(slice), "\(row)")
    }

    @Test func `a healthy fleet with healthy servers is well`() throws {
        let (rows, code) = try bad(SimulatedStores.Contents(fleet: "healthy", installs: 900, metrics: "healthy"))
        #expect(rows.isEmpty && code == .success, "\(rows)")
    }
}
