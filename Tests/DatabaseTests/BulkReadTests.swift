import Database
import FleetCore
import TestSupport
import Testing

@Suite struct BulkReadTests {
    private func filled(_ database: any Database, rows: Int = 3) throws {
        try database.execute("create table sample (n bigint, t text, d date)")
        let columns = [BulkColumn("n", .int8), BulkColumn("t", .text), BulkColumn("d", .date)]
        try database.bulkLoad(into: "sample", columns: columns, rowCount: rows) { row, writer in
            writer.write(row == 1 ? nil : Int64(row) - 1)
            writer.write(row == 1 ? nil : "é, text \(row)")
            writer.write(row == 1 ? nil : Day(number: 20_000 + Int32(row)))
        }
    }

    @Test(arguments: bothEngines) func `rows are read as they were loaded, nulls too`(_ engine: Engine) throws {
        try withStore(engine) { database throws in
            try filled(database)
            var read: [String] = []
            try database.bulkRead("select n, t, d from sample order by d desc") { row in
                let (number, text, day) = (try row.integer(), try row.text(), try row.day())
                read.append("\(number.map(String.init) ?? "null") \(text ?? "null") \(day?.description ?? "null")")
            }
            let nulls = "null null null"
            let rows = ["1 é, text 2 2024-10-06", "-1 é, text 0 2024-10-04"]
            // Where nulls stand is the engine's.
            #expect(read.filter { $0 != nulls } == rows)
            #expect(read.count == 3)
            try database.bulkRead("select n from sample where n > 99") { _ in Issue.record("there is no such row") }
        }
    }

    private func places(_ database: any Database) throws -> [Int64] {
        var places: [Int64] = []
        let own = database.engine == .postgres ? "ctid" : "rowid"
        try database.bulkRead("select \(own) from sample order by coalesce(n, 0)") { row in
            places.append(try #require(try row.place()))
        }
        return places
    }

    @Test(arguments: bothEngines) func `a row's place is where an update finds it`(_ engine: Engine) throws {
        try withStore(engine) { database throws in
            try filled(database)
            // One transaction, or one that is opened for it; twice in one.
            for texts in [["a", "b", "c"], ["d", "", nil]] {
                let found = try places(database)
                #expect(Set(found).count == 3)
                #expect(
                    try database.bulkUpdate("sample", columns: [BulkColumn("t", .text), BulkColumn("d", .date)], rowCount: 3) {
                        row, writer in
                        writer.write(place: found[row])
                        writer.write(texts[row])
                        writer.write(Day(number: 20_000))
                    } == 3)
                #expect(
                    try database.rows("select n, t, d from sample order by coalesce(n, 0)") == [
                        [.integer(-1), texts[0].map(SQLValue.text) ?? .null, .text("2024-10-04")],
                        [.null, texts[1].map(SQLValue.text) ?? .null, .text("2024-10-04")],
                        [.integer(1), texts[2].map(SQLValue.text) ?? .null, .text("2024-10-04")],
                    ])
            }
            try database.transaction {
                for n in [7, 8] as [Int64] {
                    let found = try places(database)
                    #expect(
                        try database.bulkUpdate("sample", columns: [BulkColumn("n", .int8)], rowCount: 1) { _, writer in
                            writer.write(place: found[2])
                            writer.write(n)
                        } == 1)
                }
            }
            #expect(try database.integer("select max(n) from sample") == 8)
        }
    }

    /// Where nothing lies nothing is changed, and the count says so; a value that does not fit changes no row.
    @Test(arguments: bothEngines) func `an update of rows that are not there, or with what does not fit`(_ engine: Engine) throws
    {
        try withStore(engine) { database throws in
            try filled(database)
            let found = try places(database)
            let columns = [BulkColumn("n", .int4)]
            func update(_ rows: [(place: Int64, n: Int64)]) throws -> Int {
                try database.bulkUpdate("sample", columns: columns, rowCount: rows.count) { row, writer in
                    writer.write(place: rows[row].place)
                    writer.write(rows[row].n)
                }
            }
            #expect(try update([]) == 0)
            #expect(try update([(found[0], 5), (found[2], 6), (1 << 24, 7)]) == 2)
            #expect(try database.integer("select max(n) from sample") == 6)
            let error = #expect(throws: DatabaseError.self) { try update([(found[0], 9), (found[1], 1 << 40)]) }
            #expect(error?.kind == .data && error?.copyRow == 1)
            #expect(try database.integer("select max(n) from sample") == 6)
        }
    }

    private struct Enough: Error {}

    @Test(arguments: bothEngines) func `a throw ends the query, and the connection goes on`(_ engine: Engine) throws {
        try withStore(engine) { database throws in
            try filled(database, rows: 20_000)
            var count = 0
            #expect(throws: Enough.self) {
                try database.bulkRead("select n, t, d from sample") { row in
                    count += 1
                    if count == 5 { throw Enough() }
                    _ = (try row.integer(), try row.text(), try row.day())
                }
            }
            #expect(count == 5)
            #expect(try database.integer("select count(*) from sample") == 20_000)
        }
    }

    @Test(arguments: bothEngines) func `a column of another kind, and one that is not read, are errors`(_ engine: Engine) throws {
        try withStore(engine) { database throws in
            try filled(database)
            for read: (any BulkReader) throws -> Void in [
                { _ = try $0.integer() },
                { _ = (try $0.integer(), try $0.integer(), try $0.day()) },
                { _ = (try $0.integer(), try $0.day(), try $0.day()) },
                { _ = (try $0.integer(), try $0.text(), try $0.text(), try $0.text()) },
                { _ = (try $0.day(), try $0.text(), try $0.day()) },
            ] {
                let error = #expect(throws: DatabaseError.self) {
                    try database.bulkRead("select n, t, d from sample where n = 1", read)
                }
                #expect(error?.kind == .internal)
            }
            #expect(throws: DatabaseError.self) { try database.bulkRead("select nothing from sample") { _ in } }
            #expect(try database.integer("select count(*) from sample") == 3)
        }
    }
}
