import Database
import FleetCore
import TestSupport
import Testing

@Suite struct StoreCommandTests {
    @Test(arguments: bothEngines)
    func `migrate makes the schema, once, and status shows it`(engine: Engine) throws {
        let store = try TestStore(engine)
        let first = Transcript("store migrate", store: store)
        #expect(first.errors == "")
        #expect(first.code == .success)
        #expect(first.output.contains(#/1  health +applied\n   2  day_totals +applied\n/#))
        let second = Transcript("store migrate", store: store)
        #expect(second.code == .success)
        #expect(second.output.contains("nothing to do: the schema is at "))
        let status = Transcript("store status --format json", store: store)
        #expect(status.code == .success)
        #expect(status.errors == "")
        #expect(
            status.output.hasPrefix(
                "{\"schema_version\":1,\"report\":\"store-status\",\"window\":null,\"as_of\":null,\"summary\":{"))
        #expect(status.output.contains("\"engine\":\"\(engine)\""))
        #expect(status.output.contains("\"newest_day\":null"))
        #expect(status.output.contains("\"install_days\":0"))
    }

    @Test(arguments: bothEngines)
    func `a store that can't be distributed says why, and is left as it is`(engine: Engine) throws {
        let store = try TestStore(engine)
        let run = Transcript("store migrate --distributed", store: store)
        #expect(run.code == .badInput)
        #expect(run.output == "")
        #expect(run.errors.contains(engine == .sqlite ? "this is a SQLite file" : "has no extension Citus"), "\(run.errors)")
        #expect(run.errors.contains("\n  at: \(store.location)\n"))
        #expect(run.errors.contains(engine == .sqlite ? "--store or CHATFLEET_STORE" : "create extension citus"))
        let status = Transcript("store status", store: store)
        #expect(status.code == (engine == .sqlite ? .badInput : .badAnswer))
    }

    @Test func `a Postgres store that is behind says what to run`() throws {
        let store = try TestStore(.postgres)
        let status = Transcript("store status", store: store)
        #expect(status.code == .badAnswer)
        #expect(status.output.contains("The schema is behind: this chatfleet needs "))
        #expect(status.output.contains("Run chatfleet store migrate."))
    }

    @Test func `a store that is not there says how to make one`() throws {
        let status = Transcript("store status")
        #expect(status.code == .badInput)
        #expect(
            status.errors == """
                chatfleet: there is no store at /nonexistent/.local/share/chatfleet/fleet.db
                  at: sqlite:/nonexistent/.local/share/chatfleet/fleet.db
                  next: load reports into it with chatfleet ingest reports, or name another one with --store

                """)
    }

    @Test func `a server that is not there is unavailable`() {
        let status = Transcript("--store", "postgres://fleet@127.0.0.1:1/fleet", "store status")
        #expect(status.code == .unavailable)
    }

    @Test func `a database of something else is told as one by every command, and left as it is`() throws {
        let store = try TestStore(.sqlite)
        do { try store.open().executeScript("create table visits (page text); pragma journal_mode = delete") }
        for words in ["store status", "store verify", "crash-free", "doctor"] {
            let run = Transcript(words, store: store)
            #expect((run.output + run.errors).contains("of something else: it has a table visits"), "\(words)")
            #expect(run.code == (words == "doctor" ? .badAnswer : .badInput), "\(words)")
        }
        let inspected = try Store.open(store.location, migrations: .none, mode: .inspect)
        #expect(try inspected.rows("pragma journal_mode") == [[.text("delete")]])
    }
}
