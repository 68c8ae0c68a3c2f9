public import FleetCore
import Glibc

/// Opens stores.
public enum Store {
    /// What the caller is going to do with the store.
    public enum Mode: Sendable {
        /// Ask: the store must exist, and its schema be current (a SQLite store is brought up to date).
        case read
        /// Change what is there: as `read`, so that a mistyped place is told and not made.
        case change
        /// Write: as `read`, but a SQLite file is made when it is missing.
        case readWrite
        /// Bring the schema up to date, on either engine.
        case migrate
        /// Look at the schema's state: nothing is made, checked or changed.
        case inspect
    }

    /// Opens the store and sees to its schema. Throws ``ToolError`` only.
    /// - Parameter connecting: runs what it is given, which may wait long for a server, and changes nothing.
    public static func open(
        _ location: StoreLocation, migrations: Migrations, mode: Mode,
        connecting: (_ connect: @escaping @Sendable () throws -> any Database) throws -> any Database = { try $0() }
    ) throws(ToolError) -> any Database {
        do {
            let database = try connecting { try connect(location, mode) }
            if mode != .inspect { try prepare(database, migrations, mode) }
            return database
        } catch let error as ToolError {
            throw ToolError(error.exitCode, error.what, at: error.place ?? location.description, next: error.next)
        } catch let error as DatabaseError {
            throw error.toolError(store: location.description)
        } catch {
            throw ToolError(.failure, "the store can't be opened: \(error)", at: location.description)
        }
    }

    /// The schema's state; throws ``ToolError`` for a store of other files or of a newer program.
    public static func migrationStatus(_ database: any Database, _ migrations: Migrations) throws -> MigrationStatus {
        let status = try Migrator(database: database, migrations: migrations).status()
        try refuseForeign(database, status)
        return status
    }

    /// Applies what is missing; returns what this call applied.
    @discardableResult
    public static func migrate(_ database: any Database, _ migrations: Migrations) throws -> [Migration] {
        try Migrator(database: database, migrations: migrations).apply()
    }

    private static func connect(_ location: StoreLocation, _ mode: Mode) throws -> any Database {
        switch location {
        case .postgres(let conninfo):
            return try PostgresDatabase(conninfo: conninfo)
        case .sqlite(let path):
            let makes = mode == .readWrite || mode == .migrate
            if path != ":memory:", access(path, F_OK) != 0 {
                guard makes else {
                    throw ToolError(
                        .badInput, "there is no store at \(path)",
                        next: "load reports into it with chatfleet ingest reports, or name another one with --store")
                }
                try makeParentDirectories(path)
                makePrivateFile(path)
            }
            do { return try SQLiteDatabase(path: path, access: makes ? .create : .existing) } catch {
                guard !makes, isLeftAlone(path) else { throw error }
                return try SQLiteDatabase(path: path, access: .immutable)
            }
        }
    }

    /// Does the file lie where this user can't write, and did its last writer finish? Then it can be read as it stands,
    /// such as an export on a read-only medium.
    private static func isLeftAlone(_ path: String) -> Bool {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(directory, W_OK) != 0, access(path, R_OK) == 0 else { return false }
        var log = stat()
        return stat(path + "-wal", &log) != 0 || log.st_size == 0
    }

    private static func prepare(_ database: any Database, _ migrations: Migrations, _ mode: Mode) throws {
        let sqlite = database as? SQLiteDatabase
        guard migrations.version > 0 else {
            try sqlite?.useWriteAheadLog()
            return
        }
        let migrator = Migrator(database: database, migrations: migrations)
        let status = try migrator.status()
        try refuseForeign(database, status)
        // Only now: a file that is none of ours is left as it is.
        try sqlite?.useWriteAheadLog()
        guard !status.isCurrent else { return }
        if database.engine == .sqlite || mode == .migrate {
            _ = try migrator.apply()
        } else {
            throw ToolError(
                .failure, "the store's schema is at \(status.version), and this chatfleet needs \(status.needed)",
                next: "run chatfleet store migrate")
        }
    }

    private static func refuseForeign(_ database: any Database, _ status: MigrationStatus) throws {
        guard database.engine == .sqlite, status.version == 0, let table = try foreignTable(database) else { return }
        throw ToolError(
            .badInput, "the file is a SQLite database of something else: it has a table \(table)",
            next: "name another file with --store sqlite:PATH")
    }

    /// A table in a file that is no store of ours, and must not become one.
    private static func foreignTable(_ database: any Database) throws -> String? {
        let names = try database.rows("select name from sqlite_master where type = 'table' and name not like 'sqlite%' limit 1")
        guard case .text(let name)? = names.first?.first else { return nil }
        return name
    }

    /// The file holds the key of the device hashes: for its owner only, whatever the umask. What fails here fails again,
    /// with words, where the file is opened.
    private static func makePrivateFile(_ path: String) {
        let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Only the user may look into directories we make: the store holds what installs did.
    private static func makeParentDirectories(_ path: String) throws {
        var at = path.startIndex
        while let slash = path[at...].dropFirst().firstIndex(of: "/") {
            let directory = String(path[..<slash])
            if !directory.isEmpty, mkdir(directory, 0o700) != 0, errno != EEXIST {
                let reason = String(cString: strerror(errno))
                throw ToolError(
                    .badInput, "can't make the directory \(directory): \(reason)", next: "name another place with --store")
            }
            at = slash
        }
    }
}
