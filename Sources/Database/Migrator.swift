public import FleetCore
import FoundationEssentials

/// How far a store's schema is: what `store status` shows.
public struct MigrationStatus: Sendable, Hashable {
    public struct Applied: Sendable, Hashable {
        public let version: Int
        public let name: String
        public let sha256: String
        public let at: Instant
    }

    public let applied: [Applied]
    /// What this program has and the store has not.
    public let pending: [Migration]

    public var isCurrent: Bool { pending.isEmpty }
    /// The version the store has; 0 for an empty one.
    public var version: Int { applied.last?.version ?? 0 }
    /// The version this program needs.
    public var needed: Int { pending.last?.version ?? version }
}

extension Migrations.Origin {
    fileprivate var remedy: String {
        "leave \(namedBy) out, or name a folder Queries with the schema of the store instead of \(folder)"
    }
}

/// Applies the schema's steps, each once, each in a transaction of its own, under a lock that lets only one process at a
/// time do it. Table: `schema_migration(version, name, sha256, applied_epoch)`.
struct Migrator {
    let database: any Database
    let migrations: Migrations

    /// Reads what the store has, and refuses a store that is newer than this program or was made by other files.
    func status() throws -> MigrationStatus {
        let applied = try appliedSteps()
        for (step, known) in zip(applied, migrations.list) {
            guard step.version == known.version, known.isKnown(as: step.sha256) else {
                throw ToolError(
                    .failure,
                    "step \(step.version) (\(step.name)) of the store's schema was applied from another file than this chatfleet has",
                    next: migrations.origin?.remedy
                        ?? "use the chatfleet that made the store; a schema file that has been applied must never change")
            }
        }
        if applied.count > migrations.list.count {
            let (has, known) = ("the store's schema is at \(applied.count)", migrations.version)
            guard let origin = migrations.origin else {
                throw ToolError(
                    .failure, "\(has), newer than the \(known) that this chatfleet knows", next: "upgrade chatfleet")
            }
            throw ToolError(
                .failure, "\(has), and \(origin.folder), which \(origin.namedBy) names, holds the schema up to \(known) only",
                next: origin.remedy)
        }
        return MigrationStatus(applied: applied, pending: Array(migrations.list.dropFirst(applied.count)))
    }

    /// Applies what is missing; returns what this call applied. Two processes at once share the work without harm.
    func apply() throws -> [Migration] {
        var done: [Migration] = []
        while let next = try status().pending.first {
            try database.transaction {
                try lock()
                // Another process may have been faster; the loop looks again.
                guard try status().pending.first == next else { return }
                try createTable()
                try database.executeScript(next.text)
                try database.execute(
                    """
                    insert into schema_migration (version, name, sha256, applied_epoch)
                    values (:version, :name, :sha256, :applied_epoch)
                    """,
                    [
                        "version": .integer(Int64(next.version)), "name": .text(next.name), "sha256": .text(next.sha256),
                        "applied_epoch": .integer(Int64(Date().timeIntervalSince1970)),
                    ])
                done.append(next)
            }
        }
        return done
    }

    private func appliedSteps() throws -> [MigrationStatus.Applied] {
        guard try hasTable() else { return [] }
        var steps: [MigrationStatus.Applied] = []
        try database.forEachRow("select version, name, sha256, applied_epoch from schema_migration order by version") { row in
            steps.append(
                MigrationStatus.Applied(
                    version: Int(try row.integer(0) ?? 0), name: try row.text(1) ?? "", sha256: try row.text(2) ?? "",
                    at: Instant(epochSeconds: try row.integer(3) ?? 0)))
        }
        return steps
    }

    private func hasTable() throws -> Bool {
        let query =
            switch database.engine {
            // Not to_regclass, which may answer from a cache that a wait for the lock has made old.
            case .postgres:
                """
                select count(*) from pg_class
                where relname = 'schema_migration'
                    and relnamespace = (select oid from pg_namespace where nspname = current_schema())
                """
            case .sqlite: "select count(*) from sqlite_master where type = 'table' and name = 'schema_migration'"
            }
        return try database.integer(query) == 1
    }

    /// Held to the end of the transaction. On SQLite the transaction itself is the lock.
    private func lock() throws {
        guard database.engine == .postgres else { return }
        // One lock a schema, so that stores side by side in one database don't wait for each other.
        try database.forEachRow(
            """
            select pg_advisory_xact_lock(1667656820, cast(cast(oid as bigint) % 2147483647 as integer))
            from pg_namespace where nspname = current_schema()
            """
        ) { _ in }
    }

    private func createTable() throws {
        switch database.engine {
        case .postgres:
            try database.execute(
                """
                create table if not exists schema_migration (
                    version bigint primary key,
                    name text collate "C" not null,
                    sha256 text collate "C" not null,
                    applied_epoch bigint not null
                )
                """)
        case .sqlite:
            try database.execute(
                """
                create table if not exists schema_migration (
                    version integer primary key,
                    name text not null,
                    sha256 text not null,
                    applied_epoch integer not null
                ) strict
                """)
        }
    }
}
