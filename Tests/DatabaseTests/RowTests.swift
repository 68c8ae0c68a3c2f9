import Database
import TestSupport
import Testing

struct RowTests {
    @Test(arguments: bothEngines)
    func `columns are read by position and have names`(engine: Engine) throws {
        try withStore(engine) { db throws in
            try db.forEachRow("select 1 as one, cast('a' as text) as letter, 1.5 as half, cast(null as text) as none") { row in
                #expect(row.columnNames == ["one", "letter", "half", "none"])
                #expect(row.columnCount == 4)
                #expect(try row.integer(0) == 1)
                let (one, half) = (try row.real(0), try row.real(2))
                #expect(one == 1)
                #expect(try row.text(1) == "a")
                #expect(half == 1.5)
                #expect(try row.text(3) == nil)
                #expect(try row.integer(3) == nil)
                #expect(try row.values == [1, "a", 1.5, nil])
            }
        }
    }

    @Test(arguments: bothEngines)
    func `a column of another kind is an error, not a guess`(engine: Engine) throws {
        try withStore(engine) { db throws in
            try db.forEachRow("select 1 as one, cast('7' as text) as letter, 1.5 as half") { row in
                for mistake: () throws -> Any? in [
                    { try row.text(0) }, { try row.blob(0) }, { try row.integer(1) }, { try row.real(1) }, { try row.integer(2) },
                    { try row.integer(3) }, { try row.integer(-1) },
                ] {
                    let error = failure { _ = try mistake() }
                    #expect(error?.kind == .internal)
                }
            }
        }
    }

    @Test(arguments: bothEngines)
    func `a sum of integers is an integer`(engine: Engine) throws {
        try withStore(engine) { db throws in
            try db.executeScript("create table t (n bigint); insert into t values (4000000000), (-9000000000)")
            #expect(try db.rows("select sum(n), count(*), 1.0 * sum(n) / 2 from t") == [[-5_000_000_000, 2, -2_500_000_000.0]])
        }
    }

    @Test func `Postgres types become the nearest of ours`() throws {
        try withStore(.postgres) { db throws in
            let row = try db.rows(
                """
                select true, cast(7 as smallint), cast(7 as integer), 7.0, 7.5, cast('NaN' as double precision),
                    date '2026-09-14', cast(1.5 as real), cast('-infinity' as double precision), cast('9223372036854775808' as numeric)
                """)
            #expect(row[0][0...2] == [1, 7, 7])
            #expect(row[0][3...4] == [7.0, 7.5])
            #expect(row[0][6...] == ["2026-09-14", 1.5, .real(-.infinity), .real(9_223_372_036_854_775_808)])
            #expect(try db.rows("select 1; ").count == 1)
        }
    }
}
