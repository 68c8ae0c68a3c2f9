/// Citus, which is Postgres on several nodes: an extension, and tables whose shards lie there.
extension PostgresDatabase {
    var isDistributed: Bool {
        get throws {
            if let knownDistribution { return knownDistribution }
            // The second look only where its table is.
            let found = try countExtensions() > 0 && countDistributedTables() > 0
            knownDistribution = found
            return found
        }
    }

    private func countExtensions() throws -> Int64 {
        try integer("select count(*) from pg_extension where extname = 'citus'") ?? 0
    }

    /// Those with a distribution column; a table that every node has whole is none.
    private func countDistributedTables() throws -> Int64 {
        try integer(
            """
            select count(*)
            from pg_dist_partition p
            join pg_class c on c.oid = p.logicalrelid
            join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = current_schema() and p.partmethod = 'h'
            """) ?? 0
    }
}
