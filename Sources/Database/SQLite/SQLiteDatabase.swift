import CSQLite
import Glibc
import Synchronization

/// A SQLite store: one file in WAL mode, so that readers and the one writer don't wait for each other.
final class SQLiteDatabase: Database {
    let engine = Engine.sqlite
    let isDistributed = false
    let path: String
    private let isImmutable: Bool
    let handle: OpaquePointer
    let session = Session()
    private let interrupts: SQLiteInterrupter
    private let busyWait: BusyWait
    private var statements: [String: SQLiteStatement] = [:]

    enum Access { case create, existing, immutable }

    /// Opens the file; `create` makes it when it is missing. `busyTimeout` is how long a statement waits for another
    /// process's write, in seconds.
    init(path: String, access: Access, busyTimeout: Int = 10) throws {
        var opened: OpaquePointer?
        let flags =
            switch access {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .existing: SQLITE_OPEN_READWRITE
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        let name = access == .immutable ? immutableURI(path) : path
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let opened, code == SQLITE_OK else {
            defer { sqlite3_close_v2(opened) }
            throw sqliteError(opened, code, path: path, sql: nil)
        }
        self.path = path
        handle = opened
        interrupts = SQLiteInterrupter(opened, session.interrupt)
        busyWait = BusyWait(seconds: busyTimeout, interrupt: session.interrupt)
        busyWait.install(on: opened)
        isImmutable = access == .immutable
        if !isImmutable { try configure() }
    }

    deinit {
        interrupts.disconnect()
        statements.removeAll()
        // v2: a statement that is somehow still alive delays the close and does not leak the handle.
        sqlite3_close_v2(handle)
    }

    /// `synchronous = full`: in WAL mode `normal` may lose the last commits when the power goes, and a batch that was
    /// acknowledged must not be lost. The cost is one fsync a commit.
    ///
    /// Checkpoints every 32 MiB: batches that touch the same pages again then write them once. The cache is small:
    /// a batch goes in in key order, so that each page is needed once, and the memory serves better as a larger batch.
    private func configure() throws {
        try executeRaw(
            """
            pragma synchronous = full;
            pragma wal_autocheckpoint = 8192;
            pragma cache_size = -16384;
            pragma journal_size_limit = 67108864;
            """)
    }

    /// Changes the file, for good. The change needs the file alone for a moment and doesn't wait for that by itself.
    func useWriteAheadLog() throws {
        if isImmutable { return }
        for _ in 0..<100 {
            do { return try executeRaw("pragma journal_mode = wal") } catch let error as DatabaseError
                where error.kind == .transient
            { usleep(50_000) }
        }
        try executeRaw("pragma journal_mode = wal")
    }

    var interrupter: any Interrupter { interrupts }

    func execute(_ sql: String, _ parameters: [String: SQLValue]) throws -> Int {
        try session.run(sql) {
            let statement = try statement(sql)
            try statement.bind(parameters)
            defer { statement.reset() }
            let before = sqlite3_total_changes64(handle)
            while try statement.step() {}
            return Int(sqlite3_total_changes64(handle) - before)
        }
    }

    func executeScript(_ sql: String) throws {
        try session.run(sql) { try executeRaw(sql) }
    }

    func forEachRow(_ sql: String, _ parameters: [String: SQLValue], _ body: (Row) throws -> Void) throws {
        try session.run(sql) {
            let statement = try statement(sql)
            try statement.bind(parameters)
            defer { statement.reset() }
            let row = Row(source: statement)
            while try statement.step() { try body(row) }
        }
    }

    func transaction<T>(_ body: () throws -> T) throws -> T { try transaction(begin: "begin immediate", body) }

    func snapshot<T>(_ body: () throws -> T) throws -> T {
        try executeRaw("pragma query_only = on")
        defer { try? executeRaw("pragma query_only = off") }
        return try transaction(begin: "begin deferred", body)
    }

    private func transaction<T>(begin: String, _ body: () throws -> T) throws -> T {
        try session.transaction(
            begin: { try executeRaw(begin) },
            commit: { try executeRaw("commit") },
            // Some errors, such as a full disk, have rolled back already.
            rollback: { if sqlite3_get_autocommit(handle) == 0 { try? executeRaw("rollback") } },
            body)
    }

    /// Runs statements outside the session's rules: pragmas, and the edges of a transaction.
    func executeRaw(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, sql) }
    }

    func statement(_ sql: String) throws -> SQLiteStatement {
        if let known = statements[sql] { return known }
        if statements.count >= 256 { statements.removeAll() }
        let statement = try SQLiteStatement(sql, self)
        statements[sql] = statement
        return statement
    }

    func failure(_ code: Int32, _ sql: String?) -> DatabaseError {
        if session.interrupt.isSet, code == SQLITE_INTERRUPT || code & 0xff == SQLITE_BUSY {
            _ = session.interrupt.take()
            return interrupted(sql ?? "")
        }
        return sqliteError(handle, code, path: path, sql: sql)
    }
}

/// Waits for another process's lock, up to a limit, unless the user interrupts: SQLite's own time-out can't be.
private final class BusyWait {
    private let limit: Duration
    private let interrupt: InterruptFlag
    private var start = ContinuousClock.now

    init(seconds: Int, interrupt: InterruptFlag) {
        limit = .seconds(seconds)
        self.interrupt = interrupt
    }

    /// The handler lives as long as its connection, which owns it.
    func install(on handle: OpaquePointer) {
        sqlite3_busy_handler(
            handle,
            { context, calls in
                guard let context else { return 0 }
                let wait = Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue()
                return wait.goOn(calls) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func goOn(_ calls: Int32) -> Bool {
        if calls == 0 { start = ContinuousClock.now }
        if interrupt.isSet || ContinuousClock.now - start >= limit { return false }
        sqlite3_sleep(calls < 10 ? 1 : calls < 50 ? 5 : 25)
        return true
    }
}

/// `sqlite3_interrupt` may be called from any thread, but not on a closed connection: hence the lock.
private final class SQLiteInterrupter: Interrupter {
    private struct Handle: @unchecked Sendable { let pointer: OpaquePointer }
    private let handle: Mutex<Handle?>
    private let flag: InterruptFlag

    init(_ pointer: OpaquePointer, _ flag: InterruptFlag) {
        handle = Mutex(Handle(pointer: pointer))
        self.flag = flag
    }

    func interrupt() {
        flag.set()
        handle.withLock { if let handle = $0 { sqlite3_interrupt(handle.pointer) } }
    }

    func disconnect() { handle.withLock { $0 = nil } }
}

/// A file on a read-only medium: SQLite may then not make its lock files, and is told that nothing changes.
private func immutableURI(_ path: String) -> String {
    var uri = "file:"
    for byte in path.utf8 {
        let plain = (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a) || (byte >= 0x2d && byte <= 0x39) || byte == 0x5f
        let digits = String(byte, radix: 16)
        uri += plain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
    return uri + "?immutable=1"
}
