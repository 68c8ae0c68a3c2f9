import Database
import FleetCore
import TestSupport
import Testing

struct DatabaseTests {
    @Test(arguments: bothEngines)
    func `values come back as they went in`(engine: Engine) throws {
        try withStore(engine) { db throws in
            let blob = engine == .postgres ? "bytea" : "blob"
            let real = engine == .postgres ? "double precision" : "real"
            try db.executeScript("create table t (a bigint, b text, c \(blob), d \(real));")
            let rows: [[SQLValue]] = [
                [.integer(.max), "", .blob([]), 0.1],
                [.integer(.min), "naïve 🙂 \u{1F468}\u{200D}\u{1F469}", .blob([0, 255, 10]), -1e300],
                [nil, nil, nil, nil], [0, "a'b\"c\\d\n", .blob(Array(repeating: 7, count: 100_000)), 2.5e-300],
            ]
            for row in rows {
                let changed = try db.execute(
                    "insert into t values (:a, :b, :c, :d)", ["a": row[0], "b": row[1], "c": row[2], "d": row[3]])
                #expect(changed == 1)
            }
            #expect(Set(try db.rows("select * from t")) == Set(rows))
        }
    }

    @Test(arguments: bothEngines)
    func `bulk load stores what was written`(engine: Engine) throws {
        try withStore(engine) { db throws in
            let day = engine == .postgres ? "date" : "text"
            let blob = engine == .postgres ? "bytea" : "blob"
            try db.executeScript("create table t (a smallint, b integer, c bigint, d text, e \(day), f \(blob));")
            let columns = [
                BulkColumn("a", .int2), BulkColumn("b", .int4), BulkColumn("c", .int8), BulkColumn("d", .text),
                BulkColumn("e", .date),
                BulkColumn("f", .bytes),
            ]
            try db.bulkLoad(into: "t", columns: columns, rowCount: 10_000) { row, writer in
                writer.write(Int64(row % 100) - 50)
                writer.write(row % 3 == 0 ? nil : Int64(row))
                writer.write(Int64.max - Int64(row))
                writer.write("row \(row) 🙂")
                writer.write(Day(number: Int32(row)))
                writer.write(row % 7 == 0 ? nil : [UInt8(truncatingIfNeeded: row), 0])
            }
            #expect(
                try db.rows("select count(*), count(b), count(f), cast(sum(b) as bigint) from t") == [
                    [10_000, 6666, 8571, 33_326_667]
                ])
            #expect(
                try db.rows("select a, b, c, d, e, f from t where c = :c", ["c": .integer(.max - 9_999)])
                    == [[49, nil, .integer(.max - 9_999), "row 9999 🙂", "1997-05-18", .blob([15, 0])]])
        }
    }
}
