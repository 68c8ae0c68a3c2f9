import CommandLine
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

    /// Whoever replays last night's incident copies what answers for last night: by the option that each command has for it.
    @Test(arguments: [
        ("runbook rollout-halt", "--at", 9), ("runbook", "--at", 1), ("status", "--at", 2),
        ("signals show crash_free_days", "--at", 1), ("rollout gate 8.14.0", "--as-of", 4),
    ])
    func `what was asked of a moment goes on to what is typed next, and only then`(words: String, option: String, most: Int)
        throws
    {
        let store = try badRelease()
        let now = Transcript(words, store: store, width: 400)
        #expect(!now.output.contains(#/chatfleet [a-z][^;]* (--at|--as-of|--to) /#), "\(now.output)")
        let moment = "2026-09-22T11:00:00Z"
        let past = Transcript("\(words) \(option) \(moment)", store: store, width: 400)
        var carried = 0
        for match in past.output.matches(of: /chatfleet [a-z][^;#\n]*/) {
            let words = EveryCommandTests.words(String(match.0).replacing(" shows them", with: "")).map {
                $0.filter { $0 != "'" }
            }
            let path = (1...3).map { Array(words.dropFirst().prefix($0)) }.last { registry.command($0) != nil }
            let command = try #require(path.flatMap(registry.command), "\(match.0)")
            let options = ["--at", "--as-of", "--to"].filter { name in
                command.options.contains { "--\($0.name)" == name && $0.help.contains(/tell of|says of|knew|before this time/) }
            }
            // The gate of a fix that is still to come is asked of its own time.
            if options.isEmpty || words.contains("FIX") {
                #expect(!words.contains(moment), "\(match.0)")
                continue
            }
            let place = try #require(words.firstIndex(of: moment), "\(match.0)")
            #expect(options.contains(words[place - 1]), "\(match.0)")
            carried += 1
        }
        #expect((1...most).contains(carried), "\(carried): \(past.output)")
    }

    @Test func `a fleet's own levels go on, too, and what a line holds already is not said twice`() {
        let next = NextLine(store: nil, carried: [Carried.moment: "2026-09-15T03:00:00Z", Carried.levels: "our levels.json"])
        let past = "2026-09-15T03:00:00Z"
        #expect(
            next("chatfleet runbook decrypt-spike") == "chatfleet runbook decrypt-spike --at \(past) --levels 'our levels.json'")
        #expect(next("chatfleet crash-free --by hour") == "chatfleet crash-free --by hour --as-of \(past)")
        #expect(
            next("chatfleet timeline --from 2026-09-14 --to 2026-09-14T20:00:00Z")
                == "chatfleet timeline --from 2026-09-14 --to 2026-09-14T20:00:00Z --levels 'our levels.json'")
        // When something happened is no moment to ask of.
        for line in [
            "chatfleet annotate x --kind incident", "chatfleet rollout record halt 8.14.0", "aws s3 ls", "chatfleet nonsense",
        ] {
            #expect(next(line) == line)
        }
        #expect(
            NextLine(store: "sqlite:a", carried: [Carried.moment: past]).later("chatfleet rollout gate 9")
                == "chatfleet rollout gate 9 --store sqlite:a")
    }

    /// It is refused before anything is asked, and so never printed.
    @Test func `a password on the command line is not repeated`() {
        for store in ["postgres://ana:secret@db/fleet", "host=db password=secret"] {
            let refused = Transcript("rollout gate 8.14.0", exactly: ["--store", store])
            #expect(refused.code == .usage && !refused.errors.contains("secret") && !refused.output.contains("secret"))
        }
    }
}
