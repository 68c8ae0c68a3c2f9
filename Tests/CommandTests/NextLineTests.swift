import Database
import FleetCore
import TestSupport
import Testing

@testable import Commands

/// What is printed to be typed next asks the store that was asked.
@Suite struct NextLineTests {
    @Test func `a store that was named on the command line goes with what is typed next`() {
        let next = NextLine(store: "sqlite:my incident.db")
        #expect(next("chatfleet flags history") == "chatfleet flags history --store 'sqlite:my incident.db'")
        #expect(next("aws athena start-query-execution") == "aws athena start-query-execution")
        #expect(NextLine(store: nil)("chatfleet flags history") == "chatfleet flags history")
    }

    private func badRelease() throws -> TestStore {
        var days: [ReportedDay] = []
        for day in 18..<22 {
            days += active(200, "2026-09-\(day)", "8.13.2", "android", crashed: 1)
            days += active(60, "2026-09-\(day)", "8.14.0", "android", crashed: 40).map { day in
                var day = day
                day.install = "new" + day.install
                return day
            }
        }
        return try TestStore(.sqlite, FleetTables(days))
    }

    @Test(arguments: [
        ("rollout gate 8.14.0", 7), ("runbook rollout-halt", 5), ("runbook", 1), ("status", 1),
        ("rollout record halt 8.14.0 --platform android --by ana --reason r", 2),
    ])
    func `each command line carries it, and none where the environment names the store`(words: String, least: Int) throws {
        let store = try badRelease()
        guard case .sqlite(let path) = store.location else { return }
        let without = Transcript(words, store: store, width: 400)
        #expect(!without.output.contains("--store"), "\(without.output)")
        let told = try badRelease()
        guard case .sqlite(let other) = told.location else { return }
        #expect(path != other)
        let output = Transcript(words + " --store sqlite:\(other)", width: 400).output
        let lines = output.matches(of: /chatfleet [a-z]/).count
        let carried = output.matches(of: /chatfleet [^;]*? --store sqlite:/).count
        #expect(lines >= least && carried == lines, "\(output)")
        #expect(output.replacing(" --store sqlite:\(other)", with: "") == without.output.replacing(path, with: other))
    }

    /// It is refused before anything is asked, and so never printed.
    @Test func `a password on the command line is not repeated`() {
        for store in ["postgres://ana:secret@db/fleet", "host=db password=secret"] {
            let refused = Transcript("rollout gate 8.14.0", exactly: ["--store", store])
            #expect(refused.code == .usage && !refused.errors.contains("secret") && !refused.output.contains("secret"))
        }
    }
}
