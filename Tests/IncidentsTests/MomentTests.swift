import Database
import FleetCore
import QueryCatalog
import TestSupport
import Testing

@testable import Incidents

/// What is told of a moment rests on nothing that was learned, or that happened, after it.
@Suite struct MomentTests {
    private let day = Int32(20_711)  // 2026-09-15

    /// Four pairs that fail within the hours around 03:00: when they did, and in which hour the store heard of it.
    private var tables: FleetTables {
        let days = (6...15).map { number in
            ReportedDay(
                "2026-09-\(number < 10 ? "0" : "")\(number)", "i1", "8.14.0", "ios", ["sessions": 1],
                known: day * 24 + Int32(number - 15) * 24 + 1)
        }
        let pairs = [("02:10", 2), ("02:40", 3), ("03:10", 3), ("03:20", 4)].enumerated().map { peer, pair in
            FailedPair("i1", "8.14.0", "ios", device: 1, peer: UInt8(peer), first: "2026-09-15T\(pair.0):00Z")
                .with { $0.known = day * 24 + Int32(pair.1) }
        }
        return FleetTables(days, pairs: pairs)
    }

    @Test(arguments: bothEngines)
    func `a past moment's evidence ends with the whole hours before it`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            try tables.insert(into: db)
            let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")
            func facts(_ time: String, isNow: Bool = false) throws -> (end: String?, pairs: Double) {
                let at = try #require(Instant("2026-09-15T\(time):00Z"))
                let facts = try DecryptFacts(IncidentStore(database: db, catalog: catalog, at: at, isNow: isNow))
                return (facts.end?.description, facts.rows.reduce(0) { $0 + $1.pairs })
            }
            #expect(try facts("03:00") == ("2026-09-15T03:00:00Z", 1))
            #expect(try facts("03:59") == ("2026-09-15T03:00:00Z", 1))
            #expect(try facts("04:00") == ("2026-09-15T04:00:00Z", 3))
            #expect(try facts("05:00") == ("2026-09-15T05:00:00Z", 4))
            // Now all is known that the store knows, of hours that are over.
            #expect(try facts("03:59", isNow: true) == ("2026-09-15T03:00:00Z", 2))
        }
    }
}
