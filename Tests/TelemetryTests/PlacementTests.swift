import Database
import FleetCore
import Telemetry
import TestSupport
import Testing

/// Where the tables of a distributed store lie. That they do is tested where there is a Citus.
@Suite struct PlacementTests {
    @Test func `tables are placed by install that have it in their key, and no others`() throws {
        try withFleetStore(.postgres) { database in
            let keyed = try database.rows(
                """
                select k.table_name
                from information_schema.key_column_usage k
                where k.table_schema = current_schema() and k.column_name = 'install_id'
                order by k.table_name
                """)
            #expect(keyed == DistributedStore.facts.sorted().map { [.text($0)] })
        }
    }

    /// Citus joins facts with what every node has, and with nothing else where they lie.
    @Test func `what has an app_version and no install is on every node, unless a person wrote it`() throws {
        try withFleetStore(.postgres) { database in
            let found = try database.rows(
                """
                select c.table_name
                from information_schema.columns c
                join information_schema.key_column_usage k
                    on k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = c.column_name
                where c.table_schema = current_schema() and c.column_name = 'app_version'
                order by c.table_name
                """
            ).compactMap { row in if case .text(let name) = row[0] { name } else { nil } }
            let derived = Set(DistributedStore.derived)
            #expect(Set(found).subtracting(DistributedStore.facts).isSubset(of: derived), "\(found)")
            // Keyed by platform only.
            #expect(derived.subtracting(found) == ["health_arrival"])
        }
    }

    @Test func `a store without the extension is refused, and says what is missing`() throws {
        try withFleetStore(.postgres) { database in
            let isDistributed = try database.isDistributed
            #expect(!isDistributed)
            #expect(try DistributedStore.state(database) == nil)
            let error = #expect(throws: ToolError.self) { try DistributedStore.distribute(database, stop: StopRequest()) }
            #expect(error?.exitCode == .badInput)
            #expect(error?.what.contains("has no extension Citus") == true)
        }
    }
}
