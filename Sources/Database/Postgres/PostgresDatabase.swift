import CPostgres
import Synchronization

/// A Postgres store over libpq. State on the server outlives no transaction except prepared statements.
final class PostgresDatabase: Database {
    let engine = Engine.postgres
    let connection: OpaquePointer
    let session = Session()
    private let interrupts: PostgresInterrupter
    private let notices = NoticeLog()
    private var statements: [String: PostgresStatement] = [:]
    private var nextName = 1
    var knownDistribution: Bool?

    init(conninfo: String) throws {
        connection = try postgresConnect(conninfo)
        interrupts = PostgresInterrupter(connection, session.interrupt)
        PQsetNoticeProcessor(
            connection,
            { context, message in
                guard let context, let message else { return }
                Unmanaged<NoticeLog>.fromOpaque(context).takeUnretainedValue().add(String(cString: message))
            }, Unmanaged.passUnretained(notices).toOpaque())
        try checkServer()
    }

    deinit {
        interrupts.disconnect()
        PQfinish(connection)
    }

    private func checkServer() throws {
        let version = PQserverVersion(connection)
        guard version >= 140_000 else {
            throw DatabaseError(
                .configuration, "the server is Postgres \(version / 10_000), and 14 or newer is needed",
                next: "upgrade the server, or name another one")
        }
        let encoding = PQparameterStatus(connection, "server_encoding").map { String(cString: $0) } ?? "unknown"
        guard encoding == "UTF8" else {
            throw DatabaseError(
                .configuration, "the database's encoding is \(encoding), and UTF8 is needed",
                next: "create one with: createdb --encoding=UTF8 --template=template0 NAME")
        }
        // The default; only a role or a database with other ideas needs the extra round trip.
        let dateStyle = PQparameterStatus(connection, "DateStyle").map { String(cString: $0) } ?? ""
        if !dateStyle.hasPrefix("ISO") { try executeRaw("set datestyle = 'ISO'") }
        // Every statement here is either short or reads more than it computes: compiling a plan takes longer than it saves,
        // and plans that switch paths off look dear enough to be compiled (half a second a statement).
        try executeRaw("set jit = off")
    }

    var interrupter: any Interrupter { interrupts }

    /// What the server remarked since the last call, oldest first.
    func takeNotices() -> [String] { notices.take() }

    func execute(_ sql: String, _ parameters: [String: SQLValue]) throws -> Int {
        try session.run(sql) {
            let arguments = try PostgresArguments(statement(sql).text.arrange(parameters, sql: sql))
            let result = try run(statement(sql), arguments)
            defer { PQclear(result) }
            return changedRows(result)
        }
    }

    func executeScript(_ sql: String) throws {
        try session.run(sql) { try executeRaw(sql) }
    }

    /// Whatever the role's defaults are: a look after a wait for a lock must see what the other one committed.
    func transaction<T>(_ body: () throws -> T) throws -> T {
        try transaction(begin: "begin isolation level read committed read write", body)
    }

    func snapshot<T>(_ body: () throws -> T) throws -> T {
        try transaction(begin: "begin isolation level repeatable read read only", body)
    }

    private func transaction<T>(begin: String, _ body: () throws -> T) throws -> T {
        try session.transaction(
            begin: { try executeRaw(begin) }, commit: commit,
            rollback: { if PQtransactionStatus(connection) != PQTRANS_IDLE { try? executeRaw("rollback") } },
            body)
    }

    private func commit() throws {
        do {
            let result = PQexec(connection, "commit")
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure(result, "commit") }
            // A failed transaction answers COMMIT with success, and ROLLBACK as what it did.
            guard String(cString: PQcmdStatus(result)) == "COMMIT" else {
                throw DatabaseError(
                    .internal, "the transaction had failed: nothing was committed", sqlState: SQLState.failedTransaction)
            }
        } catch var error as DatabaseError {
            error.outcomeUnknown = PQstatus(connection) == CONNECTION_BAD
            throw error
        }
    }

    /// Runs statements outside the session's rules: settings, and the edges of a transaction.
    func executeRaw(_ sql: String) throws {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
        default: throw failure(result, sql)
        }
    }

    /// The statement's text as the server wants it; kept, so that a second use can be a prepared one.
    func statement(_ sql: String) throws -> PostgresStatement {
        if let known = statements[sql] { return known }
        if statements.count >= 256 {
            if statements.values.contains(where: \.isPrepared) { try executeRaw("deallocate all") }
            statements.removeAll()
        }
        let statement = PostgresStatement(sql, name: "chatfleet_\(nextName)")
        nextName += 1
        statements[sql] = statement
        return statement
    }

    /// Prepares on the second use: most statements of a command run once, and preparing costs a round trip.
    func prepareIfRepeated(_ statement: PostgresStatement) throws {
        guard !statement.isPrepared else { return }
        statement.uses += 1
        guard statement.uses > 1 else { return }
        let result = PQprepare(connection, statement.name, statement.text.text, 0, nil)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure(result, statement.sql) }
        statement.isPrepared = true
    }

    private func run(_ statement: PostgresStatement, _ arguments: PostgresArguments) throws -> OpaquePointer? {
        try prepareIfRepeated(statement)
        let result = arguments.withPointers { count, values, lengths, formats in
            statement.isPrepared
                ? PQexecPrepared(connection, statement.name, count, values, lengths, formats, 0)
                : PQexecParams(connection, statement.text.text, count, nil, values, lengths, formats, 0)
        }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return result
        default:
            defer { PQclear(result) }
            throw failure(result, statement.sql)
        }
    }

    func failure(_ result: OpaquePointer?, _ sql: String) -> DatabaseError {
        let error = postgresError(connection, result, sql: sql)
        guard error.sqlState == SQLState.queryCanceled, session.interrupt.take() else { return error }
        return interrupted(sql)
    }
}

/// A statement's text and whether the server has it prepared.
final class PostgresStatement {
    let sql: String
    let name: String
    let text: StatementText
    var uses = 0
    var isPrepared = false

    init(_ sql: String, name: String) {
        self.sql = sql
        self.name = name
        text = StatementText(sql, for: .postgres)
    }
}

/// The server's notices, at most the last hundred, kept away from standard error where libpq would print them.
private final class NoticeLog {
    private var lines: [String] = []

    func add(_ line: String) {
        if lines.count >= 100 { lines.removeFirst() }
        lines.append(line)
    }

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// `PQcancel` may be called from any thread as long as its object lives: hence the lock.
private final class PostgresInterrupter: Interrupter {
    private struct Handle: @unchecked Sendable { let pointer: OpaquePointer }
    private let handle: Mutex<Handle?>
    private let flag: InterruptFlag

    init(_ connection: OpaquePointer, _ flag: InterruptFlag) {
        handle = Mutex(PQgetCancel(connection).map(Handle.init))
        self.flag = flag
    }

    func interrupt() {
        flag.set()
        handle.withLock { handle in
            guard let handle else { return }
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(handle.pointer, &message, Int32(message.count))
        }
    }

    func disconnect() {
        handle.withLock { handle in
            if let handle { PQfreeCancel(handle.pointer) }
            handle = nil
        }
    }
}

/// Rows inserted, updated, deleted or merged; a query changes none.
private func changedRows(_ result: OpaquePointer?) -> Int {
    let command = String(cString: PQcmdStatus(result))
    guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(where: command.hasPrefix) else { return 0 }
    return Int(String(cString: PQcmdTuples(result))) ?? 0
}
