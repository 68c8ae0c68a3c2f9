import FleetCore
import PostgresCluster

/// A store of either engine that the bench empties, fills by `chatfleet`, and fills again by the engine's own program.
protocol StoreUnderTest {
    var name: String { get }
    /// What `--store` takes.
    var location: String { get }
    /// The program that loads parsed rows, as the table shows it.
    var loaderName: String { get }

    /// A store with the schema and nothing in it.
    func makeEmpty(_ chatfleet: String) throws
    /// Writes the facts as CSV: in the order in which their reports came (hours in order, installs in none), or by key.
    func exportFacts(to path: String, inKeyOrder: Bool) throws
    /// Empties the fact table and loads the file into it.
    func load(_ path: String) throws -> Finished
    /// Brings what is still in memory to disk, so that no measure pays for the one before.
    func settle() throws
}

struct PostgresUnderTest: StoreUnderTest {
    let cluster: PostgresCluster
    let name = "Postgres"
    let loaderName = "psql \\copy"

    /// Durable as installed; the write-ahead log large enough that no checkpoint falls into a measure by chance.
    init() throws {
        cluster = try PostgresCluster(settings: [
            "shared_buffers": "1GB", "max_wal_size": "8GB", "checkpoint_timeout": "30min",
        ])
    }

    var location: String { server + " dbname=bench" }
    private var server: String { cluster.conninfo.replacing(" dbname=postgres", with: "") }

    func makeEmpty(_ chatfleet: String) throws {
        try psql("postgres", "drop database if exists bench")
        try psql("postgres", "create database bench")
        try Program.run([chatfleet, "store", "migrate", "--store", location, "--quiet"])
    }

    func exportFacts(to path: String, inKeyOrder: Bool) throws {
        let order = inKeyOrder ? "day, install_id, app_version, platform" : "reported_known, md5(install_id)"
        try psql("bench", "\\copy (select * from health_daily order by \(order)) to '\(path)' csv")
    }

    func load(_ path: String) throws -> Finished {
        try psql("bench", "truncate health_daily")
        try settle()
        return try psql("bench", "\\copy health_daily from '\(path)' csv")
    }

    func settle() throws { try psql("postgres", "checkpoint") }

    @discardableResult
    func psql(_ database: String, _ command: String) throws -> Finished {
        try Program.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", "\(server) dbname=\(database)", "-c", command])
    }
}

/// `.import` can't write a null, and a strict table takes no empty text for a number: so the rows go into the same table
/// with the same key, but not strict.
struct SQLiteUnderTest: StoreUnderTest {
    let directory: String
    let name = "SQLite"
    let loaderName = "sqlite3 .import"

    private var path: String { directory + "/bench.db" }
    var location: String { "sqlite:" + path }

    func makeEmpty(_ chatfleet: String) throws {
        for ending in ["", "-wal", "-shm"] { remove(path + ending) }
        try Program.run([chatfleet, "store", "migrate", "--store", location, "--quiet"])
    }

    func exportFacts(to file: String, inKeyOrder: Bool) throws {
        let order = inKeyOrder ? "day, install_id, app_version, platform" : "reported_known, substr(install_id, 9)"
        try Program.run(["sqlite3", "-csv", path, "select * from health_daily order by \(order)"], output: file)
    }

    func load(_ file: String) throws -> Finished {
        let table = "replace(replace(replace(sql, 'strict, ', ''), ') strict', ')'), 'health_daily', 'bench_rows')"
        try Program.run(["sqlite3", path, "drop table if exists bench_rows"])
        try Program.run(
            ["sqlite3", "-noheader", path, "select \(table) from sqlite_schema where name = 'health_daily'"],
            output: directory + "/table.sql")
        try Program.run(["sqlite3", path, ".read '\(directory)/table.sql'"])
        try settle()
        return try Program.run(["sqlite3", path, ".import --csv '\(file)' bench_rows"])
    }

    func settle() throws { try Program.run(["sqlite3", path, "pragma wal_checkpoint(truncate)"]) }
}
