import Database
import TestSupport
import Testing

struct ParameterTests {
    @Test(arguments: bothEngines)
    func `a parameter that is missing or of no use is named`(engine: Engine) throws {
        try withStore(engine) { db throws in
            let missing = failure { try db.rows("select 1 where 1 = :a and 2 = :b", ["a": 1]) }
            #expect(missing?.kind == .internal)
            #expect(missing?.message == "the query's parameter :b was not given")
            let extra = failure { try db.rows("select 1 where 1 = :a", ["a": 1, "b": 2]) }
            #expect(extra?.message == "parameter :b was given, but the query has none of that name")
        }
    }

    @Test(arguments: bothEngines)
    func `other ways to write parameters are refused`(engine: Engine) throws {
        try withStore(engine) { db throws in
            for text in ["select 1 where 1 = ?", "select 1 where 1 = $1", "select 1 where 1 = @a"] {
                failure { try db.rows(text) }
            }
        }
    }

    @Test(arguments: bothEngines)
    func `what no store can hold is refused as data`(engine: Engine) throws {
        try withStore(engine) { db throws in
            for value: SQLValue in ["a\0b", .real(.nan)] {
                let error = failure { try db.rows("select 1 where :a = :a", ["a": value]) }
                #expect(error?.kind == .data)
            }
        }
    }

    @Test(arguments: bothEngines)
    func `integers are bound as integers and null has a type by cast`(engine: Engine) throws {
        try withStore(engine) { db throws in
            try db.executeScript("create table t (n bigint, day text)")
            try db.execute("insert into t values (:n, :day)", ["n": 2, "day": "2026-09-14"])
            let filtered = "select n from t where (cast(:n as bigint) is null or n = :n)"
            #expect(try db.rows(filtered, ["n": 2]) == [[2]])
            #expect(try db.rows(filtered, ["n": nil]) == [[2]])
            #expect(try db.rows(filtered, ["n": 3]) == [])
            #expect(
                try db.rows("select n from t where day >= :from and day < :to", ["from": "2026-09-14", "to": "2026-09-15"]) == [
                    [2]
                ])
        }
    }

    @Test(arguments: bothEngines)
    func `a statement used again takes new values`(engine: Engine) throws {
        try withStore(engine) { db throws in
            try db.executeScript("create table t (n bigint)")
            for n in 1...5 { try db.execute("insert into t values (:n)", ["n": .integer(Int64(n))]) }
            #expect(try db.integer("select cast(sum(n) as bigint) from t") == 15)
            for n in 1...5 {
                #expect(try db.rows("select n from t where n = :n", ["n": .integer(Int64(n))]) == [[.integer(Int64(n))]])
            }
        }
    }

    @Test(arguments: bothEngines)
    func `more statements than are kept all work`(engine: Engine) throws {
        try withStore(engine) { db throws in
            for pass in 0..<2 {
                for n in 0..<600 {
                    #expect(try db.integer("select cast(:n as bigint) + \(n)", ["n": .integer(Int64(pass))]) == Int64(n + pass))
                }
                for _ in 0..<3 { #expect(try db.integer("select cast(1 as bigint)") == 1) }
            }
        }
    }

    @Test(arguments: bothEngines)
    func `execute runs one statement`(engine: Engine) throws {
        try withStore(engine) { db throws in
            failure { try db.execute("select 1; select 2") }
            failure { try db.rows("select 1 where 1 = :a; select 2", ["a": 1]) }
            #expect(try db.rows("select 7; -- done\n") == [[7]])
        }
    }
}
