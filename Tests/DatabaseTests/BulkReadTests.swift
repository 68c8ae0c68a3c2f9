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

    @Test(arguments: bothEngines) func `a row's place is where an update finds it`(_ engine: Engine) throws {
        try withStore(engine) { database throws in
            try filled(database)
            var places: [Int64] = []
            try database.bulkRead("select \(engine == .postgres ? "ctid" : "rowid") from sample") { row in
                places.append(try #require(try row.place()))
            }
            #expect(Set(places).count == 3)
            try database.transaction {
                let table = ScratchTable(name: "found", columns: [BulkColumn("at", .place)])
                try table.load(database, rowCount: 3) { index, writer in writer.write(place: places[index]) }
                let own = engine == .postgres ? "ctid" : "rowid"
                #expect(try database.execute("update sample set t = 'x' from found f where sample.\(own) = f.at") == 3)
            }
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
