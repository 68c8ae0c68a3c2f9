import Database
import FleetCore
import Foundation
import TestSupport
import Testing

struct InterruptTests {
    private static let long =
        "with recursive r(n) as (select 1 union all select n + 1 from r where n < 2000000000) select count(*) from r"

    private func after(_ seconds: Double, _ interrupter: any Interrupter) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { interrupter.interrupt() }
    }

    @Test(arguments: bothEngines)
    func `a running query stops soon, and the connection goes on`(engine: Engine) throws {
        try withStore(engine) { db throws in
            let start = ContinuousClock.now
            after(0.2, db.interrupter)
            let error = failure { try db.rows(Self.long) }
            #expect(error?.kind == .interrupted)
            #expect(error?.toolError().exitCode == .interrupted)
            #expect(ContinuousClock.now - start < .seconds(20))
            let next = try db.rows("select 1")
            #expect(next == [[1]])
        }
    }

    @Test(arguments: bothEngines)
    func `between statements the next one is stopped, once`(engine: Engine) throws {
        try withStore(engine) { db throws in
            db.interrupter.interrupt()
            let error = failure { try db.rows("select 1") }
            #expect(error?.kind == .interrupted)
            let next = try db.rows("select 1")
            #expect(next == [[1]])
        }
    }

    @Test(arguments: bothEngines)
    func `a load is stopped and nothing of it stays`(engine: Engine) throws {
        let store = try TestStore(engine)
        let db = try store.open()
        try db.executeScript("create table t (n bigint)")
        after(0.2, db.interrupter)
        let error = failure {
            try db.transaction {
                try db.bulkLoad(into: "t", columns: [BulkColumn("n", .int8)], rowCount: 1_000_000_000) { row, writer in
                    writer.write(Int64(row))
                }
            }
        }
        #expect(error?.kind == .interrupted)
        // Looked at from elsewhere: the server may get the cancellation when the load has ended already.
        #expect(try store.open().rows("select count(*) from t") == [[0]])
    }

    @Test(arguments: bothEngines)
    func `waiting for another writer is stopped`(engine: Engine) throws {
        let store = try TestStore(engine)
        let (one, two) = (try store.open(), try store.open())
        try one.executeScript("create table t (n bigint); insert into t values (0)")
        try one.transaction {
            try one.execute("update t set n = 1")
            after(0.2, two.interrupter)
            let start = ContinuousClock.now
            let error = failure { try two.transaction { try two.execute("update t set n = 2") } }
            #expect(error?.kind == .interrupted)
            #expect(ContinuousClock.now - start < .seconds(8))
        }
        #expect(try two.rows("select n from t") == [[1]])
    }

    @Test(arguments: bothEngines)
    func `an interrupter outlives its connection`(engine: Engine) throws {
        let interrupter = try withStore(engine) { $0.interrupter }
        interrupter.interrupt()
    }
}
