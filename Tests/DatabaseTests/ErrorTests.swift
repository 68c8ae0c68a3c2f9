import FleetCore
import TestSupport
import Testing

@testable import Database

struct ErrorTests {
    /// The table of the design: what is retried, what is set aside, what the user must hear.
    @Test(
        arguments: [
            ("08006", .transient), ("25006", .transient), ("25P02", .transient), ("40001", .transient), ("40P01", .transient),
            ("53100", .transient), ("53300", .transient), ("55P03", .transient), ("57014", .transient), ("57P01", .transient),
            ("57P03", .transient), ("58030", .transient), ("22001", .data), ("22003", .data), ("22021", .data), ("22P02", .data),
            ("23502", .data), ("23514", .data), ("42804", .data), ("54000", .data), ("28P01", .configuration),
            ("28000", .configuration),
            ("3D000", .configuration), ("42P01", .configuration), ("42501", .configuration), ("23505", .constraint),
            ("23503", .constraint),
            ("42601", .internal), ("40002", .internal), ("58P01", .internal), ("22P03", .internal), ("XX001", .internal),
        ] as [(String, DatabaseError.Kind)])
    func `a code has one meaning`(code: String, kind: DatabaseError.Kind) {
        #expect(SQLState.kind(code) == kind)
    }

    @Test(arguments: bothEngines)
    func `a mistake in a query names the query`(engine: Engine) throws {
        try withStore(engine) { db throws in
            let error = failure { try db.rows("-- crash_free_installs\n-- question: …\nselect from from") }
            #expect(error?.kind == .internal)
            #expect(error?.place == "crash_free_installs")
            let table = failure { try db.rows("select * from nowhere") }
            #expect(table?.kind == .configuration)
            #expect(table?.sqlState == "42P01")
            #expect(table?.toolError(store: "the store").exitCode == .badInput)
            #expect(table?.toolError(store: "the store").place == "the store, select * from nowhere")
        }
    }

    @Test(arguments: bothEngines)
    func `a refused row is not repeated in the error`(engine: Engine) throws {
        try withStore(engine) { db throws in
            try db.executeScript("create table t (secret text primary key, n bigint not null)")
            try db.execute("insert into t values ('hunter2', 1)")
            for text in ["insert into t values ('hunter2', 1)", "insert into t values (:s, :n)"] {
                let error = failure { try db.execute(text, text.contains(":") ? ["s": "hunter2", "n": nil] : [:]) }
                #expect(error?.message.contains("hunter2") == false)
            }
        }
    }

    @Test func `two transactions that wait for each other: one is transient`() throws {
        let store = try TestStore(.postgres)
        try store.open().executeScript("create table t (n bigint, v bigint); insert into t values (0, 0), (1, 0)")
        let kinds = try inThreads(2) { index in
            let db = try store.open()
            do {
                try db.transaction {
                    try db.execute("update t set v = v + 1 where n = :n", ["n": .integer(Int64(index))])
                    try db.execute("select pg_sleep(0.3)")
                    try db.execute("update t set v = v + 1 where n = :n", ["n": .integer(Int64(1 - index))])
                }
                return "committed"
            } catch let error as DatabaseError {
                #expect(error.kind == .transient)
                return error.sqlState ?? ""
            }
        }
        #expect(kinds.sorted() == ["40P01", "committed"])
    }

    @Test func `a serialisation failure and a lock time-out are transient`() throws {
        let store = try TestStore(.postgres)
        let (one, two) = (try store.open(), try store.open())
        try one.executeScript("create table t (n bigint); insert into t values (0)")
        let serialisation = failure {
            try one.transaction {
                try one.execute("set transaction isolation level repeatable read")
                _ = try one.rows("select n from t")
                try two.execute("update t set n = 1")
                try one.execute("update t set n = 2")
            }
        }
        #expect(serialisation?.sqlState == "40001")
        #expect(serialisation?.kind == .transient)
        try one.transaction {
            try one.execute("update t set n = 3")
            let lock = failure {
                try two.transaction {
                    try two.execute("set local lock_timeout = 50")
                    try two.execute("update t set n = 4")
                }
            }
            #expect(lock?.sqlState == "55P03")
            #expect(lock?.kind == .transient)
        }
        #expect(try two.rows("select n from t") == [[3]])
    }

    @Test func `a statement that the server times out is transient, not interrupted`() throws {
        try withStore(.postgres) { db throws in
            let error = failure {
                try db.transaction {
                    try db.execute("set local statement_timeout = 50")
                    try db.execute("select pg_sleep(10)")
                }
            }
            #expect(error?.sqlState == "57014")
            #expect(error?.kind == .transient)
        }
    }

    @Test func `notices stay off standard error and can be asked for`() throws {
        try withStore(.postgres) { db throws in
            try db.executeScript("drop table if exists nowhere")
            let notices = (db as? PostgresDatabase)?.takeNotices() ?? []
            #expect(notices.count == 1)
            #expect(notices.first?.contains("nowhere") == true)
        }
    }
}
