package import Database
package import FleetCore

/// A store on Citus: the facts lie on its nodes by install, so that what is asked of an install is answered where it lies;
/// what is derived from them, and versions, are on every node, where facts are joined with them; all else is the coordinator's.
package enum DistributedStore {
    package enum Placement: String, Sendable {
        case byInstall = "by install"
        case onEveryNode = "on every node"
    }

    package struct Table: Sendable, Equatable {
        package let name: String
        package let placement: Placement
        /// It was placed just now.
        package let isNew: Bool
    }

    package struct State: Sendable, Equatable, CustomStringConvertible {
        /// The extension's, such as 13.2-1.
        package let version: String
        /// Those that hold shards.
        package let nodes: Int
        /// Of each table of facts.
        package let shards: Int

        package var description: String {
            "by install, \(shards) shards on \(nodes) \(nodes == 1 ? "node" : "nodes"), Citus \(version)"
        }
    }

    /// The others are placed along with the first: an install's rows are all on one node.
    package static let facts = ["install_version"] + DayPartitions.partitionedTables
    package static let derived = [
        "app_version", "health_rollup", "health_day", "health_arrival", "health_hour", "health_histogram", "gate_cell",
        "gate_forgotten",
    ]
    /// Any fixed number: whoever places tables holds this advisory lock.
    private static let lockKey: Int64 = 0x636c_6564_6e6f

    /// Throws ``ToolError`` where the store, which is at `place`, can't be distributed. Changes nothing.
    package static func check(_ database: any Database, at place: String? = nil) throws {
        guard try extensionVersion(database) != nil else {
            throw ToolError(
                .badInput, "the store's database has no extension Citus, without which it can't be distributed", at: place,
                next: "have its administrator set shared_preload_libraries = 'citus' on every node, run create extension citus "
                    + "in the database on each, and add the nodes with citus_add_node; then run the same command again")
        }
    }

    /// Places what has no place yet, with the rows it has; gives all tables. Partitions that are attached later go with
    /// their table. Broken off, it goes on with what is missing.
    package static func distribute(_ database: any Database, stop: StopRequest) throws -> [Table] {
        try check(database)
        let first = facts[0]
        var tables: [Table] = []
        for name in derived + facts {
            guard !stop.isSet else {
                throw ToolError(
                    .interrupted, "stopped after \(tables.count) of \(derived.count + facts.count) tables",
                    next: "run the same command again: it goes on where it was")
            }
            let isFact = facts.contains(name)
            // A transaction a table: each holds a lock on every shard and partition that it makes.
            let isNew = try database.transaction {
                try run("select pg_advisory_xact_lock(\(lockKey))", database)
                guard try !isPlaced(name, database) else { return false }
                let along = name == first ? "default" : first
                try run(
                    isFact
                        ? "select create_distributed_table('\(name)', 'install_id', colocate_with => '\(along)')"
                        : "select create_reference_table('\(name)')", database)
                // Copied, not moved: else what is forgotten later would stay in the coordinator's own files.
                try run("select truncate_local_data_after_distributing_table('\(name)')", database)
                return true
            }
            tables.append(Table(name: name, placement: isFact ? .byInstall : .onEveryNode, isNew: isNew))
        }
        return tables
    }

    /// Nil where the store is not distributed.
    package static func state(_ database: any Database) throws -> State? {
        guard try database.isDistributed, let version = try extensionVersion(database) else { return nil }
        let shards = "pg_dist_shard s where s.logicalrelid = cast('\(facts[0])' as regclass)"
        return State(
            version: version,
            nodes: Int(
                try database.integer(
                    """
                    select count(distinct p.groupid)
                    from pg_dist_placement p
                    where p.shardid in (select s.shardid from \(shards))
                    """) ?? 0),
            shards: Int(try database.integer("select count(*) from \(shards)") ?? 0))
    }

    /// Runs `insert … select … on conflict do update … where …`; how many rows it wrote. Citus says how many it was given:
    /// there they are handed back and counted.
    static func merge(_ sql: String, _ database: any Database) throws -> Int {
        guard try database.isDistributed else { return try database.execute(sql) }
        var count = 0
        try database.forEachRow(sql + "\nreturning install_id") { _ in count += 1 }
        return count
    }

    private static func extensionVersion(_ database: any Database) throws -> String? {
        var version: String?
        try database.forEachRow("select extversion from pg_extension where extname = 'citus'") { version = try $0.text(0) }
        return version
    }

    private static func isPlaced(_ table: String, _ database: any Database) throws -> Bool {
        try database.integer("select count(*) from pg_dist_partition where logicalrelid = cast('\(table)' as regclass)") ?? 0 > 0
    }

    private static func run(_ sql: String, _ database: any Database) throws { try database.forEachRow(sql) { _ in } }
}
