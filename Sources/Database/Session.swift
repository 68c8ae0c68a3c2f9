import Synchronization

/// Set by an interrupter, taken by the connection it belongs to.
final class InterruptFlag: Sendable {
    private let requested = Atomic<Bool>(false)

    func set() { requested.store(true, ordering: .releasing) }
    var isSet: Bool { requested.load(ordering: .acquiring) }
    /// Was it set? Clears it.
    func take() -> Bool { requested.exchange(false, ordering: .acquiringAndReleasing) }
}

/// What a connection of either engine is in the middle of: the rules of ``Database`` on nesting, on failed transactions
/// and on interruption are kept here, once.
final class Session {
    private enum State { case idle, open, failed }

    let interrupt = InterruptFlag()
    private var state = State.idle
    private var isRunning = false

    /// Runs one statement. An error fails the open transaction.
    func run<T>(_ sql: String, _ body: () throws -> T) throws -> T {
        guard !isRunning else {
            throw DatabaseError(.internal, "a statement was started while another's rows were being read", in: sql)
        }
        guard state != .failed else {
            throw DatabaseError(
                .transient, "the transaction has failed; nothing more can be done in it", sqlState: SQLState.failedTransaction,
                in: sql)
        }
        isRunning = true
        defer { isRunning = false }
        do {
            if interrupt.take() { throw interrupted(sql) }
            return try body()
        } catch {
            if state == .open { state = .failed }
            throw error
        }
    }

    /// Runs `body` between `begin` and `commit`; `rollback` when it throws, or when it swallowed an error.
    func transaction<T>(begin: () throws -> Void, commit: () throws -> Void, rollback: () -> Void, _ body: () throws -> T)
        throws -> T
    {
        guard state == .idle, !isRunning else { throw DatabaseError(.internal, "transactions don't nest") }
        if interrupt.take() { throw interrupted("begin") }
        try begin()
        state = .open
        defer { state = .idle }
        let result: T
        do {
            result = try body()
            if state == .failed {
                throw DatabaseError(
                    .internal, "a statement in the transaction failed and its error was ignored: nothing was committed",
                    sqlState: SQLState.failedTransaction)
            }
        } catch {
            rollback()
            throw error
        }
        do { try commit() } catch {
            rollback()
            throw error
        }
        return result
    }

    var isInTransaction: Bool { state != .idle }
}

func interrupted(_ sql: String) -> DatabaseError {
    DatabaseError(.interrupted, "interrupted", sqlState: SQLState.queryCanceled, in: sql)
}
