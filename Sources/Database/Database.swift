/// The two stores the toolkit runs on. Citus speaks the Postgres protocol and counts as `postgres`.
public enum Engine: String, Sendable, CaseIterable {
    case postgres, sqlite
}

/// One connection to a store, used by one thread at a time.
///
/// SQL text is the same for both engines; parameters are written `:name` (see ``StatementText``). Every parameter in the
/// text must be given and every given one must occur. Statements are prepared and kept by their text.
///
/// An error out of any call fails the transaction that is open: until `transaction` has rolled it back, every further
/// call throws. Postgres does so by itself; SQLite does it here, so that what works on one engine works on the other.
/// While rows are being read no other statement runs on the connection.
///
/// All calls throw ``DatabaseError``, or what the caller's own closure threw.
public protocol Database: AnyObject {
    var engine: Engine { get }

    /// Does the store's schema have tables that lie on several nodes (Citus)? Looked up once a connection.
    var isDistributed: Bool { get throws }

    /// Runs one statement; the number of rows it inserted, updated or deleted.
    @discardableResult
    func execute(_ sql: String, _ parameters: [String: SQLValue]) throws -> Int

    /// Runs any number of statements without parameters, such as a migration.
    func executeScript(_ sql: String) throws

    /// Runs one query and hands over its rows one at a time, whatever their number, in bounded memory. A throw from
    /// `body` ends the query.
    func forEachRow(_ sql: String, _ parameters: [String: SQLValue], _ body: (Row) throws -> Void) throws

    /// Runs `body` in one transaction: committed when it returns, rolled back when it throws. Does not nest. On SQLite
    /// the transaction is the one writer from its first moment (`begin immediate`).
    @discardableResult
    func transaction<T>(_ body: () throws -> T) throws -> T

    /// Runs `body`, which only reads, on one state of the store: what others commit meanwhile is not seen, and nobody
    /// waits. Does not nest.
    func snapshot<T>(_ body: () throws -> T) throws -> T

    /// Loads rows as fast as the engine can: binary COPY on Postgres, one prepared insert on SQLite. `write` is called
    /// for 0, 1, … `rowCount - 1` and must write every column of its row, in order. All rows are loaded or none; a row
    /// that can't be stored is named by `copyRow` of the error.
    func bulkLoad(
        into table: String, columns: [BulkColumn], rowCount: Int,
        _ write: (_ row: Int, _ writer: any BulkWriter) throws -> Void
    ) throws

    /// Changes `columns` of stored rows where they lie, as fast as the engine can: one join on Postgres, one prepared update on
    /// SQLite. `write` is as in ``bulkLoad(into:columns:rowCount:_:)``, and writes the row's place before its columns. Gives
    /// the number of rows that were found there. Not for a distributed table: it has a row in the same place on each shard.
    func bulkUpdate(
        _ table: String, columns: [BulkColumn], rowCount: Int, _ write: (_ row: Int, _ writer: any BulkWriter) throws -> Void
    ) throws -> Int

    /// Reads a query's rows, whatever their number, as fast as the engine can: binary COPY on Postgres. The query has no
    /// parameters. A throw from `body`, which must read every column of its row, ends the query.
    func bulkRead(_ sql: String, _ body: (any BulkReader) throws -> Void) throws

    /// Stops this connection's work from another thread.
    var interrupter: any Interrupter { get }
}

/// Stops a connection's running statement from any thread.
public protocol Interrupter: Sendable {
    /// The running statement, or if none runs the next one, throws `.interrupted`; once.
    func interrupt()
}

extension Database {
    @discardableResult
    public func execute(_ sql: String) throws -> Int { try execute(sql, [:]) }

    public func forEachRow(_ sql: String, _ body: (Row) throws -> Void) throws { try forEachRow(sql, [:], body) }

    /// All rows of a query that is known to be small.
    public func rows(_ sql: String, _ parameters: [String: SQLValue] = [:]) throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        try forEachRow(sql, parameters) { rows.append(try $0.values) }
        return rows
    }

    /// The first column of the first row as an integer; nil without a row, or for null.
    public func integer(_ sql: String, _ parameters: [String: SQLValue] = [:]) throws -> Int64? {
        var first = true
        var value: Int64?
        try forEachRow(sql, parameters) { row in
            if first { value = try row.integer(0) }
            first = false
        }
        return value
    }
}
