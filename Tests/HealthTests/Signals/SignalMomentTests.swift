import Database
import FleetCore
import QueryCatalog
import TestSupport
import Testing

@testable import Health

/// What a signal of a moment may know.
@Suite struct SignalMomentTests {
    @Test(arguments: bothEngines)
    func `a past moment knows what was known in the whole hours before it`(engine: Engine) throws {
        let day = Int32(20_711)  // 2026-09-15
        try withFleetStore(engine) { db throws in
            try FleetTables([
                ReportedDay("2026-09-14", "i1", "8.14.0", "ios", ["sessions": 1], known: day * 24 + 3)
            ]).insert(into: db)
            let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")
            func asOf(_ time: String, isNow: Bool = false) throws -> Int32 {
                let at = try #require(Instant("2026-09-15T\(time):00Z"))
                return try ReportCompleteness(database: db, catalog: catalog, at: at, isNow: isNow).asOf()
            }
            #expect(try asOf("03:00") == day * 24 + 3)
            // Of the report of that hour nobody can tell whether it came before the half.
            #expect(try asOf("03:30") == day * 24 + 3)
            #expect(try asOf("03:30", isNow: true) == .max)
            #expect(try asOf("02:59") == day * 24 + 2)
            // Nothing was learned later than that.
            #expect(try asOf("04:00") == .max)
        }
    }
}
