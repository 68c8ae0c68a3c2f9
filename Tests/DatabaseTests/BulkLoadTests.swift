import Database
import FleetCore
import TestSupport
import Testing

struct BulkLoadTests {
    private static let columns = [BulkColumn("a", .int2), BulkColumn("b", .int4), BulkColumn("c", .text)]
    private func withTable(_ engine: Engine, _ body: (any Database) throws -> Void) throws {
        try withStore(engine) { db throws in
            let table = "create table t (a smallint primary key, b integer not null check (b <> 13), c text)"
            try db.executeScript(engine == .postgres ? table : table.replacing("smallint", with: "integer") + " strict")
            try body(db)
        }
    }

    /// Loads 200 rows of which row 120 is replaced.
    private func load(_ db: any Database, row120: (any BulkWriter) -> Void) throws {
        try db.bulkLoad(into: "t", columns: Self.columns, rowCount: 200) { row, writer in
            guard row != 120 else { return row120(writer) }
            writer.write(Int64(row))
            writer.write(Int64(row + 1000))
            writer.write("text")
        }
    }

    @Test(arguments: bothEngines)
    func `a row that the store refuses is named, and nothing is loaded`(engine: Engine) throws {
        try withTable(engine) { db throws in
            func refuse(_ kind: DatabaseError.Kind, _ state: String, _ a: Int64?, _ b: Int64?, _ c: String?) throws {
                let error = failure {
                    try load(db) {
                        $0.write(a)
                        $0.write(b)
                        $0.write(c)
                    }
                }
                #expect(error?.kind == kind)
                #expect(error?.sqlState == state)
                #expect(error?.copyRow == 120)
                #expect(try db.integer("select count(*) from t") == 0)
            }
            try refuse(.data, "22003", 40_000, 1, "int2")
            try refuse(.data, "22003", 120, 3_000_000_000, "int4")
            try refuse(.data, "22021", 120, 1, "a\0b")
            try refuse(.data, "23502", 120, nil, "not null")
            try refuse(.data, "23514", 120, 13, "check")
            try refuse(.constraint, "23505", 7, 1, "key")
        }
    }

    @Test(arguments: bothEngines)
    func `rows that are not complete are a mistake of ours`(engine: Engine) throws {
        try withTable(engine) { db throws in
            func refuse(_ message: String, _ write: (any BulkWriter) -> Void) throws {
                let error = failure { try load(db, row120: write) }
                #expect(error?.kind == .internal)
                #expect(error?.message == message)
                #expect(try db.integer("select count(*) from t") == 0)
            }
            try refuse("2 of 3 columns were written") {
                $0.write(1)
                $0.writeNull()
            }
            try refuse("more values than columns were written") { for _ in 0..<4 { $0.writeNull() } }
            try refuse("column c is text, but an integer was written") { for n in 0..<3 { $0.write(Int64(n)) } }
            try refuse("column a is int2, but text was written") {
                $0.write("1")
                $0.write(1)
                $0.write("x")
            }
        }
    }

    @Test(arguments: bothEngines)
    func `a throw from the caller ends the load and comes through`(engine: Engine) throws {
        try withTable(engine) { db throws in
            expectStop {
                try db.bulkLoad(into: "t", columns: Self.columns, rowCount: 2) { row, writer in
                    if row == 1 { throw Stop() }
                    writer.write(1)
                    writer.write(1)
                    writer.writeNull()
                }
            }
            #expect(try db.integer("select count(*) from t") == 0)
            try load(db) {
                $0.write(120)
                $0.write(1)
                $0.writeNull()
            }
            #expect(try db.integer("select count(*) from t") == 200)
            #expect(try db.integer("select count(c) from t") == 199)
        }
    }

    @Test(arguments: bothEngines)
    func `a load is part of the transaction around it`(engine: Engine) throws {
        try withTable(engine) { db throws in
            let good: (any BulkWriter) -> Void = {
                $0.write(120)
                $0.write(1)
                $0.write("")
            }
            expectStop {
                try db.transaction {
                    try load(db, row120: good)
                    #expect(try db.integer("select count(*) from t") == 200)
                    throw Stop()
                }
            }
            #expect(try db.integer("select count(*) from t") == 0)
            try db.transaction { try load(db, row120: good) }
            #expect(try db.rows("select c from t where a = 120") == [[""]])
        }
    }

    @Test(arguments: bothEngines)
    func `no rows, long texts and odd names are fine`(engine: Engine) throws {
        try withStore(engine) { db throws in
            try db.executeScript("create table \"odd \"\"name\" (\"select\" text, \"b c\" integer)")
            let columns = [BulkColumn("select", .text), BulkColumn("b c", .int4)]
            try db.bulkLoad(into: "odd \"name", columns: columns, rowCount: 0) { _, _ in Issue.record("there is no row") }
            let long = String(repeating: "ü", count: 1_000_000)
            try db.bulkLoad(into: "odd \"name", columns: columns, rowCount: 3) { row, writer in
                writer.write(row == 2 ? "short 🙂" : long)
                writer.write(Int64(row))
            }
            #expect(
                try db.rows("select \"select\", \"b c\" from \"odd \"\"name\" order by 2") == [
                    [.text(long), 0], [.text(long), 1], ["short 🙂", 2],
                ])
        }
    }

    @Test(arguments: bothEngines)
    func `days are stored as the calendar has them`(engine: Engine) throws {
        try withStore(engine) { db throws in
            try db.executeScript("create table t (day \(engine == .postgres ? "date" : "text"))")
            let days = ["0001-01-01", "1970-01-01", "1999-12-31", "2000-01-01", "2024-02-29", "2026-09-14", "9999-12-31"]
            try db.bulkLoad(into: "t", columns: [BulkColumn("day", .date)], rowCount: days.count) { row, writer in
                writer.write(Day(days[row]))
            }
            #expect(try db.rows("select day from t order by day") == days.map { [.text($0)] })
        }
    }
}
