import Database
import TestSupport
import Testing

struct TransactionTests {
    @Test(arguments: bothEngines)
    func `what returns is committed and what throws is not`(engine: Engine) throws {
        let store = try TestStore(engine)
        let db = try store.open()
        try db.executeScript("create table t (n bigint)")
        let result = try db.transaction {
            try db.execute("insert into t values (1)")
            return "done"
        }
        #expect(result == "done")
        expectStop {
            try db.transaction {
                try db.execute("insert into t values (2)")
                throw Stop()
            }
        }
        #expect(try store.open().rows("select n from t") == [[1]])
    }

    @Test(arguments: bothEngines)
    func `an error fails the transaction to its end, also when it is swallowed`(engine: Engine) throws {
        try withStore(engine) { db throws in
            try db.executeScript("create table t (n bigint primary key)")
            let error = failure {
                try db.transaction {
                    try db.execute("insert into t values (1)")
                    failure { try db.execute("insert into t values (1)") }
                    let next = failure { try db.execute("insert into t values (2)") }
                    #expect(next?.sqlState == "25P02")
                }
            }
            #expect(error?.kind == .internal)
            #expect(try db.rows("select n from t") == [])
            try db.transaction { try db.execute("insert into t values (3)") }
            #expect(try db.rows("select n from t") == [[3]])
        }
    }

    @Test(arguments: bothEngines)
    func `transactions don't nest, and the outer one fails`(engine: Engine) throws {
        try withStore(engine) { db throws in
            let error = failure { try db.transaction { try db.transaction {} } }
            #expect(error?.message == "transactions don't nest")
            #expect(try db.rows("select 1") == [[1]])
        }
    }

    @Test(arguments: bothEngines)
    func `no statement runs while rows are read`(engine: Engine) throws {
        try withStore(engine) { db throws in
            let error = failure { try db.forEachRow("select 1") { _ in try db.execute("select 2") } }
            #expect(error?.message == "a statement was started while another's rows were being read")
            #expect(try db.rows("select 1") == [[1]])
        }
    }

    @Test(arguments: bothEngines)
    func `reading may stop early`(engine: Engine) throws {
        try withStore(engine) { db throws in
            let endless = "with recursive r(n) as (select 1 union all select n + 1 from r where n < 3000000) select n from r"
            var seen = 0
            expectStop {
                try db.forEachRow(endless) { _ in
                    seen += 1
                    if seen == 10 { throw Stop() }
                }
            }
            #expect(seen == 10)
            #expect(try db.rows("select 1") == [[1]])
        }
    }

    @Test(arguments: bothEngines)
    func `a temporary table lives for the transaction on Postgres, for the connection on SQLite`(engine: Engine) throws {
        try withStore(engine) { db throws in
            let create = "create temporary table loaded (n bigint)" + (engine == .postgres ? " on commit drop" : "")
            for _ in 0..<3 {
                try db.transaction {
                    try db.execute(create)
                    try db.bulkLoad(into: "loaded", columns: [BulkColumn("n", .int8)], rowCount: 10) { row, writer in
                        writer.write(Int64(row))
                    }
                    #expect(try db.integer("select count(*) from loaded") == 10)
                    if engine == .sqlite { try db.execute("drop table loaded") }
                }
            }
        }
    }

    @Test(arguments: bothEngines)
    func `execute counts what it changed`(engine: Engine) throws {
        try withStore(engine) { db throws in
            #expect(try db.execute("create table t (n bigint)") == 0)
            #expect(try db.execute("insert into t values (1), (2), (3)") == 3)
            #expect(try db.execute("update t set n = n + 1 where n > 1") == 2)
            #expect(try db.execute("select * from t") == 0)
            #expect(try db.execute("delete from t") == 3)
            #expect(try db.execute("create table u (n bigint)") == 0)
        }
    }
}
