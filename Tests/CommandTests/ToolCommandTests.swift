import Database
import FleetCore
import Foundation
import TestSupport
import Testing

@Suite struct ToolCommandTests {
    private let queries = repositoryRoot + "/Queries"

    @Test func `queries are listed with their questions`() {
        let all = Transcript("queries list --format csv")
        #expect(all.code == .success)
        #expect(all.output.hasPrefix("name,question,engines\r\n"))
        #expect(
            all.output.contains(
                "operations/newest_day,Up to which day does the store have reports?,\"postgres, sqlite, citus\"\r\n"))
        let some = Transcript("queries list newest_DAY")
        #expect(
            some.output
                == """
                Queries

                query                  question                                    engines
                operations/newest_day  Up to which day does the store have reports?  postgres, sqlite, citus

                """.replacing(
                    "question                                    ", with: "question                                      "))
        let none = Transcript("queries list zzz")
        #expect(none.output == "Queries\n\nno query matches\n")
        #expect(none.code == .unknown)
    }

    @Test func `a query is shown as its file, and found by its last name`() throws {
        let shown = Transcript("queries show operations/newest_day")
        #expect(shown.code == .success)
        #expect(shown.output.hasPrefix("-- newest_day\n-- question:"))
        #expect(Transcript("queries show newest_day").output == shown.output)
        #expect(Transcript("queries path newest_day").output == "\(queries)/operations/newest_day.sql\n")
        #expect(Transcript("queries path").output == "\(queries)\n")
    }

    @Test func `where the queries are is said of a folder that lacks some, too, and how to find the program's own`() throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("Queries")
        try FileManager.default.copyItem(atPath: queries, toPath: copy)
        try FileManager.default.removeItem(atPath: copy + "/health/versions.sql")
        let path = Transcript("queries path", environment: ["CHATFLEET_QUERIES": copy])
        #expect(path.code == .success && path.output == copy + "\n")
        let what = "these queries are not those of this chatfleet: health/versions is missing"
        let next =
            "leave --queries-dir and CHATFLEET_QUERIES out, and copy the folder anew: "
            + "env -u CHATFLEET_QUERIES chatfleet queries path names it"
        #expect(path.errors == "chatfleet: note: \(what); \(next)\n")
        let list = Transcript("queries list", environment: ["CHATFLEET_QUERIES": copy])
        #expect(list.code == .badInput && list.errors == "chatfleet: \(what)\n  at: \(copy)\n  next: \(next)\n")
        #expect(Transcript("queries path", environment: ["CHATFLEET_QUERIES": folder.path]).code == .badInput)
    }

    @Test func `a query's header is data`() {
        let shown = Transcript("queries show newest_day --format json")
        #expect(shown.output.contains("\"question\":\"Up to which day does the store have reports?\""))
        #expect(shown.output.contains("\"columns\":{\"rows\":[\n{\"name\":\"newest_day\",\"type\":\"day\",\"null\":\"yes\"}\n]}"))
    }

    @Test func `the command line for another shell has the store and a window in it`() {
        let sqlite = Transcript("--store sqlite:/data/fleet.db queries show health/versions --sqlite3")
        #expect(
            sqlite.errors
                == "No store that can be asked says up to which day it has data: put the window in place of what is in capitals, "
                + "or name it with --from and --to.\n")
        #expect(sqlite.output.hasPrefix("sqlite3 -readonly -box \\\n"))
        #expect(sqlite.output.contains(" /data/fleet.db \\\n"))
        #expect(sqlite.output.contains("set :from_day \"'\\''YYYY-MM-DD'\\''\""), "\(sqlite.output)")
        #expect(sqlite.output.contains("set :to_day \"'\\''YYYY-MM-DD'\\''\""))
        let epochs = Transcript("queries show operations/metric_day_sums --sqlite3").output
        #expect(epochs.contains("SECONDS-SINCE-1970"))
        // What has no window has nothing to fill in.
        #expect(Transcript("queries show newest_day --sqlite3").errors == "")
        let psql = Transcript(
            "queries show health/versions --psql --to 2026-09-21",
            environment: ["CHATFLEET_STORE": "postgres://fleet:hunter2@db/fleet"])
        #expect(psql.output.contains("-v \"from_day='2026-09-14'\""))
        #expect(psql.output.contains("\"host=db dbname=fleet user=fleet\""))
        #expect(!psql.output.contains("hunter2"))
        #expect(Transcript("queries show health/versions --psql --sqlite3").code == .usage)
    }

    @Test(arguments: bothEngines) func `the window in it is that of the store's newest day`(engine: Engine) throws {
        let store = try TestStore(engine, FleetTables(active(1, "2026-09-18", "8.14.0")))
        let days = Transcript("queries show health/versions --sqlite3", store: store)
        #expect(days.output.contains("2026-09-12") && days.output.contains("2026-09-19"), "\(days.output)")
        let hours = Transcript("queries show operations/metric_day_sums --sqlite3", store: store)
        #expect(hours.output.contains("set :to_epoch \"1789776000\""), "\(hours.output)")
        // What reads the servers' points ends with the newest of them.
        let db = try store.open(fleetSchema(engine))
        try db.execute("insert into metric_series values (1, 'A', 'm', '{}', '', null, 0, 1789948800)")
        try db.execute("insert into metric_sample values (1, 'Sum', 60, 1789948800, 1, null)")
        let later = Transcript("queries show operations/metric_day_sums --sqlite3", store: store)
        #expect(later.output.contains("set :to_epoch \"1790035200\""), "\(later.output)")
        #expect(Transcript("queries show health/versions --sqlite3", store: store).output == days.output)
        let empty = try TestStore(engine, FleetTables([]))
        #expect(Transcript("queries show health/versions --sqlite3", store: empty).output.contains("YYYY-MM-DD"))
        // A signal reads the servers' points by a view.
        let signal = Transcript("queries show signals/dead_letters --sqlite3", store: store)
        #expect(signal.output.contains("set :to_epoch \"1790035200\""), "\(signal.output)")
    }

    @Test func `an unknown query suggests the one that was meant`() {
        let shown = Transcript("queries show versons")
        #expect(shown.code == .badInput)
        #expect(
            shown.errors == """
                chatfleet: there is no query versons
                  at: \(queries)
                  next: did you mean versions? else: chatfleet queries list

                """)
    }

    @Test func `too little memory is told before it runs out`() throws {
        let store = try TestStore.ofFleet(.sqlite)
        let refused = Transcript("ingest reports -", store: store, input: "{}", addressSpaceLimit: 204_800_000)
        #expect(refused.code == .failure)
        #expect(
            refused.errors == """
                chatfleet: this process may map 204 MB of memory (ulimit -v), and taking reports in needs 400 MB
                  at: chatfleet ingest reports
                  next: ulimit -v unlimited, or at least 390625

                """)
        let doctor = Transcript("doctor", store: store, addressSpaceLimit: 204_800_000)
        #expect(doctor.code == .badAnswer)
        #expect(doctor.output.contains("at most 204 MB may be mapped (ulimit -v), and ingest reports needs 400 MB"))
        #expect(Transcript("ingest reports -", store: store, input: "{}", addressSpaceLimit: 400_000_000).code == .partial)
        #expect(Transcript("doctor", store: store, addressSpaceLimit: 400_000_000).output.contains("✓ memory"))
    }

    @Test func `the doctor finds what is missing, with the fix, and no check hides another`() {
        let fresh = Transcript("doctor")
        #expect(fresh.code == .success)
        #expect(fresh.output.contains("✓ program        chatfleet "))
        #expect(fresh.output.contains("? psql shell     not installed"))
        #expect(fresh.output.contains("to do: apt-get install postgresql-client\n"))
        #expect(fresh.output.contains(" queries in \(queries)\n"))
        #expect(
            fresh.output.contains(
                "? store          sqlite:/nonexistent/.local/share/chatfleet/fleet.db (the default) has not been made"))
        let broken = Transcript("doctor --store postgres://127.0.0.1:1/fleet")
        #expect(broken.code == .badAnswer)
        #expect(broken.output.contains("✓ queries "))
        #expect(broken.output.contains("✗ store "))
        let lost = Transcript("doctor --queries-dir /nonexistent --format json")
        #expect(lost.code == .badAnswer)
        #expect(lost.output.contains("{\"check\":\"queries\""))
    }

    @Test(arguments: bothEngines)
    func `the doctor looks into the store`(engine: Engine) throws {
        let store = try TestStore(engine)
        let behind = Transcript("doctor", store: store)
        if engine == .postgres {
            #expect(behind.code == .badAnswer)
            #expect(behind.output.contains("failed: chatfleet store migrate\n"))
        }
        #expect(Transcript("store migrate", store: store).code == .success)
        let empty = Transcript("doctor", store: store)
        #expect(empty.code == .success)
        #expect(empty.output.contains("which is current\n"))
        #expect(empty.output.contains("the store is empty\n"))
    }
}
