import Database
import FleetCore
import QueryCatalog
import TestSupport

extension TestStore {
    /// A store that holds these tables.
    convenience init(_ engine: Engine, _ tables: FleetTables) throws {
        try self.init(engine)
        try tables.insert(into: open(fleetSchema(engine)))
    }
}

/// As many installs, `i0` … , each with `sessions` on the day; the first `crashed` of them crash.
func active(
    _ count: Int, _ day: String, _ version: String, _ platform: String = "ios", crashed: Int = 0, sessions: Int64 = 1
) -> [ReportedDay] {
    (0..<count).map { install in
        ReportedDay(
            day, "i\(install)", version, platform, ["sessions": sessions, "crashes": install < crashed ? 1 : 0])
    }
}
