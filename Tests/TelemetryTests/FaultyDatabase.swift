import Database

/// A store that fails as a test says, in the transactions that write a batch and in no other.
final class FaultyDatabase: Database {
    enum Fault {
        /// The server commits, its answer does not arrive.
        case replyLost
        /// COMMIT was sent and did not arrive.
        case commitLost
        /// A statement before COMMIT fails with this error of the server (Postgres only).
        case state(String)
    }

    private let base: any Database
    /// Takes the fault of the next transaction that writes a batch.
    private let nextFault: () -> Fault?
    private var writesBatch = false
    /// Loaded in all, by table.
    private(set) var loadedRows: [String: Int] = [:]

    init(_ base: any Database, nextFault: @escaping () -> Fault?) {
        self.base = base
        self.nextFault = nextFault
    }

    var engine: Engine { base.engine }
    var isDistributed: Bool { get throws { try base.isDistributed } }
    var interrupter: any Interrupter { base.interrupter }

    func execute(_ sql: String, _ parameters: [String: SQLValue]) throws -> Int {
        if sql.contains("insert into ingest_batch") { writesBatch = true }
        return try base.execute(sql, parameters)
    }

    func executeScript(_ sql: String) throws { try base.executeScript(sql) }

    func forEachRow(_ sql: String, _ parameters: [String: SQLValue], _ body: (Row) throws -> Void) throws {
        try base.forEachRow(sql, parameters, body)
    }

    func bulkLoad(
        into table: String, columns: [BulkColumn], rowCount: Int, _ write: (Int, any BulkWriter) throws -> Void
    ) throws {
        loadedRows[table, default: 0] += rowCount
        try base.bulkLoad(into: table, columns: columns, rowCount: rowCount, write)
    }

    func bulkUpdate(
        _ table: String, columns: [BulkColumn], rowCount: Int, _ write: (Int, any BulkWriter) throws -> Void
    ) throws -> Int {
        try base.bulkUpdate(table, columns: columns, rowCount: rowCount, write)
    }

    func bulkRead(_ sql: String, _ body: (any BulkReader) throws -> Void) throws { try base.bulkRead(sql, body) }

    func snapshot<T>(_ body: () throws -> T) throws -> T { try base.snapshot(body) }

    func transaction<T>(_ body: () throws -> T) throws -> T {
        writesBatch = false
        var isReplyLost = false
        let result = try base.transaction {
            let result = try body()
            guard writesBatch else { return result }
            switch nextFault() {
            case .replyLost: isReplyLost = true
            case .commitLost: throw FaultyDatabase.unknownOutcome
            case .state(let code):
                try base.execute("do $$ begin raise exception 'as the test says' using errcode = '\(code)'; end $$")
            case nil: break
            }
            return result
        }
        if isReplyLost { throw FaultyDatabase.unknownOutcome }
        return result
    }

    private static var unknownOutcome: DatabaseError {
        var error = DatabaseError(.transient, "the connection to the store was lost", sqlState: "08006", in: "commit")
        error.outcomeUnknown = true
        return error
    }
}
